// What learning from trips is worth, on made-up cities whose true speeds are known: the median of how far off the time of a trip that
// nobody learnt from is told, by the map's own speeds and by the learned ones; half of the map's is wanted after 2,000 trips.
import { startStopwatch } from "../src/ports/clock.ts";
import { learnFromTrips } from "../test/fixtures/made-up-city.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

for (const [side, trips, seed] of [
  [16, 200, 1],
  [16, 2_000, 2],
  [24, 2_000, 3],
] as const) {
  const stopwatch = startStopwatch();
  const { mapError, learnedError } = learnFromTrips({ side, trips, heldOut: 300, seed });
  say(
    `${side} × ${side} junctions, ${trips} trips: ${percent(mapError)} off by the map, ${percent(learnedError)} learnt, ` +
      `${(learnedError / mapError).toFixed(2)} of it (${(stopwatch.elapsedMs() / 1000).toFixed(0)} s)`,
  );
}
