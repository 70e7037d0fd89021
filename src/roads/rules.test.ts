// One little map per rule of the road. A grid square is 100 m; a path is told by the streets it drives.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LatLng } from "../domain/geo.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile } from "../domain/roads.ts";
import { buildEngine } from "./build-engine.ts";
import { type Drawing, type DrawnMap, drawMap } from "./drawn-map.ts";
import type { RoadEngine } from "./path.ts";

type Drawn = DrawnMap & { readonly engine: RoadEngine };

function draw(drawing: string, asked: Partial<Drawing> = {}, profile: Profile = "car"): Drawn {
  const map = drawMap(drawing, { gridMeters: 100, ...asked });
  const engine = buildEngine(map.extract, profile, { partStatesMin: 1 });
  assert.ok(!isRefusal(engine));
  return { ...map, engine };
}

// The streets driven over the stops, each once; "NO_ROUTE" and the like when refused. Stops are letters, digits or
// points.
function drive({ engine, at }: Drawn, ...stops: readonly (string | LatLng)[]): string {
  const answer = engine.route(stops.map((stop) => (typeof stop === "string" ? at(stop) : stop)));
  if (isRefusal(answer)) return answer.refused;
  const pieces = answer.routes[0]!.legs.flatMap((leg) => leg.pieces());
  const names = pieces.filter((piece) => piece.distanceMeters > 0).map((piece) => piece.name);
  return names.filter((name, i) => name !== names[i - 1]).join(" ");
}

function seconds({ engine, at }: Drawn, ...stops: readonly string[]): number {
  const answer = engine.route(stops.map(at));
  assert.ok(!isRefusal(answer));
  // A millionth of a degree is a tenth of a metre: drawn metres are round to about that.
  return Math.round(answer.routes[0]!.durationSeconds * 10) / 10;
}

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
  const told = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  test(`${told.join(" ")} is ${may ? "open" : "closed"} to a ${profile}`, () => {
    assert.equal(drive(draw(BLOCK, { ways: { be: tags } }, profile), "1", "4").includes("be"), may);
  });
}

test("a speed limit slows a street, and a limit above its class does not quicken it", () => {
  const at = (maxspeed: string): number => seconds(draw("a-1-----2-b", { ways: { ab: { maxspeed } } }), "1", "2");
  assert.equal(at("18"), 120);
  assert.equal(at("120"), 108);
  assert.equal(at("10 mph"), 134.2);
});

test("a bad surface slows a street", () => {
  assert.equal(seconds(draw("a-1-----2-b", { ways: { ab: { surface: "sand" } } }), "1", "2"), 270);
});

test("traffic lights cost five seconds, at a junction and along a street", () => {
  const plain = seconds(draw("a-1--b--2-c"), "1", "2");
  const lit = { junctions: { b: { highway: "traffic_signals" } } };
  assert.equal(seconds(draw("a-1--b--2-c", lit), "1", "2"), plain + 5);
  // In the middle of a way they are the driven stretch's, wherever on it they stand.
  assert.equal(seconds(draw("a-1--b--2-c", { ...lit, ways: { abc: {} } }), "a", "c"), 185);
});
