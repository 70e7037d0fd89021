// The route call over HTTP on little drawn maps: OSRM's shapes, field by field.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { metersBetween } from "../../src/domain/geo.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { buildEngine } from "../fixtures/roads/build-engine.ts";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { drawnEngines } from "./drawn-engines.ts";
import { addUp, polyline, type Route, readSteps, type Waypoint } from "./osrm-shapes.ts";
import { startRouteServer } from "./route-server.ts";

const town = drawMap(
  `
    1
    a---b---c---d
    |   |       |
    e---f-2-g---h   3
    |       |   |
    i---j---k---l
  `,
  {
    gridMeters: 100,
    ways: {
      abcd: { name: "Đường Mây Cười", highway: "primary" },
      efgh: { name: "Đường Gió Hát" },
      ijkl: { name: "Đường Nắng Ngủ" },
      aei: { name: "Đường Trăng Vui" },
      dhl: { name: "Đường Sao Bay" },
      gk: { highway: "service", motorcar: "no", name: "Hẻm 7" },
    },
  },
);
const server = await startRouteServer({ engine: drawnEngines(town) });
after(() => server.close());

const at = (...letters: readonly string[]) =>
  letters.map((letter) => `${town.at(letter).lng.toFixed(6)},${town.at(letter).lat.toFixed(6)}`).join(";");

async function askRoutes(path: string) {
  const reply = await server.ask(path);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as unknown as { code: string; routes: readonly Route[]; waypoints: readonly Waypoint[] };
}

test("a route has the fields of the specification, of the right kind", async () => {
  const { code, routes, waypoints } = await askRoutes(`car/route/v1/driving/${at("a", "l")}`);
  assert.equal(code, "Ok");
  assert.equal(routes.length, 1);
  const [route] = routes;
  assert.deepEqual(Object.keys(route!).sort(), ["distance", "duration", "geometry", "legs", "weight", "weight_name"]);
  assert.equal(typeof route!.geometry, "string");
  assert.equal(route!.weight_name, "duration");
  assert.equal(route!.weight, route!.duration);
  assert.ok(Math.abs(route!.distance - 1600) <= 0.2, `${route!.distance} m`);
  assert.deepEqual(route!.legs, [
    { steps: [], summary: "", weight: route!.duration, duration: route!.duration, distance: route!.distance },
  ]);
  assert.deepEqual(
    waypoints.map((waypoint) => Object.keys(waypoint).sort()),
    [
      ["distance", "hint", "location", "name"],
      ["distance", "hint", "location", "name"],
    ],
  );
  assert.ok(waypoints.every(({ distance, hint }) => distance < 0.2 && hint.length > 0));
  assert.ok(metersBetween(town.at("l"), { lng: waypoints[1]!.location[0], lat: waypoints[1]!.location[1] }) < 0.2);
});

test("the same line comes as polyline, polyline6 and GeoJSON", async () => {
  const path = `car/route/v1/driving/${at("a", "l", "1")}?overview=full`;
  const [five] = (await askRoutes(path)).routes;
  const [six] = (await askRoutes(`${path}&geometries=polyline6`)).routes;
  const [json] = (await askRoutes(`${path}&geometries=geojson`)).routes;
  assert.ok(typeof json!.geometry === "object");
  assert.equal(json!.geometry.type, "LineString");
  const coordinates = json!.geometry.coordinates.map(([lng, lat]) => [lat, lng]);
  assert.deepEqual(polyline.decode(String(six!.geometry), 6), coordinates);
  const coarse = polyline.decode(String(five!.geometry));
  assert.equal(coarse.length, coordinates.length);
  for (const [i, [lat, lng]] of coarse.entries()) {
    assert.ok(Math.abs(lat - coordinates[i]![0]!) < 6e-6 && Math.abs(lng - coordinates[i]![1]!) < 6e-6);
  }
});

