// The rules by which orders are offered, in one place: the dispatcher runs them every second, `giao simulate --as-live` under a virtual
// clock. What differs between the two is the world they look at, never a rule.
import { MATCH_RULES, type MatchRules } from "../matching/round.ts";
import type { TakeBackLimits } from "./take-back.ts";

export type DispatchPolicy = {
  readonly roundSeconds: number;
  readonly rules: MatchRules;
  // How long an order whose goods are ready may be kept for a driver who is not free yet: a share of its search. Whoever is promised early
  // cannot be planned anew, which is dear where drivers are scarce.
  readonly readyHoldShare: number;
  // The share of its search after which it is kept for nobody, ready or not: the rest is for asking.
  readonly holdShare: number;
  // The reach of an order's search grows by this share of the first every so often, until everybody is within it.
  readonly widenEverySeconds: number;
  readonly widenShare: number;
  // An order nobody within reach may be asked about is broadcast after this.
  readonly broadcastAfterSeconds: number;
  // What of a service's bundle is used while there are fewer orders than drivers; all of it at so many orders a driver.
  readonly calmBundleShare: number;
  readonly pressedOrdersPerDriver: number;
  readonly takeBack: TakeBackLimits;
};

export const POLICY: DispatchPolicy = {
  roundSeconds: 1,
  rules: MATCH_RULES,
  readyHoldShare: 0.15,
  holdShare: 0.5,
  widenEverySeconds: 30,
  widenShare: 0.5,
  broadcastAfterSeconds: 20,
  calmBundleShare: 0.6,
  pressedOrdersPerDriver: 2,
  takeBack: { savesSeconds: 300, keepsSeconds: 300, perDriverMax: 2, perRoundMax: 20 },
};

// What a service promises, and what is known of an order, as the rules need it. Instants are seconds of one clock.
export type OrderTerms = {
  // Since when a driver is sought; an order that was dropped keeps its age.
  readonly placedAt: number;
  readonly readyAt: number;
  // From the pickup's counter to the last goodbye, driven straight.
  readonly straightSeconds: number;
  // How long the service seeks a driver: it is also what an order may lose before it is late.
  readonly timeoutSeconds: number;
  // Of a planned order.
  readonly deliverBy?: number;
};

// Later than this is late.
export function dueAt({ readyAt, timeoutSeconds, straightSeconds, deliverBy }: OrderTerms): number {
  return deliverBy ?? readyAt + timeoutSeconds + straightSeconds;
}

// From this moment on it is offered to whoever is planned for it.
export function offerBy(
  { placedAt, readyAt, timeoutSeconds }: Omit<OrderTerms, "straightSeconds">,
  { readyHoldShare, holdShare }: DispatchPolicy,
): number {
  return Math.min(Math.max(placedAt, readyAt) + timeoutSeconds * readyHoldShare, placedAt + timeoutSeconds * holdShare);
}

export function reachMeters(firstMeters: number, soughtForSeconds: number, policy: DispatchPolicy): number {
  const steps = Math.floor(Math.max(0, soughtForSeconds) / policy.widenEverySeconds);
  return firstMeters * (1 + steps * policy.widenShare);
}

// The rules of a round with so many orders, in hand and waiting, for so many drivers: the more there are, the more go together.
export function rulesUnder(orders: number, drivers: number, policy: DispatchPolicy): MatchRules {
  const { calmBundleShare, pressedOrdersPerDriver, rules } = policy;
  const pressure = Math.max(0, Math.min(1, (orders / Math.max(1, drivers) - 1) / (pressedOrdersPerDriver - 1)));
  return { ...rules, bundleShare: calmBundleShare + (1 - calmBundleShare) * pressure };
}
