// Decides in which order one driver visits the deliveries of an order: the cheapest open path from a fixed start.
// Knows a cost matrix only; what a cost means (seconds, metres) and where it comes from is the caller's.
import { type Chance, seededChance } from "../chance.ts";
import { PathDescent } from "./path-descent.ts";

// Optimisation is meant for one pickup and more than two deliveries (part 8).
export const OPTIMISED_POINTS_MIN = 4;

// Row-major and square. Point 0 is the start; Infinity where no way leads.
export type StopCosts = { readonly size: number; readonly costs: Float64Array };

export type StopOrder = {
  // Points 1 … size-1, each once, in visiting order.
  readonly stops: readonly number[];
  // Infinity when some leg has no way.
  readonly cost: number;
  // True when no cheaper order exists.
  readonly exact: boolean;
};

// 1.3 ms at 12 stops, and each further stop doubles it and more.
export const EXACT_STOPS_MAX = 12;
const STOPS_MAX = 1_000;

// Points looked at for so many stops, a straight line between: as many as fit well into 5, 20, 100 and 250 ms of the processor at 25, 50, 100 and 200, also on a
// machine that others keep busy (bench stop-order says how far above the best known they end). Counted in looks because a kick takes 8 µs with some roads and
// 13 with others; a look takes as long with all.
const LOOKS = [
  [25, 8_000],
  [40, 42_000],
  [50, 48_000],
  [70, 130_000],
  [100, 180_000],
  [170, 400_000],
  [200, 400_000],
] as const;
const LOOKS_MIN = 70_000;

export function defaultBudget(stops: number): SearchBudget {
  const above = LOOKS.findIndex(([upTo]) => stops <= upTo);
  if (above === 0) return { looksMax: LOOKS[0][1] };
  // Beyond the last a look costs more the longer the path is.
  const [most, looks] = LOOKS.at(-1)!;
  if (above < 0) return { looksMax: Math.max(LOOKS_MIN, Math.round((looks * most) / stops)) };
  const [[low, few], [high, many]] = [LOOKS[above - 1]!, LOOKS[above]!];
  return { looksMax: Math.round(few + ((stops - low) / (high - low)) * (many - few)) };
}

// Never answers an order that costs more than `given` (by default, the points as they are numbered).
export function orderStops(
  matrix: StopCosts,
  budget: SearchBudget = defaultBudget(matrix.size - 1),
  given: readonly number[] = asNumbered(matrix.size),
): StopOrder {
  const { size, costs } = matrix;
  refuseNonsense(matrix, given);
  const exact = size - 1 <= EXACT_STOPS_MAX;
  const found = exact ? cheapestPath(costs, size) : searchPath(withoutInfinity(costs), size, given, budget);
  const [givenCost, foundCost] = [pathCost(matrix, given), pathCost(matrix, found)];
  return foundCost < givenCost ? { stops: found, cost: foundCost, exact } : { stops: given, cost: givenCost, exact };
}

export function pathCost(matrix: StopCosts, stops: readonly number[]): number {
  let from = 0;
  let total = 0;
  for (const stop of stops) {
    total += matrix.costs[from * matrix.size + stop]!;
    from = stop;
  }
  return total;
}

// Runs both ways of solving until the machine has compiled them: a cold first search reached less in its time (2.8 % off). About a tenth of a second.
export function warmUp(): void {
  const chance = seededChance(1);
  for (const size of [EXACT_STOPS_MAX + 1, 40, 40, 40]) {
    orderStops(
      { size, costs: Float64Array.from({ length: size * size }, () => chance() * 1_000) },
      { looksMax: 12_000 },
    );
  }
}

function asNumbered(size: number): readonly number[] {
  return Array.from({ length: size - 1 }, (_, at) => at + 1);
}

// The search adds and subtracts costs, which Infinity does not survive. A forbidden leg costs more than any path of allowed ones.
function withoutInfinity(costs: Float64Array): Float64Array {
  if (costs.every(Number.isFinite)) return costs;
  const forbidden = 1 + costs.reduce((sum, cost) => (Number.isFinite(cost) ? sum + cost : sum), 0);
  return costs.map((cost) => (Number.isFinite(cost) ? cost : forbidden));
}

function refuseNonsense({ size, costs }: StopCosts, given: readonly number[]): void {
  if (size < 1 || size - 1 > STOPS_MAX) throw new RangeError(`${size - 1} stops: 0 to ${STOPS_MAX} can be ordered`);
  if (costs.length !== size * size) throw new RangeError(`${costs.length} costs are not a matrix of ${size} points`);
  if (costs.some((cost) => Number.isNaN(cost) || cost < 0))
    throw new RangeError("a cost is not a number, or is negative");
  const named = new Set(given);
  const outside = given.some((stop) => !Number.isInteger(stop) || stop < 1 || stop >= size);
  if (given.length !== size - 1 || named.size !== given.length || outside) {
    throw new RangeError("the order given does not name every stop once");
  }
}

// The cheapest open path, exactly: Held and Karp's table over every set of stops and the last stop reached in it.
// Grows with 2^n·n², so the caller keeps n small.

