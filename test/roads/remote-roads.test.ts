import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { PLAIN_ROUTE, type RouteQuestion } from "../../src/roads/question.ts";
import { openRemoteRoads } from "../../src/roads/remote/osrm-roads.ts";
import {
  type Answer,
  hangUp,
  json,
  NO_ROUTE,
  NO_SEGMENT,
  ROUTE,
  sayNothing,
  startOsrmStandIn,
} from "./osrm-stand-in.ts";

const osrm = await startOsrmStandIn();
let nowMs = 0;
const open = (url = osrm.url, timeoutMs = 5000) =>
  openRemoteRoads({ url, clock: { now: () => new Date(nowMs) }, timeoutMs });
let roads = open();

const opera = { lat: 10.7766, lng: 106.7032 };
const market = { lat: 10.7721, lng: 106.698 };
const question: RouteQuestion = { ...PLAIN_ROUTE, points: [opera, market] };

function lastUrl(): URL {
  return new URL(osrm.asked.at(-1)?.url ?? "/", osrm.url);
}
const refusedOf = (answer: unknown) => (isRefusal(answer) ? answer.refused : undefined);

beforeEach(async () => {
  await roads.close();
  roads = open();
});
after(async () => {
  await roads.close();
  await osrm.close();
});

test("a route of an OSRM server is a route of the house", async () => {
  assert.deepEqual(await roads.route("car", [opera, market]), {
    distanceMeters: 1886.9,
    durationSeconds: 192.6,
    legs: [{ distanceMeters: 1886.9, durationSeconds: 192.6 }],
    polyline: "_wi`Aqq~iSlA_C",
  });
  assert.equal(lastUrl().pathname, "/route/v1/car/106.703200,10.776600;106.698000,10.772100");
  assert.equal(lastUrl().searchParams.get("overview"), "full");
});

test("the version names the engine, and the map once the server has told", async () => {
  assert.deepEqual(roads.version(), { engine: "osrm", map: "unknown", demo: false });
  await roads.route("car", [opera, market]);
  assert.deepEqual(roads.version(), { engine: "osrm", map: "2026-11-01T00:00:00Z", demo: false });
});

test("a radius is always sent, and never more than 2 km", async () => {
  await roads.route("bike", [opera, market]);
  assert.equal(lastUrl().searchParams.get("radiuses"), "2000;2000");
  await roads.askRoute("bike", { ...question, radiusesMeters: [25, 9000] });
  assert.equal(lastUrl().searchParams.get("radiuses"), "25;2000");
});

test("every request closes its connection", async () => {
  const before = osrm.connections();
  await roads.route("car", [opera, market]);
  await roads.route("car", [opera, market]);
  assert.equal(osrm.asked.at(-1)?.headers.connection, "close");
  assert.equal(osrm.connections() - before, 2);
});

test("the route call's question reaches OSRM whole and its answer comes back word for word", async () => {
  const text = `{ "code":"Ok",  "routes":[], "waypoints":[], "new_field": 1 }`;
  osrm.next(json(200, text));
  const hints = ["a_b", undefined];
  const asked: RouteQuestion = {
    ...question,
    hints,
    generateHints: false,
    skipWaypoints: true,
    alternatives: 2,
    steps: true,
    geometries: "geojson",
    overview: "false",
    annotations: ["distance", "duration"],
  };
  assert.equal(await roads.askRoute("car", asked), text);
  assert.deepEqual(Object.fromEntries(lastUrl().searchParams), {
    radiuses: "2000;2000",
    hints: "a_b;",
    generate_hints: "false",
    skip_waypoints: "true",
    alternatives: "2",
    steps: "true",
    geometries: "geojson",
    overview: "false",
    annotations: "distance,duration",
  });
});

test("a matrix larger than the server allows goes out in blocks and comes back in place", async () => {
  const at = (tag: number) => ({ lat: 10.5, lng: 106 + tag / 1000 });
  const sources = Array.from({ length: 120 }, (_, i) => at(i));
  const targets = Array.from({ length: 60 }, (_, i) => at(100 + i));
  const before = osrm.asked.length;
  const matrix = await roads.matrix("car", sources, targets);
  assert.ok(!isRefusal(matrix));
  assert.equal(osrm.asked.length - before, 6);
  for (const [source, target] of [
    [0, 0],
    [49, 59],
    [50, 0],
    [119, 59],
    [101, 2],
  ] as const) {
    const cell = source * 60 + target;
    assert.equal(matrix.durationsSeconds[cell], 1000 * source + 100 + target);
    assert.equal(matrix.distancesMeters[cell], 10 * (1000 * source + 100 + target));
  }
  assert.equal(matrix.durationsSeconds[101 * 60 + 1], Number.POSITIVE_INFINITY, "null means that no way leads there");
});

