// What is closed at some hours, and to some vehicles that drive a car's roads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Drawn, draw } from "../../test/fixtures/drawn-roads.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile, RoadVehicle } from "../domain/roads.ts";
import type { SnapOptions } from "./path.ts";

const BLOCK = `
  a-1-b-2-c
  |   |   |
  d-3-e-4-f
`;
const SHORT = "ab be ef";
const TUESDAY = 24 * 60;
const at = (hour: number): SnapOptions => ({ minuteOfWeek: TUESDAY + hour * 60 });

function streets(map: Drawn, from: string, to: string, options: SnapOptions): string {
  const answer = map.engine.route([map.at(from), map.at(to)], options);
  if (isRefusal(answer)) return answer.refused;
  const pieces = answer.routes[0]!.legs[0]!.pieces().filter(({ distanceMeters }) => distanceMeters > 0);
  return [...new Set(pieces.map(({ street }) => street.name))].join(" ");
}

const rush: readonly (readonly [Record<string, string>, Profile])[] = [
  [{ "motor_vehicle:conditional": "no @ (06:00-09:00)" }, "car"],
  [{ "motor_vehicle:conditional": "no @ (06:00-09:00)" }, "bike"],
  [{ "motorcycle:conditional": "no @ (Tu 06:00-09:00)" }, "bike"],
  [{ "access:forward:conditional": "no @ (06:00-09:00)" }, "car"],
  [{ "oneway:conditional": "reverse @ (06:00-09:00)" }, "car"],
];
for (const [tags, profile] of rush) {
  test(`${JSON.stringify(tags)}: a ${profile} that sets out in these hours goes round, any other drives through`, () => {
    const map = draw(BLOCK, { ways: { be: tags } }, profile);
    assert.notEqual(streets(map, "1", "4", at(7)), SHORT);
    assert.equal(streets(map, "1", "4", at(10)), SHORT);
    assert.equal(streets(map, "1", "4", {}), SHORT);
  });
}

test("a street closed one way at some hours is open the other way", () => {
  const map = draw(BLOCK, { ways: { be: { "oneway:conditional": "yes @ (06:00-09:00)" } } });
  assert.equal(streets(map, "1", "4", at(7)), SHORT);
  assert.equal(streets(map, "4", "1", at(7)), "ef cf bc ab");
  assert.equal(streets(map, "4", "1", at(9)), "ef be ab");
});

test("a tag that names the vehicle is above a conditional one that does not", () => {
  const map = draw(BLOCK, { ways: { be: { motorcar: "yes", "motor_vehicle:conditional": "no @ (06:00-09:00)" } } });
  assert.equal(streets(map, "1", "4", at(7)), SHORT);
});

const kinds: readonly (readonly [string, string, string, string])[] = [
  ["no_right_turn", "b", "be", "a turn over a junction"],
  ["only_straight_on", "b", "bc", "the only way on"],
  ["no_left_turn", "be", "ef", "a turn over a way"],
];
for (const [kind, via, to, name] of kinds) {
  test(`${kind}, ${name}, binds at its hours alone`, () => {
    const conditional = `${kind} @ (Mo-Fr 07:00-10:30)`;
    const restriction = { kind: "", from: "ab", via, to, tags: { "restriction:conditional": conditional } };
    const map = draw(BLOCK, { restrictions: [restriction] });
    assert.notEqual(streets(map, "1", "4", at(8)), SHORT);
    assert.equal(streets(map, "1", "4", at(11)), SHORT);
    assert.equal(streets(map, "1", "4", {}), SHORT);
    // Who comes from elsewhere is not bound.
    assert.equal(streets(map, "2", "3", at(8)), "bc be de");
  });
}

const limits: readonly (readonly [Record<string, string>, readonly RoadVehicle[]])[] = [
  [{ maxheight: "2.2" }, ["van", "truck"]],
  [{ maxheight: "2.5" }, ["truck"]],
  [{ maxheight: "4" }, []],
  [{ maxweight: "5" }, ["truck"]],
  [{ maxweight: "2.5" }, ["van", "truck"]],
  [{ maxwidth: "2.2" }, ["truck"]],
  [{ narrow: "yes" }, ["truck"]],
  [{ hgv: "no" }, ["truck"]],
  [{ goods: "no" }, ["van", "truck"]],
  [{ hgv: "yes", goods: "no" }, ["van"]],
  [{ motor_vehicle: "yes" }, []],
];
for (const [tags, kept] of limits) {
  test(`${JSON.stringify(tags)} keeps off ${kept.join(" and ") || "nobody"}, and never a car`, () => {
    const map = draw(BLOCK, { ways: { be: tags } });
    assert.equal(streets(map, "1", "4", {}), SHORT);
    for (const vehicle of ["van", "truck"] as const) {
      assert.equal(streets(map, "1", "4", { vehicle }) !== SHORT, kept.includes(vehicle), vehicle);
    }
  });
}

test("a city's hours for lorries: kept out by day, let in by night, and small vans at any hour", () => {
  const map = draw(BLOCK, { ways: { be: { "hgv:conditional": "no @ (06:00-22:00)" } } });
  assert.notEqual(streets(map, "1", "4", { vehicle: "truck", ...at(12) }), SHORT);
  assert.equal(streets(map, "1", "4", { vehicle: "truck", ...at(23) }), SHORT);
  assert.equal(streets(map, "1", "4", { vehicle: "van", ...at(12) }), SHORT);
  const byWeight = draw(BLOCK, { ways: { be: { "goods:conditional": "no @ (weight>5 AND 06:00-22:00)" } } });
  assert.notEqual(streets(byWeight, "1", "4", { vehicle: "truck", ...at(12) }), SHORT);
  assert.equal(streets(byWeight, "1", "4", { vehicle: "van", ...at(12) }), SHORT);
});

test("a restriction for lorries alone binds them alone", () => {
  const restriction = { kind: "", from: "ab", via: "b", to: "be", tags: { "restriction:hgv": "no_right_turn" } };
  const map = draw(BLOCK, { restrictions: [restriction] });
  assert.equal(streets(map, "1", "4", {}), SHORT);
  assert.equal(streets(map, "1", "4", { vehicle: "van" }), SHORT);
  assert.notEqual(streets(map, "1", "4", { vehicle: "truck" }), SHORT);
});

test("a table says the same as routes, for whoever drives and at whatever hour", () => {
  const map = draw(BLOCK, { ways: { be: { "hgv:conditional": "no @ (06:00-22:00)" }, bc: { maxheight: "3" } } });
  const points = ["1", "2", "3", "4"];
  const all = [0, 1, 2, 3];
  for (const options of [{ vehicle: "truck" as const, ...at(12) }, { vehicle: "truck" as const, ...at(23) }, at(12)]) {
    const table = map.engine.table(points.map(map.at), all, all, options);
    assert.ok(!isRefusal(table));
    for (const [i, from] of points.entries()) {
      for (const [j, to] of points.entries()) {
        const route = map.engine.route([map.at(from), map.at(to)], options);
        assert.ok(!isRefusal(route));
        assert.equal(table.matrix.distancesMeters[i * 4 + j], route.routes[0]!.distanceMeters, `${from} to ${to}`);
      }
    }
  }
});
