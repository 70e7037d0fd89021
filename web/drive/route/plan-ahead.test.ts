import assert from "node:assert/strict";
import { test } from "node:test";
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";
import { meantBy, parcelsOf } from "./parcels.ts";
import { loadingNow, minutesBehind, type PlanStop, stopsAhead } from "./plan-ahead.ts";

// "+a" is the pickup of a, "a1" its first door.
const stop = (word: string, more: Partial<PlanStop> = {}): PlanStop => ({
  order_id: word[0] === "+" ? word.slice(1) : word[0]!,
  kind: word[0] === "+" ? "pickup" : "delivery",
  path_index: word[0] === "+" ? 0 : Number(word[1]),
  lat: 10,
  lng: 106,
  address: "",
  name: "",
  eta: 0,
  eta_low: 0,
  eta_high: 0,
  planned: 0,
  deliver_by: 0,
  parcels: 1,
  skipped: false,
  ...more,
});
const stops = (text: string) => text.split(" ").map((word) => stop(word));
const order = (id: string, status: string, doors: readonly string[]) =>
  ({
    order_id: id,
    status,
    path: ["", ...doors].map((door, index) => ({
      index,
      status: door,
      tracking_number: index ? `T${id}${index}` : "",
      address: "",
    })),
  }) as unknown as DriverOrder;
const told = (list: readonly PlanStop[]) =>
  list
    .map(
      ({ order_id, path_index, skipped }) =>
        `${path_index ? order_id + path_index : `+${order_id}`}${skipped ? "!" : ""}`,
    )
    .join(" ");

for (const [name, plan, orders, skips, expected] of [
  ["as it is", "+a a1 +b b1", [order("a", "ACCEPTED", [""]), order("b", "ACCEPTED", [""])], [], "+a a1 +b b1"],
  [
    "what is picked up and delivered is gone",
    "+a a1 a2 +b b1",
    [order("a", "IN PROCESS", ["COMPLETED", ""]), order("b", "ACCEPTED", [""])],
    [],
    "a2 +b b1",
  ],
  ["an order that left is gone", "+a a1 +b b1", [order("b", "ACCEPTED", [""])], [], "+b b1"],
  [
    "doors are skipped together",
    "a1 a2 +b b1",
    [order("a", "IN PROCESS", ["", ""]), order("b", "ACCEPTED", [""])],
    [["a", 1]],
    "+b a1! a2! b1",
  ],
  [
    "a pickup takes its doors along",
    "+a +b a1 b1",
    [order("a", "ACCEPTED", [""]), order("b", "ACCEPTED", [""])],
    [["a", 0]],
    "+b +a! a1! b1",
  ],
  [
    "what is not next stays where it is",
    "+b a1 b1",
    [order("a", "IN PROCESS", [""]), order("b", "ACCEPTED", [""])],
    [["a", 1]],
    "+b a1 b1",
  ],
] as const)
  test(`stops ahead: ${name}`, () => {
    const steps = skips.map(([orderId, pathIndex]) => ({ name: "skip", orderId, pathIndex }) as const);
    assert.equal(told(stopsAhead({ stops: stops(plan) }, orders, steps)), expected);
  });

test("several orders at the next counter are loaded together, so are several parcels of a planned one, and not those of another counter", () => {
  assert.equal(told(loadingNow(stops("+a +b a1 b1"))), "+a +b");
  assert.equal(told(loadingNow(stops("+a a1 +b b1"))), "");
  assert.equal(told(loadingNow([stop("+a", { parcels: 3 }), stop("a1")])), "", "of an immediate service");
  assert.equal(told(loadingNow([stop("+a", { parcels: 3, deliver_by: 9 }), stop("a1")])), "+a");
  assert.equal(told(loadingNow([stop("+a", { deliver_by: 9 }), stop("a1")])), "");
  assert.equal(told(loadingNow([stop("+a"), stop("+b", { lat: 11 })])), "");
  assert.equal(told(loadingNow(stops("a1 +b +c"))), "");
});

test("late or early by the next stop, and neither within three minutes", () => {
  const behind = (eta: number, planned: number) => minutesBehind([stop("+a", { eta, planned })]);
  assert.deepEqual([behind(1_000, 0), behind(0, 1_000)], [undefined, undefined]);
  assert.deepEqual([behind(1_100, 1_000), behind(1_600, 1_000), behind(1_000, 1_600)], [0, 10, -10]);
});

test("a label means a parcel by its number, all of an order by its id, at the end of a link too", () => {
  const parcels = parcelsOf([order("26A", "ACCEPTED", ["", ""]), order("26B", "ACCEPTED", [""])]);
  const keys = (text: string) => meantBy(text, parcels).map(({ key }) => key);
  assert.deepEqual(keys(" t26a2 "), ["26A 2"]);
  assert.deepEqual(keys("26a"), ["26A 1", "26A 2"]);
  assert.deepEqual(keys("https://giao.example/t/26B"), ["26B 1"]);
  assert.deepEqual(keys("t26b1"), ["26B 1"]);
  const three = parcelsOf([{ ...order("26C", "ACCEPTED", [""]), parcels: 3 }]);
  assert.deepEqual(
    three.map(({ key, nth }) => `${key} ${nth?.at}/${nth?.of}`),
    ["26C 1 1/3", "26C +1 2/3", "26C +2 3/3"],
  );
  const scanned = (checked: number) => meantBy("T26C1", three, (parcel) => three.indexOf(parcel) < checked);
  assert.deepEqual(
    [scanned(0), scanned(2), scanned(3)],
    [[three[0]], [three[2]], [three[0]]],
    "each scan is the next one",
  );
  assert.equal(meantBy("26c", three).length, 3);
  const apart = parcelsOf([{ ...order("26D", "ACCEPTED", ["", ""]), parcels: 3 }]);
  assert.deepEqual(
    apart.map(({ trackingNumber }) => trackingNumber),
    ["T26D1", "T26D2", ""],
  );
  assert.deepEqual([keys(""), keys("nothing"), keys("https://giao.example/")], [[], [], []]);
});
