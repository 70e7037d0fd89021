// One round of dispatch as a decision: from what waits and who is out to the offers to be made, and why.
import type { Service } from "../catalogue/service.ts";
import { type NewOffer, OFFER_SECONDS } from "../drivers/offer.ts";
import { finish, MANY, type Steps } from "../in-steps.ts";
import { isIdle } from "../matching/broadcast.ts";
import { whyNot } from "../matching/eligibility.ts";
import { CONSIDERED_MAX, isDoubt, type OrderExplanation } from "../matching/explanation.ts";
import { lookedAt, type MatchDriver, type MatchOrder, type MatchRound } from "../matching/round.ts";
import { type OrderTask, timesOf, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";
import { expiryOf } from "../orders/steps/by-clock.ts";
import type { Phone } from "../phone.ts";
import { readStory } from "../robots/story.ts";
import { type Choice, choosing, type Load, type SoughtOrder } from "./choose-offers.ts";
import type { DispatchRecord, RecordedDriver } from "./dispatch-record.ts";
import { type FleetDriver, matchDriverOf } from "./driver-route.ts";
import { matchOrderOf, type NumberOf, secondsOf, taskOf } from "./order-task.ts";
import { type DispatchPolicy, POLICY } from "./policy.ts";
import { notToAsk, type PastOffer } from "./refusals.ts";

export type WaitingOrder = { readonly order: Order; readonly service: Service; readonly offers: readonly PastOffer[] };

export type TakeableOrder = WaitingOrder & { readonly driverPhone: Phone };

export type DispatchRound = {
  readonly now: Date;
  readonly nextRoundAt: Date;
  readonly waiting: readonly WaitingOrder[];
  readonly fleet: readonly FleetDriver[];
  // By order, the drivers to look at, as places in `fleet`; without it everybody.
  readonly near?: ReadonlyMap<string, readonly number[]> | undefined;
  // Accepted orders that may be taken back; their drivers are of the fleet.
  readonly takeable?: readonly TakeableOrder[];
  // Accepted and not finished, by driver.
  readonly held: ReadonlyMap<Phone, readonly { readonly order: Order; readonly service: Service | undefined }[]>;
  readonly numberOf: NumberOf;
  // As it is driven at this hour; `mapTravel` as the map says, where that differs. What a driver is told is measured against the map, so
  // that it can teach how the two differ.
  readonly travel: Travel;
  readonly mapTravel?: Travel;
  // Orders to whose pickups the roads told no way.
  readonly byCrow?: ReadonlySet<string>;
  // All that wait and drive in the city, where a round takes part of them.
  readonly city?: { readonly waitingOrders: number; readonly drivers: number; readonly inHand?: number };
};

export type DecidedOffer = Omit<NewOffer, "id" | "orderId" | "offeredAt"> & { readonly order: Order };

export type RoundDecision = {
  readonly offers: readonly DecidedOffer[];
  readonly records: readonly DispatchRecord[];
};

export function decideRound(round: DispatchRound, policy: DispatchPolicy = POLICY): RoundDecision {
  return finish(deciding(round, policy));
}

export function* deciding(round: DispatchRound, policy: DispatchPolicy = POLICY): Steps<RoundDecision> {
  const drivers: MatchDriver[] = [];
  for (const driver of round.fleet) {
    const held = round.held.get(driver.phone) ?? [];
    const tasks = held.map(({ order, service }) => ({ order, task: taskOf(order, service, round.numberOf) }));
    drivers.push(matchDriverOf(driver, tasks, round.now, round.numberOf, round.travel, policy.rules));
    if (drivers.length % MANY === 0) yield;
  }
  // Whoever is asked now answers first.
  const open = round.waiting
    .filter(({ offers }) => !offers.some(isOpenQuestion))
    .map((waiting) => ({ waiting, sought: soughtOf(round, waiting, policy) }));
  const choice = yield* choosing(
    open.map(({ sought }) => sought),
    matchingRound(round, drivers, policy),
    loadOf(round),
    policy,
  );
  const { scene } = choice;
  const mapTravel = round.mapTravel ?? round.travel;
  const offers: DecidedOffer[] = [];
  const records: DispatchRecord[] = [];
  const takeable = round.takeable ?? [];
  const orderById = new Map([...open.map(({ waiting }) => waiting), ...takeable].map(({ order }) => [order.id, order]));
  const driverById = new Map(drivers.map((driver) => [driver.id, driver]));
  for (const { takenFrom, ...offer } of [...choice.offers, ...choice.takeBacks]) {
    for (const orderId of offer.orderIds) {
      const driver = driverById.get(offer.driverId)!;
      const expiresAt = new Date(round.now.getTime() + OFFER_SECONDS * 1000);
      const pickup = pickupOf(orderId, driver, offer.visits, { ...scene, travel: mapTravel });
      offers.push({
        order: orderById.get(orderId)!,
        driverPhone: offer.driverId,
        kind: "assign",
        expiresAt,
        ...pickup,
        ...(takenFrom !== undefined && { takenFrom }),
      });
      if (takenFrom !== undefined) records.push(takeBackRecord(round, orderId, offer.driverId));
    }
  }
  const fleet = new Map(round.fleet.map((driver) => [driver.phone, driver]));
  for (const { waiting, sought } of open) {
    yield;
    // Of orders that are only rung there is nothing to explain.
    const explained = choice.explain(waiting.order.id);
    if (explained) records.push(recordOf(round, fleet, waiting, explained));
    const recipients = choice.rung.get(waiting.order.id);
    if (!recipients) continue;
    const rung = recipients.map((driver) => ringing(waiting.order, driver, sought.match, mapTravel));
    offers.push(...rung);
    if (!explained || rung.length > 0) records.push(broadcastRecord(round, fleet, waiting, sought.match, choice, rung));
  }
  return { offers, records };
}

function isOpenQuestion(offer: PastOffer): boolean {
  return offer.kind === "assign" && offer.answer === null;
}

function soughtOf(round: DispatchRound, { order, service, offers }: WaitingOrder, policy: DispatchPolicy): SoughtOrder {
  return {
    match: matchOrderOf(order, service, refusersOf(round, order, offers), round.numberOf, policy),
    isAssigned: service.autoAssign,
    firstRingMeters: service.broadcastDistanceMeters,
    ringing: offers.filter((offer) => offer.answer === null).length,
  };
}

function loadOf({ waiting, fleet, held, city }: DispatchRound): Load {
  if (city) return { orders: city.waitingOrders + (city.inHand ?? 0), drivers: city.drivers };
  const inHand = [...held.values()].reduce((sum, work) => sum + work.length, 0);
  return { orders: waiting.length + inHand, drivers: fleet.length };
}

// Who is not asked about it: they refused it, or it is left to people.
export function refusersOf(
  { now, fleet }: Pick<DispatchRound, "now" | "fleet">,
  { droppedBy, remarks }: Order,
  offers: readonly PastOffer[],
): ReadonlySet<Phone> {
  const refusedBy = new Set(notToAsk(offers, droppedBy, now));
  if (readStory(remarks).isLeftAlone) for (const { phone, isRobot } of fleet) if (isRobot) refusedBy.add(phone);
  return refusedBy;
}

function matchingRound(
  round: DispatchRound,
  drivers: readonly MatchDriver[],
  policy: DispatchPolicy,
): Omit<MatchRound, "orders"> {
  const { travel, near } = round;
  const takeable = round.takeable?.map((one) => ({
    order: soughtOf(round, one, policy).match,
    driverId: one.driverPhone,
  }));
  return { now: secondsOf(round.now), nextRoundAt: secondsOf(round.nextRoundAt), drivers, near, travel, takeable };
}

// They may answer as long as the search goes on.
function ringing(order: Order, driver: MatchDriver, match: MatchOrder, travel: Travel): DecidedOffer {
  const expiresAt = expiryOf(order, order.assigningAt ?? order.createdAt);
  return { order, driverPhone: driver.id, kind: "broadcast", expiresAt, ...straight(driver, match, travel) };
}

function straight(driver: MatchDriver, { pickup }: OrderTask, travel: Travel) {
  return {
    pickupSeconds: Math.round(travel.seconds(driver.point, pickup)),
    pickupMeters: Math.round(Math.min(travel.meters(driver.point, pickup), 1e9)),
  };
}

// When they would be at the pickup, with all they do before it.
function pickupOf(orderId: string, driver: MatchDriver, visits: readonly Visit[], { travel, now }: MatchRound) {
  let meters = 0;
  let { point } = driver;
  for (const { visit, doneAt } of timesOf(driver, visits, travel)) {
    const { order, kind } = visit;
    meters += travel.meters(point, kind === "pickup" ? order.pickup : order.firstDoor);
    point = kind === "pickup" ? order.pickup : order.lastDoor;
    if (kind === "pickup" && order.id === orderId) {
      const pickupSeconds = Math.max(0, Math.round(doneAt - order.pickupSeconds - now));
      return { pickupSeconds, pickupMeters: Math.round(Math.min(meters, 1e9)) };
    }
  }
  throw new Error(`order ${orderId} is offered but not picked up`);
}

type Fleet = ReadonlyMap<Phone, FleetDriver>;

function takeBackRecord(round: DispatchRound, orderId: string, driverPhone: Phone): DispatchRecord {
  return {
    orderId,
    way: "take_back",
    verdict: "OFFERED",
    offeredTo: [driverPhone],
    plannedFor: undefined,
    considered: [],
    ruledOutCount: 0,
    ...sceneOf(round, orderId),
  };
}

function recordOf(
  round: DispatchRound,
  fleet: Fleet,
  { order }: WaitingOrder,
  explained: OrderExplanation,
): DispatchRecord {
  return {
    orderId: order.id,
    way: "match",
    verdict: explained.verdict,
    offeredTo: explained.verdict === "OFFERED" && explained.driverId !== undefined ? [explained.driverId] : [],
    plannedFor: explained.driverId,
    considered: asRecorded(fleet, order, explained.considered),
    reachMeters: Math.round(explained.reachMeters),
    ruledOutCount: explained.ruledOutCount,
    ...sceneOf(round, order.id),
  };
}

function broadcastRecord(
  round: DispatchRound,
  fleet: Fleet,
  { order, service, offers }: WaitingOrder,
  match: MatchOrder,
  { scene, rules }: Choice,
  rung: readonly DecidedOffer[],
): DispatchRecord {
  const asked = new Set([
    ...rung.map((offer) => offer.driverPhone),
    ...offers.filter((offer) => offer.answer === null).map((offer) => offer.driverPhone),
  ]);
  const within = { ...match, reachMeters: service.broadcastDistanceMeters };
  const considered = lookedAt(match, scene).map((at): RecordedDriver => {
    const driver = scene.drivers[at]!;
    const pickupInSeconds = Math.round(scene.travel.seconds(driver.point, match.pickup));
    const verdict = asked.has(driver.id)
      ? "OFFERED"
      : (whyNot(within, driver, scene, rules) ?? (isIdle(driver, scene) ? "OTHERS_ARE_SOONER" : "BUSY"));
    return { driverId: driver.id, verdict, pickupInSeconds, addedCostSeconds: undefined };
  });
  const bySoonest = considered.toSorted((a, b) => a.pickupInSeconds - b.pickupInSeconds);
  return {
    orderId: order.id,
    way: "broadcast",
    verdict: asked.size > 0 ? "OFFERED" : "NO_DRIVER_MAY_BE_ASKED",
    offeredTo: rung.map((offer) => offer.driverPhone),
    plannedFor: undefined,
    considered: asRecorded(
      fleet,
      order,
      bySoonest.filter(({ verdict }, at) => at < CONSIDERED_MAX || isDoubt(verdict)),
    ),
    reachMeters: Math.round(within.reachMeters),
    ruledOutCount: considered.filter(({ verdict }) => verdict !== "OFFERED").length,
    ...sceneOf(round, order.id),
  };
}

// With the place each driver was at, and robots said to have been left out where the order wanted it so.
function asRecorded(fleet: Fleet, order: Order, considered: readonly RecordedDriver[]): readonly RecordedDriver[] {
  const isLeftAlone = readStory(order.remarks).isLeftAlone;
  return considered.map((one) => {
    const driver = fleet.get(one.driverId);
    if (!driver) throw new Error("a driver was considered who is not out");
    const place = { lat: toMeter(driver.lat), lng: toMeter(driver.lng) };
    return isLeftAlone && driver.isRobot ? { ...one, place, verdict: "LEFT_TO_PEOPLE" } : { ...one, place };
  });
}

function toMeter(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

function sceneOf({ waiting, fleet, city, byCrow }: DispatchRound, orderId: string) {
  const { waitingOrders, drivers } = city ?? { waitingOrders: waiting.length, drivers: fleet.length };
  return { waitingOrders, drivers, travel: byCrow?.has(orderId) ? ("crow" as const) : ("roads" as const) };
}
