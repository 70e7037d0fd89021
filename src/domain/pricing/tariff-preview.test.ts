import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder } from "../../../test/fixtures/an-order.ts";
import { littleCatalogue, serviceOf } from "../../../test/fixtures/little-catalogue.ts";
import { point } from "../../../test/fixtures/order-call.ts";
import { plotFee, repriceOrders } from "./tariff-preview.ts";

const bike = serviceOf(littleCatalogue(), "SGN-BIKE");
const noonThere = { day: 1, minuteOfDay: 720, second: 0 };

test("a tariff is drawn from nothing to the last kilometre, in steps of two decimals", () => {
  assert.deepEqual(plotFee("x * 1000 + h", 2, 10, 4), [
    { x: 0, fee: 2 },
    { x: 3.33, fee: 3_332 },
    { x: 6.67, fee: 6_672 },
    { x: 10, fee: 10_002 },
  ]);
});

// 3 km, 4 km and 10 km, one delivery each: 27,000, 27,000 and 62,640 by the tariff that is.
const orders = [3_000, 4_000, 10_000].map((distanceMeters, at) => ({
  ...openedOrder({ path: [point(), point()] }, { route: { distanceMeters, durationSeconds: 600 } }),
  id: `26AAAAA${at}`,
}));

test("what an order passed is priced by the new tariff's fees", () => {
  const [order] = orders;
  const pricing = { ...order!.pricing, tollFee: 10_000, ferryFee: 0, tolls: 2, ferries: 1 };
  const { totalAfter } = repriceOrders(
    { ...bike, tollFee: 7_000, ferryFee: 500 },
    [{ ...order!, pricing }],
    () => noonThere,
    1,
  );
  assert.equal(totalAfter, 27_000 + 14_500);
  assert.equal(repriceOrders(bike, [{ ...order!, pricing }], () => noonThere, 1).totalAfter, 27_000);
});

test("last week's orders by another tariff: sums, how many change which way, and those that change most first", () => {
  const flat = { ...bike, distanceFee: "25000 if x <= 3 else 30000", vatRate: 0, commissionRate: 1_000 };
  for (const given of [
    orders.toReversed(),
    [orders[1]!, orders[2]!, orders[0]!],
    [orders[0]!, orders[2]!, orders[1]!],
  ]) {
    const { examples } = repriceOrders(flat, given, () => noonThere, 3);
    assert.deepEqual(
      examples.map(({ orderId }) => orderId),
      ["26AAAAA2", "26AAAAA1", "26AAAAA0"],
    );
  }
  assert.deepEqual(
    repriceOrders(flat, orders, () => noonThere, 2),
    {
      orders: 3,
      totalBefore: 116_640,
      totalAfter: 85_000,
      dearer: 1,
      cheaper: 2,
      commissionBefore: 5_300 + 5_300 + 12_296,
      commissionAfter: 2_500 + 3_000 + 3_000,
      examples: [
        { orderId: "26AAAAA2", x: 10, before: 62_640, after: 30_000 },
        { orderId: "26AAAAA1", x: 4, before: 27_000, after: 30_000 },
      ],
    },
  );
});

test("the same tariff changes nothing, and surge is asked for each order's own time", () => {
  const same = repriceOrders(bike, orders, () => noonThere, 9);
  assert.deepEqual([same.dearer, same.cheaper, same.totalAfter], [0, 0, same.totalBefore]);
  assert.equal(same.examples.length, 3);
  const surged = {
    ...bike,
    surgeRules: [{ during: { days: [1], fromMinute: 0, toMinute: 1_440 }, rate: 20_000 }],
  } as const;
  const days = new Map(orders.map((order, at) => [order.id, at]));
  const { dearer } = repriceOrders(
    surged,
    orders,
    ({ id }) => ({ day: days.get(id) ?? 0, minuteOfDay: 720, second: 0 }),
    9,
  );
  assert.equal(dearer, 1);
});
