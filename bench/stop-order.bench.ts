// Stop order: how much of the processor, how far above the best known of long searches from many starts, and how far above a bound no order can beat.
//   npm run bench -- stop-order                        roads of generated streets
//   ATSP_SETS=FOLDER npm run bench -- stop-order       public tours too (TSPLIB's .atsp files), above the best there is
import { seededChance } from "../src/domain/chance.ts";
import { defaultBudget, orderStops, pathCost, type StopCosts, warmUp } from "../src/domain/stop-order/stop-order.ts";
import { orderTrip } from "../src/domain/stop-order/trip-order.ts";
import { readAtspSets } from "./atsp-sets.ts";
import { pathLowerBound } from "./path-bound.ts";
import { syntheticRoadSeconds } from "./synthetic-streets.ts";

const SIZES = [12, 25, 50, 100, 200] as const;
const INSTANCES = 12;
const LONG_SEARCH_LOOKS = 1_000_000;
// Beside the one that goes on from what was told: where all end alike, nothing better is likely to be there.
const OTHER_STARTS = 3;
// A public tour is searched so often, its points numbered in another order each time: one good number is no luck then.
const NAMINGS = 100;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const percent = (share: number): string => `${(100 * share).toFixed(3)} %`;

// Of the processor: what others take away of it does not count.
function timed<T>(work: () => T): { readonly answer: T; readonly ms: number } {
  const before = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(before);
  return { answer, ms: (user + system) / 1_000 };
}

function bestKnown(matrix: StopCosts, told: readonly number[]): number {
  const long = { looksMax: LONG_SEARCH_LOOKS };
  const starts = [told, ...Array.from({ length: OTHER_STARTS }, (_, seed) => shuffled(told, seed + 1))];
  return Math.min(...starts.map((start) => orderStops(matrix, long, start).cost));
}

function shuffled(stops: readonly number[], seed: number): readonly number[] {
  const chance = seededChance(seed);
  return stops
    .map((stop) => ({ stop, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ stop }) => stop);
}

function tellStreets(): void {
  say("stops   CPU ms (mean, max)   above best known (mean, max)   best known above bound   as given / best");
  for (const stops of SIZES) {
    const rows = Array.from({ length: INSTANCES }, (_, at) => {
      const matrix: StopCosts = { size: stops + 1, costs: syntheticRoadSeconds(stops + 1, 1_000 * (at + 1) + stops) };
      const { answer, ms } = timed(() => orderStops(matrix));
      const best = bestKnown(matrix, answer.stops);
      const asGiven = pathCost(
        matrix,
        Array.from({ length: stops }, (_unused, stop) => stop + 1),
      );
      return {
        ms,
        aboveBest: answer.cost / best - 1,
        bestAboveBound: best / pathLowerBound(matrix.costs, matrix.size, best) - 1,
        given: asGiven / best,
      };
    });
    const above = rows.map((row) => row.aboveBest);
    const times = rows.map((row) => row.ms);
    say(
      `${String(stops).padStart(5)}   ${mean(times).toFixed(2).padStart(10)}, ${Math.max(...times)
        .toFixed(2)
        .padStart(6)}` +
        `   ${percent(mean(above)).padStart(12)}, ${percent(Math.max(...above)).padStart(10)}` +
        `   ${percent(mean(rows.map((row) => row.bestAboveBound))).padStart(20)}   ${mean(rows.map((row) => row.given))
          .toFixed(2)
          .padStart(14)}   (${stops <= 12 ? "exact" : `${defaultBudget(stops).looksMax} looks`})`,
    );
  }
}

function tellTours(folder: string): void {
  say(
    `\nset          points   CPU ms (least, mean)   above the best there is: as given, mean and max of ${NAMINGS} namings`,
  );
  for (const { name, size, costs, best } of readAtspSets(folder)) {
    const points = Array.from({ length: size }, (_, point) => point);
    const rows = Array.from({ length: NAMINGS }, (_, seed) => {
      const named = seed === 0 ? points : shuffled(points, seed);
      const matrix = Float64Array.from(named.flatMap((from) => named.map((to) => costs[from * size + to]!)));
      const { answer, ms } = timed(() =>
        orderTrip(matrix, size, { isRound: true, isFirstFixed: true, isLastFixed: false }),
      );
      if (!answer) throw new Error(`${name}: no order has a way throughout`);
      const cost = answer.reduce((sum, point, at) => sum + matrix[point * size + answer[(at + 1) % size]!]!, 0);
      return { ms, above: cost / best - 1 };
    });
    const above = rows.map((row) => row.above);
    const times = rows.map((row) => row.ms);
    say(
      `${name.padEnd(11)} ${String(size).padStart(7)}   ${[Math.min(...times), mean(times)].map((ms) => ms.toFixed(2).padStart(10)).join("")}` +
        `   ${[above[0]!, mean(above), Math.max(...above)].map((share) => percent(share).padStart(9)).join("")}`,
    );
  }
}

const warming = timed(warmUp);
say(`road times of generated streets, ${INSTANCES} sets of doors per size; warm-up ${warming.ms.toFixed(0)} ms of CPU`);
tellStreets();
if (process.env.ATSP_SETS) tellTours(process.env.ATSP_SETS);