// `costs` is row-major and square; point 0 is the start. Answers the other points in visiting order.
function cheapestPath(costs: Float64Array, size: number): number[] {
  const stops = size - 1;
  if (stops < 1) return [];
  const sets = 1 << stops;
  // best[set·stops + last]: cheapest way from the start through all of `set`, ending at `last`. Stop s is point s + 1.
  const best = new Float64Array(sets * stops).fill(Infinity);
  const before = new Int8Array(sets * stops).fill(-1);
  for (let stop = 0; stop < stops; stop++) best[(1 << stop) * stops + stop] = costs[stop + 1]!;
  for (let set = 1; set < sets; set++) {
    for (let lasts = set; lasts !== 0; lasts &= lasts - 1) {
      const last = 31 - Math.clz32(lasts & -lasts);
      const rest = set ^ (1 << last);
      if (rest === 0) continue;
      let cheapest = Infinity;
      let from = -1;
      for (let others = rest; others !== 0; others &= others - 1) {
        const other = 31 - Math.clz32(others & -others);
        const cost = best[rest * stops + other]! + costs[(other + 1) * size + last + 1]!;
        // An unreachable stop costs Infinity; the first one still counts, so that a path is always told.
        if (cost < cheapest || from < 0) {
          cheapest = cost;
          from = other;
        }
      }
      best[set * stops + last] = cheapest;
      before[set * stops + last] = from;
    }
  }
  return walkBack(best, before, stops);
}

function walkBack(best: Float64Array, before: Int8Array, stops: number): number[] {
  let set = (1 << stops) - 1;
  let last = 0;
  for (let stop = 1; stop < stops; stop++) {
    if (best[set * stops + stop]! < best[set * stops + last]!) last = stop;
  }
  const path: number[] = [];
  while (last >= 0) {
    path.push(last + 1);
    const from = before[set * stops + last]!;
    set ^= 1 << last;
    last = from;
  }
  return path.reverse();
}

// Searches good open paths beyond what can be solved exactly: descend, disturb a little, descend again, keep what is not much worse.
type SearchBudget = {
  // How many points may be looked at. The same budget gives the same answer, on every machine.
  readonly looksMax: number;
  // Asked now and then: true ends the search with the best path so far. The caller owns the clock.
  readonly expired?: () => boolean;
};

// A kick cuts the path where so many steps from near point to near point end. Fewer keep to one corner and miss more of the public tours.
const STEPS = 5;
// How much worse than the last a path may be and still be gone on from, in legs of the best path's mean. Beyond so many stops it is more, without which a third of
// the ways to number ftv170 end where nothing near is better. It falls to nothing, and again from the start: four times, and more often where there is time for
// more.
const SLACK_LEGS = 1.3;
const MANY_STOPS = 120;
const SLACK_LEGS_OF_MANY = 3;
const SLACK_FALLS_MIN = 4;
const LOOKS_A_FALL = 50_000;
const KICKS_BETWEEN_ASKING = 16;
// Any seed does as well as another; a fixed one makes the search repeatable.
const SEED = 20_260_101;

// `costs` as for PathDescent; `given` holds the stops in some order. Answers the stops in the best order found.
function searchPath(costs: Float64Array, size: number, given: readonly number[], budget: SearchBudget): number[] {
  const descent = new PathDescent(costs, size);
  descent.adopt(Int32Array.from([0, ...given, size]));
  for (let at = 0; at < size; at++) descent.touch(at);
  descent.descend();
  descent.keep();
  const best = descent.path.slice();
  let currentCost = descent.cost();
  let bestCost = currentCost;
  const chance = seededChance(SEED);
  const slackLegs = size - 1 > MANY_STOPS ? SLACK_LEGS_OF_MANY : SLACK_LEGS;
  const falls = Math.max(SLACK_FALLS_MIN, Math.round(budget.looksMax / LOOKS_A_FALL));
  for (let kick = 0; descent.looks < budget.looksMax; kick++) {
    if (kick % KICKS_BETWEEN_ASKING === 0 && budget.expired?.()) break;
    swapNearBlocks(descent, chance);
    descent.descend();
    const spent = descent.looks / budget.looksMax;
    const slack = slackLegs * (bestCost / (size - 1)) * (1 - ((falls * spent) % 1));
    if (descent.cost() > currentCost + slack) {
      descent.goBack();
      continue;
    }
    currentCost = descent.cost();
    descent.keep();
    if (currentCost < bestCost) {
      bestCost = currentCost;
      best.set(descent.path);
    }
  }
  return [...best.subarray(1, size)];
}

// A whole number from 0 up to, but not including, `count`.
function below(count: number, chance: Chance): number {
  return Math.floor(chance() * count);
}

// Cuts the path at four points near one another and swaps the three blocks between. No move of the descent takes that back at once, as it would take back a swap
// of two, and what is joined is near already: little is left to repair.
function swapNearBlocks(descent: PathDescent, chance: Chance): void {
  const from = below(descent.last, chance);
  const cuts = [descent.positionOf(from)];
  while (cuts.length < 4) {
    let point = from;
    for (let step = 0; step < STEPS; step++) point = descent.nearTo(point, chance());
    const cut = descent.positionOf(point);
    if (!cuts.includes(cut)) cuts.push(cut);
  }
  const [first, second, third, fourth] = cuts.sort((a, b) => a - b);
  descent.swap(first!, second!, third!, fourth!);
}
