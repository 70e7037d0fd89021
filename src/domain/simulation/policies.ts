// The policies a day can be run under, from the simplest to ours. All but the first two are our matcher with parts switched off.
import { broadcastRecipients, fetchesInTime, isIdle } from "../matching/broadcast.ts";
import { whyNot } from "../matching/eligibility.ts";
import { matchRound } from "../matching/match-round.ts";
import {
  MATCH_RULES,
  type MatchDriver,
  type MatchOrder,
  type MatchRound,
  type MatchRules,
  type Offer,
} from "../matching/round.ts";
import type { Policy } from "./simulator.ts";

const EVERY_HALF_MINUTE = { roundSeconds: 30, rosterSeconds: MATCH_RULES.lookAheadSeconds } as const;

export const OURS: Policy = matcher("ours", 30, MATCH_RULES);

// Oldest order first, each to the nearest driver with nothing to do.
const NEAREST_FIRST: Policy = { name: "nearest-first", ...EVERY_HALF_MINUTE, decide: nearestFirst };

const BROADCAST_METERS = 3_000;

// Everybody free and near is asked; the quickest to accept has it.
const BROADCAST: Policy = { name: "broadcast", ...EVERY_HALF_MINUTE, decide: broadcast };

// Orders that wait are matched together, with idle drivers only, at the least driving.
const BATCH_IDLE: Policy = matcher("batch, idle only", 120, {
  ...MATCH_RULES,
  delayWeight: 0,
  lateWeight: 0,
  drivingWeight: 1,
  lookAheadSeconds: 0,
  leadSeconds: Infinity,
  layers: 1,
  triesPerOrder: 0,
  remoteWeight: 0,
});

// Busy drivers take part from where they will be, and nobody is bound before they must be; one order at a time.
const LOOK_AHEAD: Policy = carrying(1, "look-ahead");

// The same, and a driver may carry two.
const BUNDLES_OF_TWO: Policy = carrying(2, "bundles of two");

export const POLICIES = [
  NEAREST_FIRST,
  BROADCAST,
  BATCH_IDLE,
  LOOK_AHEAD,
  BUNDLES_OF_TWO,
  OURS,
] as const satisfies readonly Policy[];

function matcher(name: string, roundSeconds: number, rules: MatchRules): Policy {
  const idleOnly = rules.lookAheadSeconds === 0;
  return {
    name,
    roundSeconds,
    rosterSeconds: MATCH_RULES.lookAheadSeconds,
    decide: (round) =>
      matchRound(idleOnly ? { ...round, drivers: round.drivers.filter((d) => isIdle(d, round)) } : round, rules).offers,
  };
}

// Ours, with fewer on board and no thought of where an idle driver stands; driving then counts what was best without it.
function carrying(most: number, name: string): Policy {
  const rules: MatchRules = { ...MATCH_RULES, remoteWeight: 0, drivingWeight: 0.2 };
  const limited = (order: MatchOrder): MatchOrder => ({ ...order, bundleMax: Math.min(order.bundleMax, most) });
  const { decide, ...policy } = matcher(name, OURS.roundSeconds, rules);
  return { ...policy, decide: (round) => decide({ ...round, orders: round.orders.map(limited) }) };
}

function nearestFirst(round: MatchRound): readonly Offer[] {
  const idle = new Set(round.drivers.filter((driver) => isIdle(driver, round)));
  const offers: Offer[] = [];
  for (const order of round.orders) {
    let nearest: MatchDriver | undefined;
    let shortest = Infinity;
    for (const driver of idle) {
      const seconds = round.travel.seconds(driver.point, order.pickup);
      if (seconds >= shortest || !canPickUp(order, driver, round)) continue;
      nearest = driver;
      shortest = seconds;
    }
    if (!nearest) continue;
    idle.delete(nearest);
    offers.push(singleOffer(order, nearest));
  }
  return offers;
}

function broadcast(round: MatchRound): readonly Offer[] {
  const free: MatchRound = { ...round, drivers: round.drivers.filter((driver) => isIdle(driver, round)) };
  return round.orders.flatMap((order) =>
    broadcastRecipients(order, BROADCAST_METERS, order.placedAt, free, MATCH_RULES)
      .filter((driver) => canPickUp(order, driver, round))
      .map((driver) => singleOffer(order, driver)),
  );
}

function canPickUp(order: MatchOrder, driver: MatchDriver, round: MatchRound): boolean {
  return fetchesInTime(order, driver, round) && !whyNot(order, driver, round, MATCH_RULES);
}

export function singleOffer(order: MatchOrder, driver: MatchDriver): Offer {
  return {
    driverId: driver.id,
    orderIds: [order.id],
    visits: [
      { order, kind: "pickup" },
      { order, kind: "doors" },
    ],
  };
}
