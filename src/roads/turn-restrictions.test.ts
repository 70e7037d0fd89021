// Turn restrictions, one little map each, and what they leave alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, drive } from "../../test/fixtures/drawn-roads.ts";
import type { DrawnRestriction } from "../../test/fixtures/roads/drawn-map.ts";
import type { Profile } from "../domain/roads.ts";

const CROSS = `
  g---h---i
  |   |   |
  |   1   |
  |   |   |
  d-2-e-3-f
  |   |   |
  |   4   |
  |   |   |
  a---b---c
`;

// From the south at 4: west is 2, north is 1, east is 3.
const cases: readonly (readonly [string, string, string, string])[] = [
  ["no_left_turn be to de", "no_left_turn", "de", "2"],
  ["no_straight_on", "no_straight_on", "eh", "1"],
  ["no_right_turn", "no_right_turn", "ef", "3"],
];
for (const [name, kind, to, place] of cases) {
  test(`${name} bans that turn and no other`, () => {
    const map = draw(CROSS, { restrictions: [{ kind, from: "be", via: "e", to }] });
    for (const [street, other] of [
      ["de", "2"],
      ["eh", "1"],
      ["ef", "3"],
    ] as const) {
      const way = drive(map, "4", other);
      if (other === place) assert.notEqual(way, `be ${street}`);
      else assert.equal(way, `be ${street}`);
    }
    // From elsewhere the road stays open.
    assert.equal(drive(map, "1", "2"), "eh de");
  });
}

test("only_straight_on bans the other turns", () => {
  const map = draw(CROSS, { restrictions: [{ kind: "only_straight_on", from: "be", via: "e", to: "eh" }] });
  assert.equal(drive(map, "4", "1"), "be eh");
  assert.notEqual(drive(map, "4", "2"), "be de");
  assert.notEqual(drive(map, "4", "3"), "be ef");
  assert.equal(drive(map, "3", "2"), "ef de");
});

test("no_entry and no_exit name several streets at once", () => {
  const from = draw(CROSS, { restrictions: [{ kind: "no_entry", from: "be", via: "e", to: "eh" }] });
  assert.notEqual(drive(from, "4", "1"), "be eh");
});

const spared: readonly (readonly [string, Partial<DrawnRestriction>, Profile, boolean])[] = [
  ["except=motorcycle spares a motorbike", { tags: { except: "psv;motorcycle" } }, "bike", false],
  ["except=motorcycle binds a car", { tags: { except: "psv;motorcycle" } }, "car", true],
  ["except=motorcar spares a car", { tags: { except: "motorcar" } }, "car", false],
  ["except=bicycle spares no motor", { tags: { except: "bicycle" } }, "bike", true],
  [
    "a conditional one binds nobody",
    { kind: "", tags: { "restriction:conditional": "no_left_turn @ (06:00-09:00)" } },
    "car",
    false,
  ],
  [
    "restriction:motorcycle binds a motorbike",
    { kind: "", tags: { "restriction:motorcycle": "no_left_turn" } },
    "bike",
    true,
  ],
  [
    "restriction:motorcycle spares a car",
    { kind: "", tags: { "restriction:motorcycle": "no_left_turn" } },
    "car",
    false,
  ],
  ["restriction:hgv binds neither", { kind: "", tags: { "restriction:hgv": "no_left_turn" } }, "car", false],
];
for (const [name, change, profile, isBound] of spared) {
  test(name, () => {
    const restriction = { kind: "no_left_turn", from: "be", via: "e", to: "de", ...change };
    const map = draw(CROSS, { restrictions: [restriction] }, profile);
    assert.equal(drive(map, "4", "2") !== "be de", isBound);
  });
}

const DUAL = `
  a---1-b-2---c
  |     |     |
  d     e     f
  |     |     |
  g---3-h-4---i
  |     |     |
  j-----k-----l
`;

