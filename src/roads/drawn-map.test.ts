import assert from "node:assert/strict";
import { test } from "node:test";
import { drawMap } from "../../test/fixtures/roads/drawn-map.ts";
import { metersBetween } from "../domain/geo.ts";

test("letters joined by lines become junctions and ways of round length", () => {
  const map = drawMap(
    `
      a---b
      |    \\
      c     d
    `,
    { gridMeters: 100 },
  );
  const { nodes, ways } = map.extract;
  assert.deepEqual([...nodes.ids], [1, 2, 3, 4]);
  assert.deepEqual(
    ways.map((way) => [way.tags.name, way.refs]),
    [
      ["ab", [1, 2]],
      ["ac", [1, 3]],
      ["bd", [2, 4]],
    ],
  );
  assert.ok(Math.abs(metersBetween(map.at("a"), map.at("b")) - 400) < 0.001);
  assert.ok(Math.abs(metersBetween(map.at("a"), map.at("c")) - 200) < 0.001);
  assert.ok(Math.abs(metersBetween(map.at("b"), map.at("d")) - 200 * Math.SQRT2) < 0.05);
});

test("arrows make a way one-way, with or against the order of its letters", () => {
  const map = drawMap(
    `
      a->-b-<-c
      v   ^
      d   e
    `,
    { gridMeters: 50, ways: { cb: { name: "Đường C" } } },
  );
  const byName = new Map(map.extract.ways.map((way) => [way.tags.name, way]));
  assert.equal(byName.get("Đường C")?.tags.oneway, "yes");
  assert.equal(byName.get("ab")?.tags.oneway, "yes");
  assert.equal(byName.get("ad")?.tags.oneway, "yes");
  assert.equal(byName.get("be")?.tags.oneway, "-1");
});

test("a way may run through several junctions and close into a ring", () => {
  const map = drawMap(
    `
      a-<-b
      v   ^
      c->-d---e
    `,
    { gridMeters: 10, allWays: { highway: "primary" }, ways: { acdba: { junction: "roundabout" } } },
  );
  const ring = map.extract.ways[0]!;
  assert.deepEqual(ring.refs, [1, 3, 4, 2, 1]);
  assert.deepEqual(ring.tags, { highway: "primary", name: "acdba", oneway: "yes", junction: "roundabout" });
  assert.equal(map.wayId("cd"), ring.id);
  assert.equal(map.extract.ways.length, 2);
});

test("digits are places on or beside the road, and a plus crosses without a junction", () => {
  const map = drawMap(
    `
          a
      1   |
      b-2-+-c
          |
          d
    `,
    { gridMeters: 100 },
  );
  assert.deepEqual(
    map.extract.ways.map((way) => way.tags.name),
    ["ad", "bc"],
  );
  assert.deepEqual(map.at("2"), map.between("b", "c", 2 / 6));
  assert.throws(() => map.nodeId("1"), /no junction "1"/);
});

test("restrictions name ways by their letters and stand beside junction tags", () => {
  const map = drawMap(
    `
      a---b---c---d
          |   |
          e   f
    `,
    {
      gridMeters: 100,
      junctions: { b: { highway: "traffic_signals" } },
      restrictions: [
        { kind: "no_right_turn", from: "ab", via: "b", to: "be" },
        { kind: "no_u_turn", from: "be", via: "bc", to: "cf", tags: { except: "motorcycle" } },
      ],
    },
  );
  const [first, second] = map.extract.relations;
  assert.deepEqual(first?.members, [
    { kind: "way", ref: map.wayId("ab"), role: "from" },
    { kind: "node", ref: map.nodeId("b"), role: "via" },
    { kind: "way", ref: map.wayId("be"), role: "to" },
  ]);
  assert.equal(second?.members[1]?.kind, "way");
  assert.equal(second?.tags.except, "motorcycle");
  assert.deepEqual(map.extract.nodes.tags.get(1), { highway: "traffic_signals" });
});

test("a drawing that says nothing is refused with the place of the fault", () => {
  const draw = (drawing: string, ways = {}) => drawMap(drawing, { gridMeters: 10, ways });
  assert.throws(() => draw("a--  b"), /"-" in row 1, column 2/);
  assert.throws(() => draw("a-b-a"), /"a" is drawn twice/);
  assert.throws(() => draw("a>-<b"), /point at each other/);
  assert.throws(() => draw("a->-b-<-c", { abc: {} }), /arrows along abc disagree/);
  assert.throws(() => draw("a-b-c", { ac: {} }), /no line "ac"/);
  assert.throws(() => draw("a-b-c", { ab: {}, abc: {} }), /in two ways/);
});
