// What the dispatcher decides and what the simulator decides as live, of the same moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ordered, RICH, driver as someDriver } from "../../../test/fixtures/an-order.ts";
import { bike, later, north, numberOf, orderAt, out, travel } from "../../../test/fixtures/little-street.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import { type DispatchRound, decideRound } from "../dispatch/decide-round.ts";
import { matchDriverOf } from "../dispatch/driver-route.ts";
import { matchOrderOf, secondsOf, taskOf } from "../dispatch/order-task.ts";
import { POLICY, reachMeters } from "../dispatch/policy.ts";
import type { LatLng } from "../geo.ts";
import { broadcastRadius } from "../matching/broadcast.ts";
import { endOf } from "../matching/route.ts";
import type { Order } from "../orders/order.ts";
import { accept, pickUp } from "../orders/steps/to-pickup.ts";
import { AS_LIVE, asLive } from "./as-live.ts";

// Metres along the street, by the number of the place.
const street: readonly LatLng[] = Array.from({ length: 20_001 }, (_, meters) => north(meters));

function onBoard(id: string, phone: string, door: number): Order {
  const when = { at: noon, place: null };
  const accepted = ordered(accept(orderAt(id, door, door), { ...someDriver, phone }, RICH, when));
  return ordered(pickUp(accepted, phone, when, null));
}

const scene = fc.record({
  orders: fc.array(fc.record({ from: fc.nat(9_000), to: fc.nat(9_000), ready: fc.nat(900) }), {
    minLength: 1,
    maxLength: 8,
  }),
  // Some with goods on board for a door somewhere along the street.
  drivers: fc.array(fc.record({ at: fc.nat(20_000), door: fc.option(fc.nat(20_000)) }), { maxLength: 24 }),
  waited: fc.nat(400),
});

test("the dispatcher and the simulator as live offer the same to the same drivers", () => {
  let offered = 0;
  let offeredToBusy = 0;
  fc.assert(
    fc.property(scene, ({ orders, drivers, waited }) => {
      const now = later(waited);
      const seconds = secondsOf(noon);
      const service = { ...bike, bundleMax: 3 };
      const placed = orders.map(({ from, to, ready }, at) => {
        const order = orderAt(`o${at}`, from, to, { ready_at: seconds + ready });
        return { ...order, route: { ...order.route, durationSeconds: travel.seconds(from, to) } };
      });
      const fleet = drivers.map(({ at: meters }, at) => out(`d${at}`, meters));
      const held: DispatchRound["held"] = new Map(
        drivers.flatMap(({ door }, at) =>
          door === null ? [] : [[`d${at}`, [{ order: onBoard(`h${at}`, `d${at}`, door), service }]] as const],
        ),
      );
      const live = decideRound({
        now,
        nextRoundAt: later(waited + POLICY.roundSeconds),
        waiting: placed.map((order) => ({ order, service, offers: [] })),
        fleet,
        held,
        numberOf,
        travel,
      });
      const matchDrivers = fleet.map((driver) => {
        const tasks = (held.get(driver.phone) ?? []).map(({ order }) => ({
          order,
          task: taskOf(order, service, numberOf),
        }));
        return matchDriverOf(driver, tasks, now, numberOf, travel, POLICY.rules);
      });
      const simulated = asLive(service, street).decide({
        now: secondsOf(now),
        nextRoundAt: secondsOf(now) + POLICY.roundSeconds,
        orders: placed.map((order) => matchOrderOf(order, service, new Set(), numberOf, POLICY)),
        drivers: matchDrivers,
        travel,
      });
      for (const { order, driverPhone } of live.offers) {
        const driver = matchDrivers.find(({ id }) => id === driverPhone);
        assert.ok(driver);
        const free = endOf(driver, driver.visits, travel);
        assert.ok(free.at <= secondsOf(now) + 1_800, `${driverPhone} is free in half an hour`);
        const reach = reachMeters(service.autoAssignDistanceMeters, waited, POLICY);
        const ring = broadcastRadius(service.broadcastDistanceMeters, waited);
        const away = travel.meters(free.point, numberOf(order.points[0]!));
        assert.ok(away <= Math.max(reach, ring), `${driverPhone} is within reach from where they are free`);
        if (driver.visits.length > 0) offeredToBusy++;
      }
      const told = (pairs: readonly string[]) => pairs.toSorted();
      offered += live.offers.length;
      assert.deepEqual(
        told(simulated.flatMap(({ driverId, orderIds }) => orderIds.map((id) => `${id} ${driverId}`))),
        told(live.offers.map(({ order, driverPhone }) => `${order.id} ${driverPhone}`)),
      );
    }),
    { numRuns: 400 },
  );
  assert.ok(offered > 200 && offeredToBusy > 20, `${offered} offers, ${offeredToBusy} to busy drivers`);
  assert.equal(asLive(bike, street).name, AS_LIVE);
});