test("the overview is simplified unless asked for whole, or left out", async () => {
  const path = `car/route/v1/driving/${at("a", "d", "l")}`;
  const points = (route: Route | undefined) => polyline.decode(String(route?.geometry)).length;
  const [simple] = (await askRoutes(path)).routes;
  const [named] = (await askRoutes(`${path}?overview=simplified`)).routes;
  const [full] = (await askRoutes(`${path}?overview=full`)).routes;
  const [none] = (await askRoutes(`${path}?overview=false`)).routes;
  assert.equal(simple!.geometry, named!.geometry);
  assert.equal(points(simple), 3, "straight, corner, straight");
  assert.ok(points(full) > 3);
  assert.ok(none && !("geometry" in none));
});

test("steps add up to their leg and legs to the route, to the tenth", async () => {
  const [route] = (await askRoutes(`bike/route/v1/driving/${at("1", "2", "l", "b")}?steps=true`)).routes;
  assert.equal(route!.legs.length, 3);
  for (const leg of route!.legs) {
    assert.equal(addUp(leg.steps.map((step) => step.distance)), leg.distance);
    assert.equal(addUp(leg.steps.map((step) => step.duration)), leg.duration);
    assert.equal(leg.steps[0]!.maneuver.type, "depart");
    assert.equal(leg.steps.at(-1)!.maneuver.type, "arrive");
    assert.equal(leg.steps.at(-1)!.distance, 0);
  }
  assert.equal(addUp(route!.legs.map((leg) => leg.distance)), route!.distance);
  assert.equal(addUp(route!.legs.map((leg) => leg.duration)), route!.duration);
});

test("the lines of the steps are the full line of the route, end to end", async () => {
  const path = `car/route/v1/driving/${at("a", "l")}?steps=true&overview=full&geometries=polyline6`;
  const [route] = (await askRoutes(path)).routes;
  const joined = route!.legs[0]!.steps.flatMap((step, i) => polyline.decode(step.geometry, 6).slice(i === 0 ? 0 : 1));
  // The last step stands still on the last point.
  assert.deepEqual(joined.slice(0, -1), polyline.decode(String(route!.geometry), 6));
  for (const step of route!.legs[0]!.steps) {
    assert.deepEqual(polyline.decode(step.geometry, 6)[0], [step.maneuver.location[1], step.maneuver.location[0]]);
    assert.deepEqual(step.intersections[0]!.location, step.maneuver.location);
    assert.equal(step.mode, "driving");
    assert.equal(step.driving_side, "right");
  }
});

test("OSRM's own reader tells our steps in English and Vietnamese", async () => {
  const [route] = (await askRoutes(`bike/route/v1/driving/${at("a", "k")}?steps=true`)).routes;
  const steps = route!.legs[0]!.steps;
  assert.deepEqual(
    steps.map((step) => readSteps.compile("en", step, {})),
    [
      "Head east on Đường Mây Cười",
      "Turn right onto bf",
      "Turn left onto Đường Gió Hát",
      "Turn right onto Hẻm 7",
      "You have arrived at your destination",
    ],
  );
  assert.equal(readSteps.compile("vi", steps[2]!, {}), "Quẹo trái vào Đường Gió Hát");
});

test("a summary names the two longest roads once steps are asked for", async () => {
  const [route] = (await askRoutes(`car/route/v1/driving/${at("a", "l")}?steps=true`)).routes;
  assert.match(route!.legs[0]!.summary, /^Đường .+, Đường .+$/);
});

test("annotations lie between the points of the full line and re-add to the leg", async () => {
  const path = `car/route/v1/driving/${at("a", "l")}?overview=full&annotations=`;
  const [all] = (await askRoutes(`${path}true`)).routes;
  const annotation = all!.legs[0]!.annotation!;
  const { metadata: _, nodes, ...columns } = annotation;
  assert.deepEqual(Object.keys(columns), ["distance", "duration", "datasources", "weight", "speed"]);
  const gaps = polyline.decode(String(all!.geometry)).length - 1;
  for (const column of Object.values(columns)) assert.equal(column.length, gaps);
  assert.equal(nodes!.length, gaps + 1);
  assert.ok(Math.abs(addUp(annotation.distance!) - all!.distance) <= 0.2);
  assert.ok(addUp(annotation.duration!) <= all!.duration, "turns are not counted");
  const [some] = (await askRoutes(`${path}duration,distance`)).routes;
  assert.deepEqual(Object.keys(some!.legs[0]!.annotation!), ["distance", "duration"]);
});

