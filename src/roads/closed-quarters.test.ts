// Roads for those who have a door on them, roads apart from the others, rivers, and the price of an order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Drawn, draw, drive, seconds } from "../../test/fixtures/drawn-roads.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile } from "../domain/roads.ts";

const restricted: readonly (readonly [Record<string, string>, Profile])[] = [
  [{ access: "private" }, "car"],
  [{ access: "private" }, "bike"],
  [{ access: "destination" }, "car"],
  [{ motor_vehicle: "customers" }, "car"],
  [{ vehicle: "delivery" }, "bike"],
  [{ access: "destination;agricultural" }, "car"],
  [{ highway: "service", access: "private" }, "car"],
  [{ motorroad: "yes", highway: "trunk" }, "bike"],
];
for (const [tags, profile] of restricted) {
  const words = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  test(`${words.join(" ")}: a ${profile} gets to a door there and does not drive through`, () => {
    const drawing = `
      h-1-a-4-b-2-i
          |   |
          c---e
          |   |
          f---g
    `;
    const map = draw(drawing, { ways: { ab: tags } }, profile);
    assert.doesNotMatch(drive(map, "1", "2"), /ab/);
    assert.match(drive(map, "1", "4"), /ab$/);
    assert.match(drive(map, "4", "2"), /^ab/);
  });
}

test("what is closed to ways through is driven where nothing else leads on, and costs no more time than it takes", () => {
  const open = seconds(draw("a-1-b---c-2-d"), "1", "2");
  const map = draw("a-1-b---c-2-d", { ways: { bc: { access: "private" } } });
  assert.equal(seconds(map, "1", "2"), open);
  const table = map.engine.table([map.at("1"), map.at("2")], [0, 1], [0, 1]);
  assert.ok(!isRefusal(table));
  assert.ok(table.matrix.durationsSeconds.every((time) => time <= open + 1));
});

test("a private gate is passed by those who live behind it", () => {
  const drawing = `
    a---b---c
    |       |
    d---3---e
  `;
  const map = draw(drawing, { junctions: { b: { barrier: "gate", access: "private" } } });
  assert.equal(drive(map, "a", "c"), "ad de ce");
  assert.equal(
    drive(draw("a---b---c", { junctions: { b: { barrier: "gate", access: "private" } } }), "a", "c"),
    "ab bc",
  );
});

// An island beside a town.
const ISLAND = `
  a-1-b---c   d-3-e
  |   |   |   |   |
  f---g-2-h   i-4-j
`;

function metersOf(map: Drawn, ...stops: readonly string[]): number {
  const answer = map.engine.route(stops.map(map.at));
  assert.ok(!isRefusal(answer));
  return Math.round(answer.routes[0]!.distanceMeters);
}

test("a part that is apart is driven inside; who comes from elsewhere stops at the nearest road that leads on", () => {
  const map = draw(ISLAND, {}, "car", 12);
  assert.equal(metersOf(map, "3", "4"), metersOf(map, "4", "3"));
  assert.ok(metersOf(map, "3", "4") < 1_000);
  const answer = map.engine.route([map.at("1"), map.at("3"), map.at("2")]);
  assert.ok(!isRefusal(answer));
  assert.deepEqual(
    answer.waypoints.map(({ distanceMeters }) => distanceMeters > 300),
    [false, true, false],
  );
});

test("a table says the same as routes, whatever is apart", () => {
  const map = draw(ISLAND, {}, "car", 12);
  const points = ["1", "2", "3", "4"];
  const all = points.map((_, i) => i);
  const answer = map.engine.table(points.map(map.at), all, all);
  assert.ok(!isRefusal(answer));
  for (const [i, from] of points.entries()) {
    for (const [j, to] of points.entries()) {
      assert.equal(Math.round(answer.matrix.distancesMeters[i * 4 + j]!), metersOf(map, from, to), `${from} to ${to}`);
    }
  }
});

test("nobody stops on a ferry, and it takes time to board one", () => {
  const drawing = "a-1-b----2----c-3-d";
  const map = draw(drawing, { ways: { bc: { route: "ferry" } } });
  const snapped = map.engine.snap(map.at("2"));
  assert.ok(!isRefusal(snapped));
  assert.ok(snapped.distanceMeters > 400);
  // From its landing too, as for whoever came there by a road.
  const ride = seconds(map, "1", "3") - seconds(map, "1", "b") - seconds(map, "c", "3");
  assert.ok(ride > 300);
  assert.equal(Math.round(seconds(map, "b", "c")), Math.round(ride));
  const costs = map.engine.table([map.at("b"), map.at("c")], [0], [1]);
  assert.ok(!isRefusal(costs));
  assert.equal(Math.round(costs.matrix.durationsSeconds[0]!), Math.round(ride));
  const alsoPath = draw(drawing, { ways: { bc: { route: "ferry", highway: "path" } } }, "bike");
  const shore = alsoPath.engine.snap(map.at("2"));
  assert.ok(!isRefusal(shore) && shore.distanceMeters > 400);
  const kept = alsoPath.engine.route([map.at("1"), map.at("3")], { exclude: ["ferry"] });
  assert.ok(isRefusal(kept));
  const sailed = draw(drawing, { ways: { bc: { maxspeed: "12.5" } } });
  assert.equal(Math.round(seconds(map, "1", "3") - seconds(sailed, "1", "3")), 300);
});

