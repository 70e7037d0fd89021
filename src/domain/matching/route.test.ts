import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anOrder, planeTravel } from "../../../test/fixtures/little-round.ts";
import { MATCH_RULES } from "./round.ts";
import { bestInsertion, insert, type OrderTask, type RouteStart, routeCost, timesOf, type Visit } from "./route.ts";

// A street: point n lies n hundred metres along it.
const street = planeTravel(Array.from({ length: 30 }, (_, at) => ({ x: 100 * at, y: 0 })));
const rules = { ...MATCH_RULES, delayWeight: 1, lateWeight: 0, drivingWeight: 0 };
const atZero: RouteStart = { point: 0, freeAt: 0, offAt: Infinity, onBoard: [] };

const visitsOf = (order: OrderTask): readonly Visit[] => [
  { order, kind: "pickup" },
  { order, kind: "doors" },
];

test("a route's times add driving, waiting for goods and handing over", () => {
  const order = anOrder({ id: "a", pickup: 3, firstDoor: 5, readyAt: 400, pickupSeconds: 60, doorsSeconds: 30 });
  assert.deepEqual(
    timesOf(atZero, visitsOf(order), street).map(({ leaveAt, doneAt }) => [leaveAt, doneAt]),
    [
      [0, 460],
      [460, 690],
    ],
  );
  assert.equal(routeCost(atZero, visitsOf(order), rules, street), 690);
});

test("an order on the way is taken along, one off the way comes afterwards", () => {
  const first = anOrder({ id: "first", pickup: 1, firstDoor: 10 });
  const onTheWay = anOrder({ id: "along", pickup: 2, firstDoor: 9 });
  const offTheWay = anOrder({ id: "back", pickup: 9, firstDoor: 1 });
  const base = routeCost(atZero, visitsOf(first), rules, street);
  const along = bestInsertion(atZero, visitsOf(first), base, onTheWay, rules, street);
  assert.deepEqual(along && [along.pickupAt, along.doorsAt], [1, 1]);
  const after = bestInsertion(atZero, visitsOf(first), base, offTheWay, rules, street);
  assert.deepEqual(after && [after.pickupAt, after.doorsAt], [2, 2]);
});

test("an order that must travel alone is never put on board with another", () => {
  const first = anOrder({ id: "first", pickup: 1, firstDoor: 10 });
  const alone = anOrder({ id: "alone", pickup: 2, firstDoor: 9, bundleMax: 1 });
  const base = routeCost(atZero, visitsOf(first), rules, street);
  const at = bestInsertion(atZero, visitsOf(first), base, alone, rules, street);
  assert.deepEqual(at && [at.pickupAt, at.doorsAt], [2, 2]);
});

test("what is on board already counts for the room there is", () => {
  const carried = anOrder({ id: "carried", pickup: 0, firstDoor: 20, bundleMax: 2 });
  const second = anOrder({ id: "second", pickup: 1, firstDoor: 19, bundleMax: 2 });
  const third = anOrder({ id: "third", pickup: 2, firstDoor: 18, bundleMax: 2 });
  const start: RouteStart = { ...atZero, onBoard: [{ order: carried, pickedUpAt: 0 }] };
  const visits = insert([{ order: carried, kind: "doors" }], second, { cost: 0, pickupAt: 0, doorsAt: 0 });
  const at = bestInsertion(start, visits, routeCost(start, visits, rules, street), third, rules, street);
  assert.ok(at && at.pickupAt >= 2, "it waits until one of the two is delivered");
});

test("no pickup is planned past the end of the shift", () => {
  const order = anOrder({ id: "late", pickup: 5, firstDoor: 6, pickupSeconds: 10 });
  const until = (offAt: number) => bestInsertion({ ...atZero, offAt }, [], 0, order, rules, street);
  assert.equal(until(509), undefined);
  assert.notEqual(until(510), undefined);
});

test("a driver who is late for their shift's end already can still be compared", () => {
  const held = anOrder({ id: "held", pickup: 10, firstDoor: 11 });
  const start: RouteStart = { ...atZero, offAt: 500 };
  const base = routeCost(start, visitsOf(held), rules, street);
  const soon = anOrder({ id: "soon", pickup: 1, firstDoor: 2 });
  assert.notEqual(bestInsertion(start, visitsOf(held), base, soon, rules, street), undefined);
});

test("goods are not driven about: a long detour costs more than a wait", () => {
  const carried = anOrder({ id: "carried", pickup: 0, firstDoor: 1 });
  const start: RouteStart = { ...atZero, onBoard: [{ order: carried, pickedUpAt: 0 }] };
  const far = anOrder({ id: "far", pickup: 25, firstDoor: 26, placedAt: -3_000, dueAt: -1_000 });
  const visits: readonly Visit[] = [{ order: carried, kind: "doors" }];
  const at = bestInsertion(start, visits, routeCost(start, visits, rules, street), far, rules, street);
  assert.deepEqual(at && [at.pickupAt, at.doorsAt], [1, 1]);
});

test("a place no way leads to has no insertion", () => {
  const nowhere = {
    ...street,
    seconds: (from: number, to: number) => (to === 7 ? Infinity : street.seconds(from, to)),
  };
  const order = anOrder({ id: "island", pickup: 7, firstDoor: 8 });
  assert.equal(bestInsertion(atZero, [], 0, order, rules, nowhere), undefined);
});

test("the insertion told is the cheapest of all, and costs what the whole route costs", () => {
  const point = fc.integer({ min: 0, max: 29 });
  const seconds = fc.integer({ min: 0, max: 1_500 });
  const order = fc.record({
    pickup: point,
    firstDoor: point,
    readyAt: seconds,
    dueAt: seconds,
    pickupSeconds: fc.integer({ min: 0, max: 300 }),
    bundleMax: fc.integer({ min: 1, max: 3 }),
    isPlanned: fc.boolean(),
  });
  const shifts = fc.integer({ min: 500, max: 9_000 });
  const weights = { ...MATCH_RULES, detourSecondsMax: 600 };
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 5 }), shifts, fc.boolean(), (drawn, offAt, isLoaded) => {
      const orders = drawn.map((change, at) => anOrder({ id: `o${at}`, ...change }));
      const carried = isLoaded ? orders.slice(0, 1) : [];
      const start = { ...atZero, offAt, onBoard: carried.map((one) => ({ order: one, pickedUpAt: 0 })) };
      let visits: readonly Visit[] = carried.map((one) => ({ order: one, kind: "doors" }));
      for (const task of orders.slice(carried.length)) {
        const base = routeCost(start, visits, weights, street);
        const at = bestInsertion(start, visits, base, task, weights, street);
        const all: number[] = [];
        for (let pickupAt = 0; pickupAt <= visits.length; pickupAt++) {
          for (let doorsAt = pickupAt; doorsAt <= visits.length; doorsAt++) {
            all.push(routeCost(start, insert(visits, task, { cost: 0, pickupAt, doorsAt }), weights, street));
          }
        }
        // A place that breaks a limit is none.
        const allowed = all.filter((cost) => cost < base + 1e9);
        assert.equal(at === undefined, allowed.length === 0);
        if (!at) continue;
        visits = insert(visits, task, at);
        assert.equal(at.cost, Math.min(...allowed));
        assert.equal(at.cost, routeCost(start, visits, weights, street));
      }
    }),
    { numRuns: 1_000 },
  );
});
