// The other way of finding a driver: ask everybody near, and wider as time goes by; the first to accept has it.
import { whyNot } from "./eligibility.ts";
import { lookedAt, type MatchDriver, type MatchOrder, type MatchRound, type MatchRules } from "./round.ts";

// advance_broadcast_distance holds for the first half minute; every further one adds half of it, up to five times as far.
const WIDEN_EVERY_SECONDS = 30;
const WIDEN_SHARE = 0.5;
const WIDEN_TIMES_MAX = 5;
// One order never rings more phones than this; the nearest are rung.
export const RECIPIENTS_MAX = 30;

export function broadcastRadius(firstMeters: number, askedForSeconds: number): number {
  const steps = Math.floor(Math.max(0, askedForSeconds) / WIDEN_EVERY_SECONDS);
  return firstMeters * Math.min(WIDEN_TIMES_MAX, 1 + steps * WIDEN_SHARE);
}

// Free drivers who may be asked and are within reach, which was `firstMeters` when the asking began; nearest first.
export function broadcastRecipients(
  order: MatchOrder,
  firstMeters: number,
  askedSince: number,
  round: MatchRound,
  rules: MatchRules,
): readonly MatchDriver[] {
  const reachMeters = broadcastRadius(firstMeters, round.now - askedSince);
  const metersTo = (driver: MatchDriver): number => round.travel.meters(driver.point, order.pickup);
  return lookedAt(order, round)
    .map((at) => round.drivers[at]!)
    .filter(
      (driver) =>
        isIdle(driver, round) &&
        fetchesInTime(order, driver, round) &&
        !whyNot({ ...order, reachMeters }, driver, round, rules),
    )
    .toSorted((a, b) => metersTo(a) - metersTo(b))
    .slice(0, RECIPIENTS_MAX);
}

// Driving straight there once free, the pickup is done before the shift ends.
export function fetchesInTime(order: MatchOrder, driver: MatchDriver, { travel }: MatchRound): boolean {
  const arriveAt = driver.freeAt + travel.seconds(driver.point, order.pickup);
  return Math.max(arriveAt, order.readyAt) + order.pickupSeconds <= driver.offAt;
}

export function isIdle(driver: MatchDriver, round: MatchRound): boolean {
  return driver.visits.length === 0 && driver.freeAt <= round.now;
}
