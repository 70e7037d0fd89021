// One driver in the plan of a round, and what giving them one more order costs.
import type { MatchDriver, MatchOrder, MatchRules } from "./round.ts";
import { bestInsertion, orderCost, type Visit } from "./route.ts";
import type { Travel } from "./travel.ts";

export type PlannedRoute = {
  readonly driver: MatchDriver;
  // How far from the goods they stand with nothing to do.
  readonly remoteSeconds: number;
  visits: readonly Visit[];
  cost: number;
  walletFree: number;
};

// What giving the order to this driver costs on top of what they do anyway; undefined when it cannot be done for less than `below`.
export function addedCost(
  order: MatchOrder,
  route: PlannedRoute,
  travel: Travel,
  rules: MatchRules,
  below: number,
): number | undefined {
  const asking = askingCost(route, rules);
  const at = bestInsertion(route.driver, route.visits, route.cost, order, rules, travel, below - asking);
  return at && at.cost - route.cost + asking;
}

// What leaving the order without a plan costs: a long wait, which is dearer for one that is late already, and the same again, so
// that no plan is ever given up to save driving.
export function unplannedCost(order: MatchOrder, now: number, rules: MatchRules): number {
  return orderCost(order, now + rules.unplannedSeconds, rules) + rules.unplannedSeconds;
}

// What it costs to ask this driver rather than another: their missing stars and the refusals to be expected, less what it is worth to
// bring them in from afar.
export function askingCost(
  { driver, visits, remoteSeconds }: Pick<PlannedRoute, "driver" | "visits" | "remoteSeconds">,
  rules: MatchRules,
): number {
  const stars = (5 - (driver.rating ?? 5)) * rules.ratingSeconds;
  const asking = stars + (1 / (driver.acceptance ?? 1) - 1) * rules.refusalSeconds;
  return visits.length > 0 ? asking : asking - remoteSeconds * rules.remoteWeight;
}
