// Options of OSRM's route and table over HTTP, on little drawn maps.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { drawnEngines } from "./drawn-engines.ts";
import type { Route, Waypoint } from "./osrm-shapes.ts";
import { KEY, startRouteServer } from "./route-server.ts";

const town = drawMap(
  `
    a---b---c---d
    |   1   |   |
    |   2   |   |
    e---f---g---h
  `,
  { gridMeters: 100, ways: { abcd: { name: "Đường Bắc" }, efgh: { name: "Đường Nam" } } },
);
const server = await startRouteServer({ engine: drawnEngines(town) });
after(() => server.close());

const at = (...letters: readonly string[]) =>
  letters.map((letter) => `${town.at(letter).lng.toFixed(6)},${town.at(letter).lat.toFixed(6)}`).join(";");

async function askRoute(path: string) {
  const reply = await server.ask(path);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const { routes, waypoints } = reply.body as unknown as { routes: readonly Route[]; waypoints: readonly Waypoint[] };
  return { route: routes[0]!, routes, waypoints };
}

test("a bearing decides which way one sets out", async () => {
  const free = await askRoute(`car/route/v1/driving/${at("1", "g")}?steps=true`);
  const east = await askRoute(`car/route/v1/driving/${at("1", "g")}?steps=true&bearings=90,20;`);
  const west = await askRoute(`car/route/v1/driving/${at("1", "g")}?steps=true&bearings=270,20;`);
  assert.equal(east.route.legs[0]!.steps[0]!.maneuver.bearing_after, 90);
  assert.equal(west.route.legs[0]!.steps[0]!.maneuver.bearing_after, 270);
  assert.equal(free.route.distance, east.route.distance);
  assert.ok(west.route.distance > east.route.distance + 300);
});

test("a bearing no road has is NoSegment, and a table obeys bearings too", async () => {
  const none = await server.ask(`car/route/v1/driving/${at("1", "g")}?bearings=45,10;&radiuses=150;`);
  assert.equal(none.body.code, "NoSegment");
  const table = async (bearing: string) => {
    const reply = await server.ask(`car/table/v1/driving/${at("1", "g")}?annotations=distance&bearings=${bearing};`);
    return (reply.body.distances as readonly (readonly number[])[])[0]![1]!;
  };
  assert.ok((await table("270,20")) > (await table("90,20")) + 300);
});

test("approaches=curb arrives where the stop is on the right, opposite where it is on the left", async () => {
  // 1 lies south of the northern street: on the right of who drives east.
  const arriving = async (approach: string) => {
    const { route } = await askRoute(`car/route/v1/driving/${at("e", "1")}?steps=true&approaches=;${approach}`);
    return route.legs[0]!.steps.at(-1)!.maneuver;
  };
  assert.deepEqual([(await arriving("curb")).bearing_before, (await arriving("curb")).modifier], [90, "right"]);
  const opposite = await arriving("opposite");
  assert.deepEqual([opposite.bearing_before, opposite.modifier], [270, "left"]);
  assert.equal((await arriving("unrestricted")).bearing_before, 90);
});

test("in a one-way street the curb is on either side", async () => {
  const oneWay = drawMap(
    `
      a->-b->-c
          1
    `,
    { gridMeters: 50 },
  );
  const own = await startRouteServer({ engine: drawnEngines(oneWay) });
  after(() => own.close());
  const place = (letter: string) => `${oneWay.at(letter).lng.toFixed(6)},${oneWay.at(letter).lat.toFixed(6)}`;
  for (const approach of ["curb", "opposite"]) {
    const reply = await own.ask(`car/route/v1/driving/${place("a")};${place("1")}?approaches=;${approach}`);
    assert.equal(reply.status, 200);
  }
});

test("snapping=any puts a stop on a ferry, the default on the shore", async () => {
  const river = drawMap("a---b--1--c---d", { gridMeters: 50, ways: { bc: { route: "ferry", name: "Phà" } } });
  const own = await startRouteServer({ engine: drawnEngines(river) });
  after(() => own.close());
  const place = (letter: string) => `${river.at(letter).lng.toFixed(6)},${river.at(letter).lat.toFixed(6)}`;
  const moved = async (snapping: string) => {
    const reply = await own.ask(`car/route/v1/driving/${place("a")};${place("1")}?snapping=${snapping}`);
    return (reply.body as unknown as { waypoints: readonly Waypoint[] }).waypoints[1]!;
  };
  assert.ok((await moved("default")).distance > 100);
  const aboard = await moved("any");
  assert.deepEqual([aboard.name, aboard.distance < 1], ["Phà", true]);
});

