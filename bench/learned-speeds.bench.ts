// What learning from trips is worth, on made-up cities whose true speeds are known: the median of how far off the time of a trip that
// nobody learnt from is told, by the map's own speeds and by the learned ones; half of the map's is wanted after 2,000 trips. Then how long
// Hồ Chí Minh City takes to take up other times (3 s of a processor at most), and whether they are found as Dijkstra finds them.
import { seededChance } from "../src/domain/chance.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { reweigh, stateOrderOf } from "../src/roads/learn/reweigh.ts";
import { toMicro } from "../src/roads/micro.ts";
import { type Network, timeOf } from "../src/roads/network.ts";
import { NearestRoad, type Position } from "../src/roads/search/grid.ts";
import { LegSearch } from "../src/roads/search/leg-search.ts";
import { findOverStops } from "../src/roads/search/stops-search.ts";
import { openNetwork, packNetwork } from "../src/roads/snapshot/packed-network.ts";
import { learnFromTrips } from "../test/fixtures/made-up-city.ts";
import { HCMC, openRealRoads, skipWithout } from "../test/fixtures/real-roads.ts";
import { PlainDijkstra } from "../test/fixtures/roads/plain-dijkstra.ts";

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

if (!skipWithout(HCMC)) {
  const { buffer, layout } = await openRealRoads(HCMC, "bike");
  const built = openNetwork(buffer, layout);
  const chance = seededChance(5);
  // Street by street at random: harder than any city's traffic.
  const byName = new Map<number, number>();
  const factors = Float32Array.from(built.edgeMs, (_, edge) => {
    const name = built.segmentName[edge >> 1]!;
    const known = byName.get(name) ?? 0.6 + chance() * 1.4;
    byName.set(name, known);
    return known;
  });
  const order = measured("the order, once a map", () => stateOrderOf(built));
  const network = measured("other times taken up", () => reweigh(built, factors, order));
  say(`${(packNetwork(network).buffer.byteLength / 1e6).toFixed(0)} MB, ${network.arcCm.length} arcs`);
  const nearest = new NearestRoad(built);
  const anywhere = () => nearest.find(toMicro(106.65 + chance() * 0.06), toMicro(10.75 + chance() * 0.06), 2000)!;
  const pairs = Array.from({ length: 500 }, () => [anywhere(), anywhere()] as const);
  const dijkstra = new PlainDijkstra(network);
  const wrong = pairs
    .slice(0, 50)
    .filter(([from, to]) => msOf(network, from, to) !== timeOf(dijkstra.cheapestMs(from, to)));
  say(`${wrong.length} of 50 ways are other than Dijkstra's`);
  for (const [what, searched] of [
    ["the map's own times", built],
    ["other times", network],
  ] as const) {
    const search = new LegSearch(searched);
    const { elapsedMs } = startStopwatch();
    for (const pair of pairs) findOverStops(searched, search, pair);
    say(`${what}: ${((elapsedMs() / pairs.length) * 1000).toFixed(0)} µs a way`);
  }
}

function measured<T>(what: string, work: () => T): T {
  const before = process.cpuUsage().user;
  const { elapsedMs } = startStopwatch();
  const made = work();
  const cpu = (process.cpuUsage().user - before) / 1e6;
  say(`${what}: ${cpu.toFixed(1)} s of processor, ${(elapsedMs() / 1000).toFixed(1)} s`);
  return made;
}

function msOf(network: Network, from: Position, to: Position): number {
  const found = findOverStops(network, new LegSearch(network), [from, to]);
  return "legs" in found ? found.legs[0]!.ms : Number.POSITIVE_INFINITY;
}
