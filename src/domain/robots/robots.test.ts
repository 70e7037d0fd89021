import assert from "node:assert/strict";
import { test } from "node:test";
import { isWork, nextStop, type RobotOrder } from "./next-stop.ts";
import { fails, readStory } from "./story.ts";
import { spotOn, wayOf } from "./way.ts";

test("a story is read from anywhere in the remarks, and several can be told at once", () => {
  const story = readStory("Gọi trước khi đến. sim:fail:2, sim:slow; sim:fail:3");
  assert.deepEqual(story.failedPoints, [2, 3]);
  assert.equal(story.isSlow, true);
  assert.equal(story.isLeftAlone, false);
  assert.ok(fails(story, 2, 4) && fails(story, 3, 4) && !fails(story, 4, 4));
});

test("remarks without a story, or with half of one, mean a normal delivery", () => {
  const normal = readStory("");
  for (const remarks of ["leave at the door", "sim:", "sim:unknown", "sim:fail", "asim:none", "sim:nonesuch"]) {
    assert.deepEqual(readStory(remarks), normal, remarks);
  }
});

test("a returned order fails at its last point", () => {
  const story = readStory("sim:return");
  assert.ok(fails(story, 3, 3) && !fails(story, 2, 3));
});

test("each word sets its story", () => {
  assert.ok(readStory("sim:none").isLeftAlone);
  assert.ok(readStory("sim:no_driver").isRefused);
  assert.ok(readStory("sim:drop").isDropped);
});

test("a failed delivery is brought back if its story says so, and otherwise keeps no robot busy", () => {
  const failed = (remarks: string, subStatus: string): RobotOrder => ({
    order_id: "o",
    status: "COMPLETED",
    sub_status: subStatus,
    remarks,
    index: 0,
    path: [
      { index: 0, status: "", lat: 10, lng: 106 },
      { index: 1, status: "FAILED", lat: 10.01, lng: 106 },
    ],
  });
  const at = { lat: 10.01, lng: 106 };
  assert.equal(nextStop([failed("sim:return", "")], at)?.kind, "return");
  assert.equal(nextStop([failed("sim:return", "IN_RETURN")], at)?.kind, "return");
  assert.equal(isWork(failed("sim:fail:1", "")), false);
  assert.equal(nextStop([{ ...failed("", ""), return_asked: true }], at)?.kind, "return");
  const again = { ...failed("", "IN_REDELIVERY"), path: [{ index: 1, status: "", ...at }] };
  assert.equal(nextStop([again], at)?.kind, "door");
  assert.equal(isWork(failed("sim:return", "RETURNED")), false);
});

// A little way: 0.001° of latitude is about 111 m; first north, then east.
const way = wayOf([
  { lat: 10, lng: 106 },
  { lat: 10.001, lng: 106 },
  { lat: 10.001, lng: 106.001 },
]);

test("a spot on a way lies between its points and looks ahead", () => {
  const spot = spotOn(way, way.metersAt[1]! / 2);
  assert.ok(Math.abs(spot.lat - 10.0005) < 1e-9 && spot.lng === 106);
  assert.equal(spot.heading, 0);
  const later = spotOn(way, way.metersAt[1]! + 1);
  assert.equal(later.lat, 10.001);
  assert.equal(later.heading, 90);
});

test("before the start is the start, beyond the end the end, and a way of one point is that point", () => {
  assert.deepEqual(spotOn(way, -5), { lat: 10, lng: 106, heading: 0 });
  assert.deepEqual(spotOn(way, 1e9), { lat: 10.001, lng: 106.001, heading: 90 });
  assert.deepEqual(spotOn(wayOf([{ lat: 1, lng: 2 }]), 10), { lat: 1, lng: 2, heading: 0 });
});

test("standing still on doubled points is no division by nothing", () => {
  const doubled = wayOf([way.points[0]!, way.points[0]!, way.points[1]!]);
  assert.ok(Number.isFinite(spotOn(doubled, 1).lat));
});

test("a robot drives its plan, and what is not planned by the nearest", () => {
  const here = { lat: 10, lng: 106 };
  const order = (order_id: string, status: string, ...lats: readonly number[]): RobotOrder => ({
    order_id,
    status,
    sub_status: "",
    remarks: "",
    index: 0,
    path: lats.map((lat, index) => ({ lat, lng: 106, index, status: "" })),
  });
  const near = order("near", "ACCEPTED", 10.001, 10.1);
  const far = order("far", "IN PROCESS", 10, 10.05);
  assert.equal(nextStop([near, far], here)?.order, near);
  const plan = [
    { order_id: "gone", path_index: 0 },
    { order_id: "far", path_index: 1 },
    { order_id: "near", path_index: 0 },
  ];
  assert.equal(nextStop([near, far], here, plan)?.order, far);
  assert.equal(nextStop([near], here, plan)?.order, near);
  assert.equal(nextStop([near, far], here, [{ order_id: "far", path_index: 0 }])?.order, near);
});
