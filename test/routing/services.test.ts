// OSRM's other services over HTTP, on little drawn maps: nearest, trip, tile.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { LatLng } from "../../src/domain/geo.ts";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { drawnEngines } from "./drawn-engines.ts";
import type { Route, Waypoint } from "./osrm-shapes.ts";
import { KEY, startRouteServer } from "./route-server.ts";

const town = drawMap(
  `
    a---b---c---d
    1   |       |
    e---f---g---h
  `,
  { gridMeters: 100, ways: { abcd: { name: "Đường Bắc" }, efgh: { name: "Đường Nam" } } },
);
const server = await startRouteServer({ engine: drawnEngines(town) });
after(() => server.close());

const at = (...letters: readonly string[]) =>
  letters.map((letter) => `${town.at(letter).lng.toFixed(6)},${town.at(letter).lat.toFixed(6)}`).join(";");

type Near = Waypoint & { readonly nodes: readonly number[] };
type Trip = {
  readonly code: string;
  readonly trips: readonly Route[];
  readonly waypoints: readonly (Waypoint & { readonly trips_index: number; readonly waypoint_index: number })[];
};

test("the nearest roads are told the nearest first, with their nodes", async () => {
  const reply = await server.ask(`car/nearest/v1/driving/${at("1")}?number=3`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const waypoints = reply.body.waypoints as readonly Near[];
  assert.equal(waypoints.length, 3);
  assert.deepEqual(
    waypoints.map(({ name }) => name),
    ["Đường Bắc", "Đường Nam", "bf"],
  );
  assert.deepEqual(waypoints[0]!.nodes, ["a", "b"].map(town.nodeId));
  assert.ok(waypoints.every(({ distance }, i) => i === 0 || distance >= waypoints[i - 1]!.distance));
  assert.ok(Math.abs(waypoints[0]!.distance - 100) < 1);
  assert.ok(waypoints[0]!.hint);
});

test("one road is told unless more are asked for, and bearings and radiuses count", async () => {
  const names = async (options: string) => {
    const reply = await server.ask(`car/nearest/v1/driving/${at("1")}${options}`);
    return reply.status === 200
      ? (reply.body.waypoints as readonly Near[]).map(({ name }) => name)
      : String(reply.body.code);
  };
  assert.deepEqual(await names(""), ["Đường Bắc"]);
  assert.deepEqual(await names("?bearings=0,10"), ["bf"]);
  assert.equal(await names("?radiuses=50"), "NoSegment");
  assert.equal(await names("?number=0"), "InvalidValue");
  assert.equal(await names("?number=101"), "TooBig");
  assert.equal((await server.ask(`car/nearest/v1/driving/${at("a", "b")}`)).body.code, "TooBig");
});

async function askTrip(letters: string, options = ""): Promise<{ readonly order: string; readonly trip: Trip }> {
  const reply = await server.ask(`car/trip/v1/driving/${at(...letters)}${options}`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const trip = reply.body as unknown as Trip;
  const order = [...letters].map(
    (_, visit) => letters[trip.waypoints.findIndex((one) => one.waypoint_index === visit)],
  );
  return { order: order.join(""), trip };
}

test("a trip visits its points in the cheapest order and comes back", async () => {
  const { order, trip } = await askTrip("ahdeg");
  assert.equal(trip.trips.length, 1);
  assert.equal(trip.trips[0]!.legs.length, 5);
  assert.ok(trip.waypoints.every((waypoint) => waypoint.trips_index === 0));
  const all = await Promise.all(
    ["ahdeg", "aehdg", "adhge", "aeghd"].map(async (letters) => {
      const reply = await server.ask(`car/route/v1/driving/${at(...letters, letters[0]!)}`);
      return (reply.body.routes as readonly Route[])[0]!.distance;
    }),
  );
  assert.ok(trip.trips[0]!.distance <= Math.min(...all) + 1, order);
});

test("a trip from end to end keeps the ends that are asked for", async () => {
  const open = "?roundtrip=false&source=first&destination=last";
  assert.match((await askTrip("agbh", open)).order, /^a..h$/);
  assert.equal((await askTrip("agbh", open)).trip.trips[0]!.legs.length, 3);
  assert.match((await askTrip("agbh", "?roundtrip=false&source=first")).order, /^a/);
  assert.match((await askTrip("agbh", "?roundtrip=false&destination=last")).order, /h$/);
  assert.match((await askTrip("agbh", "?source=first&destination=last")).order, /^a..h$/);
  assert.match((await askTrip("agbh", "?destination=last")).order, /h$/);
  const free = (await askTrip("agbh", "?roundtrip=false")).trip.trips[0]!.duration;
  for (const ends of ["&source=first", "&destination=last", "&source=first&destination=last"]) {
    assert.ok(free <= (await askTrip("agbh", `?roundtrip=false${ends}`)).trip.trips[0]!.duration);
  }
});

test("a trip takes the options of a route", async () => {
  const { trip } = await askTrip("ah", "?steps=true&geometries=geojson&overview=full&annotations=nodes");
  assert.ok(trip.trips[0]!.legs[0]!.steps.length > 1);
  assert.equal(typeof trip.trips[0]!.geometry, "object");
  assert.ok(trip.trips[0]!.legs[0]!.annotation!.nodes!.length > 1);
});

test("points that no way joins are NoTrips", async () => {
  const islands = drawMap("a---b   c---d", { gridMeters: 100 });
  const own = await startRouteServer({ engine: drawnEngines(islands) });
  after(() => own.close());
  const points = ["a", "c"].map((letter) => `${islands.at(letter).lng},${islands.at(letter).lat}`).join(";");
  const reply = await own.ask(`car/trip/v1/driving/${points}`);
  assert.deepEqual([reply.status, reply.body.code], [400, "NoTrips"]);
});

for (const [options, code] of [
  ["?source=last", "InvalidValue"],
  ["?roundtrip=maybe", "InvalidValue"],
  ["?alternatives=true", "InvalidQuery"],
] as const) {
  test(`a trip with ${options} is ${code}`, async () => {
    assert.equal((await server.ask(`car/trip/v1/driving/${at("a", "h")}${options}`)).body.code, code);
  });
}

async function askTile(zoom: number) {
  const { lat, lng } = town.at("f");
  const x = Math.floor((lng / 360 + 0.5) * 2 ** zoom);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom);
  const reply = await fetch(`${server.url}/routing/car/tile/v1/driving/tile(${x},${y},${zoom}).mvt`, {
    headers: { "api-key": KEY },
  });
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get("content-type") ?? "", /application\/x-protobuf/);
  return new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer())));
}

