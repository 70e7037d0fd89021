// The sequence of stops a driver is told, and why it changed. It stays as it is while it is driven: what is new goes where it costs least,
// and all is planned anew only when the driver has left it.
import type { MatchDriver } from "../matching/round.ts";
import { bestInsertion, type CostRules, insert, routeCost, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";

export type PlannedVisit = { readonly orderId: string; readonly kind: Visit["kind"] };

// NEW_ORDER: something was added. ORDER_GONE: something was taken away. LEFT_PLAN: the driver did, or drives to, something else first.
export const PLAN_CHANGES = ["NEW_ORDER", "ORDER_GONE", "LEFT_PLAN"] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

export type StopPlan = {
  readonly visits: readonly Visit[];
  // undefined: it goes on as it was.
  readonly why: PlanChange | undefined;
};

// Planned anew from where the driver is, it would be cheaper by this much: they are not following it.
const LEFT_SECONDS = 180;

// `driver.visits` is what is to be done, in a sequence made without the plan before; `completed` are orders of that plan that were done.
export function replan(
  driver: MatchDriver,
  before: readonly PlannedVisit[],
  completed: ReadonlySet<string>,
  rules: CostRules,
  travel: Travel,
): StopPlan {
  const toDo = new Map(driver.visits.map((visit) => [keyOf(visit.order.id, visit.kind), visit]));
  const inHand = new Set(driver.visits.map(({ order }) => order.id));
  const planned = new Set(before.map(({ orderId }) => orderId));
  let visits: readonly Visit[] = before.flatMap(({ orderId, kind }) => toDo.get(keyOf(orderId, kind)) ?? []);
  const added = driver.visits.filter(({ order, kind }) => kind === "doors" && !planned.has(order.id));
  for (const { order } of added) {
    const isOnBoard = driver.onBoard.some((carried) => carried.order === order);
    const at = isOnBoard
      ? undefined
      : bestInsertion(driver, visits, routeCost(driver, visits, rules, travel), order, rules, travel);
    visits = at ? insert(visits, order, at) : [...visits, ...driver.visits.filter((visit) => visit.order === order)];
  }
  const isGone = before.some(({ orderId }) => !inHand.has(orderId) && !completed.has(orderId));
  const why =
    added.length > 0
      ? "NEW_ORDER"
      : isGone
        ? "ORDER_GONE"
        : isOutOfTurn(before, toDo, completed) ||
            routeCost(driver, visits, rules, travel) - routeCost(driver, driver.visits, rules, travel) > LEFT_SECONDS
          ? "LEFT_PLAN"
          : undefined;
  return { visits: why === "LEFT_PLAN" ? driver.visits : visits, why };
}

// Something was done before what came first.
function isOutOfTurn(
  before: readonly PlannedVisit[],
  toDo: ReadonlyMap<string, Visit>,
  completed: ReadonlySet<string>,
): boolean {
  const first = before.findIndex(({ orderId, kind }) => toDo.has(keyOf(orderId, kind)));
  if (first < 0) return false;
  return before
    .slice(first)
    .some(({ orderId, kind }) => !toDo.has(keyOf(orderId, kind)) && isDone(orderId, toDo, completed));
}

function isDone(orderId: string, toDo: ReadonlyMap<string, Visit>, completed: ReadonlySet<string>): boolean {
  return completed.has(orderId) || toDo.has(keyOf(orderId, "doors"));
}

function keyOf(orderId: string, kind: Visit["kind"]): string {
  return `${orderId} ${kind}`;
}