test("lights for one direction are seen by nobody who comes the other way, also where the way is cut at them", () => {
  const drawing = "a-1--b--2-c";
  const plain = seconds(draw(drawing), "1", "2");
  const lit = (direction: string) =>
    draw(drawing, { junctions: { b: { highway: "traffic_signals", "traffic_signals:direction": direction } } });
  assert.deepEqual([seconds(lit("forward"), "1", "2"), seconds(lit("forward"), "2", "1")], [plain + 2.5, plain]);
  assert.deepEqual([seconds(lit("backward"), "1", "2"), seconds(lit("backward"), "2", "1")], [plain, plain + 2.5]);
});

test("legs that may go on either way are as long as a table says, which is what orders are priced by", () => {
  const map = draw(`
    a-1-b-2-c
    |       |
    d-------e
  `);
  const stops = ["2", "1", "2", "1"].map(map.at);
  const free = map.engine.route(stops, { isAnyWayOn: true });
  const straight = map.engine.route(stops);
  const table = map.engine.table(stops, [0, 1, 2], [1, 2, 3]);
  assert.ok(!isRefusal(free) && !isRefusal(straight) && !isRefusal(table));
  const legs = free.routes[0]!.legs.map(({ distanceMeters }) => distanceMeters);
  assert.deepEqual(
    legs,
    [0, 4, 8].map((at) => table.matrix.distancesMeters[at]),
  );
  assert.ok(free.routes[0]!.distanceMeters < straight.routes[0]!.distanceMeters);
});

// A street for those who have a door on it, between two that are everybody's, and the way round.
const THROUGH = `
  a-1-b-2-c-3-d-4-e
  |               |
  |               |
  f---------------g
`;

const DOORS: readonly (readonly [string, string, string])[] = [
  ["a", "b", "ab"],
  ["a", "2", "ab bc"],
  ["a", "c", "ab bc"],
  ["a", "d", "ab bc cd"],
  ["e", "d", "de"],
  ["e", "b", "de cd bc"],
  ["b", "d", "bc cd"],
  ["d", "b", "cd bc"],
  ["a", "e", "af fg eg"],
  ["e", "a", "eg fg af"],
];
for (const [from, to, streets] of DOORS) {
  test(`round or into a quarter of doors, from ${from} to ${to}: ${streets}`, () => {
    const quarter = { access: "destination" };
    const map = draw(THROUGH, { ways: { bc: quarter, cd: quarter } });
    assert.equal(drive(map, from, to), streets);
  });
}

test("who stands at the corner of such a quarter may drive through it, as if they lived there", () => {
  const quarter = { access: "destination" };
  const map = draw(THROUGH, { ways: { ab: quarter, bc: quarter, cd: quarter, de: quarter } });
  assert.equal(drive(map, "a", "e"), "ab bc cd de");
});

test("a stop at a corner sets out along any street that meets there, without turning round", () => {
  const map = draw(`
    a-1-b---c
        |
        2
        |
        d
  `);
  const answer = map.engine.route([map.at("b"), map.at("2")]);
  assert.ok(!isRefusal(answer));
  assert.equal(Math.round(answer.routes[0]!.distanceMeters), 200);
  assert.equal(drive(map, "1", "b", "2"), "ab bd");
  assert.equal(metersOf(map, "1", "b", "2"), 400);
  assert.equal(metersOf(map, "b", "b"), 0);
  const table = map.engine.table(["1", "b", "2"].map(map.at), [0, 1, 2], [0, 1, 2]);
  assert.ok(!isRefusal(table));
  assert.deepEqual([...table.matrix.distancesMeters].map(Math.round), [0, 200, 400, 200, 0, 200, 400, 200, 0]);
});

for (const tags of [{ hov: "designated" }, { "hov:lanes": "designated|designated" }] as const) {
  test(`lanes for full cars (${Object.keys(tags)[0]}) are nobody's way through while another leads on`, () => {
    assert.equal(drive(draw(THROUGH, { ways: { bc: tags } }), "1", "4"), "ab af fg eg de");
    assert.equal(drive(draw(THROUGH, { ways: { bc: { "hov:lanes": "designated|yes" } } }), "1", "4"), "ab bc cd de");
  });
}

test("a street for doors one way alone is everybody's the other way", () => {
  const map = draw(THROUGH, { ways: { bc: { "motor_vehicle:forward": "destination" } } });
  assert.equal(drive(map, "1", "4"), "ab af fg eg de");
  assert.equal(drive(map, "4", "1"), "de cd bc ab");
});

for (const [duration, minutes] of [
  ["00:10", 10],
  ["00:01:30", 1.5],
  ["PT1H5M", 65],
  ["20", 20],
] as const) {
  test(`a ferry takes as long as the map says (${duration}), and the time to board`, () => {
    const map = draw("a---b----c---d", { ways: { bc: { route: "ferry", duration } } });
    const rest = seconds(map, "a", "b") + seconds(map, "c", "d");
    assert.equal(Math.round(seconds(map, "a", "d") - rest), minutes * 60 + 300);
  });
}