test("a tile holds the roads with their speeds, and near by the turns with their costs", async () => {
  const far = await askTile(13);
  assert.deepEqual(Object.keys(far.layers), ["speeds"]);
  // Six lines between junctions, each driven both ways.
  assert.equal(far.layers.speeds!.length, 12);
  const names = new Set(Array.from({ length: 12 }, (_, i) => far.layers.speeds!.feature(i).properties.name));
  assert.deepEqual([...names].sort(), ["bf", "dh", "Đường Bắc", "Đường Nam"]);
  const { speed, is_small, duration } = far.layers.speeds!.feature(0).properties;
  assert.ok(Number(speed) > 5 && is_small === false && Number(duration) > 1);
  const near = await askTile(15);
  const turn = near.layers.turns!.feature(0);
  assert.ok(["bearing_in", "turn_angle", "cost", "weight"].every((key) => typeof turn.properties[key] === "number"));
});

for (const [name, code] of [
  ["tile(1,2).mvt", "InvalidQuery"],
  ["tile(1,2,11).mvt", "InvalidOptions"],
  ["tile(9999999,2,14).mvt", "InvalidOptions"],
  ["tile(1,2,14).png", "InvalidQuery"],
] as const) {
  test(`the tile ${name} is ${code}`, async () => {
    assert.equal((await server.ask(`car/tile/v1/driving/${name}`)).body.code, code);
  });
}

type Match = {
  readonly matchings: readonly (Route & { readonly confidence: number })[];
  readonly tracepoints: readonly (
    | (Waypoint & {
        readonly matchings_index: number;
        readonly waypoint_index: number | null;
        readonly alternatives_count: number;
      })
    | null
  )[];
};

// Places along the streets, a few metres off them.
const trace = [
  town.between("a", "b", 0.1),
  town.between("a", "b", 0.6),
  town.between("b", "f", 0.5),
  town.between("f", "g", 0.4),
  town.between("g", "h", 0.7),
].map(({ lat, lng }) => `${(lng + 2e-5).toFixed(6)},${(lat + 2e-5).toFixed(6)}`);

