// People at a city's plan: what it would cost to move an order, moving it, locking it, and trying a plan with other weights. What is shown may be
// old by the time somebody decides; it is saved only onto the plan it was worked out from.
import { VEHICLES, type Vehicle } from "../../domain/catalogue/service.ts";
import type { WaitingOrder } from "../../domain/dispatch/decide-round.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Plan } from "../../domain/planning/problem.ts";
import { isRefusal, type Refusal, refuse, refuseForNow } from "../../domain/refusal.ts";
import { cityPlan } from "../../domain/rolling-plan/city-plan.ts";
import {
  type CityProblem,
  costsOf,
  layingOutCity,
  type PlanLocks,
  type PlanWeights,
  USUAL_WEIGHTS,
} from "../../domain/rolling-plan/city-problem.ts";
import {
  type Placing,
  placingsOf,
  planVersion,
  type RouteFigures,
  routeFigures,
} from "../../domain/rolling-plan/plan-board.ts";
import { type PlanPicture, pictureOf } from "../../domain/rolling-plan/plan-picture.ts";
import { searchRounds } from "../../domain/rolling-plan/search-budget.ts";
import { isForThePlan } from "../../domain/rolling-plan/terms.ts";
import { finishInSlices } from "../../ports/slices.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import {
  countProposals,
  insertProposal,
  lockRoute,
  lockToDriver,
  readLocks,
  readWeights,
  setWeights,
  takeProposal,
  unlockOrder,
  unlockRoute,
} from "../../store/dispatch/plan-locks.ts";
import { listRoutesInForce, lockPlan, replaceRoutes, type StoredRoute } from "../../store/dispatch/planned-routes.ts";
import { openDispatchMemory } from "../dispatch/dispatch-memory.ts";
import { readFleet } from "../dispatch/read-fleet.ts";
import { type DispatchDeps, listWaiting, readWaiting } from "../dispatch/run-round.ts";
import type { PlanSearcher } from "../planning/solve-plan.ts";
import { keepPicture } from "./keep-picture.ts";
import { readCity } from "./read-city.ts";
import { locksText, storedOf } from "./stored-plan.ts";
import { openTravelBook } from "./travel-book.ts";

export type PlanDeskDeps = DispatchDeps & { readonly searchPlan: PlanSearcher };

export type Look = {
  readonly cityId: string;
  readonly vehicle: Vehicle;
  readonly city: CityProblem;
  readonly places: readonly LatLng[];
  readonly waiting: readonly WaitingOrder[];
  readonly locks: PlanLocks;
  // Of the plan in force.
  readonly version: string;
};

export type Move = { readonly orderId: string; readonly driverPhone: Phone };
type MoveRefusal = "ORDER_NOT_FOUND" | "DRIVER_NOT_FOUND" | "PLAN_NOT_POSSIBLE" | "PLAN_CHANGED";

const TRIES = 3;
const SEARCH_SECONDS = 3;
const PROPOSED_MS = 15 * 60_000;
// So many searches one city's people may have under way or to choose from.
const PROPOSALS_MAX = 20;

async function readAll(deps: PlanDeskDeps, cityId: string) {
  const { services } = deps.catalogue.current();
  const now = deps.clock.now();
  const memory = openDispatchMemory();
  const keys = (await listWaiting(deps, cityId)).filter(
    (key) => !key.isAsked && isForThePlan(services.get(key.serviceId), key, now),
  );
  const waiting = await readWaiting(deps, memory, keys);
  return {
    memory,
    waiting,
    inForce: await listRoutesInForce(deps.db, cityId),
    locks: await readLocks(deps.db, cityId),
  };
}

