// The route call on roads nobody drew by hand: many random routes, each held to what OSRM's protocol promises.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { Extract } from "../../src/extract/extract.ts";
import { readExtract } from "../../src/extract/read-extract.ts";
import { DEMO_CITIES } from "../../src/roads/demo/demo-cities.ts";
import { drawDemoExtract } from "../../src/roads/demo/demo-extract.ts";
import { buildEngine } from "../fixtures/roads/build-engine.ts";
import { addUp, polyline, type Route, readSteps, type Step } from "./osrm-shapes.ts";
import { startRouteServer } from "./route-server.ts";

const MONACO = "../shared/data/map/monaco.osm.pbf";
const SEED = 20;
const ROUTES = 60;

const TYPES = new Set(
  "depart,arrive,turn,new name,continue,end of road,fork,merge,on ramp,off ramp,notification,roundabout,rotary,roundabout turn,exit roundabout,exit rotary".split(
    ",",
  ),
);

async function holdRoutes(extract: Extract): Promise<ReadonlySet<string>> {
  const engine = buildEngine(extract, "car");
  assert.ok(!isRefusal(engine));
  const server = await startRouteServer({ engine: () => engine });
  const chance = seededChance(SEED);
  const anywhere = () => {
    const at = Math.floor(chance() * extract.nodes.ids.length);
    return `${extract.nodes.lngs[at]},${extract.nodes.lats[at]}`;
  };
  const maneuvers = new Set<string>();
  try {
    for (let i = 0; i < ROUTES; i += 1) {
      const path = `car/route/v1/driving/${anywhere()};${anywhere()};${anywhere()}`;
      const { status, body } = await server.ask(
        `${path}?steps=true&overview=full&geometries=polyline6&annotations=true`,
      );
      assert.ok(status === 200 || /^No(Segment|Route)/.test(String(body.message)), JSON.stringify(body));
      if (status !== 200) continue;
      const [route] = (body as unknown as { routes: readonly Route[] }).routes;
      holdRoute(route!, path);
      for (const leg of route!.legs) for (const step of leg.steps) maneuvers.add(step.maneuver.type);
    }
  } finally {
    await server.close();
    engine.close();
  }
  return maneuvers;
}

function holdRoute(route: Route, path: string): void {
  assert.equal(addUp(route.legs.map((leg) => leg.distance)), route.distance, path);
  assert.equal(addUp(route.legs.map((leg) => leg.duration)), route.duration, path);
  const driven: (readonly [number, number])[] = [];
  for (const leg of route.legs) {
    assert.equal(addUp(leg.steps.map((step) => step.distance)), leg.distance, path);
    assert.equal(addUp(leg.steps.map((step) => step.duration)), leg.duration, path);
    assert.equal(leg.steps[0]!.maneuver.type, "depart");
    assert.equal(leg.steps.at(-1)!.maneuver.type, "arrive");
    leg.steps.forEach(holdStep);
    driven.push(...leg.steps.flatMap((step) => polyline.decode(step.geometry, 6)));
  }
  const line = polyline.decode(String(route.geometry), 6);
  assert.deepEqual(withoutStanding(driven), withoutStanding(line), path);
  for (const name of ["distance", "duration", "weight", "speed"]) {
    const columns = route.legs.map((leg) => leg.annotation![name]!.length);
    assert.equal(addUp(columns), line.length - 1, `${name} on ${path}`);
  }
}

// Where one step ends the next begins, and arriving stands still.
function withoutStanding(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  return points.filter(([lat, lng], i) => lat !== points[i - 1]?.[0] || lng !== points[i - 1]?.[1]);
}

function holdStep(step: Step): void {
  const { type, modifier, exit, bearing_before: before, bearing_after: after } = step.maneuver;
  assert.ok(TYPES.has(type), type);
  assert.ok(type === "depart" || type === "arrive" || modifier !== undefined, `${type} needs a modifier`);
  assert.ok(exit === undefined || exit >= 1);
  for (const bearing of [before, after]) assert.ok(Number.isInteger(bearing) && bearing >= 0 && bearing < 360);
  for (const { bearings, entry, in: into, out } of step.intersections) {
    assert.equal(bearings.length, entry.length);
    assert.deepEqual(
      [...bearings],
      [...bearings].sort((a, b) => a - b),
      "clockwise from north",
    );
    if (into !== undefined) assert.ok(into < bearings.length);
    if (out !== undefined) assert.equal(entry[out], true, "what was taken may be entered");
  }
  for (const language of ["en", "vi"]) assert.notEqual(readSteps.compile(language, step, {}), "");
}

test(`every route through demo streets keeps OSRM's promises (seed ${SEED})`, async () => {
  const maneuvers = await holdRoutes(
    drawDemoExtract(
      DEMO_CITIES.filter((city) => city.id === "DAD"),
      [],
    ),
  );
  for (const type of ["turn", "new name", "rotary", "exit rotary", "end of road"]) assert.ok(maneuvers.has(type), type);
});

const missing = !existsSync(MONACO);
if (missing) process.stderr.write(`SKIPPED: ${MONACO} is not here, the route call was not tried on a real map\n`);
test(`every route through Monaco keeps OSRM's promises (seed ${SEED})`, { skip: missing }, async () => {
  const extract = await readExtract([MONACO]);
  assert.ok(!isRefusal(extract));
  const maneuvers = await holdRoutes(extract);
  for (const type of ["turn", "continue", "roundabout", "fork", "end of road"]) assert.ok(maneuvers.has(type), type);
});
