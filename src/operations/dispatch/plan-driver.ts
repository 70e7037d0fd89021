// Works out in which sequence a driver does what they have in hand, and keeps it: the same until something is added or taken away, or the
// driver leaves it.
import { matchDriverOf } from "../../domain/dispatch/driver-route.ts";
import { guessedTravel, matrixTravel, numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { taskOf } from "../../domain/dispatch/order-task.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { replan } from "../../domain/dispatch/stop-plan.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { counterOf, withLearnedReadiness } from "../../domain/eta/preparation.ts";
import { USUAL_STAYS } from "../../domain/eta/stays.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { MatchDriver } from "../../domain/matching/round.ts";
import type { Travel } from "../../domain/matching/travel.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { type Profile, profileOf, type Roads } from "../../domain/roads.ts";
import { inTransaction } from "../../store/db.ts";
import { listPlans, type StoredPlan, savePlan } from "../../store/drivers/plans.ts";
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
  const stops = (await deps.learned.stops()).get(cityId) ?? USUAL_STAYS;
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
  const completed = await completedOf(deps, before, orders);
  const { visits, why } = replan(driver, before?.visits ?? [], completed, POLICY.rules, travel);
  const planned = visits.map(({ order, kind }) => ({ orderId: order.id, kind }));
  const told: StoredPlan = {
    driverPhone: phone,
    visits: planned,
    why: why ?? before?.why ?? "NEW_ORDER",
    changedAt: why || !before ? now : before.changedAt,
  };
  if (why) await inTransaction(deps.db, (tx) => savePlan(tx, told));
  return { driver: { ...driver, visits }, travel, profile, plan: told, staysOf };
}

// Of the orders in the plan before that are in hand no more, those that were delivered or failed and not taken away.
async function completedOf(
  { db }: PlanDeps,
  before: StoredPlan | undefined,
  orders: readonly Order[],
): Promise<ReadonlySet<string>> {
  const inHand = new Set(orders.map(({ id }) => id));
  const missing = [...new Set(before?.visits.map(({ orderId }) => orderId))].filter((id) => !inHand.has(id));
  if (missing.length === 0) return new Set();
  const ended = await listOrdersById(db, missing);
  return new Set(ended.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
}
