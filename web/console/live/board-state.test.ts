import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { packMoves } from "../../../src/domain/board/live-moves.ts";
import { afterChanges } from "./board-state.ts";

const driver = (n: number, more: Partial<LiveCity["drivers"][number]> = {}): LiveCity["drivers"][number] => ({
  n,
  mobile: `8491100000${n}`,
  name: `Driver ${n}`,
  plate_number: "59A1",
  vehicle: "BIKE",
  lat: 10.77,
  lng: 106.7,
  heading: null,
  heard_time: 0,
  carrying: 0,
  ...more,
});
const order = (order_id: string, status: "ASSIGNING" | "ACCEPTED"): LiveCity["orders"][number] => ({
  order_id,
  status,
  service_id: "SGN-BIKE",
  mobile: "",
  create_time: 0,
  due_time: 0,
  points: [],
});
const counts = { drivers: 2, busy: 0, orders: 2, waiting: 2 };
const city: LiveCity = {
  city_id: "SGN",
  drivers: [driver(0), driver(1)],
  orders: [order("A", "ASSIGNING"), order("B", "ASSIGNING")],
  counts,
  full: false,
};

test("drivers move, come and go, and nobody else is touched", () => {
  const moves = packMoves([{ n: 0, north: 100, east: -50, heading: 90 }]);
  const moved = afterChanges(city, { moves });
  assert.deepEqual(moved.drivers, [driver(0, { lat: 10.771, lng: 106.6995, heading: 90 }), driver(1)]);
  assert.equal(moved.orders, city.orders);
  const other = afterChanges(moved, { drivers: [driver(1, { carrying: 1 }), driver(2)], gone: [0] });
  assert.deepEqual(other.drivers, [driver(1, { carrying: 1 }), driver(2)]);
});

test("orders change and close, counts are the server's", () => {
  const changed = afterChanges(city, {
    orders: [order("B", "ACCEPTED"), order("C", "ASSIGNING")],
    closed: ["A"],
    counts: { ...counts, waiting: 9 },
    full: true,
  });
  assert.deepEqual(changed.orders, [order("B", "ACCEPTED"), order("C", "ASSIGNING")]);
  assert.deepEqual([changed.counts.waiting, changed.full], [9, true]);
  assert.equal(changed.drivers, city.drivers);
});
