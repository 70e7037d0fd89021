// What a round of dispatch decides on: who waits and whose turn it is, who is out and near them, and the ways between. It only reads, so the next
// round can be prepared while this one is decided and saved.
import type { Service } from "../../domain/catalogue/service.ts";
import { withAcceptance } from "../../domain/dispatch/acceptance.ts";
import type { DispatchRound, TakeableOrder, WaitingOrder } from "../../domain/dispatch/decide-round.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import { amongNear, type NearOrder, nearDrivers, nearReach } from "../../domain/dispatch/near-drivers.ts";
import { numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { secondsOf, soughtSince, taskOf } from "../../domain/dispatch/order-task.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { notToAsk } from "../../domain/dispatch/refusals.ts";
import { type BlockDriver, planningBlocks } from "../../domain/dispatch/road-blocks.ts";
import { guessedStops } from "../../domain/dispatch/stops-ahead.ts";
import { takeTurns } from "../../domain/dispatch/take-turns.ts";
import { breaksAhead } from "../../domain/drivers/breaks.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { withLearnedReadiness } from "../../domain/eta/preparation.ts";
import { walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import { HOME_ZONE } from "../../domain/local-time.ts";
import type { Order } from "../../domain/orders/order.ts";
import { PROFILES, type Profile, profileOf } from "../../domain/roads.ts";
import { isForThePlan, planningOf } from "../../domain/rolling-plan/terms.ts";
import { finishInSlices, mapInSlices } from "../../ports/slices.ts";
import { listAnswers } from "../../store/dispatch/learned-rows.ts";
import { listFleet, listOffersOfOrders, listWaitingKeys, type WaitingKey } from "../../store/dispatch/round-rows.ts";
import { listWorkKeys } from "../../store/drivers/held-orders.ts";
import type { Services } from "../services.ts";
import {
  type City,
  type DispatchMemory,
  type PreparedPart,
  type PreparedRound,
  readOrders,
} from "./dispatch-memory.ts";
import { type FleetDeps, placeAll, placeAround } from "./fleet-places.ts";
import type { Learned } from "./learned.ts";
import { listTakeable } from "./list-takeable.ts";
import { type MeasureDeps, measureBlocks } from "./measure-blocks.ts";

export type DispatchDeps = FleetDeps &
  Pick<Services, "db" | "random" | "roads"> & {
    readonly learned: Learned;
    // Where what went wrong is counted and logged.
    readonly rounds: { readonly failed: (loop: string, fault: unknown) => void };
  };

// What a round may take: with so many among 5,000 drivers it is well below a second of the processor's time, of which the roads take about
// half (bench dispatch-city). The first round after a start runs on what is not compiled yet, at three times the price.
const ORDERS_A_ROUND = 150;
const ORDERS_FIRST = 75;
// More than these no city has; they keep a mistake from filling the memory.
const WAITING_MAX = 20_000;
const FLEET_MAX = 30_000;

// `among`: those whose turn it may be, where a round before this one has read who waits.
export async function prepareRound(
  deps: DispatchDeps,
  memory: DispatchMemory,
  cityId: string,
  among?: Pick<PreparedRound, "waiting" | "left">,
): Promise<PreparedRound> {
  const waiting = among?.waiting ?? (await listWaiting(deps, cityId));
  const { services } = deps.catalogue.current();
  const now = deps.clock.now();
  // Whoever is asked now answers first, and what is planned is the plan's (operations/rolling-plan/).
  const open =
    among?.left ?? waiting.filter((key) => !key.isAsked && !isForThePlan(services.get(key.serviceId), key, now));
  const isFirst = memory.rounds === 0 && !among;
  const { taken, left } = takeTurns(open, memory.lookedAt, isFirst ? ORDERS_FIRST : ORDERS_A_ROUND);
  if (taken.length === 0) return { waiting, taken, left, parts: [], at: now };
  const fleet = await readFleet(deps, cityId);
  const orders = await readWaiting(deps, memory, taken);
  const inHand = fleet.reduce((sum, driver) => sum + (driver.inHand ?? 0), 0);
  const city = { id: cityId, waitingOrders: waiting.length, drivers: fleet.length, inHand };
  const parts: PreparedPart[] = [];
  for (const profile of PROFILES) {
    const asking = orders.filter(({ service }) => profileOf(service.vehicle) === profile);
    if (asking.length === 0) continue;
    const drivers = fleet.filter((driver) => profileOf(driver.vehicle) === profile);
    parts.push(await preparePart(deps, memory, profile, asking, drivers, city));
  }
  return { waiting, taken, left, city, parts, at: now };
}

// All that wait in a city, the oldest first.
export function listWaiting({ db, catalogue }: DispatchDeps, cityId: string): Promise<readonly WaitingKey[]> {
  const planned = [...catalogue.current().services.values()].filter((service) => planningOf(service));
  return listWaitingKeys(
    db,
    cityId,
    planned.map(({ id }) => id),
    WAITING_MAX,
  );
}

export async function readWaiting(
  deps: DispatchDeps,
  memory: DispatchMemory,
  keys: readonly WaitingKey[],
): Promise<readonly WaitingOrder[]> {
  const orders = await withReadiness(deps, await readOrders(deps.db, memory, keys));
  const offers = Map.groupBy(await listOffersOfOrders(deps.db, [...orders.keys()]), ({ orderId }) => orderId);
  const { services } = deps.catalogue.current();
  return [...orders.values()].flatMap((order) => {
    const service = services.get(order.serviceId);
    // A service that was taken away, or an order that was, while it waits: time will end the search.
    return service && order.status === "ASSIGNING" ? [{ order, service, offers: offers.get(order.id) ?? [] }] : [];
  });
}

// Where the sender did not say when the goods are ready, other pickups at that counter do.
async function withReadiness(
  { learned }: DispatchDeps,
  orders: ReadonlyMap<string, Order>,
): Promise<ReadonlyMap<string, Order>> {
  const preparations = await learned.preparations();
  if (preparations.size === 0) return orders;
  return new Map([...orders].map(([id, order]) => [id, withLearnedReadiness(order, preparations)]));
}

// Who takes orders here, as the database knows them.
export async function readFleet(deps: DispatchDeps, cityId: string): Promise<readonly FleetDriver[]> {
  const now = deps.clock.now();
  const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? HOME_ZONE;
  const rows = await listFleet(deps.db, cityId, now, FLEET_MAX);
  return mapInSlices(rows, ({ breaks, ...driver }) => {
    if (breaks.length === 0) return driver;
    const ahead = breaksAhead(breaks, zone, now);
    return { ...driver, breaks: ahead, isOnBreak: ahead.some(({ from }) => from <= secondsOf(now)) };
  });
}

async function preparePart(
  deps: DispatchDeps,
  memory: DispatchMemory,
  profile: Profile,
  waiting: readonly WaitingOrder[],
  everybody: readonly FleetDriver[],
  city: City,
): Promise<PreparedPart> {
  const held = await readHeld(deps, memory, everybody);
  const takeable = await listTakeable(deps, held);
  const asked = [...waiting, ...takeable];
  const asking = await searchesOf(asked, deps.clock.now());
  const { fleet: placed, isWhole } = await placeAround(deps, city.id, everybody, asking);
  const { fleet: chosen, near, askable } = await chooseDrivers(asked, asking, placed, held, deps.clock.now());
  const answers = await listAnswers(deps.db, chosen, deps.clock.now().getUTCHours());
  const fleet = withAcceptance(isWhole ? chosen : await placeAll(deps, city.id, chosen), answers);
  const { places, numberOf } = numberPlaces();
  const drivers = await mapInSlices(fleet, (driver): BlockDriver => {
    const work = held.get(driver.phone) ?? [];
    return {
      point: numberOf(driver),
      held: work.map(({ order, service }) => ({
        task: taskOf(order, service, numberOf),
        isOnBoard: order.status === "IN PROCESS",
      })),
    };
  });
  const tasks = await mapInSlices(asked, ({ order, service }) => ({
    task: taskOf(order, service, numberOf),
    near: askable?.get(order.id)?.map((at) => drivers[at]!) ?? drivers,
  }));
  const blocks = await finishInSlices(planningBlocks(tasks, places));
  const measured = await measureBlocks(measureDeps(deps), profile, places, blocks);
  const { travel: mapTravel, byCrow, cells } = measured;
  const travel = stretchedTravel(mapTravel, await deps.learned.factorsAt(city.id, places));
  return { seen: { waiting, takeable, fleet, near, held, numberOf, travel, mapTravel, byCrow, city }, cells };
}

export function measureDeps({ roads, rounds }: DispatchDeps): MeasureDeps {
  return { roads, onFault: (fault) => rounds.failed("roads of dispatch", fault) };
}

function searchesOf(asked: readonly (WaitingOrder | TakeableOrder)[], now: Date): Promise<readonly NearOrder[]> {
  return mapInSlices(asked, ({ order, service, offers }): NearOrder => {
    const waited = secondsOf(now) - secondsOf(soughtSince(order));
    return {
      id: order.id,
      pickup: order.points[0]!,
      ...nearReach(service, waited, POLICY),
      vehicle: service.vehicle,
      equipment: service.equipment,
      walletNeeded: walletNeededFor(order),
      refusedBy: notToAsk(offers, order.droppedBy, now),
    };
  });
}

// Those who are looked at for one order or another, and for which.
async function chooseDrivers(
  asked: readonly (WaitingOrder | TakeableOrder)[],
  asking: readonly NearOrder[],
  everybody: readonly FleetDriver[],
  held: DispatchRound["held"],
  now: Date,
) {
  const fleet = await mapInSlices(everybody, (driver) => {
    const work = held.get(driver.phone);
    return work ? { ...driver, ahead: guessedStops(driver, work, now) } : driver;
  });
  const near = await finishInSlices(nearDrivers(fleet, asking));
  if (!near) return { fleet: everybody, near, askable: near };
  const holders = asked.flatMap((one) => ("driverPhone" in one ? [[one.order.id, one.driverPhone] as const] : []));
  return amongNear(everybody, near, new Map(holders));
}

export async function readHeld(
  deps: DispatchDeps,
  memory: DispatchMemory,
  fleet: readonly FleetDriver[],
): Promise<DispatchRound["held"]> {
  const { services } = deps.catalogue.current();
  const phones = fleet.filter(({ inHand }) => (inHand ?? 0) > 0).map(({ phone }) => phone);
  const keys = phones.length === 0 ? [] : await listWorkKeys(deps.db, phones);
  const orders = await withReadiness(deps, await readOrders(deps.db, memory, keys));
  const held = new Map<string, HeldOrder[]>();
  for (const { id, driverPhone } of keys) {
    const order = orders.get(id);
    // It may have ended, or gone to somebody else, since its name was read.
    if (!order || order.driver?.phone !== driverPhone || !isCarried(order)) continue;
    const work = held.get(driverPhone) ?? [];
    held.set(driverPhone, work);
    work.push({ order, service: services.get(order.serviceId) });
  }
  return held;
}

function isCarried({ status }: WaitingOrder["order"]): boolean {
  return status !== "COMPLETED" && status !== "CANCELLED";
}

type HeldOrder = { readonly order: WaitingOrder["order"]; readonly service: Service | undefined };
