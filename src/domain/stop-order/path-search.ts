// Searches good open paths beyond what can be solved exactly: descend, disturb a little, descend again, keep what is not much worse.
import { type Chance, seededChance } from "../chance.ts";
import { PathDescent } from "./path-descent.ts";

export type SearchBudget = {
  // How often the path may be disturbed. The same budget gives the same answer, on every machine.
  readonly kicksMax: number;
  // Asked now and then: true ends the search with the best path so far. The caller owns the clock.
  readonly expired?: () => boolean;
};

// Both at once matter on directed costs: block swaps alone get stuck, because they never change the sense of a street.
const TURN_SHARE = 0.5;
const STRETCH_MAX = 30;
// How much worse than the last a path may be and still be gone on from, as a share of the best; falls to nothing as the budget runs out.
// At 100 stops and 2,000 kicks: 0.48 % above the best known without, 0.13 % with.
const SLACK = 0.01;
const KICKS_BETWEEN_ASKING = 16;
// Any seed does as well as another; a fixed one makes the search repeatable.
const SEED = 20_260_101;

// `costs` as for PathDescent; `given` holds the stops in some order. Answers the stops in the best order found.
export function searchPath(
  costs: Float64Array,
  size: number,
  given: readonly number[],
  budget: SearchBudget,
): number[] {
  const descent = new PathDescent(costs, size);
  descent.adopt(Int32Array.from([0, ...given, size]));
  for (let at = 0; at < size; at++) descent.touch(at);
  descent.descend();
  descent.keep();
  const best = descent.path.slice();
  let currentCost = descent.cost();
  let bestCost = currentCost;
  const chance = seededChance(SEED);
  for (let kick = 0; kick < budget.kicksMax; kick++) {
    if (kick % KICKS_BETWEEN_ASKING === 0 && budget.expired?.()) break;
    if (chance() < TURN_SHARE) turnAndMove(descent, chance);
    else swapBlocks(descent, chance);
    descent.descend();
    const slack = SLACK * bestCost * (1 - kick / budget.kicksMax);
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

function turnAndMove(descent: PathDescent, chance: Chance): void {
  const stops = descent.last - 1;
  const length = 2 + below(Math.min(STRETCH_MAX, stops - 1), chance);
  const from = 1 + below(stops - length + 1, chance);
  descent.turn(from, from + length - 1);
  const stop = 1 + below(stops, chance);
  const gap = below(stops + 1, chance);
  if (gap > stop) descent.swap(stop - 1, stop, gap, false, false);
  else if (gap < stop - 1) descent.swap(gap, stop - 1, stop, false, false);
}

function swapBlocks(descent: PathDescent, chance: Chance): void {
  const stops = descent.last - 1;
  const longest = Math.min(STRETCH_MAX, stops >> 1);
  const [first, second] = [1 + below(longest, chance), 1 + below(longest, chance)];
  const after = below(stops - first - second + 1, chance);
  descent.swap(after, after + first, after + first + second, false, false);
}
