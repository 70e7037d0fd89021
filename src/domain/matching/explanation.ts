// Tells why an order was offered to whom and not to others, in codes an operator's page can put into words.
import { DOUBTS } from "../drivers/whereabouts.ts";
import { INELIGIBLE, type Ineligible, whyNot } from "./eligibility.ts";
import { addedCost, unplannedCost } from "./planned-route.ts";
import { lookedAt, type MatchOrder, type MatchRound, type MatchRules, type Offer } from "./round.ts";
import { endOf } from "./route.ts";
import type { RoutePlan } from "./route-plan.ts";

export type Verdict =
  | Ineligible
  | "OFFERED"
  // Planned for this driver, but there is time: they are still busy, or the goods are not ready.
  | "HELD_FOR_LATER"
  // They could, but carry too much, or their shift ends before the pickup.
  | "NO_ROOM_IN_ROUTE"
  // They could, and would cost more than the driver it is planned for.
  | "COSTS_MORE"
  // They could, but are needed more by another order.
  | "PLANNED_FOR_ANOTHER"
  // Not among the soonest at the pickup.
  | "OTHERS_ARE_SOONER";

export type ConsideredDriver = {
  readonly driverId: string;
  readonly verdict: Verdict;
  // Seconds from now to the pickup, driving straight there once free.
  readonly pickupInSeconds: number;
  // What the order would add to their plan, in seconds of delay; for those whose plan was tried.
  readonly addedCostSeconds: number | undefined;
};

export type OrderExplanation = {
  readonly orderId: string;
  readonly verdict: "OFFERED" | "HELD_FOR_LATER" | "NO_DRIVER_MAY_BE_ASKED" | "NO_PLAN";
  readonly driverId: string | undefined;
  // How far away a driver might be, by road.
  readonly reachMeters: number;
  // Soonest at the pickup first, the chosen one always among them.
  readonly considered: readonly ConsideredDriver[];
  readonly ruledOutCount: number;
};

export const CONSIDERED_MAX = 20;

// Of any order of the round.
export function explaining(
  round: MatchRound,
  rules: MatchRules,
  plan: RoutePlan,
  offers: readonly Offer[],
): (orderId: string) => OrderExplanation | undefined {
  const orderById = new Map(round.orders.map((order) => [order.id, order]));
  const busyWithNew = new Set(plan.placed.values());
  const offered = new Set(offers.flatMap(({ orderIds }) => orderIds));
  return (orderId) => {
    const order = orderById.get(orderId);
    return order && explainOrder(order, offered.has(orderId), busyWithNew, round, rules, plan);
  };
}

function explainOrder(
  order: MatchOrder,
  offered: boolean,
  busyWithNew: ReadonlySet<number>,
  round: MatchRound,
  rules: MatchRules,
  plan: RoutePlan,
): OrderExplanation {
  const home = plan.placed.get(order);
  const chosen = home === undefined ? undefined : plan.routes[home]!.driver;
  const tried = new Set(plan.candidates.get(order));
  const considered = lookedAt(order, round).map((at): ConsideredDriver => {
    const route = plan.routes[at]!;
    const { driver } = route;
    const ineligible = whyNot(order, driver, round, rules);
    const free = endOf(driver, driver.visits, round.travel);
    const cost =
      ineligible || at === home || !tried.has(at)
        ? undefined
        : addedCost(order, route, round.travel, rules, unplannedCost(order, round.now, rules));
    return {
      driverId: driver.id,
      pickupInSeconds: Math.round(free.at - round.now + round.travel.seconds(free.point, order.pickup)),
      addedCostSeconds: cost,
      verdict:
        ineligible ??
        (at === home
          ? offered
            ? "OFFERED"
            : "HELD_FOR_LATER"
          : !tried.has(at)
            ? "OTHERS_ARE_SOONER"
            : cost === undefined
              ? "NO_ROOM_IN_ROUTE"
              : busyWithNew.has(at)
                ? "PLANNED_FOR_ANOTHER"
                : "COSTS_MORE"),
    };
  });
  const ruledOut = considered.filter(({ verdict }) => RULED_OUT.has(verdict)).length;
  const bySoonest = considered.toSorted((a, b) => a.pickupInSeconds - b.pickupInSeconds);
  const kept = bySoonest.filter(
    ({ driverId, verdict }, at) => at < CONSIDERED_MAX || driverId === chosen?.id || isDoubt(verdict),
  );
  return {
    orderId: order.id,
    verdict: offered
      ? "OFFERED"
      : chosen
        ? "HELD_FOR_LATER"
        : ruledOut === considered.length
          ? "NO_DRIVER_MAY_BE_ASKED"
          : "NO_PLAN",
    driverId: chosen?.id,
    reachMeters: order.reachMeters,
    considered: kept,
    ruledOutCount: ruledOut,
  };
}

// Whoever is doubted is named, however far away they are said to be.
export function isDoubt(verdict: string): boolean {
  return (DOUBTS as readonly string[]).includes(verdict);
}

const RULED_OUT: ReadonlySet<Verdict> = new Set<Verdict>(INELIGIBLE);
