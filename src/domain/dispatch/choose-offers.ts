// Who is asked about what in a round, on plain values: what the dispatcher and the simulator run alike. Where the service says
// auto_assign, all that waits is planned together and one driver at a time is asked; otherwise, or when nobody within reach can take it for a
// while, everybody near is asked and wider as time goes by.
import type { Steps } from "../in-steps.ts";
import { broadcastRecipients, RECIPIENTS_MAX } from "../matching/broadcast.ts";
import { type MatchOutcome, matching } from "../matching/match-round.ts";
import {
  lookedAt,
  type MatchDriver,
  type MatchOrder,
  type MatchRound,
  type MatchRules,
  type Offer,
} from "../matching/round.ts";
import { type DispatchPolicy, reachMeters, rulesUnder } from "./policy.ts";
import { takingBack } from "./take-back.ts";

export type SoughtOrder = {
  // Its reach is the one its search began with.
  readonly match: MatchOrder;
  readonly isAssigned: boolean;
  readonly firstRingMeters: number;
  // Phones that are ringing for it.
  readonly ringing: number;
};

// Orders, waiting and in hand, and the drivers there are for them.
export type Load = { readonly orders: number; readonly drivers: number };

export type Choice = Pick<MatchOutcome, "offers" | "explain"> & {
  readonly scene: MatchRound;
  readonly rules: MatchRules;
  // By order, nearest first; only of orders that are rung at all.
  readonly rung: ReadonlyMap<string, readonly MatchDriver[]>;
  // Of orders that others have; at most one per driver, on either side.
  readonly takeBacks: readonly Offer[];
};

export function* choosing(
  sought: readonly SoughtOrder[],
  round: Omit<MatchRound, "orders">,
  load: Load,
  policy: DispatchPolicy,
): Steps<Choice> {
  const rules = rulesUnder(load.orders, load.drivers, policy);
  const assigned = sought.filter(({ isAssigned }) => isAssigned);
  const takeable = round.takeable?.map((one) => ({ ...one, order: widened(one.order, round.now, policy) }));
  const scene = { ...round, takeable, orders: assigned.map(({ match }) => widened(match, round.now, policy)) };
  const outcome = yield* matching(scene, rules);
  const askedNow = new Set(outcome.offers.map(({ driverId }) => driverId));
  const rung = new Map<string, readonly MatchDriver[]>();
  for (const { match, isAssigned, firstRingMeters, ringing } of sought) {
    yield;
    const isSoughtFor = round.now - match.placedAt;
    if (isAssigned && (outcome.isPlanned(match.id) || isSoughtFor < policy.broadcastAfterSeconds)) continue;
    const left = lookedAt(match, scene).filter((at) => !askedNow.has(scene.drivers[at]!.id));
    const within = { ...scene, near: new Map([[match.id, left]]) };
    const recipients = broadcastRecipients(match, firstRingMeters, match.placedAt, within, rules);
    rung.set(match.id, recipients.slice(0, Math.max(0, RECIPIENTS_MAX - ringing)));
  }
  const hasNews = new Set([
    ...askedNow,
    ...outcome.plannedFor,
    ...[...rung.values()].flatMap((drivers) => drivers.map(({ id }) => id)),
  ]);
  const takeBacks = yield* takingBack(scene, hasNews, rules, policy.takeBack);
  return { ...outcome, scene, rules, rung, takeBacks };
}

// An order nobody within reach can take is sought farther and farther.
function widened(order: MatchOrder, now: number, policy: DispatchPolicy): MatchOrder {
  return { ...order, reachMeters: reachMeters(order.reachMeters, now - order.placedAt, policy) };
}