test("depart_at keeps off what is closed at that hour there, in routes and tables", async () => {
  const closed = drawMap("a-1-b-2-c\n|   |   |\nd-3-e-4-f", {
    gridMeters: 100,
    ways: { be: { "motor_vehicle:conditional": "no @ (Mo-Fr 06:00-09:00)" } },
  });
  const own = await startRouteServer({ engine: drawnEngines(closed) });
  after(() => own.close());
  const place = (letter: string) => `${closed.at(letter).lng.toFixed(6)},${closed.at(letter).lat.toFixed(6)}`;
  const meters = async (option: string) => {
    const path = `${place("1")};${place("4")}`;
    const route = (await own.ask(`car/route/v1/driving/${path}?${option}`)).body as { routes: readonly Route[] };
    const table = (await own.ask(`car/table/v1/driving/${path}?annotations=distance&${option}`)).body;
    const trip = (await own.ask(`car/trip/v1/driving/${path}?roundtrip=false&source=first&${option}`)).body;
    const driven = [
      route.routes[0]!.distance,
      (table.distances as number[][])[0]![1]!,
      (trip.trips as Route[])[0]!.distance,
    ].map((length) => Math.round(length / 10) * 10);
    assert.equal(new Set(driven).size, 1, String(driven));
    return driven[0];
  };
  assert.equal(await meters(""), 600);
  assert.equal(await meters("depart_at=2026-11-16T07:00:00%2B07:00"), 1000);
  // Seven in the morning in London is afternoon there.
  assert.equal(await meters("depart_at=2026-11-16T07:00:00Z"), 600);
  assert.equal(await meters("depart_at=2026-11-15T07:00:00%2B07:00"), 600);
  const odd = await own.ask(`car/route/v1/driving/${place("1")};${place("4")}?depart_at=soon`);
  assert.deepEqual([odd.status, odd.body.code], [400, "InvalidValue"]);
});

test("a coordinate that is no waypoint is driven by, in one leg", async () => {
  const path = `car/route/v1/driving/${at("a", "c", "h")}`;
  const two = await askRoute(`${path}?steps=true&annotations=true&overview=full`);
  const one = await askRoute(`${path}?steps=true&annotations=true&overview=full&waypoints=0;2`);
  assert.equal(two.route.legs.length, 2);
  assert.equal(one.route.legs.length, 1);
  assert.equal(one.route.distance, two.route.distance);
  assert.equal(one.route.geometry, two.route.geometry);
  const [leg] = one.route.legs;
  assert.deepEqual([leg!.steps[0]!.maneuver.type, leg!.steps.at(-1)!.maneuver.type], ["depart", "arrive"]);
  assert.equal(leg!.steps.filter(({ maneuver }) => maneuver.type === "arrive").length, 1);
  const nodes = leg!.annotation!.nodes!;
  assert.equal(leg!.annotation!.distance!.length, nodes.length - 1);
  assert.equal(new Set(nodes).size, nodes.length, "no node twice");
});

test("a coordinate in a dead end that is no waypoint is turned round at", async () => {
  const map = drawMap("a---b---c---d", { gridMeters: 100, ways: { abcd: {} } });
  const own = await startRouteServer({ engine: drawnEngines(map) });
  after(() => own.close());
  const place = (letter: string) => `${map.at(letter).lng.toFixed(6)},${map.at(letter).lat.toFixed(6)}`;
  const path = `car/route/v1/driving/${place("b")};${place("d")};${place("a")}?steps=true&waypoints=0;2`;
  const { routes } = (await own.ask(path)).body as unknown as { routes: readonly Route[] };
  const told = routes[0]!.legs[0]!.steps.map(({ maneuver: { type, modifier } }) => `${type} ${modifier ?? ""}`.trim());
  assert.deepEqual(told, ["depart", "continue uturn", "arrive"]);
});

test("annotations name the nodes of the map and where each figure is from", async () => {
  const { route } = await askRoute(`car/route/v1/driving/${at("a", "d")}?annotations=true&overview=full`);
  const annotation = route.legs[0]!.annotation as unknown as Readonly<Record<string, readonly number[]>> & {
    metadata: unknown;
  };
  assert.deepEqual(annotation.nodes, ["a", "b", "c", "d"].map(town.nodeId));
  assert.deepEqual(annotation.datasources, [0, 0, 0]);
  assert.deepEqual(annotation.metadata, { datasource_names: ["profile"] });
  assert.deepEqual(annotation.weight, annotation.duration);
});

test("between two nodes the annotation has the nodes behind and ahead", async () => {
  const from = town.between("a", "b", 0.25);
  const to = town.between("b", "c", 0.5);
  const { route } = await askRoute(
    `car/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}?annotations=nodes`,
  );
  assert.deepEqual(route.legs[0]!.annotation, { nodes: ["a", "b", "c"].map(town.nodeId) });
});

