import assert from "node:assert/strict";
import { test } from "node:test";
import { aDriver, anOrder, planeTravel } from "../../../test/fixtures/little-round.ts";
import { MATCH_RULES } from "../matching/round.ts";
import type { OrderTask, Visit } from "../matching/route.ts";
import { type PlannedVisit, replan } from "./stop-plan.ts";

// A street: point n lies n hundred metres along it.
const street = planeTravel(Array.from({ length: 100 }, (_, at) => ({ x: 100 * at, y: 0 })));
const order = (id: string, pickup: number, door: number) => anOrder({ id, pickup, firstDoor: door, bundleMax: 4 });
const both = (task: OrderTask): readonly Visit[] => [
  { order: task, kind: "pickup" },
  { order: task, kind: "doors" },
];
const planOf = (visits: readonly Visit[]): readonly PlannedVisit[] =>
  visits.map((visit) => ({ orderId: visit.order.id, kind: visit.kind }));
const described = (visits: readonly Visit[]) => visits.map((visit) => `${visit.kind} ${visit.order.id}`).join();
const [a, b] = [order("a", 10, 20), order("b", 30, 40)];

function plan(
  point: number,
  visits: readonly Visit[],
  before: readonly PlannedVisit[],
  completed: readonly string[] = [],
) {
  const picked = visits.filter(
    ({ order, kind }) => kind === "doors" && !visits.some((one) => one.kind === "pickup" && one.order === order),
  );
  const onBoard = picked.map((visit) => ({ order: visit.order, pickedUpAt: 0 }));
  const made = replan(aDriver({ id: "d", point, visits, onBoard }), before, new Set(completed), MATCH_RULES, street);
  return [described(made.visits), made.why];
}

test("the first order is a plan, and a second goes where it costs least", () => {
  assert.deepEqual(plan(9, both(a), []), ["pickup a,doors a", "NEW_ORDER"]);
  const between = order("c", 12, 18);
  assert.deepEqual(plan(9, [...both(a), ...both(between)], planOf(both(a))), [
    "pickup a,pickup c,doors c,doors a",
    "NEW_ORDER",
  ]);
});

test("it stays as it is while it is driven", () => {
  const all = [...both(a), ...both(b)];
  assert.deepEqual(plan(9, all, planOf(all)), [described(all), undefined]);
  assert.deepEqual(plan(10, all.slice(1), planOf(all)), [described(all.slice(1)), undefined]);
  assert.deepEqual(plan(20, both(b), planOf(all), ["a"]), [described(both(b)), undefined]);
  assert.deepEqual(plan(40, [], planOf(all), ["a", "b"]), ["", undefined]);
});

test("an order that was taken away is gone, wherever it stood", () => {
  const all = [...both(a), ...both(b)];
  assert.deepEqual(plan(9, both(b), planOf(all)), [described(both(b)), "ORDER_GONE"]);
  assert.deepEqual(plan(9, both(a), planOf(all)), [described(both(a)), "ORDER_GONE"]);
});

test("who does something else first has left it, and it is planned anew from there", () => {
  const all = [...both(a), ...both(b)];
  // Picked up b before a.
  const fresh: readonly Visit[] = [{ order: b, kind: "doors" }, ...both(a)];
  assert.deepEqual(plan(30, fresh, planOf(all)), [described(fresh), "LEFT_PLAN"]);
  // Delivered b, which stood last.
  assert.deepEqual(plan(40, both(a), planOf(all), ["b"]), [described(both(a)), "LEFT_PLAN"]);
});

test("who drives away from it has left it; a small gain unsettles nothing", () => {
  const [east, west] = [order("east", 50, 60), order("west", 40, 35)];
  const planned = [...both(east), ...both(west)];
  const fresh = [...both(west), ...both(east)];
  assert.deepEqual(plan(40, fresh, planOf(planned)), [described(fresh), "LEFT_PLAN"]);
  const [near, next] = [order("near", 10, 11), order("next", 10, 12)];
  const same = [...both(near), ...both(next)];
  assert.deepEqual(plan(10, [...both(next), ...both(near)], planOf(same)), [described(same), undefined]);
});