// With the weights in force, or others.
async function lookAt(deps: PlanDeskDeps, cityId: string, vehicle: Vehicle, weights?: PlanWeights): Promise<Look> {
  const { memory, waiting, inForce, locks } = await readAll(deps, cityId);
  const asking = waiting.filter(({ service }) => service.vehicle === vehicle);
  const before = inForce.filter((route) => route.vehicle === vehicle);
  const fleet = (await readFleet(deps, cityId)).filter((driver) => driver.vehicle === vehicle);
  const book = openTravelBook();
  const { round, places } = await readCity(deps, memory, book, cityId, vehicle, asking, fleet, before, locks);
  const inUse = weights ?? (await readWeights(deps.db, cityId)).get(vehicle) ?? USUAL_WEIGHTS;
  const city = await finishInSlices(layingOutCity(round, costsOf(inUse)));
  return { cityId, vehicle, city, places, waiting: asking, locks, version: planVersion(before) };
}

// Which vehicle an order of the city's plan goes in.
async function vehicleOf(deps: PlanDeskDeps, cityId: string, orderId: string): Promise<Vehicle | undefined> {
  const { waiting } = await readAll(deps, cityId);
  return waiting.find(({ order }) => order.id === orderId)?.service.vehicle;
}

// Every driver with what it would cost to give them the order.
export async function seePlacings(
  deps: PlanDeskDeps,
  cityId: string,
  orderId: string,
): Promise<{ readonly look: Look; readonly placings: readonly Placing[] } | Refusal<"ORDER_NOT_FOUND">> {
  const vehicle = await vehicleOf(deps, cityId, orderId);
  const look = vehicle && (await lookAt(deps, cityId, vehicle));
  const placings = look && (await finishInSlices(placingsOf(look.city, orderId)));
  if (!look || !placings) return notPlanned(orderId);
  return { look, placings };
}

function notPlanned(orderId: string): Refusal<"ORDER_NOT_FOUND"> {
  return refuse("ORDER_NOT_FOUND", `Order ${orderId} waits in no plan of this city.`);
}

// The order goes to this driver and stays theirs in every later plan, until it is unlocked.
export async function moveOrder(
  deps: PlanDeskDeps,
  cityId: string,
  { orderId, driverPhone }: Move,
): Promise<Placing | Refusal<MoveRefusal>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const seen = await seePlacings(deps, cityId, orderId);
    if (isRefusal(seen)) return seen;
    const { look, placings } = seen;
    const placing = placings.find(({ vehicle }) => look.city.round.drivers[vehicle]!.id === driverPhone);
    if (!placing) return refuse("DRIVER_NOT_FOUND", "This driver takes no part in the plan now.");
    if (placing.obstacle) return refuse("PLAN_NOT_POSSIBLE", `This cannot be planned so: ${placing.obstacle.why}.`);
    const request = placing.visits.find(({ request }) => look.city.tasks[request]!.task.id === orderId)!.request;
    const routes = look.city.from.map((visits, vehicle) =>
      vehicle === placing.vehicle ? placing.visits : visits.filter((visit) => visit.request !== request),
    );
    const isSaved = await inTransaction(deps.db, async (tx) => {
      if (!(await isStill(tx, look))) return false;
      if (!(await keepPlan(tx, deps, look, routes))) return false;
      await lockToDriver(tx, { orderId, cityId, driverPhone }, deps.clock.now());
      return true;
    });
    if (isSaved) return placing;
  }
  return changed();
}

function changed(): Refusal<"PLAN_CHANGED"> {
  return refuse("PLAN_CHANGED", "The plan has changed meanwhile: look again.");
}

// Under the lock of the city's plan: is it what was looked at?
async function isStill(tx: Sql, { cityId, vehicle, version, locks }: Look): Promise<boolean> {
  await lockPlan(tx, { cityId, vehicle });
  const now = (await listRoutesInForce(tx, cityId)).filter((route) => route.vehicle === vehicle);
  return planVersion(now) === version && locksText(await readLocks(tx, cityId)) === locksText(locks);
}