test("where no way leads the crow fills the cell, and every duration is scaled", async () => {
  const islands = drawMap("a---b   c---d", { gridMeters: 100 });
  const own = await startRouteServer({ engine: drawnEngines(islands) });
  after(() => own.close());
  const points = ["a", "b", "c"].map((letter) => `${islands.at(letter).lng},${islands.at(letter).lat}`).join(";");
  const ask = async (options: string) => (await own.ask(`car/table/v1/driving/${points}?${options}`)).body;
  const plain = (await ask("")) as { durations: readonly (readonly (number | null)[])[] };
  const filled = await ask("fallback_speed=10&annotations=duration,distance");
  const [row] = filled.durations as readonly (readonly number[])[];
  assert.deepEqual([row![1], row![2]], [plain.durations[0]![1], 80], "800 m at 10 m/s");
  assert.ok(Math.abs((filled.distances as readonly (readonly number[])[])[0]![2]! - 800) < 1);
  assert.deepEqual(filled.fallback_speed_cells, [
    [0, 2],
    [1, 2],
    [2, 0],
    [2, 1],
  ]);
  const doubled = (await ask("scale_factor=2")) as { durations: readonly (readonly (number | null)[])[] };
  assert.ok(Math.abs(doubled.durations[0]![1]! - 2 * plain.durations[0]![1]!) <= 0.1);
  assert.equal(doubled.durations[0]![2], null);
  assert.ok(!("fallback_speed_cells" in doubled));
});

test("answers name the version of the map", async () => {
  const route = await server.ask(`car/route/v1/driving/${at("a", "g")}`);
  const table = await server.ask(`car/table/v1/driving/${at("a", "g")}`);
  assert.match(String(route.body.data_version), /^[0-9a-f]{16}$/);
  assert.equal(table.body.data_version, route.body.data_version);
});

test("a long answer comes compressed to who takes it so, a short one as it is", async () => {
  const ask = async (query: string, encoding: string) =>
    fetch(`${server.url}/routing/car/route/v1/driving/${at("a", "g", "e", "d")}${query}`, {
      headers: { "api-key": KEY, "accept-encoding": encoding },
    });
  const small = await ask("", "gzip");
  const [zipped, plain] = [await ask("?steps=true", "br, gzip"), await ask("?steps=true", "identity")];
  assert.deepEqual(
    [small, zipped, plain].map((reply) => reply.headers.get("content-encoding")),
    [null, "gzip", null],
  );
  assert.match(zipped.headers.get("vary") ?? "", /accept-encoding/);
  assert.deepEqual(await zipped.json(), await plain.json());
});

test("five hundred coordinates are a route, one more is TooBig", async () => {
  const many = (count: number) => at(...Array.from({ length: count }, (_, i) => "adhe"[i % 4]!));
  const { route } = await askRoute(`car/route/v1/driving/${many(500)}?overview=false`);
  assert.equal(route.legs.length, 499);
  const over = await server.ask(`car/route/v1/driving/${many(501)}`);
  assert.deepEqual([over.status, over.body.code], [400, "TooBig"]);
});

test("flatbuffers are refused clearly", async () => {
  const reply = await server.ask(`car/route/v1/driving/${at("a", "g")}.flatbuffers`);
  assert.deepEqual([reply.status, reply.body.code], [400, "InvalidOptions"]);
  assert.match(String(reply.body.message), /flatbuffers are not offered, only json/);
});

test("exclude keeps off toll roads, motorways and ferries, in routes, tables and trips", async () => {
  const map = drawMap(
    `
      a---b---c
      |       |
      d-------e
    `,
    { gridMeters: 100, ways: { abc: { name: "Đường Phí", highway: "primary", toll: "yes" } } },
  );
  const own = await startRouteServer({ engine: drawnEngines(map) });
  after(() => own.close());
  const place = (letter: string) => `${map.at(letter).lng.toFixed(6)},${map.at(letter).lat.toFixed(6)}`;
  const between = [map.between("a", "d", 0.5), map.between("c", "e", 0.5)];
  const points = between.map(({ lng, lat }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";");
  const summary = async (options: string) => {
    const { body } = await own.ask(`car/route/v1/driving/${points}?steps=true${options}`);
    return (body.routes as readonly Route[])[0]!.legs[0]!.steps.map(({ name }) => name);
  };
  assert.ok((await summary("")).includes("Đường Phí"));
  assert.ok(!(await summary("&exclude=toll")).includes("Đường Phí"));
  assert.ok((await summary("&exclude=motorway,ferry")).includes("Đường Phí"));
  const cell = async (options: string) => {
    const { body } = await own.ask(`car/table/v1/driving/${points}${options}`);
    return (body.durations as readonly (readonly number[])[])[0]![1]!;
  };
  assert.ok((await cell("?exclude=toll")) > (await cell("")));
  const trip = await own.ask(`car/trip/v1/driving/${points};${place("d")}?exclude=toll&steps=true`);
  assert.doesNotMatch(JSON.stringify(trip.body), /Đường Phí/);
});