test("other ways are offered between two points when they are asked for", async () => {
  const path = `car/route/v1/driving/${at("a", "l")}`;
  const { routes } = await askRoutes(`${path}?alternatives=2`);
  assert.ok(routes.length >= 1 && routes.length <= 3);
  assert.ok(routes.every((route) => route.duration >= routes[0]!.duration));
  assert.equal(new Set(routes.map((route) => route.geometry)).size, routes.length, "no way twice");
});

test("a hint given back finds the same road", async () => {
  const path = `car/route/v1/driving/${at("1", "2")}`;
  const first = await askRoutes(path);
  const hints = first.waypoints.map(({ hint }) => encodeURIComponent(hint)).join(";");
  assert.deepEqual(await askRoutes(`${path}?hints=${hints}`), first);
  assert.deepEqual(await askRoutes(`${path}?hints=nonsense;`), first, "one that does not fit is ignored");
  const bare = await askRoutes(`${path}?generate_hints=false`);
  assert.ok(bare.waypoints.every((waypoint) => !("hint" in waypoint)));
  assert.ok(!("waypoints" in (await askRoutes(`${path}?skip_waypoints=true`))));
});

test("a car is kept out of the alley a motorbike may take", async () => {
  const [bike] = (await askRoutes(`bike/route/v1/driving/${at("g", "k")}`)).routes;
  const [car] = (await askRoutes(`car/route/v1/driving/${at("g", "k")}`)).routes;
  assert.ok(bike!.distance < 201 && car!.distance > 700, `${bike!.distance} m and ${car!.distance} m`);
});

test("coordinates come as pairs, as a polyline, encoded for URLs, with .json behind them", async () => {
  const pairs = at("a", "l");
  const expected = (await askRoutes(`car/route/v1/driving/${pairs}`)).routes[0]!.distance;
  const encoded = polyline.encode([
    [town.at("a").lat, town.at("a").lng],
    [town.at("l").lat, town.at("l").lng],
  ]);
  for (const same of [
    `${pairs}.json`,
    encodeURIComponent(pairs),
    `polyline(${encodeURIComponent(encoded)})`,
    `polyline(${encodeURIComponent(encoded)}).json`,
  ]) {
    const [route] = (await askRoutes(`car/route/v1/driving/${same}`)).routes;
    assert.ok(Math.abs(route!.distance - expected) < 3, same);
  }
});

test("a hundred points are a route of ninety-nine legs", async () => {
  const letters = Array.from({ length: 100 }, (_, i) => "adli"[i % 4]!);
  const [route] = (await askRoutes(`bike/route/v1/driving/${at(...letters)}?overview=false`)).routes;
  assert.equal(route!.legs.length, 99);
});

test("two stops at one door are a leg of no length", async () => {
  const { routes } = await askRoutes(`car/route/v1/driving/${at("b", "b", "c")}?steps=true`);
  assert.equal(routes[0]!.legs[0]!.distance, 0);
  assert.deepEqual(
    routes[0]!.legs[0]!.steps.map((step) => step.maneuver.type),
    ["depart", "arrive"],
  );
});

const nowhere = [
  ["at sea", "107.5,9.5"],
  ["in Berlin", "13.38886,52.517037"],
] as const;
for (const [name, point] of nowhere) {
  test(`a point ${name} is NoSegment, with its position`, async () => {
    const reply = await server.ask(`car/route/v1/driving/${at("a")};${point}`);
    assert.equal(reply.status, 400);
    assert.deepEqual([reply.body.code, reply.body.title], ["NoSegment", "Bad Request"]);
    assert.match(
      String(reply.body.message),
      new RegExp(`^NoSegment: .*position ${at("a").length + 1} of the coordinates`),
    );
  });
}