test("a via-way restriction bans the whole turn and leaves each half open", () => {
  // From 1 over b e h into gh: a u-turn over the cross street.
  const banned: DrawnRestriction = { kind: "no_u_turn", from: "ab", via: "beh", to: "gh" };
  const open = draw(DUAL, { ways: { beh: {} } });
  const map = draw(DUAL, { ways: { beh: {} }, restrictions: [banned] });
  assert.equal(drive(open, "1", "3"), "ab beh gh");
  assert.notEqual(drive(map, "1", "3"), "ab beh gh");
  // Coming from elsewhere one may turn into gh, and coming from ab one may go on.
  assert.equal(drive(map, "2", "3"), "bc beh gh");
  assert.equal(drive(map, "1", "4"), "ab beh hi");
});

test("an only_ restriction over a via way leaves one way out of it", () => {
  const only: DrawnRestriction = { kind: "only_straight_on", from: "ab", via: "beh", to: "hk" };
  const map = draw(DUAL, { ways: { beh: {} }, restrictions: [only] });
  assert.notEqual(drive(map, "1", "3"), "ab beh gh");
  assert.notEqual(drive(map, "1", "4"), "ab beh hi");
  assert.equal(drive(map, "2", "4"), "bc beh hi");
});

test("a stop in the middle of a via way may be reached, set out from, and does not undo the restriction", () => {
  const banned: DrawnRestriction = { kind: "no_u_turn", from: "ab", via: "beh", to: "gh" };
  const map = draw(DUAL, { ways: { beh: {} }, restrictions: [banned] });
  const middle = map.between("b", "h", 0.6);
  assert.equal(drive(map, "1", middle), "ab beh");
  assert.equal(drive(map, middle, "3"), "beh gh");
  assert.notEqual(drive(map, "1", middle, "3"), "ab beh gh");
  assert.equal(drive(map, "2", middle, "3"), "bc beh gh");
});

test("two restrictions over one via way do not get in each other's way", () => {
  const map = draw(DUAL, {
    ways: { beh: {} },
    restrictions: [
      { kind: "no_u_turn", from: "ab", via: "beh", to: "gh" },
      { kind: "no_u_turn", from: "bc", via: "beh", to: "hi" },
    ],
  });
  assert.notEqual(drive(map, "1", "3"), "ab beh gh");
  assert.notEqual(drive(map, "2", "4"), "bc beh hi");
  assert.equal(drive(map, "1", "4"), "ab beh hi");
  assert.equal(drive(map, "2", "3"), "bc beh gh");
});

test("a restriction whose members make no sense is left out", () => {
  for (const restriction of [
    { kind: "no_left_turn", from: "ab", via: "k", to: "gh" },
    { kind: "no_left_turn", from: "ab", via: "kl", to: "gh" },
    { kind: "no_nonsense", from: "jk", via: "ab", to: "kl" },
  ]) {
    assert.equal(drive(draw(DUAL, { ways: { beh: {} }, restrictions: [restriction] }), "1", "3"), "ab beh gh");
  }
});

const ignored: readonly (readonly [string, Partial<DrawnRestriction>])[] = [
  ["no_right_turn_on_red is about the lights", { kind: "no_left_turn_on_red" }],
  ["a kind nobody knows", { kind: "give_way" }],
  ["a way that does not touch the junction", { from: "ab" }],
  ["several from where only one can be meant", { from: "be,ef" }],
  ["several to where only one can be meant", { to: "de,ef" }],
];
for (const [name, change] of ignored) {
  test(`${name}: the restriction is left out and closes nothing`, () => {
    const restriction = { kind: "no_left_turn", from: "be", via: "e", to: "de", ...change };
    const map = draw(CROSS, { restrictions: [restriction] });
    for (const [street, place] of [
      ["de", "2"],
      ["eh", "1"],
      ["ef", "3"],
    ] as const) {
      assert.equal(drive(map, "4", place), `be ${street}`);
    }
  });
}

