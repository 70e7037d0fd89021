// A planned service under the virtual clock: the same problem, search, plan and moment of offering as the live planner's. What nobody has taken at
// its latest moment goes to the immediate dispatcher, as there.
import type { Planning } from "../catalogue/service.ts";
import type { PlannedVisit } from "../dispatch/stop-plan.ts";
import type { MatchOrder, Offer } from "../matching/round.ts";
import { planRoutes } from "../planning/plan-routes.ts";
import { type CityRoute, cityPlan } from "../rolling-plan/city-plan.ts";
import { type CityRound, cityProblem, type PlanOrder } from "../rolling-plan/city-problem.ts";
import { searchRounds } from "../rolling-plan/search-budget.ts";
import { isWithinHorizon, termsOf } from "../rolling-plan/terms.ts";
import type { Policy } from "./simulator.ts";

export type PlannedPolicy = {
  readonly name: string;
  readonly planning: Planning;
  readonly bundleMax: number;
  readonly timeZone: string;
  // The instant of the virtual clock's second 0, in Unix seconds.
  readonly startsAt: number;
  readonly dueAt: (order: Pick<MatchOrder, "placedAt">) => number;
  readonly atOnce: Policy;
  readonly everySeconds: number;
  // Told of each route as it is offered.
  readonly onRoute?: ((route: CityRoute, now: number) => void) | undefined;
};

export function plannedPolicy(given: PlannedPolicy): Policy {
  const inForce = new Map<string, readonly PlannedVisit[]>();
  let plannedAt = Number.NEGATIVE_INFINITY;
  return {
    name: given.name,
    roundSeconds: given.atOnce.roundSeconds,
    rosterSeconds: 0,
    decide: (round) => {
      const orders = round.orders.map((order) => planOrderOf(order, given));
      const latest = given.planning.latestOfferMinutes * 60;
      const late = orders.filter(({ dueAt }) => round.now >= dueAt - latest);
      const atOnce = late.length === 0 ? [] : given.atOnce.decide({ ...round, orders: late });
      if (round.now - plannedAt < given.everySeconds) return atOnce;
      plannedAt = round.now;
      const asked = new Set(atOnce.map(({ driverId }) => driverId));
      const city: CityRound = {
        now: round.now,
        orders: orders.filter((order) => !late.includes(order) && isWithinHorizon(given.planning, order, round.now)),
        drivers: round.drivers.filter(({ id, hasOpenOffer }) => !hasOpenOffer && !asked.has(id)),
        travel: round.travel,
        inForce,
      };
      const problem = cityProblem(city);
      const rounds = searchRounds(problem.tasks.length);
      const plan = planRoutes(problem.problem, { from: { routes: problem.from }, spent: (done) => done / rounds });
      const { routes } = cityPlan(problem, plan);
      inForce.clear();
      for (const { driverId, stops } of routes) inForce.set(driverId, stops);
      const due = routes.filter(({ offerAt }) => offerAt <= round.now);
      for (const route of due) given.onRoute?.(route, round.now);
      return [...atOnce, ...due.map((route) => offerOf(route, city))];
    },
  };
}

function planOrderOf(order: MatchOrder, { planning, timeZone, startsAt, bundleMax, dueAt }: PlannedPolicy): PlanOrder {
  const due = dueAt(order);
  const [placedAt, readyAt] = [order.placedAt + startsAt, order.readyAt + startsAt];
  const terms = termsOf(planning, timeZone, { placedAt, readyAt, dueAt: due + startsAt });
  return { ...order, bundleMax, dueAt: due, isPlanned: true, ...terms, releaseAt: terms.releaseAt - startsAt };
}

function offerOf({ driverId, orderIds, stops }: CityRoute, { orders, drivers }: CityRound): Offer {
  const held = drivers.find(({ id }) => id === driverId)!.visits;
  const visits = stops.flatMap(({ orderId, kind }) => {
    const own = held.find((visit) => visit.order.id === orderId && visit.kind === kind);
    if (own) return [own];
    return orderIds.includes(orderId) ? [{ order: orders.find(({ id }) => id === orderId)!, kind }] : [];
  });
  return { driverId, orderIds, visits };
}