// False where it has no room for what was promised meanwhile.
async function keepPlan(tx: Sql, deps: PlanDeskDeps, look: Look, routes: Plan["routes"]): Promise<boolean> {
  const { cityId, vehicle, city, places, waiting } = look;
  const plan = planOf(city, routes);
  const read = new Set(waiting.map(({ order }) => order.id));
  const picture = pictureOf(city, plan, places);
  if (!(await keepPicture(tx, { cityId, vehicle }, picture, read, deps.clock.now()))) return false;
  await replaceRoutes(tx, { cityId, vehicle }, storedRoutes(deps, look, plan));
  return true;
}

function planOf(city: CityProblem, routes: Plan["routes"]): Plan {
  const planned = new Set(routes.flat().map(({ request }) => request));
  return { routes, unplanned: [...city.tasks.keys()].filter((request) => !planned.has(request)), cost: 0 };
}

function storedRoutes(deps: PlanDeskDeps, look: Look, plan: Plan): readonly StoredRoute[] {
  const { cityId, vehicle, city, waiting } = look;
  const byId = new Map(waiting.map((one) => [one.order.id, one]));
  const now = deps.clock.now();
  return cityPlan(city, plan).routes.map((route) =>
    storedOf(route, { id: deps.random.uuid(), cityId, vehicle, now, taken: undefined }, city.round, byId),
  );
}

export type Locking = { readonly driverPhone: Phone; readonly orderId: string | undefined; readonly isLocked: boolean };

// An order to the driver it is planned for, or all that is planned for a driver.
export async function setLock(
  deps: PlanDeskDeps,
  cityId: string,
  { driverPhone, orderId, isLocked }: Locking,
): Promise<PlanLocks | Refusal<"ORDER_NOT_FOUND" | "PLAN_CHANGED">> {
  return inTransaction(deps.db, async (tx) => {
    for (const vehicle of VEHICLES) await lockPlan(tx, { cityId, vehicle });
    const route = (await listRoutesInForce(tx, cityId)).find((one) => one.driverPhone === driverPhone);
    const planned = (route?.stops ?? []).filter(({ isHeld }) => !isHeld).map((stop) => stop.orderId);
    const now = deps.clock.now();
    const locks = await readLocks(tx, cityId);
    if (orderId === undefined) {
      if (!isLocked) await unlockRoute(tx, driverPhone);
      else if (planned.length === 0) return refuse("ORDER_NOT_FOUND", "Nothing is planned for this driver.");
      else await lockRoute(tx, { cityId, driverPhone, orderIds: [...new Set(planned)] }, now);
    } else if (!isLocked) {
      if (!locks.orders.has(orderId)) return notPlanned(orderId);
      await unlockOrder(tx, orderId);
    } else if (planned.includes(orderId)) await lockToDriver(tx, { orderId, cityId, driverPhone }, now);
    else return changed();
    return readLocks(tx, cityId);
  });
}

export type PlanFigures = RouteFigures & { readonly drivers: number; readonly orders: number };
export type Proposal = {
  readonly id: string;
  readonly now: PlanFigures;
  readonly proposed: PlanFigures;
  // Orders that go to another driver than now.
  readonly moved: readonly string[];
  readonly routes: readonly StoredRoute[];
};

