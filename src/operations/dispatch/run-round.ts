// One round of dispatch for a city: read, ask the roads, decide, and write the offers in one transaction. Everything that was
// read may have changed by then; orders and drivers are locked and looked at again, and what no longer holds is left out. What takes
// more than a few milliseconds is done by the roads' threads or in slices.
import type { Service } from "../../domain/catalogue/service.ts";
import { addingAcceptance } from "../../domain/dispatch/acceptance.ts";
import {
  type DecidedOffer,
  type DispatchRound,
  deciding,
  type RoundDecision,
  type TakeableOrder,
  type WaitingOrder,
} from "../../domain/dispatch/decide-round.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import {
  amongNear,
  type NearDriver,
  type NearOrder,
  nearDrivers,
  nearReach,
} from "../../domain/dispatch/near-drivers.ts";
import { numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { secondsOf, soughtSince, taskOf } from "../../domain/dispatch/order-task.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { notToAsk } from "../../domain/dispatch/refusals.ts";
import { type BlockDriver, planningBlocks } from "../../domain/dispatch/road-blocks.ts";
import { guessedStops } from "../../domain/dispatch/stops-ahead.ts";
import { recordOfWait, takeTurns } from "../../domain/dispatch/take-turns.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { withLearnedReadiness } from "../../domain/eta/preparation.ts";
import { walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import type { Order } from "../../domain/orders/order.ts";
import { PROFILES, type Profile, profileOf } from "../../domain/roads.ts";
import { isForThePlan, planningOf } from "../../domain/rolling-plan/terms.ts";
import { finishInSlices, mapInSlices } from "../../ports/slices.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { insertDecisions } from "../../store/dispatch/decisions.ts";
import { listAnswers } from "../../store/dispatch/learned-rows.ts";
import {
  listAskable,
  listOffersOfOrders,
  listWaitingKeys,
  lockWaiting,
  type WaitingKey,
} from "../../store/dispatch/round-rows.ts";
import { lockFreeDrivers } from "../../store/drivers/drivers.ts";
import { listWorkKeys } from "../../store/drivers/held-orders.ts";
import { insertOffers } from "../../store/drivers/offers.ts";
import type { Services } from "../services.ts";
import {
  type DispatchMemory,
  lookAhead,
  onlyNews,
  readOrders,
  rememberRecords,
  rememberTurns,
} from "./dispatch-memory.ts";
import { type FleetDeps, placeAll, placeAround } from "./fleet-places.ts";
import type { Learned } from "./learned.ts";
import { listTakeable } from "./list-takeable.ts";
import { type MeasureDeps, measureBlocks } from "./measure-blocks.ts";
import { keepFleet } from "./read-fleet.ts";

export type DispatchDeps = FleetDeps &
  Pick<Services, "db" | "random" | "roads"> & {
    readonly learned: Learned;
    // Where what went wrong is counted and logged.
    readonly rounds: { readonly failed: (loop: string, fault: unknown) => void };
  };

export type RoundReport = {
  readonly waiting: number;
  readonly oldestSince: Date | undefined;
  // By what was last said of each; BEING_ASKED where a driver is looking at it.
  readonly waitingFor: Readonly<Record<string, number>>;
  // Undefined where nobody was looked for, because about all that wait somebody is being asked.
  readonly drivers: number | undefined;
  readonly offered: number;
  // Orders that have had no turn yet: another round should follow at once.
  readonly unseen: number;
  // More waited than a round takes.
  readonly isCapped: boolean;
  // What the roads were asked for, by who told it.
  readonly cells: { readonly roads: number; readonly crow: number };
};

// What a round may take: with so many among 5,000 drivers it is well below a second of the processor's time, of which the roads take about
// half (bench dispatch-city). The first rounds after a start run on what is not compiled yet, at three times the price.
const ORDERS_A_ROUND = 180;
const ORDERS_AT_FIRST = [25, 100];
// More than these no city has; it keeps a mistake from filling the memory.
const WAITING_MAX = 20_000;

export async function runRound(deps: DispatchDeps, cityId: string, memory: DispatchMemory): Promise<RoundReport> {
  const waiting = await listWaiting(deps, cityId);
  const { services } = deps.catalogue.current();
  const now = deps.clock.now();
  // Whoever is asked now answers first, and what is planned is the plan's (operations/rolling-plan/).
  const open = waiting.filter((key) => !key.isAsked && !isForThePlan(services.get(key.serviceId), key, now));
  const { taken, left } = takeTurns(open, memory.lookedAt, ORDERS_AT_FIRST[memory.rounds] ?? ORDERS_A_ROUND);
  const cells = { roads: 0, crow: 0 };
  const report = { waiting: waiting.length, oldestSince: waiting[0]?.since, isCapped: left.length > 0, cells };
  if (taken.length === 0) {
    return { ...report, waitingFor: reasonsOf(memory, waiting), drivers: undefined, offered: 0, unseen: 0 };
  }
  const [fleet, orders] = await Promise.all([keepFleet(deps, memory, cityId), readWaiting(deps, memory, taken)]);
  const inHand = fleet.reduce((sum, driver) => sum + (driver.inHand ?? 0), 0);
  const city = { id: cityId, waitingOrders: waiting.length, drivers: fleet.length, inHand };
  let offered = 0;
  const lookAtTaken = async (): Promise<void> => {
    for (const profile of PROFILES) {
      const asking = orders.filter(({ service }) => profileOf(service.vehicle) === profile);
      if (asking.length === 0) continue;
      const drivers = fleet.filter((driver) => profileOf(driver.vehicle) === profile);
      const decided = await decide(deps, memory, profile, asking, drivers, city);
      cells.roads += decided.cells.roads;
      cells.crow += decided.cells.crow;
      offered += await saveDecision(deps, decided, memory);
    }
  };
  // Most of the time the roads are waited for.
  await Promise.all([lookAtTaken(), explainWaits(deps, memory, left, city)]);
  rememberTurns(memory, taken, waiting);
  const unseen = left.filter(({ id }) => !memory.lookedAt.has(id)).length;
  if (unseen === 0) memory.fleet = undefined;
  return { ...report, waitingFor: reasonsOf(memory, waiting), drivers: fleet.length, offered, unseen };
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

function reasonsOf({ digests }: DispatchMemory, waiting: readonly WaitingKey[]): Readonly<Record<string, number>> {
  const reasons: Record<string, number> = {};
  for (const { id, isAsked } of waiting) {
    const reason = isAsked ? "BEING_ASKED" : (digests.get(id)?.verdict ?? "NOT_DECIDED");
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
}

type City = NonNullable<DispatchRound["city"]> & { readonly id: string };

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
  const cityIds = [...new Set([...orders.values()].map(({ cityId }) => cityId))];
  const learnt = await Promise.all(cityIds.map(async (id) => [id, await learned.preparations(id)] as const));
  const preparations = new Map(learnt.filter(([, ofCity]) => ofCity.size > 0));
  if (preparations.size === 0) return orders;
  const ready = await mapInSlices([...orders], ([id, order]) => {
    const ofCity = preparations.get(order.cityId);
    return [id, ofCity ? withLearnedReadiness(order, ofCity) : order] as const;
  });
  return new Map(ready);
}

async function decide(
  deps: DispatchDeps,
  memory: DispatchMemory,
  profile: Profile,
  waiting: readonly WaitingOrder[],
  everybody: readonly FleetDriver[],
  city: City,
): Promise<RoundDecision & Pick<RoundReport, "cells">> {
  const held = await readHeld(deps, memory, everybody);
  const takeable = await listTakeable(deps, held);
  const asked = [...waiting, ...takeable];
  const asking = await searchesOf(asked, deps.clock.now());
  const { fleet: placed, isWhole } = await placeAround(deps, city.id, everybody, asking);
  const { fleet: chosen, near, askable } = await chooseDrivers(memory, asked, asking, placed, held, deps.clock.now());
  const located = isWhole ? chosen : await placeAll(deps, city.id, chosen);
  const { places, numberOf } = numberPlaces();
  const drivers = await mapInSlices(located, (driver): BlockDriver => {
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
  const [{ travel: mapTravel, byCrow, cells }, answers] = await Promise.all([
    measureBlocks(measureDeps(deps), profile, places, blocks),
    listAnswers(deps.db, chosen, deps.clock.now().getUTCHours()),
  ]);
  const fleet = await finishInSlices(addingAcceptance(located, answers));
  const travel = stretchedTravel(mapTravel, await deps.learned.factorsAt(city.id, places));
  const now = deps.clock.now();
  const nextRoundAt = new Date(now.getTime() + POLICY.roundSeconds * 1000);
  const seen = { waiting, takeable, fleet, near, held, numberOf, travel, mapTravel, byCrow, city } as const;
  const round = { now, nextRoundAt, ...seen };
  return { ...(await finishInSlices(deciding(round))), cells };
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
  memory: DispatchMemory,
  asked: readonly (WaitingOrder | TakeableOrder)[],
  asking: readonly NearOrder[],
  everybody: readonly FleetDriver[],
  held: DispatchRound["held"],
  now: Date,
) {
  const fleet = await mapInSlices(everybody, (driver): NearDriver => {
    const work = held.get(driver.phone);
    if (!work) return driver;
    return lookAhead(memory, driver, work, () => ({ ...driver, ahead: guessedStops(driver, work, now) }));
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
  await mapInSlices(keys, ({ id, driverPhone }) => {
    const order = orders.get(id);
    // It may have ended, or gone to somebody else, since its name was read.
    if (!order || order.driver?.phone !== driverPhone || !isCarried(order)) return;
    const work = held.get(driverPhone) ?? [];
    held.set(driverPhone, work);
    work.push({ order, service: services.get(order.serviceId) });
  });
  return held;
}

function isCarried({ status }: WaitingOrder["order"]): boolean {
  return status !== "COMPLETED" && status !== "CANCELLED";
}

type HeldOrder = { readonly order: WaitingOrder["order"]; readonly service: Service | undefined };

// An order about which something was decided before keeps that as its explanation.
async function explainWaits(
  deps: DispatchDeps,
  memory: DispatchMemory,
  left: readonly WaitingKey[],
  { waitingOrders, drivers }: City,
): Promise<void> {
  const records = left
    .filter(({ id }) => !memory.digests.has(id))
    .map(({ id }) => recordOfWait(id, { waitingOrders, drivers }));
  if (records.length === 0) return;
  const now = deps.clock.now();
  await insertDecisions(deps.db, records, now);
  await rememberRecords(memory, records, now);
}

async function saveDecision(deps: DispatchDeps, decision: RoundDecision, memory: DispatchMemory): Promise<number> {
  const now = deps.clock.now();
  const news = await onlyNews(memory, decision.records, now);
  if (decision.offers.length === 0 && news.length === 0) return 0;
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
  await rememberRecords(memory, made.records, now);
  return made.count;
}

// Of these offers, those that can still be made; their orders and drivers are locked.
export async function stillRight(tx: Sql, offers: RoundDecision["offers"]): Promise<RoundDecision["offers"]> {
  if (offers.length === 0) return [];
  const waiting = await lockWaiting(tx, [
    ...new Map(offers.map(({ order: { id, seq }, takenFrom }) => [id, { id, seq, takenFrom }])).values(),
  ]);
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
