// Orders on the real road engine, on the generated streets of one small city: what is told beforehand is what is paid.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { seededChance } from "../../../src/domain/chance.ts";
import { type LatLng, metersBetween } from "../../../src/domain/geo.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { DEMO_CITIES } from "../../../src/roads/demo/demo-cities.ts";
import { drawDemoExtract } from "../../../src/roads/demo/demo-extract.ts";
import { openLocalRoads } from "../../../src/roads/local.ts";
import { decodePolyline } from "../../../src/roads/polyline.ts";
import { buildEngine } from "../../fixtures/roads/build-engine.ts";
import { assertOk } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { point, startOrderTests } from "../../harness/orders.ts";

const SEED = 5;
const ORDERS = 25;

const city = DEMO_CITIES.find(({ id }) => id === "HUI")!;
const version = { engine: "giao", map: "demo", demo: true } as const;
const engine = buildEngine(drawDemoExtract([city], []), "bike", { version });
assert.ok(!isRefusal(engine));
const roads = openLocalRoads({ version, engines: { bike: engine, car: engine } });
after(() => roads.close());
const orders = await startOrderTests({}, roads);
const chance = seededChance(SEED);

function somewhere(): LatLng {
  const [out, angle] = [Math.sqrt(chance()) * 0.8, chance() * 2 * Math.PI];
  const east = (out * city.eastMeters * Math.cos(angle)) / (111_195 * Math.cos((city.center.lat * Math.PI) / 180));
  return { lat: city.center.lat + (out * city.northMeters * Math.sin(angle)) / 111_195, lng: city.center.lng + east };
}

test("an order costs what its estimate said, its line leads past every point, and optimising never makes it longer", async () => {
  for (let made = 0; made < ORDERS; made++) {
    const path = Array.from({ length: 2 + Math.floor(chance() * 4) }, () => point(somewhere()));
    const body = { order_time: 0, path, payment_method: "CASH" };
    const estimate = await orders.estimate({ ...body, services: [{ _id: "HUI-BIKE" }, { _id: "HUI-ECO" }] });
    assertOk(estimate);
    const order = await orders.created({ ...body, service_id: "HUI-BIKE", requests: [] });
    assert.equal(order.total_fee, estimate.body[0].data.total_fee);
    assert.equal(order.distance, estimate.body[1].data.distance);
    assert.equal(order.map_version, "giao demo");

    const line = decodePolyline(order.polylines, 5);
    for (const each of path) {
      const nearest = Math.min(...metersTo(line, each as LatLng));
      assert.ok(nearest < 500, `a point lies ${nearest} m off the line`);
    }
    assert.ok(Math.abs(lengthOf(line) / 1_000 - order.distance) < 0.05 + order.distance * 0.02);

    const optimised = await orders.created({ ...body, service_id: "HUI-BIKE", route_optimized: true });
    assert.ok(optimised.distance <= order.distance);
    const places = (one: Json) => one.path.map(({ lat, lng }: Json) => `${lat},${lng}`).sort();
    assert.deepEqual(places(optimised), places(order));
  }
});

test("a hundred deliveries are put in order within one request", async () => {
  const wide = { distance_fee: "1000 * x", max_stop_points: 100, max_distance: 1_000_000 };
  assertOk(await orders.call("PUT", "/operator/v1/services/HUI-LONG", { operator: true, body: wide }));
  const path = Array.from({ length: 101 }, () => point(somewhere()));
  const body = { order_time: 0, path, payment_method: "CASH", service_id: "HUI-LONG" };
  const given = await orders.created(body);
  const optimised = await orders.created({ ...body, route_optimized: true });
  assert.ok(optimised.distance < given.distance / 2, `${optimised.distance} km of ${given.distance} km`);
});

function pointsOf(line: Int32Array): readonly LatLng[] {
  return Array.from({ length: line.length / 2 }, (_, at) => ({
    lng: line[2 * at]! / 1e6,
    lat: line[2 * at + 1]! / 1e6,
  }));
}

function metersTo(line: Int32Array, place: LatLng): readonly number[] {
  return pointsOf(line).map((each) => metersBetween(each, place));
}

function lengthOf(line: Int32Array): number {
  const points = pointsOf(line);
  return points.slice(1).reduce((sum, each, at) => sum + metersBetween(points[at]!, each), 0);
}
