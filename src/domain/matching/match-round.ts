// Decides who is offered what now. Everything that waits is planned together; of the plan only what cannot wait for the next round is
// offered, so that an order may still go to somebody better placed who shows up in between.
import { finish, type Steps } from "../in-steps.ts";
import { explaining, type OrderExplanation } from "./explanation.ts";
import type { PlannedRoute } from "./planned-route.ts";
import { MATCH_RULES, type MatchOrder, type MatchRound, type MatchRules, type Offer } from "./round.ts";
import { type OrderTask, timesOf } from "./route.ts";
import { planning } from "./route-plan.ts";

export type MatchOutcome = {
  // At most one per driver, and no order twice.
  readonly offers: readonly Offer[];
  // Why this order was, or was not, offered to whom. Worked out when asked: most rounds nobody does.
  readonly explain: (orderId: string) => OrderExplanation | undefined;
  // Whether it is in somebody's plan, offered now or later.
  readonly isPlanned: (orderId: string) => boolean;
  // Drivers who have something of what waits in their plan.
  readonly plannedFor: ReadonlySet<string>;
};

export function matchRound(round: MatchRound, rules: MatchRules = MATCH_RULES): MatchOutcome {
  return finish(matching(round, rules));
}

export function* matching(round: MatchRound, rules: MatchRules): Steps<MatchOutcome> {
  const plan = yield* planning(round, rules);
  const waiting: ReadonlySet<OrderTask> = new Set(round.orders);
  const offers: Offer[] = [];
  for (const route of plan.routes) {
    if (route.visits === route.driver.visits) continue;
    yield;
    const due = dueOrders(route, waiting, round, rules);
    if (due.size === 0) continue;
    const visits = route.visits.filter(({ order }) => !waiting.has(order) || due.has(order));
    offers.push({ driverId: route.driver.id, orderIds: [...due].map((order) => order.id), visits });
  }
  const planned = new Set([...plan.placed.keys()].map(({ id }) => id));
  return {
    offers,
    explain: explaining(round, rules, plan, offers),
    isPlanned: (orderId) => planned.has(orderId),
    plannedFor: new Set([...plan.placed.values()].map((at) => plan.routes[at]!.driver.id)),
  };
}

// Walks the plan as far as it must be settled before the next round and collects the new orders on the way.
function dueOrders(
  route: PlannedRoute,
  waiting: ReadonlySet<OrderTask>,
  round: MatchRound,
  rules: MatchRules,
): ReadonlySet<OrderTask> {
  const due = new Set<OrderTask>();
  const settleBy = round.nextRoundAt + rules.leadSeconds;
  // Visits they are bound to make and have not made yet at this point of the walk.
  let bound = route.driver.visits.length;
  let blocked = false;
  let point = route.driver.point;
  for (const { visit, leaveAt } of timesOf(route.driver, route.visits, round.travel)) {
    const { order, kind } = visit;
    if (!waiting.has(order) || due.has(order)) {
      bound--;
    } else if (kind === "pickup") {
      // Whoever has something in hand goes on at once; only a driver with nothing else to do can wait where they are.
      const inTime = order.readyAt - round.travel.seconds(point, order.pickup);
      const leaveBy = bound > 0 ? leaveAt : Math.max(leaveAt, inTime);
      // What comes after an order that can still wait can wait too, unless its own time has come.
      blocked ||= leaveBy > settleBy;
      if (!blocked || (order as MatchOrder).offerBy <= round.nextRoundAt) {
        due.add(order);
        bound++;
      }
    }
    point = kind === "pickup" ? order.pickup : order.lastDoor;
  }
  return due;
}
