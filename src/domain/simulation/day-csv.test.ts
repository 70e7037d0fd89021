import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { parseDay } from "./day-csv.ts";

const ORDERS = "id,placed_at,ready_at,pickup_lat,pickup_lng,drop_lat,drop_lng";
const DRIVERS = "id,on_at,off_at,lat,lng";
const anOrder = "o1,60,600,10.77,106.70,10.78,106.71";
const aDriver = "d1,0,7200,10.77,106.70";

test("a day is read from its two files", () => {
  assert.deepEqual(parseDay(`${ORDERS}\n${anOrder}\n`, `${DRIVERS}\n${aDriver}\n`), {
    orders: [
      {
        id: "o1",
        placedAt: 60,
        readyAt: 600,
        pickup: { lat: 10.77, lng: 106.7 },
        doors: [{ lat: 10.78, lng: 106.71 }],
      },
    ],
    drivers: [{ id: "d1", onAt: 0, offAt: 7200, start: { lat: 10.77, lng: 106.7 } }],
  });
});

test("columns in any order, more of them, quotes, blank lines, Windows line ends and a byte order mark change nothing", () => {
  const plain = parseDay(`${ORDERS}\n${anOrder}`, `${DRIVERS}\n${aDriver}`);
  const orders =
    '\ufeff\r\n"Drop_Lng",drop_lat,note,pickup_lng,pickup_lat, ready_at ,placed_at,id\r\n\r\n106.71,10.78,"a ""quick"", hot one",106.70,10.77, 600,60,"o1"\r\n\r\n';
  const drivers = "lng,lat,off_at,on_at,id\r\n106.70,10.77,7.2e3,0,d1\r\n";
  assert.deepEqual(parseDay(orders, drivers), plain);
});

const faults = [
  ["a column is missing", `${ORDERS.replace(",ready_at", "")}\n`, undefined, "orders.csv line 1: no column ready_at"],
  ["a file is empty", "", undefined, "orders.csv line 0: no column id"],
  [
    "a time is not a number",
    `${ORDERS}\n${anOrder}\n\no2,soon,600,10.77,106.70,10.78,106.71`,
    undefined,
    "orders.csv line 4: placed_at is not a number: soon",
  ],
  ["a cell is empty", `${ORDERS}\no1,60,,10.77,106.70,10.78,106.71`, undefined, "orders.csv line 2: ready_at is empty"],
  ["a row is too short", `${ORDERS}\no1,60,600,10.77,106.70,10.78`, undefined, "orders.csv line 2: drop_lng is empty"],
  [
    "a place is not on the earth",
    `${ORDERS}\no1,60,600,106.70,10.77,10.78,106.71`,
    undefined,
    "orders.csv line 2: pickup_lat, pickup_lng 106.7, 10.77 is not on the earth",
  ],
  [
    "a number is a word that Number() would read",
    `${ORDERS}\no1,Infinity,600,10.77,106.70,10.78,106.71`,
    undefined,
    "orders.csv line 2: placed_at is not a number: Infinity",
  ],
  [
    "a shift ends before it begins",
    undefined,
    `${DRIVERS}\nd1,100,50,10.77,106.70`,
    "drivers.csv line 2: off_at 50 is before on_at 100",
  ],
  ["an id is there twice", `${ORDERS}\n${anOrder}\n${anOrder}`, undefined, "the id o1 is there twice"],
  ["there are no orders", `${ORDERS}\n`, undefined, "there are no orders"],
  [
    "the day is longer than a week",
    `${ORDERS}\n${anOrder}\no2,1e9,1e9,10.77,106.70,10.78,106.71`,
    undefined,
    "more than a week",
  ],
] as const;
for (const [name, orders, drivers, why] of faults) {
  test(`a day is refused, and told where, when ${name}`, () => {
    const day = parseDay(orders ?? `${ORDERS}\n${anOrder}`, drivers ?? `${DRIVERS}\n${aDriver}`);
    assert.ok(isRefusal(day));
    assert.ok(day.why.includes(why), day.why);
  });
}

test("every bad row is told, up to twenty", () => {
  const rows = Array.from({ length: 25 }, (_, at) => `o${at},x,600,10.77,106.70,10.78,106.71`).join("\n");
  const day = parseDay(`${ORDERS}\n${rows}`, `${DRIVERS}\n${aDriver}`);
  assert.ok(isRefusal(day));
  assert.equal(day.why.split("\n").length, 21);
  assert.ok(day.why.endsWith("… and 5 more."));
});
