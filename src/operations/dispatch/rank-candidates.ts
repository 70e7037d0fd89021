// Who could take an order that waits, for an operator who gives it to somebody themselves: the nearest who are out, how soon each is at the pickup with what
// they have in hand, and the rule of dispatch that stands in the way. The operator may pass over every rule but the wallet's.

import { matchDriverOf } from "../../domain/dispatch/driver-route.ts";
import { nearReach } from "../../domain/dispatch/near-drivers.ts";
import { numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { matchOrderOf, secondsOf, soughtSince, taskOf } from "../../domain/dispatch/order-task.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { notToAsk } from "../../domain/dispatch/refusals.ts";
import { planningBlocks } from "../../domain/dispatch/road-blocks.ts";
import type { Driver } from "../../domain/drivers/driver.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { type Ineligible, whyNot } from "../../domain/matching/eligibility.ts";
import { endOf } from "../../domain/matching/route.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isAllowed } from "../../domain/orders/order-life.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import { wrongStatus } from "../../domain/orders/steps/to-pickup.ts";
import type { Promised } from "../../domain/refusal.ts";
import { profileOf } from "../../domain/roads.ts";
import { finishInSlices } from "../../ports/slices.ts";
import { listOffersOfOrders } from "../../store/dispatch/round-rows.ts";
import { listDriversByPhone } from "../../store/drivers/drivers.ts";
import { findOrder } from "../../store/orders/orders.ts";
import { openDispatchMemory } from "./dispatch-memory.ts";
import { placeAll } from "./fleet-places.ts";
import { measureBlocks } from "./measure-blocks.ts";
import { readFleet } from "./read-fleet.ts";
import { type DispatchDeps, measureDeps, readHeld } from "./run-round.ts";

type Candidate = LatLng &
  Pick<Driver, "phone" | "name" | "plateNumber" | "vehicle"> & {
    readonly pickupSeconds: number;
    readonly pickupMeters: number;
    // Orders in hand.
    readonly load: number;
    // Beyond what those may take from it.
    readonly walletFree: number;
    readonly rule: Ineligible | undefined;
  };

export type Candidates = {
  readonly order: Order;
  readonly walletNeeded: number;
  // How far the search has come.
  readonly reachMeters: number;
  // Those whom no rule keeps first, then the soonest.
  readonly candidates: readonly Candidate[];
};

const LOOKED_AT_MAX = 40;

export async function rankCandidates(
  deps: DispatchDeps,
  orderId: string,
): Promised<Candidates, "ORDER_NOT_FOUND" | "INVALID_ORDER_STATUS"> {
  const order = await findOrder(deps.db, orderId);
  if (!order) return unknownOrder(orderId);
  const service = deps.catalogue.current().services.get(order.serviceId);
  if (!isAllowed(order.status, "accept") || !service) return wrongStatus(order, "accept");
  const now = deps.clock.now();
  const { cityId } = order;
  const pickup = order.points[0]!;
  // Who drives something else comes in only where there are few.
  const farness = (driver: { readonly vehicle: string; readonly lat: number; readonly lng: number }): number =>
    metersBetween(driver, pickup) + (driver.vehicle === service.vehicle ? 0 : 1e7);
  const everybody = await placeAll(deps, cityId, await readFleet(deps, cityId));
  const fleet = everybody
    .map((driver) => ({ driver, far: farness(driver) }))
    .sort((one, other) => one.far - other.far)
    .slice(0, LOOKED_AT_MAX)
    .map(({ driver }) => driver);
  const held = await readHeld(deps, openDispatchMemory(), fleet);
  const workOf = (phone: string) => held.get(phone) ?? [];
  const { places, numberOf } = numberPlaces();
  const near = fleet.map((driver) => ({
    point: numberOf(driver),
    held: workOf(driver.phone).map((work) => ({
      task: taskOf(work.order, work.service, numberOf),
      isOnBoard: work.order.status === "IN PROCESS",
    })),
  }));
  const refusedBy = notToAsk(await listOffersOfOrders(deps.db, [orderId]), order.droppedBy, now);
  const { reachMeters } = nearReach(service, secondsOf(now) - secondsOf(soughtSince(order)), POLICY);
  const match = { ...matchOrderOf(order, service, refusedBy, numberOf, POLICY), reachMeters };
  const blocks = await finishInSlices(planningBlocks([{ task: match, near }], places));
  const measured = await measureBlocks(measureDeps(deps), profileOf(service.vehicle), places, blocks);
  const travel = stretchedTravel(measured.travel, await deps.learned.factorsAt(cityId, places));
  const drivers = fleet.map((driver) => {
    const tasks = workOf(driver.phone).map((work) => ({
      order: work.order,
      task: taskOf(work.order, work.service, numberOf),
    }));
    return matchDriverOf(driver, tasks, now, numberOf, travel, POLICY.rules);
  });
  const round = { now: secondsOf(now), nextRoundAt: secondsOf(now), orders: [match], drivers, travel };
  const named = new Map(
    (
      await listDriversByPhone(
        deps.db,
        fleet.map(({ phone }) => phone),
      )
    ).map((driver) => [driver.phone, driver]),
  );
  const candidates = drivers.map((driver, at): Candidate => {
    const free = endOf(driver, driver.visits, travel);
    const { phone, lat, lng, vehicle, inHand = 0 } = fleet[at]!;
    return {
      phone,
      name: named.get(phone)?.name ?? "",
      plateNumber: named.get(phone)?.plateNumber ?? "",
      vehicle,
      lat,
      lng,
      pickupSeconds: Math.round(free.at - round.now + travel.seconds(free.point, match.pickup)),
      pickupMeters: Math.round(Math.min(travel.meters(free.point, match.pickup), 1e9)),
      load: inHand,
      walletFree: driver.walletFree,
      rule: whyNot(match, driver, round, POLICY.rules),
    };
  });
  candidates.sort((one, other) => Number(!!one.rule) - Number(!!other.rule) || one.pickupSeconds - other.pickupSeconds);
  return { order, walletNeeded: match.walletNeeded, reachMeters, candidates };
}