test("a point on an island is put on the mainland when it is near, and there is no way to it when it is not", async () => {
  const map = drawMap(
    `
      a---b---c       y-z                                           w-x
      |   |   |
      d---e---f
    `,
    { gridMeters: 50 },
  );
  const engine = buildEngine(map.extract, "car");
  assert.ok(!isRefusal(engine));
  after(() => engine.close());
  const own = await startRouteServer({ engine: () => engine });
  after(() => own.close());
  const place = (letter: string) => `${map.at(letter).lng.toFixed(6)},${map.at(letter).lat.toFixed(6)}`;
  const near = await own.ask(`car/route/v1/driving/${place("a")};${place("y")}`);
  assert.equal(near.status, 200);
  const { waypoints } = near.body as unknown as { waypoints: readonly Waypoint[] };
  assert.ok(Math.abs(waypoints[1]!.distance - 400) < 1, "moved to c");
  const far = await own.ask(`car/route/v1/driving/${place("x")};${place("a")}`);
  assert.equal(far.status, 400);
  assert.match(String(far.body.message), /^NoRoute: .*from point 0 to point 1/);
});

test("a radius that is too small finds no road, and says for which point", async () => {
  const reply = await server.ask(`car/route/v1/driving/${at("a", "3")}?radiuses=;50`);
  assert.equal(reply.status, 400);
  assert.match(String(reply.body.message), new RegExp(`^NoSegment: .*position ${at("a").length + 1} `));
  assert.equal((await server.ask(`car/route/v1/driving/${at("a", "3")}?radiuses=;500`)).status, 200);
});

test("where no way leads it is NoRoute, and null in a table", async () => {
  const islands = drawMap("a---b   c---d", { gridMeters: 100 });
  const own = await startRouteServer({ engine: drawnEngines(islands) });
  after(() => own.close());
  const points = ["a", "b", "c"].map((letter) => `${islands.at(letter).lng},${islands.at(letter).lat}`);
  const route = await own.ask(`car/route/v1/driving/${points[0]};${points[2]}`);
  assert.equal(route.status, 400);
  assert.match(String(route.body.message), /^NoRoute: /);
  const table = await own.ask(`car/table/v1/driving/${points.join(";")}`);
  const [row] = table.body.durations as readonly (readonly (number | null)[])[];
  assert.equal(row![0], 0);
  assert.ok(row![1]! > 0);
  assert.equal(row![2], null);
});

test("a table equals the routes it stands for", async () => {
  const letters = ["a", "2", "l", "1"];
  const reply = await server.ask(`bike/table/v1/driving/${at(...letters)}?annotations=duration,distance`);
  assert.equal(reply.status, 200);
  const { code, durations, distances, sources, destinations } = reply.body as unknown as {
    code: string;
    durations: readonly (readonly number[])[];
    distances: readonly (readonly number[])[];
    sources: readonly Waypoint[];
    destinations: readonly Waypoint[];
  };
  assert.equal(code, "Ok");
  assert.equal(sources.length, 4);
  assert.deepEqual(sources, destinations);
  for (const [i, from] of letters.entries()) {
    for (const [j, to] of letters.entries()) {
      const [route] = (await askRoutes(`bike/route/v1/driving/${at(from, to)}?overview=false`)).routes;
      assert.ok(Math.abs(durations[i]![j]! - route!.duration) <= 0.11, `${from} to ${to}`);
      assert.ok(Math.abs(distances[i]![j]! - route!.distance) <= 0.11, `${from} to ${to}`);
    }
  }
});

test("a table is cut to the sources and destinations asked for", async () => {
  const reply = await server.ask(`car/table/v1/driving/${at("a", "d", "l")}?sources=1&destinations=0;2`);
  const durations = reply.body.durations as readonly (readonly number[])[];
  assert.deepEqual([durations.length, durations[0]!.length], [1, 2]);
  assert.ok(!("distances" in reply.body));
  const { sources, destinations } = reply.body as unknown as Record<"sources" | "destinations", readonly Waypoint[]>;
  assert.deepEqual([sources.length, destinations.length], [1, 2]);
});