test("one profile a server: the profile stands in the address", async () => {
  const own = open(`${osrm.url}/osrm-{profile}/`);
  after(() => own.close());
  await own.route("bike", [opera, market]);
  assert.match(lastUrl().pathname, /^\/osrm-bike\/route\/v1\/bike\//);
});

for (const [name, fault] of [
  ["hangs up", hangUp],
  ["answers 500", json(500, {})],
  ["answers 429", json(429, {})],
  ["answers a page", json(200, "<html>")],
  ["answers JSON of another kind", json(200, { status: "fine" })],
] as const satisfies readonly (readonly [string, Answer])[]) {
  test(`a server that ${name} once is asked once more; twice, and it is away`, async () => {
    const before = osrm.asked.length;
    osrm.next(fault);
    assert.ok(!isRefusal(await roads.route("car", [opera, market])));
    assert.equal(osrm.asked.length - before, 2);
    osrm.next(fault, fault);
    assert.equal(refusedOf(await roads.route("car", [opera, market])), "ROADS_AWAY");
    assert.equal(osrm.asked.length - before, 4);
  });
}

test("a server that says nothing is away when the time is up", async () => {
  const impatient = open(osrm.url, 50);
  after(() => impatient.close());
  osrm.next(sayNothing, sayNothing);
  const answer = await impatient.route("car", [opera, market]);
  assert.ok(isRefusal(answer));
  assert.equal(answer.why, "The routing server is away: no answer within 50 ms.");
});

test("what OSRM refuses is refused in our words and not asked again", async () => {
  const before = osrm.asked.length;
  osrm.next(json(400, NO_SEGMENT), json(400, NO_ROUTE), json(400, { code: "TooBig", message: "Too many coordinates" }));
  assert.equal(refusedOf(await roads.route("car", [opera, market])), "NO_SEGMENT");
  assert.equal(refusedOf(await roads.matrix("car", [opera], [market])), "NO_ROUTE");
  assert.equal(refusedOf(await roads.route("car", [opera, market])), "ROADS_AWAY");
  assert.equal(osrm.asked.length - before, 3);
});

test("an answer that is Ok but misshapen is no route", async () => {
  const [route] = ROUTE.routes;
  osrm.next(
    json(200, { ...ROUTE, routes: [] }),
    json(200, { ...ROUTE, routes: [{ ...route, distance: "far" }] }),
    json(200, { ...ROUTE, routes: [{ ...route, legs: [{}, {}] }] }),
    json(200, { code: "Ok", durations: [[1]], distances: [["x"]] }),
  );
  for (let i = 0; i < 3; i += 1) assert.equal(refusedOf(await roads.route("car", [opera, market])), "ROADS_AWAY");
  assert.equal(refusedOf(await roads.matrix("car", [opera], [market])), "ROADS_AWAY");
});

test("after five failures in a row nobody waits; then one caller tries, and success opens the way for all", async () => {
  nowMs = 1_000_000;
  osrm.next(...Array.from({ length: 10 }, () => hangUp));
  for (let i = 0; i < 5; i += 1) assert.equal(refusedOf(await roads.route("car", [opera, market])), "ROADS_AWAY");
  let before = osrm.asked.length;
  assert.equal(refusedOf(await roads.route("car", [opera, market])), "ROADS_AWAY");
  assert.equal(osrm.asked.length, before, "nothing was sent");
  assert.ok(!isRefusal(await roads.route("bike", [opera, market])), "the other profile's server is not blamed");

  nowMs += 5000;
  before = osrm.asked.length;
  osrm.next(hangUp, hangUp);
  const [first, second] = await Promise.all([roads.route("car", [opera, market]), roads.route("car", [opera, market])]);
  assert.deepEqual([refusedOf(first), refusedOf(second)], ["ROADS_AWAY", "ROADS_AWAY"]);
  assert.equal(osrm.asked.length - before, 2, "one trial, with its retry");

  nowMs += 5000;
  assert.ok(!isRefusal(await roads.route("car", [opera, market])));
  assert.ok(!isRefusal(await roads.route("car", [opera, market])));
});
