// What the dispatcher decides and what the simulator decides as live, of the same moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bike, later, north, numberOf, orderAt, out, travel } from "../../../test/fixtures/little-street.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import { decideRound } from "../dispatch/decide-round.ts";
import { matchDriverOf } from "../dispatch/driver-route.ts";
import { matchOrderOf, secondsOf } from "../dispatch/order-task.ts";
import { POLICY } from "../dispatch/policy.ts";
import type { LatLng } from "../geo.ts";
import { AS_LIVE, asLive } from "./as-live.ts";

// Metres along the street, by the number of the place.
const street: readonly LatLng[] = Array.from({ length: 20_001 }, (_, meters) => north(meters));

const scene = fc.record({
  orders: fc.array(fc.record({ from: fc.nat(9_000), to: fc.nat(9_000), ready: fc.nat(900) }), {
    minLength: 1,
    maxLength: 8,
  }),
  drivers: fc.array(fc.nat(20_000), { maxLength: 24 }),
  waited: fc.nat(400),
});

test("the dispatcher and the simulator as live offer the same to the same drivers", () => {
  let offered = 0;
  fc.assert(
    fc.property(scene, ({ orders, drivers, waited }) => {
      const now = later(waited);
      const seconds = secondsOf(noon);
      const service = { ...bike, bundleMax: 3 };
      const placed = orders.map(({ from, to, ready }, at) => {
        const order = orderAt(`o${at}`, from, to, { ready_at: seconds + ready });
        return { ...order, route: { ...order.route, durationSeconds: travel.seconds(from, to) } };
      });
      const fleet = drivers.map((meters, at) => out(`d${at}`, meters));
      const live = decideRound({
        now,
        nextRoundAt: later(waited + POLICY.roundSeconds),
        waiting: placed.map((order) => ({ order, service, offers: [] })),
        fleet,
        held: new Map(),
        numberOf,
        travel,
        travelBy: "roads",
      });
      const simulated = asLive(service, street).decide({
        now: secondsOf(now),
        nextRoundAt: secondsOf(now) + POLICY.roundSeconds,
        orders: placed.map((order) => matchOrderOf(order, service, new Set(), numberOf, POLICY)),
        drivers: fleet.map((driver) => matchDriverOf(driver, [], now, numberOf, travel, POLICY.rules)),
        travel,
      });
      const told = (pairs: readonly string[]) => pairs.toSorted();
      offered += live.offers.length;
      assert.deepEqual(
        told(simulated.flatMap(({ driverId, orderIds }) => orderIds.map((id) => `${id} ${driverId}`))),
        told(live.offers.map(({ order, driverPhone }) => `${order.id} ${driverPhone}`)),
      );
    }),
    { numRuns: 200 },
  );
  assert.ok(offered > 200, `${offered} offers`);
  assert.equal(asLive(bike, street).name, AS_LIVE);
});
