// One round of matching as plain values: who waits, who drives, what is known of the roads, and by which rules to decide.
import type { Amount } from "../amount.ts";
import type { Vehicle } from "../catalogue/service.ts";
import type { BreakTime } from "../drivers/breaks.ts";
import type { Doubt } from "../drivers/whereabouts.ts";
import type { CostRules, OrderTask, RouteStart, Visit } from "./route.ts";
import type { Travel } from "./travel.ts";

export type MatchOrder = OrderTask & {
  readonly vehicle: Vehicle;
  // What its driver must have with them.
  readonly equipment?: readonly string[];
  // Commission and COD together: what the driver's wallet must be able to carry.
  readonly walletNeeded: Amount;
  // Drivers who refused it, let an offer lapse or gave it up: never asked again.
  readonly refusedBy: ReadonlySet<string>;
  // A driver farther from the pickup than this, from where they will be free, is not asked. Infinity: no limit.
  readonly reachMeters: number;
  // From this moment on it is offered to whoever is planned for it, busy or not: waiting for a better plan would run into its timeout.
  readonly offerBy: number;
};

export type MatchDriver = RouteStart & {
  readonly id: string;
  readonly vehicle: Vehicle;
  // What is left of the wallet after the orders they hold.
  readonly walletFree: Amount;
  // Average of 1 to 5, undefined before the first rating.
  readonly rating: number | undefined;
  // What they have accepted and not done yet, in their sequence; orders on board have their doors only.
  readonly visits: readonly Visit[];
  // They are looking at an offer: one at a time.
  readonly hasOpenOffer: boolean;
  readonly equipment?: readonly string[];
  readonly breaks?: readonly BreakTime[];
  readonly isOnBreak?: boolean;
  // How likely they take what they are asked, above 0 and up to 1; 1 where nothing is known.
  readonly acceptance?: number;
  // Why nothing can be built on where they are said to be.
  readonly doubt?: Doubt | undefined;
};

export type MatchRules = CostRules & {
  // Busy drivers take part from where they will be, if they have done all they hold within this.
  readonly lookAheadSeconds: number;
  // An order is offered this long before the driver must set out for it; until then it may still go to somebody better placed.
  readonly leadSeconds: number;
  // Drivers looked at per order. 24 reached what 200 did.
  readonly candidatesMax: number;
  // How many orders a driver may be given in one plan, one after another or together: the depth of the plan.
  readonly layers: number;
  // How often, for each order that waits, a part of the plan is made anew, and kept where that is cheaper.
  readonly triesPerOrder: number;
  // What a second between an idle driver and the goods of this round is worth: who stands far off is sent first.
  readonly remoteWeight: number;
  // What a star less than five costs, in seconds.
  readonly ratingSeconds: number;
  // What being refused costs, in seconds: who takes one offer in two costs that much more, one in three twice that.
  readonly refusalSeconds: number;
  // An order left without any plan is taken to wait this long.
  readonly unplannedSeconds: number;
};

// An accepted order that is not picked up, and who has it.
export type Takeable = { readonly order: MatchOrder; readonly driverId: string };

export type MatchRound = {
  readonly now: number;
  // When the next round will be; what cannot wait until then is decided now.
  readonly nextRoundAt: number;
  readonly orders: readonly MatchOrder[];
  readonly drivers: readonly MatchDriver[];
  // By order, the drivers to look at, as places in `drivers`. Without it all are looked at.
  readonly near?: ReadonlyMap<string, readonly number[]> | undefined;
  readonly travel: Travel;
  // Those that may be taken back, where the service does so at all.
  readonly takeable?: readonly Takeable[] | undefined;
};

// The drivers to look at for an order, as places in `drivers`.
export function lookedAt(order: OrderTask, { near, drivers }: MatchRound): readonly number[] {
  return near?.get(order.id) ?? [...drivers.keys()];
}

export type Offer = {
  readonly driverId: string;
  // In the sequence of their pickups. More than one: a bundle, taken or refused as a whole.
  readonly orderIds: readonly string[];
  // All the driver would have to do after accepting, in sequence: what they hold and what is new.
  readonly visits: readonly Visit[];
  // Asked of several at once: the first to accept has it.
  readonly isRung?: boolean;
  // Whoever has it now, and keeps it unless it is accepted.
  readonly takenFrom?: string;
};

// Weights chosen on made-up and public courier days (docs/dispatch.md). A late second at half again keeps the 95th percentile down for
// a twentieth of a minute in the mean. Driving at 0.3 with 0.2 back for a driver brought in from afar, a minute of lead and orders moved between plans take
// the matcher alone to 32.5 / 50.6 minutes on seven public days; 0.5, 0.3, two minutes and one pass to 32.8 / 51.7, for 2 % less metres. Live the two are
// as good as each other.
export const MATCH_RULES: MatchRules = {
  delayWeight: 1,
  lateWeight: 0.5,
  drivingWeight: 0.3,
  detourSecondsMax: 1_200,
  lookAheadSeconds: 1_800,
  leadSeconds: 60,
  candidatesMax: 24,
  layers: 2,
  triesPerOrder: 20,
  remoteWeight: 0.2,
  ratingSeconds: 15,
  refusalSeconds: 120,
  bundleShare: 1,
  unplannedSeconds: 36_000,
};
