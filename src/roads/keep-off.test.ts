// Questions that keep off some kinds of road.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Drawn, draw } from "../../test/fixtures/drawn-roads.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Exclusion } from "./path.ts";

const SHORT = `
  a-1-b---c-2-d
      |   |
      e   f
      |   |
      g-3-h
`;

function streets(map: Drawn, from: string, to: string, exclude: readonly Exclusion[]): string {
  const answer = map.engine.route([map.at(from), map.at(to)], { exclude });
  if (isRefusal(answer)) return answer.refused;
  const pieces = answer.routes[0]!.legs[0]!.pieces().filter(({ distanceMeters }) => distanceMeters > 0);
  return [...new Set(pieces.map(({ street }) => street.name))].join(" ");
}

const kinds: readonly (readonly [Exclusion, Record<string, string>])[] = [
  ["toll", { toll: "yes" }],
  ["motorway", { highway: "motorway", oneway: "no" }],
  ["motorway", { highway: "motorway_link" }],
  ["ferry", { route: "ferry", duration: "00:00:05" }],
];
for (const [kind, tags] of kinds) {
  test(`a question without ${kind} goes round ${JSON.stringify(tags)}, and any other goes the short way`, () => {
    // So far round that even a ferry is worth waiting for.
    const map = draw(SHORT, { gridMeters: 500, ways: { bc: tags } });
    assert.equal(streets(map, "1", "2", []), "ab bc cd");
    for (const other of ["toll", "motorway", "ferry"] as const) {
      assert.equal(streets(map, "1", "2", [other]), other === kind ? "ab be eg gh fh cf cd" : "ab bc cd");
    }
    assert.equal(streets(map, "1", "2", ["toll", "motorway", "ferry"]), "ab be eg gh fh cf cd");
  });
}

test("a stop is put on the nearest road that is not kept off, and without another way there is none", () => {
  const map = draw("a-1-b-2-c-3-d", { ways: { bc: { toll: "yes" } } });
  const answer = map.engine.route([map.at("1"), map.at("2")], { exclude: ["toll"] });
  assert.ok(!isRefusal(answer));
  assert.ok(answer.waypoints[1]!.distanceMeters > 100);
  assert.equal(streets(map, "1", "3", ["toll"]), "NO_ROUTE");
  assert.equal(streets(map, "1", "3", ["ferry"]), "ab bc cd");
});

test("a table that keeps off says the same as routes that do", () => {
  const map = draw(SHORT, { ways: { bc: { toll: "yes" } } });
  const points = ["1", "2", "3"];
  const all = points.map((_, i) => i);
  const exclude = ["toll"] as const;
  const answer = map.engine.table(points.map(map.at), all, all, { exclude });
  assert.ok(!isRefusal(answer));
  const { distancesMeters, durationsSeconds } = answer.matrix;
  for (const [i, from] of points.entries()) {
    for (const [j, to] of points.entries()) {
      const route = map.engine.route([map.at(from), map.at(to)], { exclude });
      assert.ok(!isRefusal(route));
      const told = [distancesMeters[i * 3 + j], durationsSeconds[i * 3 + j]];
      assert.deepEqual(told, [route.routes[0]!.distanceMeters, route.routes[0]!.durationSeconds], `${from} to ${to}`);
    }
  }
});

test("the pieces and the line of a way round add up to it", () => {
  const map = draw(SHORT, { ways: { bc: { toll: "yes" } } });
  const answer = map.engine.route([map.at("1"), map.at("2"), map.at("3")], { exclude: ["toll"] });
  assert.ok(!isRefusal(answer));
  for (const leg of answer.routes[0]!.legs) {
    const pieces = leg.pieces();
    const meters = pieces.reduce((sum, piece) => sum + piece.distanceMeters, 0);
    const seconds = pieces.reduce((sum, piece) => sum + piece.durationSeconds + piece.turnSeconds, 0);
    assert.ok(Math.abs(meters - leg.distanceMeters) < 1e-6);
    assert.ok(Math.abs(seconds - leg.durationSeconds) < 1e-6);
    assert.equal(pieces.at(-1)!.lineTo, leg.line.length / 2 - 1);
  }
});
