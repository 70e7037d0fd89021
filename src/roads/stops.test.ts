// Where paths begin and end: turning round, stops on the way, and which road a point is put on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, drive, seconds } from "../../test/fixtures/drawn-roads.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Waypoint } from "./path.ts";

test("two stops on one street are joined along it, whichever way", () => {
  const map = draw("a-1---2-b");
  assert.equal(drive(map, "1", "2"), "ab");
  assert.equal(drive(map, "2", "1"), "ab");
  assert.equal(seconds(map, "1", "2"), seconds(map, "2", "1"));
});

test("on a one-way street, a stop behind is reached by going round", () => {
  const map = draw(`
    a-1>--2-b
    |       |
    d-------c
  `);
  assert.equal(drive(map, "1", "2"), "ab");
  assert.equal(drive(map, "2", "1"), "ab bc cd ad ab");
});

test("a path to where it begins is empty, and still a line of two points", () => {
  const map = draw("a-1-b");
  const answer = map.engine.route([map.at("1"), map.at("1")]);
  assert.ok(!isRefusal(answer));
  const [leg] = answer.routes[0]!.legs;
  assert.equal(leg?.distanceMeters, 0);
  assert.equal(leg?.durationSeconds, 0);
  assert.equal(leg?.line.length, 4);
  assert.equal(leg?.pieces().length, 1);
});

test("a path turns round at the end of a dead end, and that costs", () => {
  const map = draw("a---1-b", { ways: { ab: { oneway: "no" } } }, "car");
  const [there, back] = [map.between("a", "b", 0.4), map.between("a", "b", 0.2)];
  const onward = map.engine.route([there, map.at("1"), back]);
  assert.ok(!isRefusal(onward));
  // At 20 km/h: 160 m there, 280 m back, and 25 s to turn, at the stop since the street leads nowhere.
  assert.equal(Math.round(onward.routes[0]!.durationSeconds), Math.round(((160 + 280) / 20) * 3.6 + 25));
});

test("a path does not turn round at a stop where the road goes on", () => {
  const map = draw(`
    a-1-b-2-c-3-d
        |   |
        e---f
  `);
  // Round the block, to come in at one end and leave by the other; both ways round cost the same.
  assert.match(drive(map, "1", "2", "1"), /^ab (be ef cf bc|bc cf ef be) ab$/);
});

test("a stop is passed in the direction that is cheaper over all legs, not over the first alone", () => {
  const map = draw(`
    a-1-b-2-c-3-d
        |   |
        e-4-f
  `);
  assert.equal(drive(map, "1", "2", "3"), "ab bc cd");
  assert.equal(drive(map, "4", "2", "3"), "ef be bc cd");
});

test("a way asked for again is what it was, and what a map says that was asked nothing else", () => {
  const town = `
    a-1>--2-b
    |       |
    d---3---c
  `;
  const map = draw(town);
  const asked = ["12", "21", "13", "31", "32", "12", "21", "13"].map(([from, to]) => [map.at(from!), map.at(to!)]);
  const [east, west] = [90, 270].map((degrees) => ({ degrees, range: 45 }));
  for (const [from, to] of asked) {
    // Known by its length before its line, as orders ask.
    assert.ok(!isRefusal(map.engine.table([from!, to!], [0], [1])));
    for (const bearings of [undefined, [west, undefined], [east, undefined], [undefined, east], undefined]) {
      const options = bearings ? { bearings } : {};
      const fresh = draw(town).engine.route([from!, to!], options);
      assert.deepEqual(told(map.engine.route([from!, to!], options)), told(fresh));
    }
  }
});

function told(answer: ReturnType<ReturnType<typeof draw>["engine"]["route"]>) {
  if (isRefusal(answer)) return answer;
  return answer.routes.map(({ legs, ...path }) => ({ ...path, lines: legs.map(({ line }) => [...line]) }));
}

