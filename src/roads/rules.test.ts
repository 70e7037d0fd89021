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

test("a car drives by the speed limit, slower or faster than the class of the street; a motorbike is only slowed by it", () => {
  const at = (maxspeed: string, profile: Profile): number =>
    seconds(draw("a-1-----2-b", { ways: { ab: { maxspeed } } }, profile), "1", "2");
  assert.equal(at("18", "car"), 187.5);
  assert.equal(at("10 mph", "car"), 209.7);
  assert.equal(at("50", "car"), 67.5);
  assert.equal(at("18", "bike"), 120);
  assert.equal(at("50", "bike"), 98.2);
});

test("the way by the limit wins: a tertiary street that is signed 20 loses to a longer residential one", () => {
  const map = `
    a-1-b---c-2-d
        |   |
        e---f
  `;
  const allWays = { highway: "residential" };
  const signed = (maxspeed: string) => draw(map, { allWays, ways: { bc: { highway: "tertiary", maxspeed } } });
  assert.equal(drive(signed("50"), "1", "2"), "ab bc cd");
  assert.equal(drive(signed("10"), "1", "2"), "ab be ef cf cd");
});

test("a bad surface slows a street, and a motorbike more than a car", () => {
  const sand = { ways: { ab: { surface: "sand" } } };
  assert.equal(seconds(draw("a-1-----2-b", sand, "car"), "1", "2"), 135);
  assert.equal(seconds(draw("a-1-----2-b", sand, "bike"), "1", "2"), 270);
});

const signs: readonly (readonly [string, number, number])[] = [
  ["highway=stop", 2.5, 2.5],
  ["highway=stop, direction=forward", 2.5, 0],
  ["highway=stop, direction=backward", 0, 2.5],
  ["highway=stop, direction=both", 2.5, 2.5],
  ["highway=give_way", 1.3, 1.3],
  ["highway=give_way, direction=forward", 1.3, 0],
  ["highway=give_way, direction=backward", 0, 1.3],
  ["highway=traffic_signals, direction=forward", 2.5, 0],
  ["highway=traffic_signals, direction=forward, traffic_signals:direction=backward", 0, 2.5],
];
for (const [tags, there, back] of signs) {
  test(`${tags} in the middle of a street costs ${there} s, and ${back} s against the way it was drawn`, () => {
    const b = Object.fromEntries(tags.split(", ").map((tag) => tag.split("=") as [string, string]));
    const [plain, signed] = [{}, b].map((junction) =>
      draw("a--b--c", { ways: { abc: {} }, junctions: { b: junction } }),
    );
    const more = (from: string, to: string): number =>
      Math.round((seconds(signed!, from, to) - seconds(plain!, from, to)) * 10) / 10;
    assert.deepEqual([more("a", "c"), more("c", "a")], [there, back]);
  });
}

test("a sign right before a junction is for those who drive towards it, where the map does not tell", () => {
  const map = draw("a----b-c", { gridMeters: 10, ways: { abc: {} }, junctions: { b: { highway: "stop" } } });
  assert.equal(seconds(map, "a", "c") - seconds(map, "c", "a"), 2.5);
});

test("a stop sign at a crossing stops all, and stop=minor only those who come by the lesser road", () => {
  const at = (junction: Record<string, string>) =>
    draw(
      `
        a
        |
      b-c-d
        |
        e
      `,
      { ways: { bcd: { highway: "primary" } }, junctions: { c: junction } },
    );
  const more = (junction: Record<string, string>, from: string, to: string): number =>
    Math.round((seconds(at(junction), from, to) - seconds(at({}), from, to)) * 10) / 10;
  for (const [from, to] of ["ae", "ab", "bd", "be"].map((pair) => [...pair] as [string, string])) {
    assert.equal(more({ highway: "stop" }, from, to), 2.5);
    assert.equal(more({ highway: "stop", stop: "minor" }, from, to), from === "a" ? 2.5 : 0);
  }
});

test("where traffic keeps left, a turn to the right crosses the other side and costs more", () => {
  const map = (tags: Record<string, string>) =>
    draw(
      `
      a-b-c
        |
        d
      `,
      { allWays: { highway: "residential", ...tags } },
    );
  const [right, left] = [map({}), map({ driving_side: "left" })];
  assert.ok(seconds(right, "d", "a") > seconds(right, "d", "c"));
  assert.equal(seconds(left, "d", "a"), seconds(right, "d", "c"));
  assert.equal(seconds(left, "d", "c"), seconds(right, "d", "a"));
});

test("nobody turns round from a one-way into the one drawn over it for the way back", () => {
  const { extract, at } = drawMap("a-1-b->-c->-d\n    |   |\n    e   f", { gridMeters: 100 });
  const [b, c] = ["b", "c"].map(
    (letter) => extract.ways.find((way) => way.tags.name === "bc")!.refs["bc".indexOf(letter)]!,
  );
  const back = { id: 99, refs: [c!, b!], tags: { highway: "residential", name: "back", oneway: "yes" } };
  const engine = buildEngine({ ...extract, ways: [...extract.ways, back] }, "car", { partStatesMin: 1 });
  assert.ok(!isRefusal(engine));
  const map = { ...drawMap("a-b", { gridMeters: 100 }), at, engine };
  assert.equal(drive(map, "c", "e"), "back be");
  const answer = engine.route([at("1"), at("1")], {
    bearings: [
      { degrees: 90, range: 10 },
      { degrees: 270, range: 10 },
    ],
  });
  assert.ok(!isRefusal(answer));
  const names = answer.routes[0]!.legs[0]!.pieces().map(({ street }) => street.name);
  assert.deepEqual(names, ["ab", "be", "be", "ab"]);
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
