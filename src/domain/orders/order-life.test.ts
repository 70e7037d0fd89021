import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder } from "../../../test/fixtures/an-order.ts";
import { isFinished } from "./order.ts";
import {
  allowedEvents,
  EDITABLE_STATUSES,
  isAllowed,
  LIFE,
  LIFE_EVENTS,
  next,
  ONGOING_STATUSES,
  STATUSES,
} from "./order-life.ts";
import { move } from "./order-step.ts";

test("cancel is allowed exactly in the five states of the specification", () => {
  const cancellable = STATUSES.filter((status) => isAllowed(status, "cancel"));
  assert.deepEqual(cancellable, ["IDLE", "ASSIGNING", "ACCEPTED", "CONFIRMING", "PAYING"]);
});

test("goods are taken in the three states before the way to the doors", () => {
  assert.deepEqual(
    STATUSES.filter((status) => isAllowed(status, "pickup")),
    ["ACCEPTED", "CONFIRMING", "PAYING"],
  );
});

test("an order can be edited exactly in the three states of the specification", () => {
  assert.deepEqual(EDITABLE_STATUSES, ["IDLE", "ASSIGNING", "ACCEPTED"]);
});

test("COMPLETED and CANCELLED never change status again", () => {
  for (const row of LIFE) {
    for (const from of row.from) {
      if (from === "COMPLETED" || from === "CANCELLED") assert.equal(row.to, from, row.event);
    }
  }
  assert.deepEqual(allowedEvents("CANCELLED"), []);
  const aboutGoods = ["retry", "redeliver", "refail", "return_ask", "return_begin", "return_done"];
  assert.deepEqual(allowedEvents("COMPLETED"), aboutGoods);
});

test("every order can reach an end, and every status can be reached", () => {
  const reached = new Set<string>(["IDLE", "ASSIGNING"]);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const row of LIFE) if (row.from.some((from) => reached.has(from))) reached.add(row.to);
  }
  assert.deepEqual([...reached].sort(), [...STATUSES].sort());
  for (const status of ONGOING_STATUSES) {
    const seen = new Set<string>([status]);
    for (const each of seen) for (const row of LIFE) if (row.from.some((from) => from === each)) seen.add(row.to);
    assert.ok(seen.has("CANCELLED") || seen.has("COMPLETED"), status);
  }
});

test("every event is somewhere in the table, and a row has a reason", () => {
  for (const event of LIFE_EVENTS)
    assert.ok(
      LIFE.some((row) => row.event === event),
      event,
    );
  for (const row of LIFE) assert.ok(row.when.length > 0);
});

test("next says where an event may lead", () => {
  assert.deepEqual(next("ACCEPTED", "arrive"), ["ACCEPTED", "CONFIRMING", "PAYING"]);
  assert.deepEqual(next("IN PROCESS", "deliver"), ["IN PROCESS", "COMPLETED"]);
  assert.deepEqual(next("IN PROCESS", "cancel"), []);
});

test("an order is ongoing until it is completed or cancelled", () => {
  assert.deepEqual(ONGOING_STATUSES, ["IDLE", "ASSIGNING", "ACCEPTED", "CONFIRMING", "PAYING", "IN PROCESS"]);
  const finished = STATUSES.filter((status) => isFinished({ status }));
  assert.deepEqual(finished, ["COMPLETED", "CANCELLED"]);
});

test("no step leads where the table does not", () => {
  const order = openedOrder();
  assert.throws(() => move(order, "pickup", "IN PROCESS", {}), /pickup does not lead from ASSIGNING to IN PROCESS/);
  assert.throws(() => move(order, "accept", "COMPLETED", {}), /accept does not lead from ASSIGNING to COMPLETED/);
  assert.equal(move(order, "accept", "ACCEPTED", {}).order.status, "ACCEPTED");
});
