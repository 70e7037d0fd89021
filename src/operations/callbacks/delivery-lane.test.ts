// What an endpoint is given at a time, what may leave next, and when it lets go.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "../../store/callbacks/endpoints.ts";
import type { DueEvent } from "../../store/callbacks/queue.ts";
import { DeliveryLane } from "./delivery-lane.ts";

const NOW = new Date("2026-03-02T05:00:00Z");
const LATER = new Date(NOW.getTime() + 1_000);
const SAVED = new Date("2026-03-01T00:00:00Z");

function endpoint(given: Partial<Endpoint> = {}): Endpoint {
  return {
    partnerId: "p1",
    url: "https://shop.test/giao",
    auth: { type: "none" },
    secret: "",
    previousSecret: null,
    previousSecretUntil: null,
    inFlightMax: 4,
    savedAt: SAVED,
    stoppedAt: null,
    failures: 0,
    probeAt: null,
    ...given,
  };
}

let made = 0;
function event(orderId = `26AAAA${made++}`): DueEvent {
  const at = NOW;
  return {
    orderId,
    seq: 1,
    partnerId: "p1",
    queuedAt: at,
    scheduledAt: at,
    failures: 0,
    tries: 0,
    body: "{}",
    savedAt: SAVED,
  };
}

function filled(lane: DeliveryLane, count: number): DeliveryLane {
  for (let each = 0; each < count; each++) lane.load(event());
  return lane;
}

test("a steady endpoint is loaded 24 rounds ahead, and again once 8 rounds are left", () => {
  const room = (waiting: number) => filled(new DeliveryLane(endpoint()), waiting).room(NOW);
  assert.deepEqual([0, 1, 31, 32, 33, 96].map(room), [96, 95, 65, 64, 0, 0]);
  assert.equal(new DeliveryLane(endpoint({ inFlightMax: 2 })).room(NOW), 48);
});

test("a failing endpoint, or one with a cap of one, is given one event at a time, counting what waits and what is under way", () => {
  for (const given of [{ failures: 3 }, { inFlightMax: 1 }]) {
    const lane = new DeliveryLane(endpoint(given));
    assert.equal(lane.room(NOW), 1);
    lane.load(event());
    assert.equal(lane.room(NOW), 0);
    assert.ok(lane.next(NOW));
    assert.equal(lane.room(NOW), 0);
    lane.exchanged();
    assert.equal(lane.room(NOW), 1);
  }
});

test("more than one event at hand of an endpoint that has begun to fail leaves no room, never less than none", () => {
  const lane = filled(new DeliveryLane(endpoint()), 3);
  lane.circuit = { failures: 3, probeAt: undefined };
  assert.equal(lane.room(NOW), 0);
});

test("no more are under way than the cap; they leave in the order in which they were loaded", () => {
  const lane = new DeliveryLane(endpoint({ inFlightMax: 2 }));
  for (const orderId of ["A", "B", "C"]) lane.load(event(orderId));
  assert.deepEqual([lane.next(NOW)?.orderId, lane.next(NOW)?.orderId, lane.next(NOW)?.orderId], ["A", "B", undefined]);
  lane.exchanged();
  assert.equal(lane.next(NOW)?.orderId, "C");
  lane.exchanged();
  assert.equal(lane.next(NOW), undefined);
});

test("an order is busy from the load until its try is recorded, and the lane is empty only then", () => {
  const lane = new DeliveryLane(endpoint());
  assert.ok(lane.isEmpty);
  const one = event("A");
  lane.load(one);
  assert.deepEqual([[...lane.busyOrderIds], lane.isEmpty], [["A"], false]);
  assert.equal(lane.next(NOW), one);
  lane.exchanged();
  assert.deepEqual([[...lane.busyOrderIds], lane.isEmpty], [["A"], false]);
  lane.recorded(one);
  assert.deepEqual([[...lane.busyOrderIds], lane.isEmpty], [[], true]);
});

test("sending marks the lane as used, asking for nothing does not", () => {
  const lane = new DeliveryLane(endpoint());
  assert.equal(lane.wasUsed, true);
  lane.wasUsed = false;
  assert.equal(lane.next(NOW), undefined);
  assert.equal(lane.wasUsed, false);
  lane.load(event());
  lane.next(NOW);
  assert.equal(lane.wasUsed, true);
});

test("an open circuit sends nothing until its probe is due, and puts back what waits but not what is under way", () => {
  const lane = new DeliveryLane(endpoint());
  lane.load(event("A"));
  lane.load(event("B"));
  assert.equal(lane.next(NOW)?.orderId, "A");
  lane.circuit = { failures: 10, probeAt: LATER };
  assert.deepEqual([lane.isClosed(NOW), lane.room(NOW), lane.next(NOW)], [true, 0, undefined]);
  assert.deepEqual([...lane.busyOrderIds], ["A"]);
  lane.exchanged();
  assert.deepEqual([lane.isClosed(LATER), lane.room(LATER), lane.next(LATER)], [false, 1, undefined]);
});

test("what waits stays at hand while as many as allowed are under way", () => {
  const lane = new DeliveryLane(endpoint({ inFlightMax: 1 }));
  lane.load(event("A"));
  lane.load(event("B"));
  lane.next(NOW);
  assert.equal(lane.next(NOW), undefined);
  lane.exchanged();
  assert.equal(lane.next(NOW)?.orderId, "B");
});

test("a lane that recovers or was stopped is closed, and open again afterwards", () => {
  const lane = filled(new DeliveryLane(endpoint()), 1);
  lane.isRecovering = true;
  assert.deepEqual([lane.isClosed(NOW), lane.room(NOW)], [true, 0]);
  lane.isRecovering = false;
  assert.equal(lane.isClosed(NOW), false);
  lane.stoppedAt = NOW;
  assert.equal(lane.isClosed(NOW), true);
  assert.equal(lane.next(NOW), undefined);
  assert.ok(lane.isEmpty);
});

test("a lane begins with what the database knows of its endpoint", () => {
  const lane = new DeliveryLane(endpoint());
  assert.deepEqual([lane.partnerId, lane.wantsMore], ["p1", false]);
  assert.equal(new DeliveryLane(endpoint({ failures: 10, probeAt: LATER })).isClosed(NOW), true);
  assert.equal(new DeliveryLane(endpoint({ failures: 10, probeAt: NOW })).isClosed(NOW), false);
  assert.equal(new DeliveryLane(endpoint({ failures: 10 })).room(NOW), 1);
});

test("settings saved since are a clean slate; the same settings read again change nothing", () => {
  const lane = new DeliveryLane(endpoint());
  lane.circuit = { failures: 10, probeAt: LATER };
  lane.stoppedAt = NOW;
  const again = endpoint({ inFlightMax: 7 });
  lane.refresh(again);
  assert.equal(lane.endpoint, again);
  assert.deepEqual([lane.circuit.failures, lane.stoppedAt], [10, NOW]);
  lane.refresh(endpoint({ savedAt: NOW }));
  assert.deepEqual([lane.circuit.failures, lane.stoppedAt, lane.isClosed(NOW)], [0, undefined, false]);
});