export async function propose(
  deps: PlanDeskDeps,
  cityId: string,
  vehicle: Vehicle,
  weights: PlanWeights,
): Promise<Proposal | Refusal<"ORDER_NOT_FOUND" | "SERVICE_UNAVAILABLE">> {
  const since = new Date(deps.clock.now().getTime() - PROPOSED_MS);
  if ((await countProposals(deps.db, cityId, since)) >= PROPOSALS_MAX)
    return refuseForNow("SERVICE_UNAVAILABLE", "Enough plans were proposed for this city; try again later.", 60);
  const look = await lookAt(deps, cityId, vehicle, weights);
  const { city, places } = look;
  if (city.round.orders.length === 0)
    return refuse("ORDER_NOT_FOUND", "Nothing waits for a plan of this vehicle here.");
  const plan = await deps.searchPlan({
    problem: city.problem,
    from: { routes: city.from },
    seed: 1,
    searchSeconds: SEARCH_SECONDS,
    roundsMax: searchRounds(city.tasks.length),
  });
  const routes = storedRoutes(deps, look, plan);
  const id = deps.random.uuid();
  const base = baseOf(look);
  const picture: PlanPicture = pictureOf(city, plan, places);
  const proposed = routes.map(({ startsAt, endsAt, offerAt, driverPhone, meters, earnings, stops }) => ({
    ...{ driverPhone, meters, earnings, stops },
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    offerAt: offerAt?.getTime() ?? null,
  }));
  await inTransaction(deps.db, (tx) =>
    insertProposal(tx, { id, cityId, vehicle, base, routes: proposed, picture, weights }, deps.clock.now()),
  );
  const [before, after] = [driversOf(city, city.from), driversOf(city, plan.routes)];
  return {
    id,
    now: planFigures(city, city.from),
    proposed: planFigures(city, plan.routes),
    moved: [...after].filter(([orderId, driver]) => before.get(orderId) !== driver).map(([orderId]) => orderId),
    routes,
  };
}

function baseOf({ version, locks }: Look): string {
  return `${version} | ${locksText(locks)}`;
}

// By order that waits, the driver it is planned for.
function driversOf({ tasks, round }: CityProblem, routes: Plan["routes"]): ReadonlyMap<string, string> {
  return new Map(
    routes.flatMap((visits, vehicle) =>
      visits
        .filter(({ request }) => !tasks[request]!.isHeld)
        .map(({ request }) => [tasks[request]!.task.id, round.drivers[vehicle]!.id] as const),
    ),
  );
}

function planFigures(city: CityProblem, routes: Plan["routes"]): PlanFigures {
  const used = [...routes.keys()].filter((vehicle) =>
    routes[vehicle]!.some(({ request }) => !city.tasks[request]!.isHeld),
  );
  const figures = used.map((vehicle) => routeFigures(city, vehicle, routes[vehicle]!));
  const sum = (of: keyof RouteFigures): number => figures.reduce((total, one) => total + one[of], 0);
  return {
    meters: sum("meters"),
    seconds: sum("seconds"),
    lateSeconds: sum("lateSeconds"),
    drivers: used.length,
    orders: driversOf(city, routes).size,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// It takes the place of the plan it was made from, and of no other.
export async function commitProposal(
  deps: PlanDeskDeps,
  cityId: string,
  proposalId: string,
): Promise<{ readonly routes: number } | Refusal<"NOT_FOUND" | "PLAN_CHANGED">> {
  const now = deps.clock.now();
  if (!UUID.test(proposalId)) return refuse("NOT_FOUND", "There is no such proposal, or it is too old.");
  return inTransaction(deps.db, async (tx) => {
    const proposal = await takeProposal(tx, proposalId, cityId, new Date(now.getTime() - PROPOSED_MS));
    if (!proposal) return refuse("NOT_FOUND", "There is no such proposal, or it is too old.");
    const { vehicle, base, routes, picture, weights } = proposal;
    await lockPlan(tx, { cityId, vehicle });
    const inForce = (await listRoutesInForce(tx, cityId)).filter((route) => route.vehicle === vehicle);
    const current = `${planVersion(inForce)} | ${locksText(await readLocks(tx, cityId))}`;
    if (current !== base) return changed();
    const stored = routes.map(({ startsAt, endsAt, offerAt, ...route }) => ({
      ...route,
      ...{ id: deps.random.uuid(), cityId, vehicle, plannedAt: now, offeredAt: null },
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      offerAt: offerAt === null ? null : new Date(offerAt),
    }));
    if (picture && !(await keepPicture(tx, { cityId, vehicle }, picture, new Set(), now))) return changed();
    await replaceRoutes(tx, { cityId, vehicle }, stored);
    if (weights) await setWeights(tx, { cityId, vehicle }, weights, now);
    return { routes: stored.length };
  });
}
