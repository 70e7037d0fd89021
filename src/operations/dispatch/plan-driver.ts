// Works out in which sequence a driver does what they have in hand, and keeps it: the same until something is added or taken away, or the
// driver leaves it.
import { matchDriverOf } from "../../domain/dispatch/driver-route.ts";
import { guessedTravel, matrixTravel, numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { taskOf } from "../../domain/dispatch/order-task.ts";
import { planChanges } from "../../domain/dispatch/plan-changes.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { type PlannedVisit, replan } from "../../domain/dispatch/stop-plan.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { counterOf, withLearnedReadiness } from "../../domain/eta/preparation.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { MatchDriver } from "../../domain/matching/round.ts";
import type { Travel } from "../../domain/matching/travel.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { type Profile, profileOf, type Roads } from "../../domain/roads.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { listPlans, lockDriverPlan, type StoredPlan, savePlanSince } from "../../store/drivers/plans.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import type { Learned, LearnedDeps } from "./learned.ts";
import { type StaysOf, staysBy } from "./learned-stays.ts";

export type PlanDeps = LearnedDeps & { readonly roads: Roads; readonly learned: Learned };

export type PlannedDriver = {
  // With what is to be done in the sequence that was planned.
  readonly driver: MatchDriver;
  readonly travel: Travel;
  readonly profile: Profile;
  readonly plan: StoredPlan;
  // How long stops take, as it was planned with.
  readonly staysOf: StaysOf;
};

// `orders` are all that the driver has in hand, one at least.
export async function planDriver(
  deps: PlanDeps,
  phone: Phone,
  place: LatLng,
  orders: readonly Order[],
): Promise<PlannedDriver> {
  const { services } = deps.catalogue.current();
  const vehicle = services.get(orders[0]?.serviceId ?? "")?.vehicle ?? "BIKE";
  const profile = profileOf(vehicle);
  const now = deps.clock.now();
  const cityId = orders[0]?.cityId ?? "";
  const stops = await deps.learned.stops(cityId);
  const hour = deps.learned.hourIn(cityId, now);
  const keyOf = ({ points, serviceId }: Order) => ({ counter: counterOf(points[0]!), serviceId, hour });
  const staysOf = staysBy(stops, hour);
  const { places, numberOf } = numberPlaces();
  numberOf(place);
  const held = orders.map((given) => {
    const order = withLearnedReadiness(given, { get: () => stops.preparationSeconds(keyOf(given)) });
    return { order, task: taskOf(order, services.get(order.serviceId), numberOf, staysOf(order)) };
  });
  const matrix = await deps.roads.matrix(profile, places, places, now);
  // Roads that know how long they take at this hour need no correction by quarter.
  const isLearned = !isRefusal(matrix) && matrix.isLearned === true;
  const factors = isLearned ? [] : await deps.learned.factorsAt(cityId, places);
  const travel = stretchedTravel(isRefusal(matrix) ? guessedTravel(places) : matrixTravel(matrix), factors);
  const fleet = {
    phone,
    vehicle,
    ...place,
    ratingSum: 0,
    ratingCount: 0,
    isRobot: false,
    wallet: 0,
    hasOpenOffer: false,
  };
  const driver = matchDriverOf(fleet, held, now, numberOf, travel, POLICY.rules);
  const [before] = await listPlans(deps.db, [phone]);
  const completed = await completedOf(
    deps,
    before,
    orders.map(({ id }) => ({ orderId: id })),
  );
  const { visits, planned, why } = replan(driver, before?.visits ?? [], completed, POLICY.rules, travel);
  const told: StoredPlan = {
    driverPhone: phone,
    visits: planned,
    why: why ?? before?.why ?? "NEW_ORDER",
    changedAt: why || !before ? changedAfter(before, now) : before.changedAt,
    changes: why ? planChanges(before?.visits ?? [], planned, completed) : (before?.changes ?? []),
  };
  // Where another was saved meanwhile, that one stands and the next look goes by it.
  if (why) await inTransaction(deps.db, (tx) => savePlanSince(tx, told, before?.changedAt));
  return { driver: { ...driver, visits }, travel, profile, plan: told, staysOf };
}

// Every change has a moment of its own, by which whoever read it knows it again.
export function changedAfter(before: Pick<StoredPlan, "changedAt"> | undefined, now: Date): Date {
  return before && before.changedAt >= now ? new Date(before.changedAt.getTime() + 1) : now;
}

// The sequence of a route that the driver has taken, whatever they were told before.
export async function keepSequence(
  tx: Sql,
  deps: Pick<PlanDeps, "clock">,
  phone: Phone,
  visits: readonly PlannedVisit[],
): Promise<void> {
  for (;;) {
    const before = await lockDriverPlan(tx, phone);
    const done = await completedOf({ db: tx }, before, visits);
    const changedAt = changedAfter(before, deps.clock.now());
    const changes = planChanges(before?.visits ?? [], visits, done);
    const plan = { driverPhone: phone, visits, why: "NEW_ORDER", changedAt, changes } as const;
    // Refused where somebody saved the driver's very first one meanwhile, which is there to be locked now.
    if (await savePlanSince(tx, plan, before?.changedAt)) return;
  }
}

// Of the orders in the plan before that are in hand no more, those that were delivered or failed and not taken away.
async function completedOf(
  { db }: { readonly db: Sql },
  before: StoredPlan | undefined,
  now: readonly Pick<PlannedVisit, "orderId">[],
): Promise<ReadonlySet<string>> {
  const inHand = new Set(now.map(({ orderId }) => orderId));
  const missing = [...new Set(before?.visits.map(({ orderId }) => orderId))].filter((id) => !inHand.has(id));
  if (missing.length === 0) return new Set();
  const ended = await listOrdersById(db, missing);
  return new Set(ended.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
}
