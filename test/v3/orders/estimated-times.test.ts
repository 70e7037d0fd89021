// When an estimate expects the order to be fetched and delivered, and in which order it would drive the stops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOOR_SECONDS, PICKUP_SECONDS } from "../../../src/domain/dispatch/order-task.ts";
import { UNKNOWN_TIMES } from "../../../src/domain/eta/expected-times.ts";
import { leg } from "../../harness/crow-roads.ts";
import { assertOk } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../../harness/orders.ts";
import { until } from "../../harness/until.ts";

const orders = await startOrderTests();
const now = (): number => orders.house.clock.now().getTime() / 1_000;

async function estimated(change: Body = {}, services = ["SGN-BIKE"]): Promise<readonly Json[]> {
  const { service_id: _service, requests: _requests, ...body } = orderBody(change);
  const answer = await orders.estimate({ ...body, services: services.map((_id) => ({ _id, requests: [] })) });
  assertOk(answer);
  return answer.body.map(({ data }: Json) => data);
}
// What is learnt is read beside a call.
function seen(isSo: (data: Json) => boolean, change: Body = {}): Promise<Json> {
  return until("it is learnt", async () => {
    const [data] = await estimated(change);
    return isSo(data) && data;
  });
}

test("an estimate says when a driver is expected at the pickup and at the last door, and what that is made of", async () => {
  const before = now();
  const [{ eta, duration }] = (await estimated()) as [Json];
  const { assignSeconds, pickupSeconds } = UNKNOWN_TIMES;
  assert.deepEqual([eta.assign_seconds, eta.pickup_seconds], [assignSeconds, pickupSeconds]);
  assert.equal(duration, leg(PICKUP, DELIVERY).durationSeconds);
  assert.equal(eta.ride_seconds, PICKUP_SECONDS + duration);
  assert.ok(Math.abs(eta.pickup - before - assignSeconds - pickupSeconds) < 30);
  assert.equal(eta.delivery, eta.pickup + eta.ride_seconds);
});

test("doors before the last take time, and an order for later is expected later", async () => {
  const at = now() + 7_200;
  const path = [point(), point(DELIVERY), point({ lat: 10.8, lng: 106.69 })];
  const [{ eta, duration }] = (await estimated({ path, order_time: at })) as [Json];
  assert.equal(eta.ride_seconds, PICKUP_SECONDS + duration + DOOR_SECONDS);
  assert.ok(eta.pickup >= at + eta.assign_seconds);
  // Waiting for an agreed time makes nothing less sure.
  const widthAt = async (order_time: number) => {
    const [{ eta: told }] = (await estimated({ path, order_time })) as [Json];
    return told.high - told.low;
  };
  const [atOnce, tomorrow] = [await widthAt(0), await widthAt(now() + 86_400)];
  assert.ok(Math.abs(tomorrow - atOnce) <= 60, `${tomorrow} s tomorrow, ${atOnce} s at once`);
});

test("what drivers lately took is what is expected of the next one", async () => {
  for (let count = 0; count < 5; count++) {
    const { _id } = await orders.created();
    await orders.advance(200);
    assertOk(await orders.play(_id, "accept", { mobile: "84911000001" }));
    await orders.advance(100);
    assertOk(await orders.play(_id, "arrive"));
  }
  await orders.advance(301);
  const { eta } = await seen((data) => data.eta.assign_seconds !== UNKNOWN_TIMES.assignSeconds);
  assert.ok(eta.assign_seconds >= 200 && eta.assign_seconds < 220, `${eta.assign_seconds}`);
  assert.ok(eta.pickup_seconds >= 100 && eta.pickup_seconds < 120, `${eta.pickup_seconds}`);
  // Another service has taught nothing.
  const [, eco] = await estimated({}, ["SGN-BIKE", "SGN-ECO"]);
  assert.equal(eco.eta.assign_seconds, UNKNOWN_TIMES.assignSeconds);
});

test("once there are enough trips, the ride is as long as they took", async () => {
  await orders.house.db`
    insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
    select 'SGN', 'BIKE', ${PICKUP.lat}, ${PICKUP.lng}, ${orders.house.clock.now()}, 600, 1200
    from generate_series(1, 500)`;
  await orders.advance(601);
  const plain = PICKUP_SECONDS + leg(PICKUP, DELIVERY).durationSeconds;
  const { eta, duration } = await seen((data) => data.eta.ride_seconds > plain);
  const stretched = (eta.ride_seconds - PICKUP_SECONDS) / duration;
  assert.ok(stretched > 1.8 && stretched < 2.2, `stretched ${stretched} times`);
  // Six hours later nothing was slow, which is known where that hour is asked for, not now.
  await orders.house.db`
    insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
    select 'SGN', 'BIKE', ${PICKUP.lat}, ${PICKUP.lng}, ${new Date(now() * 1_000 - 18 * 3_600_000)}, 600, 600
    from generate_series(1, 500)`;
  await orders.advance(601);
  const later = (told: Json) => (told.eta.ride_seconds - PICKUP_SECONDS) / told.duration;
  const order_time = now() + 6 * 3_600;
  assert.ok(later(await seen((told) => later(told) < 1.3, { order_time })) < 1.3);
  assert.ok(later((await estimated())[0]) > 1.6);
});

test("with route_optimized an estimate says the order of the stops, as create will drive them", async () => {
  const at = (name: string, lat: number) => point({ name, lat, lng: PICKUP.lng });
  const path = [point(), at("far", 10.85), at("near", 10.79), at("middle", 10.81)];
  const [data] = await estimated({ path, route_optimized: true });
  assert.deepEqual([data.stop_order, data.stop_order_changed], [[0, 2, 3, 1], true]);
  const order = await orders.created(orderBody({ path, route_optimized: true }));
  assert.deepEqual(
    order.path.map(({ name }: Json) => name),
    data.stop_order.map((index: number) => path[index]?.name),
  );
  const sorted = data.stop_order.map((index: number) => path[index]);
  const [again] = await estimated({ path: sorted, route_optimized: true });
  assert.deepEqual([again.stop_order, again.stop_order_changed], [[0, 1, 2, 3], false]);
  const [asGiven] = await estimated({ path });
  assert.equal("stop_order" in asGiven || "stop_order_changed" in asGiven, false);
});
