// Decides in which order one driver visits the deliveries of an order: the cheapest open path from a fixed start.
// Knows a cost matrix only; what a cost means (seconds, metres) and where it comes from is the caller's.
import { seededChance } from "../chance.ts";
import { cheapestPath } from "./held-karp.ts";
import { type SearchBudget, searchPath } from "./path-search.ts";

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

// Kicks at so many stops, a straight line between: as many as fit well into 5, 20, 100 and 250 ms of the processor at 25, 50, 100 and 200, also on a machine that
// others keep busy, where a kick takes some 15 to 20 µs (bench stop-order says how far above the best known they end).
const KICKS = [
  [25, 250],
  [40, 1_000],
  [50, 1_000],
  [100, 3_600],
  [200, 9_000],
] as const;
const KICKS_MIN = 1_800;

export function defaultBudget(stops: number): SearchBudget {
  const above = KICKS.findIndex(([upTo]) => stops <= upTo);
  if (above === 0) return { kicksMax: KICKS[0][1] };
  // Beyond the last a kick costs more the longer the path is.
  const [most, kicks] = KICKS.at(-1)!;
  if (above < 0) return { kicksMax: Math.max(KICKS_MIN, Math.round((kicks * most) / stops)) };
  const [[low, few], [high, many]] = [KICKS[above - 1]!, KICKS[above]!];
  return { kicksMax: Math.round(few + ((stops - low) / (high - low)) * (many - few)) };
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
    orderStops({ size, costs: Float64Array.from({ length: size * size }, () => chance() * 1_000) }, { kicksMax: 500 });
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
