// The dispatcher under the virtual clock: the same rounds, rules and choice of drivers that the live one runs, of a service as the catalogue
// has it.
import type { Service } from "../catalogue/service.ts";
import { choosing, type SoughtOrder } from "../dispatch/choose-offers.ts";
import { nearDrivers } from "../dispatch/near-drivers.ts";
import { type DispatchPolicy, dueAt, POLICY, reachMeters } from "../dispatch/policy.ts";
import type { LatLng } from "../geo.ts";
import { finish } from "../in-steps.ts";
import { broadcastRadius } from "../matching/broadcast.ts";
import type { MatchDriver, MatchOrder, MatchRound, Offer } from "../matching/round.ts";
import type { Policy } from "./simulator.ts";

export type LiveService = Pick<
  Service,
  "autoAssign" | "autoAssignDistanceMeters" | "broadcastDistanceMeters" | "timeoutSeconds"
>;

export const AS_LIVE = "as live";

// `places`: what the numbers of the world's points stand for.
export function asLive(service: LiveService, places: readonly LatLng[], policy: DispatchPolicy = POLICY): Policy {
  return {
    name: AS_LIVE,
    roundSeconds: policy.roundSeconds,
    // Nobody says beforehand when they will come online.
    rosterSeconds: 0,
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
  const { offers, rung } = finish(choosing(sought, { ...round, near }, load, policy));
  const byId = new Map(round.orders.map((order) => [order.id, order]));
  const ringing = [...rung].flatMap(([id, drivers]) => drivers.map((driver) => ringOf(byId.get(id)!, driver)));
  return [...offers, ...ringing];
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
  { orders, drivers, now }: MatchRound,
  service: LiveService,
  places: readonly LatLng[],
  policy: DispatchPolicy,
): MatchRound["near"] {
  const fleet = drivers.map(({ id, point, vehicle, walletFree, hasOpenOffer, visits }) => ({
    phone: id,
    vehicle,
    wallet: walletFree,
    hasOpenOffer,
    inHand: visits.length,
    ...places[point]!,
  }));
  const asking = orders.map(({ id, pickup, placedAt, vehicle, walletNeeded, refusedBy }) => ({
    id,
    pickup: places[pickup]!,
    reachMeters: Math.max(
      reachMeters(service.autoAssignDistanceMeters, now - placedAt, policy),
      broadcastRadius(service.broadcastDistanceMeters, now - placedAt),
    ),
    vehicle,
    walletNeeded,
    refusedBy,
  }));
  const near = finish(nearDrivers(fleet, asking));
  return near && new Map([...near].map(([id, { all }]) => [id, all]));
}

function ringOf(order: MatchOrder, driver: MatchDriver): Offer {
  return {
    driverId: driver.id,
    orderIds: [order.id],
    visits: [
      { order, kind: "pickup" },
      { order, kind: "doors" },
    ],
    isRung: true,
  };
}
