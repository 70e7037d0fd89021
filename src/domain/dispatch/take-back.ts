// Takes an accepted order that is not under way back and asks somebody better placed about it, where that saves minutes for whoever waits for
// it and driving for the two drivers together. The driver who has it keeps it until the other one has accepted. Limits are such that a driver
// would call them fair: nobody is turned round on their way to a pickup or close to one, an order moves once, and a driver loses few a day.
import type { Steps } from "../in-steps.ts";
import { whyNot } from "../matching/eligibility.ts";
import { askingCost } from "../matching/planned-route.ts";
import { lookedAt, type MatchDriver, type MatchRound, type MatchRules, type Offer } from "../matching/round.ts";
import { bestInsertion, insert, type RouteStart, routeCost, timesOf, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";

export type TakeBackLimits = {
  // The order is at its last door sooner by this much at least.
  readonly savesSeconds: number;
  // Who would be at the pickup within this keeps it.
  readonly keepsSeconds: number;
  // How many orders are taken from a driver in 24 hours.
  readonly perDriverMax: number;
  // Orders looked at in a round.
  readonly perRoundMax: number;
};

// What happened before to an order and to the driver who has it.
export type TakenBefore = { readonly orderWasTaken: boolean; readonly fromDriverToday: number };

export function mayLookAt({ orderWasTaken, fromDriverToday }: TakenBefore, limits: TakeBackLimits): boolean {
  return !orderWasTaken && fromDriverToday < limits.perDriverMax;
}

// `hasNews`: drivers who are planned or asked for something that waits; they are left alone.
export function* takingBack(
  round: MatchRound,
  hasNews: ReadonlySet<string>,
  rules: MatchRules,
  limits: TakeBackLimits,
): Steps<readonly Offer[]> {
  const { travel, now } = round;
  const driverOf = new Map(round.drivers.map((driver) => [driver.id, driver]));
  const left = new Set(hasNews);
  const offers: Offer[] = [];
  for (const { order, driverId } of (round.takeable ?? []).slice(0, limits.perRoundMax)) {
    yield;
    const holder = driverOf.get(driverId);
    if (!holder || left.has(driverId) || holder.hasOpenOffer) continue;
    const planned = stopsOf(holder, holder.visits, order.id, travel);
    if (!planned || planned.isNext || planned.arriveAt <= now + limits.keepsSeconds) continue;
    const without = holder.visits.filter((visit) => visit.order.id !== order.id);
    const saved = routeCost(holder, holder.visits, rules, travel) - routeCost(holder, without, rules, travel);
    const savedDriving = drivingOf(holder, holder.visits, travel) - drivingOf(holder, without, travel);
    let best: { readonly driver: MatchDriver; readonly visits: readonly Visit[] } | undefined;
    let cheapest = saved;
    for (const at of lookedAt(order, round)) {
      const driver = round.drivers[at]!;
      if (driver.id === driverId || left.has(driver.id) || whyNot(order, driver, round, rules)) continue;
      const base = routeCost(driver, driver.visits, rules, travel);
      const asking = askingCost({ driver, visits: driver.visits, remoteSeconds: 0 }, rules);
      const place = bestInsertion(driver, driver.visits, base, order, rules, travel, cheapest - asking);
      if (!place) continue;
      const visits = insert(driver.visits, order, place);
      const { doorAt } = stopsOf(driver, visits, order.id, travel)!;
      const driving = drivingOf(driver, visits, travel) - drivingOf(driver, driver.visits, travel);
      if (doorAt > planned.doorAt - limits.savesSeconds || driving >= savedDriving) continue;
      cheapest = place.cost - base + asking;
      best = { driver, visits };
    }
    if (!best) continue;
    left.add(driverId).add(best.driver.id);
    offers.push({ driverId: best.driver.id, orderIds: [order.id], visits: best.visits, takenFrom: driverId });
  }
  return offers;
}

// When a driver is at an order's pickup and done with its doors; undefined where its pickup is not before them.
function stopsOf(start: RouteStart, visits: readonly Visit[], orderId: string, travel: Travel) {
  const timed = timesOf(start, visits, travel);
  const pickupAt = visits.findIndex(({ order, kind }) => order.id === orderId && kind === "pickup");
  const door = timed.find(({ visit }) => visit.order.id === orderId && visit.kind === "doors");
  const pickup = timed[pickupAt];
  if (!pickup || !door) return undefined;
  const arriveAt = pickup.doneAt - pickup.visit.order.pickupSeconds;
  return { arriveAt, doorAt: door.doneAt, isNext: pickupAt === 0 };
}

function drivingOf(start: RouteStart, visits: readonly Visit[], travel: Travel): number {
  let { point } = start;
  let seconds = 0;
  for (const { order, kind } of visits) {
    seconds += travel.seconds(point, kind === "pickup" ? order.pickup : order.firstDoor);
    point = kind === "pickup" ? order.pickup : order.lastDoor;
  }
  return seconds;
}