test("the legs of a path over stops add up to the path, and each ends where the next begins", () => {
  const map = draw(`
    a-1-b-2-c
    |   |   |
    d-3-e-4-f
  `);
  const answer = map.engine.route(["1", "4", "2", "3"].map(map.at));
  assert.ok(!isRefusal(answer));
  const [path] = answer.routes;
  const sum = (of: (leg: (typeof legs)[number]) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  const legs = path!.legs;
  assert.equal(legs.length, 3);
  assert.ok(Math.abs(sum((leg) => leg.distanceMeters) - path!.distanceMeters) < 1e-6);
  assert.ok(Math.abs(sum((leg) => leg.durationSeconds) - path!.durationSeconds) < 1e-6);
  for (const [i, leg] of legs.entries()) {
    if (i > 0) assert.deepEqual(leg.line.slice(0, 2), legs[i - 1]!.line.slice(-2));
    assert.deepEqual(
      [leg.line.at(0)! / 1e6, leg.line.at(1)! / 1e6],
      [answer.waypoints[i]!.location.lng, answer.waypoints[i]!.location.lat],
    );
  }
});

function snapped(map: ReturnType<typeof draw>, lat: number, lng: number, radius?: number): Waypoint | string {
  const answer = map.engine.snap({ lat, lng }, radius);
  return isRefusal(answer) ? answer.refused : answer;
}

test("between two carriageways a point is put on the nearer one, and drives that way", () => {
  const map = draw(
    `
    a->-1-->-b
    |        |
    d-<-2--<-c
    `,
  );
  const place = (share: number) => {
    const [north, south] = [map.at("1"), map.at("2")];
    return { lat: north.lat + (south.lat - north.lat) * share, lng: north.lng };
  };
  const name = (share: number): string => {
    const answer = map.engine.snap(place(share));
    return isRefusal(answer) ? answer.refused : answer.name;
  };
  assert.equal(name(0.45), "ab");
  assert.equal(name(0.55), "dc");
});

test("a point is put on the nearest point of the road and told how far that is", () => {
  const map = draw("a-1-b");
  const { lat, lng } = map.at("1");
  const found = snapped(map, lat + 0.001, lng);
  assert.ok(typeof found !== "string");
  assert.equal(Math.round(found.distanceMeters), 111);
  assert.ok(Math.abs(found.location.lng - lng) < 2e-6);
});

test("a road two kilometres away is found, one beyond is not, and a radius is obeyed", () => {
  const map = draw("a-1-b");
  const { lat, lng } = map.at("1");
  const degrees = (meters: number): number => meters / 111_195;
  assert.ok(typeof snapped(map, lat + degrees(1999), lng) !== "string");
  assert.equal(snapped(map, lat + degrees(2001), lng), "NO_SEGMENT");
  assert.equal(snapped(map, lat + degrees(2001), lng, 5000), "NO_SEGMENT");
  assert.equal(snapped(map, lat + degrees(101), lng, 100), "NO_SEGMENT");
  assert.ok(typeof snapped(map, lat + degrees(99), lng, 100) !== "string");
});

for (const [name, point] of [
  ["in Berlin", { lat: 52.52, lng: 13.405 }],
  ["at sea", { lat: 9.5, lng: 108.5 }],
  ["with lat and lng swapped", { lat: 106.68, lng: 10.78 }],
  ["at the pole", { lat: 90, lng: 0 }],
  ["that is no number", { lat: Number.NaN, lng: 106.7 }],
  ["that is infinite", { lat: 10.7, lng: Number.POSITIVE_INFINITY }],
] as const) {
  test(`a point ${name} has no road`, () => {
    const map = draw("a-1-b");
    const answer = map.engine.route([map.at("1"), point]);
    assert.ok(isRefusal(answer));
    assert.equal(answer.refused, "NO_SEGMENT");
    assert.match(answer.why, /point 1/);
  });
}

test("a stretch nobody can leave is put under the last stop and under no other", () => {
  const drawing = `
    a-2-b---c->-1-d
    |   |   |
    e---f---g
  `;
  // Parts as in a real map: all but the largest are apart.
  const map = draw(drawing, {}, "car", 500);
  assert.match(drive(map, "2", "1"), /cd$/);
  for (const stops of [
    ["1", "2"],
    ["2", "1", "2"],
  ]) {
    const answer = map.engine.route(stops.map(map.at));
    assert.ok(!isRefusal(answer));
    assert.ok(answer.waypoints.every(({ name }) => name !== "cd"));
    assert.ok(answer.waypoints.some(({ distanceMeters }) => distanceMeters > 100));
  }
});

test("a hint finds the same place again, and one of another coordinate, another map or no meaning is ignored", () => {
  const map = draw("a-1-b-2-c");
  const points = [map.at("1"), map.at("2")];
  const answered = (hints: readonly (string | undefined)[]) => {
    const answer = map.engine.route(points, { hints });
    assert.ok(!isRefusal(answer));
    return { waypoints: answer.waypoints, meters: answer.routes[0]!.distanceMeters };
  };
  const first = answered([]);
  const own = first.waypoints.map((waypoint) => waypoint.hint);
  const other = draw("a-1-b-2-c-d").engine.snap(points[0]!);
  assert.ok(!isRefusal(other));
  for (const hint of [own[0], own[1], other.hint, "", "nonsense", "A".repeat(22), "_".repeat(22), "💥".repeat(11)]) {
    assert.deepEqual(answered([hint, undefined]), first);
  }
});