test("any no_ and any only_ bind, whatever follows", () => {
  const no = draw(CROSS, { restrictions: [{ kind: "no_zigzag", from: "be", via: "e", to: "de" }] });
  assert.notEqual(drive(no, "4", "2"), "be de");
  const only = draw(CROSS, { restrictions: [{ kind: "only_zigzag", from: "be", via: "e", to: "de" }] });
  assert.equal(drive(only, "4", "2"), "be de");
  assert.notEqual(drive(only, "4", "1"), "be eh");
});

test("no_entry may name several streets from, no_exit several to", () => {
  const entry = draw(CROSS, { restrictions: [{ kind: "no_entry", from: "be,ef", via: "e", to: "eh" }] });
  assert.notEqual(drive(entry, "4", "1"), "be eh");
  assert.notEqual(drive(entry, "3", "1"), "ef eh");
  assert.equal(drive(entry, "2", "1"), "de eh");
  const exit = draw(CROSS, { restrictions: [{ kind: "no_exit", from: "be", via: "e", to: "eh,ef" }] });
  assert.notEqual(drive(exit, "4", "1"), "be eh");
  assert.notEqual(drive(exit, "4", "3"), "be ef");
  assert.equal(drive(exit, "4", "2"), "be de");
});

test("a street that goes on beyond the junction is two roads there: which is meant cannot be told", () => {
  const drawing = `
    a-1-b-2-c
        |
        3
        |
        d
  `;
  const map = draw(drawing, {
    ways: { abc: {} },
    restrictions: [{ kind: "no_left_turn", from: "bd", via: "b", to: "abc" }],
  });
  assert.equal(drive(map, "3", "1"), "bd abc");
  assert.equal(drive(map, "3", "2"), "bd abc");
  // One-way, there is no doubt.
  const oneWay = draw(drawing, {
    ways: { abc: { oneway: "yes" } },
    restrictions: [{ kind: "no_right_turn", from: "bd", via: "b", to: "abc" }],
  });
  assert.equal(drive(oneWay, "3", "2"), "NO_ROUTE");
});

const ROW = `
  a-1-b---c---d---e-2-f
      |       |   |
      g---h---i---j
`;

test("a chain of via ways binds who drives all of it, and one that does not hang together binds nobody", () => {
  const straight = "ab bc cd de ef";
  const chain = (via: string) => draw(ROW, { restrictions: [{ kind: "no_straight_on", from: "ab", via, to: "ef" }] });
  assert.notEqual(drive(chain("bc,cd,de"), "1", "2"), straight);
  assert.notEqual(drive(chain("cd,de,bc"), "1", "2"), straight);
  assert.equal(drive(chain("bc,de"), "1", "2"), straight);
  assert.equal(drive(chain("cd,de"), "1", "2"), straight);
});

test("a via-way restriction from a street that goes on beyond its start binds nobody", () => {
  const drawing = `
    a
    |
    1
    |
    b---d---e
    |       |
    |       2
    |       |
    c       f
  `;
  const map = draw(drawing, {
    ways: { abc: {} },
    restrictions: [{ kind: "no_right_turn", from: "abc", via: "bd,de", to: "ef" }],
  });
  assert.equal(drive(map, "1", "2"), "abc bd de ef");
});

for (const highway of ["turning_loop", "turning_circle", "mini_roundabout"]) {
  test(`one turns round at the first ${highway}, also in the middle of a street`, () => {
    const drawing = "a-1-b-2-c-3-d";
    const [plain, looped] = [draw(drawing), draw(drawing, { junctions: { c: { highway } } })];
    const meters = (map: typeof plain): number => {
      const answer = map.engine.route([map.at("1"), map.at("2"), map.at("1")]);
      assert.ok("routes" in answer);
      return Math.round(answer.routes[0]!.distanceMeters);
    };
    assert.equal(meters(plain), 400 + 600 + 1_000);
    assert.equal(meters(looped), 400 + 200 + 600);
  });
}
