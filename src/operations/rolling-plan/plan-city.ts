// The rolling plan of a city (docs/decisions/planned-services.md): read, search on a thread, keep the plan, and offer the routes whose time has come.
// What was read may have changed by then: orders and drivers are locked and looked at again, as in a round of dispatch.
import { VEHICLES, type Vehicle } from "../../domain/catalogue/service.ts";
import type { DecidedOffer, WaitingOrder } from "../../domain/dispatch/decide-round.ts";
import type { DispatchRecord } from "../../domain/dispatch/dispatch-record.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import { ROUTE_OFFER_SECONDS } from "../../domain/drivers/offer.ts";
import type { LatLng } from "../../domain/geo.ts";
import { type CityPlan, type CityRoute, cityPlan } from "../../domain/rolling-plan/city-plan.ts";
import {
  type CityRound,
  costsOf,
  layingOutCity,
  NO_LOCKS,
  type PlanCosts,
  type PlanLocks,
  USUAL_WEIGHTS,
} from "../../domain/rolling-plan/city-problem.ts";
import { type PlanPicture, pictureOf } from "../../domain/rolling-plan/plan-picture.ts";
import { searchRounds } from "../../domain/rolling-plan/search-budget.ts";
import { isForThePlan, planningOf } from "../../domain/rolling-plan/terms.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { finishInSlices } from "../../ports/slices.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { insertDecisions } from "../../store/dispatch/decisions.ts";
import { readLocks, readWeights } from "../../store/dispatch/plan-locks.ts";
import { listRoutesInForce, lockPlan, replaceRoutes, type StoredRoute } from "../../store/dispatch/planned-routes.ts";
import { removePicture, savePicture } from "../../store/dispatch/slot-places.ts";
import { insertOffers } from "../../store/drivers/offers.ts";
import { type DispatchMemory, onlyNews, rememberRecords } from "../dispatch/dispatch-memory.ts";
import { readFleet } from "../dispatch/read-fleet.ts";
import { type DispatchDeps, listWaiting, readWaiting, stillRight } from "../dispatch/run-round.ts";
import type { PlanSearcher } from "../planning/solve-plan.ts";
import { type AssignDeps, assignRoute } from "./answer-route.ts";
import { withPromises } from "./keep-picture.ts";
import { readCity } from "./read-city.ts";
import { locksText, storedOf } from "./stored-plan.ts";
import { openTravelBook, type TravelBook } from "./travel-book.ts";

export type PlanCityDeps = DispatchDeps & AssignDeps & { readonly searchPlan: PlanSearcher };

// What the leader of a city remembers between two plans. All of it can be worked out again.
export type PlanMemory = {
  readonly books: Map<Vehicle, TravelBook>;
  // What the last plan went by, when it was made, when it has to be looked at again and not before when.
  seen: string;
  plannedAtMs: number;
  dueAtMs: number;
  restsUntilMs: number;
  // Plans in a row that were thrown away because they had no room for what was promised while they were made.
  readonly thrown: Map<Vehicle, number>;
};

export function openPlanMemory(): PlanMemory {
  return { books: new Map(), seen: "?", plannedAtMs: 0, dueAtMs: 0, restsUntilMs: 0, thrown: new Map() };
}

const EVERY_MS = 60_000;
const SEARCH_SECONDS_MAX = 3;
// Of the time a plan takes, how much longer nothing is planned again: others need the processor too.
const REST = 2;
// Where promises come faster than plans, the plan that is there is better than none.
const THROWN_MAX = 2;