async function askMatch(points: readonly string[], options = ""): Promise<Match> {
  const reply = await server.ask(`car/match/v1/driving/${points.join(";")}${options}`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as unknown as Match;
}

test("a trace becomes the roads it was driven along", async () => {
  const { matchings, tracepoints } = await askMatch(trace, "?steps=true&overview=full");
  assert.equal(matchings.length, 1);
  assert.ok(matchings[0]!.confidence > 0.8 && matchings[0]!.confidence <= 1);
  assert.equal(matchings[0]!.legs.length, 4);
  const names = matchings[0]!.legs.flatMap((leg) => leg.steps.map((step) => step.name));
  assert.deepEqual(
    names.filter((name, i) => name !== names[i - 1]),
    ["Đường Bắc", "bf", "Đường Nam"],
  );
  assert.deepEqual(
    tracepoints.map((point) => [point?.matchings_index, point?.waypoint_index]),
    [0, 1, 2, 3, 4].map((i) => [0, i]),
  );
  assert.ok(tracepoints.every((point) => point && point.distance < 20 && point.alternatives_count >= 0));
});

test("legs are between the waypoints of a trace", async () => {
  const { matchings, tracepoints } = await askMatch(trace, "?waypoints=0;2;4");
  assert.equal(matchings[0]!.legs.length, 2);
  assert.deepEqual(
    tracepoints.map((point) => point?.waypoint_index),
    [0, null, 1, null, 2],
  );
});

test("a long pause splits a trace unless it is to be ignored", async () => {
  const timestamps = "timestamps=0;20;1000;1030;1060";
  assert.equal((await askMatch(trace, `?${timestamps}`)).matchings.length, 2);
  assert.equal((await askMatch(trace, `?${timestamps}&gaps=ignore`)).matchings.length, 1);
});

for (const [options, code] of [
  ["?timestamps=1;2", "InvalidOptions"],
  ["?timestamps=5;4;3;2;1", "InvalidValue"],
  ["?gaps=maybe", "InvalidValue"],
  ["?bearings=;;;;1", "InvalidValue"],
  ["?exclude=bridge", "InvalidValue"],
  ["?approaches=curb", "InvalidOptions"],
  ["?snapping=all", "InvalidValue"],
] as const) {
  test(`a trace with ${options} is ${code}`, async () => {
    assert.equal((await server.ask(`car/match/v1/driving/${trace.join(";")}${options}`)).body.code, code);
  });
}

// Seen on the way from west to east, 10 m south of one street and 20 m north of the other; then over a river.
const banks = drawMap(
  `
    a-----------------------b
    |        3  4  5        |
    |                       |
    c-----------------------d-------8-9-------e---f
  `,
  {
    gridMeters: 10,
    ways: { ab: { toll: "yes" }, de: { route: "ferry", name: "Phà" } },
  },
);
const along = ["3", "4", "5"].map((place) => banks.at(place));
const each = (word: string): string => along.map(() => word).join(";");

const bound: readonly (readonly [options: string, streets: string])[] = [
  ["", "ab"],
  [`approaches=${each("")}`, "ab"],
  [`approaches=${each("curb")}`, "ab"],
  [`approaches=${each("opposite")}`, "cd"],
  ["exclude=toll", "cd"],
  ["exclude=ferry", "ab"],
  [`bearings=${each("90,20")}`, "ab"],
  [`bearings=${each("0,20")}`, "NoMatch"],
  [`exclude=toll&bearings=${each("90,20")}`, "cd"],
];
test("a trace obeys bearings, approaches, exclude and snapping", async () => {
  const own = await startRouteServer({ engine: drawnEngines(banks) });
  after(() => own.close());
  const streets = async (places: readonly LatLng[], options: string): Promise<string> => {
    const points = places.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";");
    const { body } = await own.ask(`car/match/v1/driving/${points}?steps=true&${options}`);
    if (body.code !== "Ok") return String(body.code);
    const { matchings } = body as unknown as Match;
    const names = matchings.flatMap(({ legs }) => legs.flatMap(({ steps }) => steps.map(({ name }) => name)));
    return names.filter((name, i) => name !== names[i - 1]).join(" ");
  };
  for (const [options, told] of bound) assert.equal(await streets(along, options), told, options);
  const river = [banks.at("8"), banks.at("9"), banks.at("e"), banks.at("f")];
  assert.equal(await streets(river, "snapping=default"), "ef");
  assert.equal(await streets(river, "snapping=any"), "Phà ef");
});

test("a trace far from any road is NoMatch", async () => {
  const reply = await server.ask("car/match/v1/driving/107.5,9.5;107.51,9.5");
  assert.deepEqual([reply.status, reply.body.code], [400, "NoMatch"]);
});
