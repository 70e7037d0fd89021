// One little map per rule of the road: where a vehicle may drive and how fast.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, drive, seconds } from "../../test/fixtures/drawn-roads.ts";
import { buildEngine } from "../../test/fixtures/roads/build-engine.ts";
import { drawMap } from "../../test/fixtures/roads/drawn-map.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile } from "../domain/roads.ts";

const BLOCK = `
  a-1-b-2-c
  |   |   |
  d-3-e-4-f
`;

test("the shortest way is taken where nothing forbids it", () => {
  assert.equal(drive(draw(BLOCK), "1", "4"), "ab be ef");
});

test("a one-way street is not driven against its direction", () => {
  const map = draw(`
    a-1-b-2-c
    |   ^   |
    d-3-e-4-f
  `);
  assert.equal(drive(map, "1", "4"), "ab bc cf ef");
  assert.equal(drive(map, "3", "2"), "de be bc");
});

for (const [tag, there] of [
  ["-1", false],
  ["reverse", false],
  ["yes", true],
  ["true", true],
  ["no", true],
] as const) {
  test(`oneway=${tag} lets one drive ${there ? "" : "only against "}the way it was drawn`, () => {
    const map = draw(BLOCK, { ways: { be: { oneway: tag } } });
    assert.equal(drive(map, "1", "4"), there ? "ab be ef" : "ab bc cf ef");
  });
}

test("a one-way that excepts motorbikes is two-way for them alone", () => {
  const ways = { be: { oneway: "-1", "oneway:motorcycle": "no" } };
  assert.equal(drive(draw(BLOCK, { ways }, "bike"), "1", "4"), "ab be ef");
  assert.equal(drive(draw(BLOCK, { ways }, "car"), "1", "4"), "ab bc cf ef");
});

test("a reversible street is driven by nobody: the map does not tell the hour", () => {
  assert.equal(drive(draw(BLOCK, { ways: { be: { oneway: "reversible" } } }), "1", "4"), "ab bc cf ef");
});

const closed: readonly (readonly [Record<string, string>, Profile, boolean])[] = [
  [{ access: "no" }, "car", false],
  [{ access: "private" }, "bike", false],
  [{ access: "no", motorcycle: "yes" }, "bike", true],
  [{ access: "no", motorcycle: "yes" }, "car", false],
  [{ motor_vehicle: "no" }, "bike", false],
  [{ motor_vehicle: "no", motorcar: "yes" }, "car", true],
  [{ motorcycle: "no" }, "bike", false],
  [{ motorcycle: "no" }, "car", true],
  [{ "motor_vehicle:conditional": "no @ (06:00-09:00)" }, "car", true],
  [{ highway: "footway" }, "bike", false],
  [{ highway: "footway", motorcycle: "yes" }, "bike", true],
  [{ highway: "footway", access: "yes" }, "bike", false],
  [{ highway: "motorway", oneway: "no" }, "bike", false],
  [{ highway: "motorway", oneway: "no" }, "car", true],
  [{ highway: "service", service: "alley" }, "bike", true],
  [{ highway: "construction" }, "car", false],
];
for (const [tags, profile, may] of closed) {
  const words = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  test(`${words.join(" ")} is ${may ? "open" : "closed"} to a ${profile}`, () => {
    assert.equal(drive(draw(BLOCK, { ways: { be: tags } }, profile), "1", "4").includes("be"), may);
  });
}

test("a speed limit slows a street, and a limit above its class does not quicken it", () => {
  const at = (maxspeed: string): number => seconds(draw("a-1-----2-b", { ways: { ab: { maxspeed } } }), "1", "2");
  assert.equal(at("18"), 187.5);
  assert.equal(at("120"), 108);
  assert.equal(at("10 mph"), 209.7);
});

test("a bad surface slows a street", () => {
  assert.equal(seconds(draw("a-1-----2-b", { ways: { ab: { surface: "sand" } } }), "1", "2"), 270);
});

test("traffic lights cost two and a half seconds, at a junction and along a street", () => {
  const plain = seconds(draw("a-1--b--2-c"), "1", "2");
  const lit = { junctions: { b: { highway: "traffic_signals" } } };
  assert.equal(seconds(draw("a-1--b--2-c", lit), "1", "2"), plain + 2.5);
  // In the middle of a way they are the driven stretch's, wherever on it they stand.
  assert.equal(seconds(draw("a-1--b--2-c", { ...lit, ways: { abc: {} } }), "a", "c"), 182.5);
});

test("a bollard stops a car and lets a motorbike through", () => {
  const asked = { junctions: { b: { barrier: "bollard" } } };
  const map = `
    a-1-b-2-c
    |       |
    d---e---f
  `;
  assert.equal(drive(draw(map, asked, "bike"), "1", "2"), "ab bc");
  assert.equal(drive(draw(map, asked, "car"), "1", "2"), "ab ad de ef cf bc");
});

const barriers: readonly (readonly [Record<string, string>, Profile, boolean])[] = [
  [{ barrier: "gate" }, "car", true],
  [{ barrier: "gate", access: "private" }, "car", true],
  [{ barrier: "gate", access: "no" }, "car", false],
  [{ access: "no" }, "car", false],
  [{ barrier: "lift_gate" }, "car", true],
  [{ barrier: "block" }, "car", false],
  [{ barrier: "chain" }, "bike", false],
  [{ barrier: "bollard", motorcycle: "no" }, "bike", false],
  [{ barrier: "bollard", motor_vehicle: "yes" }, "car", true],
];
for (const [tags, profile, passes] of barriers) {
  const words = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  test(`${words.join(" ")} ${passes ? "lets" : "does not let"} a ${profile} through`, () => {
    const map = draw("a-1-b-2-c", { junctions: { b: tags } }, profile);
    assert.equal(drive(map, "1", "2"), passes ? "ab bc" : "NO_ROUTE");
  });
}

test("a barrier in the middle of a way cuts it there", () => {
  const map = draw("a-1-b-2-c", { ways: { abc: {} }, junctions: { b: { barrier: "block" } } });
  assert.equal(drive(map, "1", "2"), "NO_ROUTE");
});

test("a roundabout is driven one way round, without being told that it is one-way", () => {
  const map = draw(
    `
    e-a-b-f
      | |
    g-d-c-h
    `,
    { ways: { adcba: { junction: "roundabout" } } },
  );
  assert.equal(drive(map, map.between("a", "d", 0.5), map.between("a", "b", 0.5)), "adcba");
  assert.equal(drive(map, map.between("a", "b", 0.5), map.between("b", "c", 0.5)), "adcba");
  const [there, back] = [
    map.engine.route([map.between("a", "b", 0.5), map.between("b", "c", 0.5)]),
    map.engine.route([map.between("b", "c", 0.5), map.between("a", "b", 0.5)]),
  ];
  assert.ok("routes" in there && "routes" in back);
  // Against the clock it is one corner; the other way it is three.
  assert.equal(Math.round(back.routes[0]!.distanceMeters), 200);
  assert.equal(Math.round(there.routes[0]!.distanceMeters), 600);
});

test("a way clipped at the edge of the extract is cut there, never bridged", () => {
  const { extract } = drawMap("a-1-b-2-c", { gridMeters: 100, ways: { abc: {} } });
  const b = extract.nodes.ids.indexOf(2);
  const without = (row: Float64Array): Float64Array => row.filter((_, i) => i !== b);
  const { ids, lats, lngs, tags } = extract.nodes;
  const clipped = { ...extract, nodes: { ids: without(ids), lats: without(lats), lngs: without(lngs), tags } };
  assert.ok(isRefusal(buildEngine(clipped, "car")));
});
