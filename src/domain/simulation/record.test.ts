import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { parseRecord, type RecordedEvent, recordLine } from "./record.ts";

const place = { lat: 10.77, lng: 106.7 };
const door = { lat: 10.78, lng: 106.71 };
const events: readonly RecordedEvent[] = [
  { kind: "driver_on", at: 0, driverId: "d1", place },
  { kind: "order", at: 60, orderId: "a", readyAt: 300, pickup: place, doors: [door, place] },
  { kind: "order", at: 70, orderId: "b", readyAt: 70, pickup: place, doors: [door] },
  { kind: "offered", at: 80, orderId: "a", driverId: "d2" },
  { kind: "declined", at: 90, orderId: "a", driverId: "d2" },
  { kind: "offered", at: 95, orderId: "a", driverId: "d1" },
  { kind: "accepted", at: 100, orderId: "a", driverId: "d1" },
  { kind: "picked_up", at: 400, orderId: "a", driverId: "d1" },
  { kind: "cancelled", at: 670, orderId: "b" },
  { kind: "delivered", at: 900, orderId: "a", driverId: "d1" },
  { kind: "driver_off", at: 1_000, driverId: "d1" },
  { kind: "driver_on", at: 2_000, driverId: "d1", place: door },
];

test("what is recorded can be run again: the orders, the shifts and what became of each order", () => {
  const read = parseRecord(`${events.map(recordLine).join("\n")}\n`);
  assert.ok(!isRefusal(read));
  assert.deepEqual(read.day, {
    orders: [
      { id: "a", placedAt: 60, readyAt: 300, pickup: place, doors: [door, place] },
      { id: "b", placedAt: 70, readyAt: 70, pickup: place, doors: [door] },
    ],
    drivers: [
      { id: "d1", onAt: 0, offAt: 1_000, start: place },
      { id: "d1 (2)", onAt: 2_000, offAt: 5_600, start: door },
    ],
  });
  assert.deepEqual(
    read.orders.map(({ id, end, driverId, offers, pickedUpAt, deliveredAt }) => [
      id,
      end,
      driverId,
      offers,
      pickedUpAt,
      deliveredAt,
    ]),
    [
      ["a", "delivered", "d1", 2, 400, 900],
      ["b", "lost", undefined, 0, undefined, undefined],
    ],
  );
});

test("lines may come in any order and blank ones do not count", () => {
  const forwards = parseRecord(events.map(recordLine).join("\n"));
  assert.deepEqual(parseRecord(`\n${events.toReversed().map(recordLine).join("\r\n\r\n")}`), forwards);
});

const badLines = [
  ["not JSON", "{"],
  ["not an object", "[1]"],
  ["a kind nobody knows", '{"kind":"teleported","at":1,"order":"a","driver":"d"}'],
  ["no instant", '{"kind":"cancelled","order":"a"}'],
  ["an order without doors", '{"kind":"order","at":1,"order":"a","pickup":[10,106],"doors":[]}'],
  ["a place off the earth", '{"kind":"driver_on","at":1,"driver":"d","place":[106,10.5,1]}'],
  ["a deed without its driver", '{"kind":"delivered","at":1,"order":"a"}'],
] as const;
for (const [name, line] of badLines) {
  test(`a record with ${name} is refused at its line`, () => {
    const read = parseRecord(`${recordLine(events[1]!)}\n${line}`);
    assert.ok(isRefusal(read) && read.why.startsWith("line 2 "), JSON.stringify(read));
  });
}

test("a record without orders cannot be run again", () => {
  assert.ok(isRefusal(parseRecord(recordLine(events[0]!))));
});