export async function planCity(
  deps: PlanCityDeps,
  cityId: string,
  memory: DispatchMemory,
  plans: PlanMemory,
): Promise<void> {
  const { services } = deps.catalogue.current();
  const now = deps.clock.now();
  const keys = (await listWaiting(deps, cityId)).filter(
    (key) => !key.isAsked && isForThePlan(services.get(key.serviceId), key, now),
  );
  // Nothing waits, nothing did when it was looked at last, and nobody who led the city meanwhile left a plan.
  const isIdle = keys.length === 0 && plans.seen === "";
  if (isIdle && (await listRoutesInForce(deps.db, cityId)).length === 0) return;
  const fleet = keys.length === 0 ? [] : await readFleet(deps, cityId);
  const locks = await readLocks(deps.db, cityId);
  const seen = [
    ...keys.map(({ id, seq }) => `${id}#${seq}`),
    ...(keys.length === 0
      ? []
      : fleet.map(({ phone, hasOpenOffer, inHand }) => `${phone} ${hasOpenOffer} ${inHand}`).sort()),
    locksText(locks),
  ]
    .join(" ")
    .trim();
  const isNews = seen !== plans.seen && now.getTime() >= plans.restsUntilMs;
  if (!isNews && now.getTime() < Math.min(plans.plannedAtMs + EVERY_MS, plans.dueAtMs)) return;
  const watch = startStopwatch();
  const inForce = await listRoutesInForce(deps.db, cityId);
  const waiting = await readWaiting(deps, memory, keys);
  let dueAt = Infinity;
  for (const vehicle of VEHICLES) {
    const asking = waiting.filter(({ service }) => service.vehicle === vehicle);
    const before = inForce.filter((route) => route.vehicle === vehicle);
    if (asking.length === 0 && before.length === 0) continue;
    const drivers = fleet.filter((driver) => driver.vehicle === vehicle);
    dueAt = Math.min(
      dueAt,
      await planVehicle(deps, memory, plans, { cityId, vehicle }, asking, drivers, before, locks),
    );
  }
  plans.seen = seen;
  plans.plannedAtMs = now.getTime();
  plans.dueAtMs = dueAt * 1_000;
  plans.restsUntilMs = deps.clock.now().getTime() + REST * watch.elapsedMs();
}

type Which = Pick<StoredRoute, "cityId" | "vehicle">;

// Answers when the next route is due, in Unix seconds.
async function planVehicle(
  deps: PlanCityDeps,
  memory: DispatchMemory,
  plans: PlanMemory,
  which: Which,
  waiting: readonly WaitingOrder[],
  fleet: readonly FleetDriver[],
  before: readonly StoredRoute[],
  locks: PlanLocks,
): Promise<number> {
  const book = plans.books.get(which.vehicle) ?? openTravelBook();
  plans.books.set(which.vehicle, book);
  const { round, later, places } = await readCity(
    deps,
    memory,
    book,
    which.cityId,
    which.vehicle,
    waiting,
    fleet,
    before,
    locks,
  );
  const weights = (await readWeights(deps.db, which.cityId)).get(which.vehicle) ?? USUAL_WEIGHTS;
  const { plan, picture } = await search(deps, round, places, costsOf(weights));
  const made = await save(deps, which, plans, round, plan, picture, waiting);
  // Somebody decided otherwise meanwhile, or was promised what this plan has no room for: the plan before stands, and another is made.
  if (!made) return round.now;
  const now = deps.clock.now();
  const news = await onlyNews(memory, recordsOf(round, plan, later, made.offered), now);
  if (news.length > 0) await inTransaction(deps.db, (tx) => insertDecisions(tx, news, now));
  await rememberRecords(memory, news, now);
  for (const routeId of made.assigned) await assignRoute(deps, routeId);
  return Math.min(
    Infinity,
    ...plan.routes.filter(({ driverId }) => !made.offered.has(driverId)).map(({ offerAt }) => offerAt),
  );
}

type Searched = { readonly plan: CityPlan; readonly picture: PlanPicture };

async function search(
  deps: PlanCityDeps,
  round: CityRound,
  places: readonly LatLng[],
  costs: PlanCosts,
): Promise<Searched> {
  const city = await finishInSlices(layingOutCity(round, costs));
  if (round.orders.length === 0) {
    const held = { routes: city.from, unplanned: [], cost: 0 };
    return { plan: { routes: [], unplanned: [] }, picture: pictureOf(city, held, places) };
  }
  const plan = await deps.searchPlan({
    problem: city.problem,
    from: { routes: city.from },
    seed: 1,
    searchSeconds: SEARCH_SECONDS_MAX,
    roundsMax: searchRounds(city.tasks.length),
  });
  return { plan: cityPlan(city, plan), picture: pictureOf(city, plan, places) };
}

type Made = { readonly offered: ReadonlyMap<string, CityRoute>; readonly assigned: readonly string[] };

