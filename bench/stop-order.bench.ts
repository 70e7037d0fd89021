// Stop order: how long, how far above the best known of a long search, and how far above a bound no order can beat.
import { defaultBudget, orderStops, pathCost, type StopCosts, warmUp } from "../src/domain/stop-order/stop-order.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { pathLowerBound } from "./path-bound.ts";
import { syntheticRoadSeconds } from "./synthetic-streets.ts";

const SIZES = [12, 25, 50, 100, 200] as const;
const INSTANCES = 12;
const LONG_SEARCH_KICKS = 40_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const percent = (share: number): string => `${(100 * share).toFixed(3)} %`;

function timed<T>(work: () => T): { readonly answer: T; readonly ms: number } {
  const stopwatch = startStopwatch();
  const answer = work();
  return { answer, ms: stopwatch.elapsedMs() };
}

const warming = timed(warmUp);
say(`road times of generated streets, ${INSTANCES} sets of doors per size; warm-up ${warming.ms.toFixed(0)} ms`);
say("stops      ms (mean, max)   above best known (mean, max)   best known above bound   as given / best");
for (const stops of SIZES) {
  const rows = Array.from({ length: INSTANCES }, (_, at) => {
    const matrix: StopCosts = { size: stops + 1, costs: syntheticRoadSeconds(stops + 1, 1_000 * (at + 1) + stops) };
    const told = timed(() => orderStops(matrix));
    const long = orderStops(matrix, { kicksMax: LONG_SEARCH_KICKS }, told.answer.stops);
    const bound = pathLowerBound(matrix.costs, matrix.size, long.cost);
    const asGiven = pathCost(
      matrix,
      Array.from({ length: stops }, (_unused, stop) => stop + 1),
    );
    return {
      ms: told.ms,
      aboveBest: told.answer.cost / long.cost - 1,
      bestAboveBound: long.cost / bound - 1,
      given: asGiven / long.cost,
    };
  });
  const above = rows.map((row) => row.aboveBest);
  const times = rows.map((row) => row.ms);
  say(
    `${String(stops).padStart(5)}   ${mean(times).toFixed(2).padStart(8)}, ${Math.max(...times)
      .toFixed(2)
      .padStart(6)}` +
      `   ${percent(mean(above)).padStart(12)}, ${percent(Math.max(...above)).padStart(10)}` +
      `   ${percent(mean(rows.map((row) => row.bestAboveBound))).padStart(20)}   ${mean(rows.map((row) => row.given))
        .toFixed(2)
        .padStart(14)}   (${stops <= 12 ? "exact" : `${defaultBudget(stops).kicksMax} kicks`})`,
  );
}
