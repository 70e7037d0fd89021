// One round of dispatch for a city: read, ask the roads, decide, and write the offers in one transaction. Everything that was
// read may have changed by then; orders and drivers are locked and looked at again, and what no longer holds is left out.
import type { Catalogue, Service, Vehicle } from "../../domain/catalogue/service.ts";
import {
  type DecidedOffer,
  decideRound,
  type RoundDecision,
  type WaitingOrder,
} from "../../domain/dispatch/decide-round.ts";
import { type DispatchRecord, gist } from "../../domain/dispatch/dispatch-record.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import { guessedTravel, matrixTravel, numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { taskOf } from "../../domain/dispatch/order-task.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Profile, Roads } from "../../domain/roads.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { type Database, inTransaction, type Sql } from "../../store/db.ts";
import { insertDecisions } from "../../store/dispatch/decisions.ts";
import {
  listAskable,
  listFleet,
  listOffersOfOrders,
  listWaitingOrders,
  lockWaiting,
} from "../../store/dispatch/round-rows.ts";
import { lockFreeDrivers } from "../../store/drivers/drivers.ts";
import { listWork } from "../../store/drivers/held-orders.ts";
import { insertOffers } from "../../store/drivers/offers.ts";

export type DispatchDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly roads: Roads;
  readonly catalogue: { readonly current: () => Catalogue };
};

// What was last recorded about each order, so that a round that decides the same again writes nothing.
export type DispatchMemory = Map<string, string>;

export const ROUND_SECONDS = 1;
// Beyond these a round would take longer than its turn.
const ORDERS_MAX = 200;
const FLEET_MAX = 5_000;
const NEAREST_PER_ORDER = 40;
const MEMORY_MAX = 20_000;

export async function runRound(deps: DispatchDeps, cityId: string, memory: DispatchMemory): Promise<number> {
  const waiting = await readWaiting(deps, cityId);
  if (waiting.length === 0) return 0;
  const fleet = await listFleet(deps.db, cityId, FLEET_MAX);
  let offered = 0;
  for (const profile of ["bike", "car"] as const) {
    const orders = waiting.filter(({ service }) => profileOf(service.vehicle) === profile);
    if (orders.length === 0) continue;
    const drivers = fleet.filter((driver) => profileOf(driver.vehicle) === profile);
    offered += await saveDecision(deps, await decide(deps, profile, orders, nearest(drivers, orders)), memory);
  }
  return offered;
}

function profileOf(vehicle: Vehicle): Profile {
  return vehicle === "BIKE" ? "bike" : "car";
}

async function readWaiting(deps: DispatchDeps, cityId: string): Promise<readonly WaitingOrder[]> {
  const orders = await listWaitingOrders(deps.db, cityId, ORDERS_MAX);
  const offers = await listOffersOfOrders(
    deps.db,
    orders.map((order) => order.id),
  );
  const { services } = deps.catalogue.current();
  return orders.flatMap((order) => {
    const service = services.get(order.serviceId);
    // A service that was taken away while the order waits: time will end the search.
    return service ? [{ order, service, offers: offers.filter(({ orderId }) => orderId === order.id) }] : [];
  });
}

// The matcher looks at two dozen drivers an order; a few more by the crow are enough to choose them from.
function nearest(drivers: readonly FleetDriver[], waiting: readonly WaitingOrder[]): readonly FleetDriver[] {
  if (drivers.length <= NEAREST_PER_ORDER) return drivers;
  const near = new Set<FleetDriver>();
  for (const { order } of waiting) {
    const [pickup] = order.points;
    if (!pickup) continue;
    const byDistance = drivers
      .map((driver) => ({ driver, meters: metersBetween(driver, pickup) }))
      .sort((a, b) => a.meters - b.meters);
    for (const { driver } of byDistance.slice(0, NEAREST_PER_ORDER)) near.add(driver);
  }
  return [...near];
}

async function decide(
  deps: DispatchDeps,
  profile: Profile,
  waiting: readonly WaitingOrder[],
  fleet: readonly FleetDriver[],
): Promise<RoundDecision> {
  const { services } = deps.catalogue.current();
  const held = new Map<string, { order: Order; service: Service | undefined }[]>();
  const accepted = await listWork(
    deps.db,
    fleet.map((driver) => driver.phone),
  );
  for (const order of accepted) {
    const phone = order.driver?.phone ?? "";
    held.set(phone, [...(held.get(phone) ?? []), { order, service: services.get(order.serviceId) }]);
  }
  const { places, numberOf } = numberPlaces();
  for (const driver of fleet) numberOf(driver);
  for (const order of [...waiting.map((one) => one.order), ...accepted]) taskOf(order, undefined, numberOf);
  const { travel, travelBy } = await measure(deps.roads, profile, places);
  const now = deps.clock.now();
  const nextRoundAt = new Date(now.getTime() + ROUND_SECONDS * 1000);
  return decideRound({ now, nextRoundAt, waiting, fleet, held, numberOf, travel, travelBy });
}

async function measure(roads: Roads, profile: Profile, places: readonly LatLng[]) {
  const matrix = await roads.matrix(profile, places, places);
  return isRefusal(matrix)
    ? { travel: guessedTravel(places), travelBy: "crow" as const }
    : { travel: matrixTravel(matrix), travelBy: "roads" as const };
}

async function saveDecision(deps: DispatchDeps, decision: RoundDecision, memory: DispatchMemory): Promise<number> {
  const news = decision.records.filter((record) => memory.get(record.orderId) !== gist(record));
  if (decision.offers.length === 0 && news.length === 0) return 0;
  const now = deps.clock.now();
  const made = await inTransaction(deps.db.with({ isPatient: false }), async (tx) => {
    const offers = await stillRight(tx, decision.offers);
    if (offers.length > 0) {
      await insertOffers(
        tx,
        offers.map(({ order, ...offer }) => ({ id: deps.random.uuid(), orderId: order.id, offeredAt: now, ...offer })),
      );
    }
    const made = new Set(offers.map((offer) => `${offer.order.id} ${offer.driverPhone}`));
    // What could not be offered after all was not decided; the next round explains itself.
    const records = news.filter((record) => record.offeredTo.every((phone) => made.has(`${record.orderId} ${phone}`)));
    if (records.length > 0) await insertDecisions(tx, records, now);
    return { count: offers.length, records };
  });
  for (const record of made.records) remember(memory, record);
  return made.count;
}

async function stillRight(tx: Sql, offers: RoundDecision["offers"]): Promise<RoundDecision["offers"]> {
  if (offers.length === 0) return [];
  const waiting = await lockWaiting(tx, [...new Set(offers.map((offer) => offer.order))]);
  const phones = await lockFreeDrivers(tx, [...new Set(offers.map((offer) => offer.driverPhone))]);
  const askable = await listAskable(tx, phones);
  const open = (await listOffersOfOrders(tx, [...waiting])).filter((offer) => offer.answer === null);
  const isAsked = ({ order, driverPhone, kind }: DecidedOffer): boolean =>
    open.some(
      (asked) =>
        asked.orderId === order.id && (asked.driverPhone === driverPhone || (kind === "assign" && asked.kind === kind)),
    );
  return offers.filter((offer) => waiting.has(offer.order.id) && askable.has(offer.driverPhone) && !isAsked(offer));
}

function remember(memory: DispatchMemory, record: DispatchRecord): void {
  memory.delete(record.orderId);
  memory.set(record.orderId, gist(record));
  if (memory.size > MEMORY_MAX) memory.delete(memory.keys().next().value ?? "");
}