// One transaction: the plan in force, and the offers of the routes that are due.
async function save(
  deps: PlanCityDeps,
  which: Which,
  plans: PlanMemory,
  round: CityRound,
  plan: CityPlan,
  picture: PlanPicture,
  waiting: readonly WaitingOrder[],
): Promise<Made | undefined> {
  const now = deps.clock.now();
  const byId = new Map(waiting.map((one) => [one.order.id, one]));
  const routes = plan.routes.map((route) => ({ route, id: deps.random.uuid() }));
  const due = routes.filter(({ route }) => route.offerAt <= round.now);
  const wanted = due.flatMap(({ route, id }) => offersOf(route, id, round, byId, now));
  return inTransaction(deps.db.with({ isPatient: false }), async (tx) => {
    await lockPlan(tx, which);
    if (locksText(await readLocks(tx, which.cityId)) !== locksText(round.locks ?? NO_LOCKS)) return undefined;
    const promises = await withPromises(tx, which, picture, new Set(byId.keys()), now);
    const thrown = promises.left.length > 0 ? (plans.thrown.get(which.vehicle) ?? 0) + 1 : 0;
    plans.thrown.set(which.vehicle, thrown);
    if (thrown > 0 && thrown <= THROWN_MAX) return undefined;
    const offers = await stillRight(tx, wanted);
    const asked = new Set(offers.map(({ routeId }) => routeId));
    const stored = routes.map(({ route, id }): StoredRoute => {
      const isAsked = asked.has(id);
      const taken = isAsked ? offers.flatMap(({ routeId, order }) => (routeId === id ? [order.id] : [])) : undefined;
      return storedOf(route, { ...which, id, now, taken }, round, byId);
    });
    await replaceRoutes(tx, which, stored);
    const isIdle = round.orders.length === 0 && promises.picture === picture;
    await (isIdle ? removePicture(tx, which) : savePicture(tx, which, new Date(round.now * 1_000), promises.picture));
    await askDrivers(tx, deps, offers, now);
    const made = due.filter(({ id }) => asked.has(id));
    return {
      offered: new Map(made.map(({ route }) => [route.driverId, route])),
      assigned: made.filter(({ route }) => isGiven(route, byId)).map(({ id }) => id),
    };
  });
}

async function askDrivers(
  tx: Sql,
  { random }: PlanCityDeps,
  offers: readonly DecidedOffer[],
  now: Date,
): Promise<void> {
  if (offers.length === 0) return;
  const made = offers.map(({ order, ...offer }) => ({
    id: random.uuid(),
    orderId: order.id,
    offeredAt: now,
    ...offer,
  }));
  await insertOffers(tx, made);
}

type ById = ReadonlyMap<string, WaitingOrder>;

// Without being asked, where every service on the route says so.
function isGiven({ orderIds }: CityRoute, byId: ById): boolean {
  return orderIds.every((id) => planningOf(byId.get(id)!.service)?.assigns);
}

function offersOf(
  { driverId, orderIds, stops }: CityRoute,
  routeId: string,
  { now: roundAt, orders, drivers, travel }: CityRound,
  byId: ById,
  now: Date,
): readonly DecidedOffer[] {
  const driver = drivers.find(({ id }) => id === driverId)!;
  return orderIds.map((orderId): DecidedOffer => {
    const pickup = stops.find((stop) => stop.orderId === orderId && stop.kind === "pickup")!;
    const { pickup: place } = orders.find(({ id }) => id === orderId)!;
    return {
      order: byId.get(orderId)!.order,
      driverPhone: driverId,
      kind: "assign",
      expiresAt: new Date(now.getTime() + ROUTE_OFFER_SECONDS * 1_000),
      pickupSeconds: Math.max(0, Math.round(pickup.arrivesAt - roundAt)),
      pickupMeters: Math.round(Math.min(travel.meters(driver.point, place), 1e9)),
      routeId,
    };
  });
}

function recordsOf(
  { orders, drivers }: CityRound,
  { routes, unplanned }: CityPlan,
  later: readonly WaitingOrder[],
  offered: Made["offered"],
): readonly DispatchRecord[] {
  const scene = { waitingOrders: orders.length + later.length, drivers: drivers.length, travel: "roads" } as const;
  const about = (orderId: string, verdict: DispatchRecord["verdict"], more: Partial<DispatchRecord> = {}) =>
    ({
      orderId,
      way: "plan",
      verdict,
      offeredTo: [],
      plannedFor: undefined,
      considered: [],
      ruledOutCount: 0,
      ...scene,
      ...more,
    }) as const;
  const waits = new Set(orders.map(({ id }) => id));
  return [
    ...routes.flatMap(({ driverId, stops }) =>
      stops
        .filter(({ orderId, kind }) => kind === "pickup" && waits.has(orderId))
        .map(({ orderId }) => {
          const isAsked = offered.get(driverId)?.orderIds.includes(orderId);
          return about(orderId, isAsked ? "OFFERED" : "IN_A_ROUTE", {
            plannedFor: driverId,
            offeredTo: isAsked ? [driverId] : [],
          });
        }),
    ),
    ...unplanned.map(({ orderId, obstacle: { why, code, lateSeconds } }) =>
      about(orderId, "CANNOT_BE_PLANNED", { reason: why, obstacle: { code, ...(lateSeconds && { lateSeconds }) } }),
    ),
    ...later.map(({ order }) => about(order.id, "PLANNED_LATER")),
  ];
}
