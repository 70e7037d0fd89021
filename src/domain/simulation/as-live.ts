// The dispatcher under the virtual clock: the same rounds, rules and choice of drivers that the live one runs, of a service as the catalogue
// has it.
import type { Service } from "../catalogue/service.ts";
import { choosing, type SoughtOrder } from "../dispatch/choose-offers.ts";
import { nearDrivers, nearReach } from "../dispatch/near-drivers.ts";
import { type DispatchPolicy, dueAt, POLICY } from "../dispatch/policy.ts";
import { stopsAhead } from "../dispatch/stops-ahead.ts";
import type { LatLng } from "../geo.ts";
import { finish } from "../in-steps.ts";
import type { MatchOrder, MatchRound, Offer } from "../matching/round.ts";
import { singleOffer } from "./policies.ts";
import type { Policy } from "./simulator.ts";

export type LiveService = Pick<
  Service,
  "autoAssign" | "autoAssignDistanceMeters" | "broadcastDistanceMeters" | "timeoutSeconds" | "takeBack"
>;

export const AS_LIVE = "as live";

// `places`: what the numbers of the world's points stand for.
export function asLive(service: LiveService, places: readonly LatLng[], policy: DispatchPolicy = POLICY): Policy {
  return {
    name: AS_LIVE,
    roundSeconds: policy.roundSeconds,
    // Nobody says beforehand when they will come online.
    rosterSeconds: 0,
    ...(service.takeBack && { takeBack: policy.takeBack }),
    decide: (round) => decide(round, service, places, policy),
  };
}

function decide(
  round: MatchRound,
  service: LiveService,
  places: readonly LatLng[],
  policy: DispatchPolicy,
): readonly Offer[] {
  const sought = round.orders.map((order) => soughtOf(order, round, service));
  const inHand = round.drivers.reduce((sum, { visits }) => sum + new Set(visits.map(({ order }) => order)).size, 0);
  const load = { orders: round.orders.length + inHand, drivers: round.drivers.length };
  const near = nearIn(round, service, places, policy);
  const takeable = round.takeable?.map((one) => ({ ...one, order: soughtOf(one.order, round, service).match }));
  const { offers, rung, takeBacks } = finish(choosing(sought, { ...round, near, takeable }, load, policy));
  const byId = new Map(round.orders.map((order) => [order.id, order]));
  const ringing = [...rung].flatMap(([id, drivers]) =>
    drivers.map((driver) => ({ ...singleOffer(byId.get(id)!, driver), isRung: true })),
  );
  return [...offers, ...ringing, ...takeBacks];
}

function soughtOf(order: MatchOrder, { travel }: MatchRound, service: LiveService): SoughtOrder {
  const { placedAt, readyAt, pickup, firstDoor, pickupSeconds, doorsSeconds } = order;
  const straightSeconds = pickupSeconds + travel.seconds(pickup, firstDoor) + doorsSeconds;
  const late = dueAt({ placedAt, readyAt, straightSeconds, timeoutSeconds: service.timeoutSeconds });
  return {
    match: { ...order, dueAt: late, reachMeters: service.autoAssignDistanceMeters },
    isAssigned: service.autoAssign,
    firstRingMeters: service.broadcastDistanceMeters,
    ringing: 0,
  };
}

function nearIn(
  { orders, drivers, now, travel, takeable = [] }: MatchRound,
  service: LiveService,
  places: readonly LatLng[],
  policy: DispatchPolicy,
): MatchRound["near"] {
  const fleet = drivers.map((driver) => ({
    phone: driver.id,
    vehicle: driver.vehicle,
    wallet: driver.walletFree,
    hasOpenOffer: driver.hasOpenOffer,
    inHand: driver.visits.length,
    ahead: stopsAhead(driver, now, travel, places),
    ...places[driver.point]!,
  }));
  const asking = [...orders, ...takeable.map(({ order }) => order)].map(
    ({ id, pickup, placedAt, vehicle, walletNeeded, refusedBy }) => ({
      id,
      pickup: places[pickup]!,
      ...nearReach(service, now - placedAt, policy),
      vehicle,
      walletNeeded,
      refusedBy,
    }),
  );
  const near = finish(nearDrivers(fleet, asking));
  return near && new Map([...near].map(([id, { all }]) => [id, all]));
}
