import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { recordedDayOf } from "../../src/domain/simulation/record.ts";
import { recallDay } from "../../src/operations/dispatch/recall-day.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const an = await addDriver(giao, { phone: "84911600001", wallet: 1_000_000 });
const binh = await addDriver(giao, { phone: "84911600002", wallet: 1_000_000 });
const today = () => {
  const now = giao.house.clock.now().getTime();
  return { cityId: "SGN", from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) };
};

test("a day that was lived through the doors is told as a record that can be run again", async () => {
  ok(await an.online(CATHEDRAL));
  ok(await binh.online(MARKET));
  const orderId = await addOrder(giao, token);
  const [refused] = await offerTo(giao, orderId, [an.phone]);
  ok(await an.call("POST", `/offers/${refused}/decline`));
  const [taken] = await offerTo(giao, orderId, [binh.phone]);
  ok(await binh.call("POST", `/offers/${taken}/accept`));
  ok(await binh.call("POST", `/orders/${orderId}/arrive`));
  ok(await binh.call("POST", `/orders/${orderId}/pickup`));
  ok(await binh.call("POST", `/orders/${orderId}/points/1/deliver`));
  const cancelledId = await addOrder(giao, token);
  ok(await giao.call("DELETE", `/v3/orders/${cancelledId}`, { token }));
  ok(await binh.call("PUT", "/availability", { online: false }));

  const events = await recallDay(giao.house, today());
  assert.ok(!JSON.stringify(events).includes("8491160"), "a record names no phone");
  const record = recordedDayOf(events);
  assert.ok(!isRefusal(record));
  const [delivered, cancelled] = record.orders;
  assert.deepEqual(
    [delivered?.id, delivered?.end, delivered?.offers, delivered?.driverId],
    [orderId, "delivered", 2, "d2"],
  );
  assert.deepEqual([cancelled?.id, cancelled?.end], [cancelledId, "lost"]);
  assert.ok(delivered?.pickedUpAt !== undefined && delivered.deliveredAt! >= delivered.pickedUpAt);
  assert.deepEqual(record.day.orders[0]?.pickup, MARKET);
  assert.deepEqual(record.day.orders[0]?.doors, [CATHEDRAL]);
  assert.deepEqual(
    record.day.drivers.map(({ start }) => start),
    [CATHEDRAL, MARKET],
  );
});

test("another city, and another day, are another record", async () => {
  assert.deepEqual(await recallDay(giao.house, { ...today(), cityId: "HAN" }), []);
  const longAgo = { cityId: "SGN", from: new Date("2020-01-01"), to: new Date("2020-01-02") };
  assert.deepEqual(await recallDay(giao.house, longAgo), []);
});
