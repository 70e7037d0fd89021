// Drivers' ways become road times: what a driver's phone told while an order was driven is in the sums two hours later, once; departures
// then take the times that were driven, and prices stay what they were.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { gatherDrivenRoads, learnRoads } from "../../src/operations/dispatch/learn-roads.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { openLocalRoads } from "../../src/roads/local.ts";
import { readLearnedTo } from "../../src/store/dispatch/road-speeds.ts";
import { readNewestNumber } from "../../src/store/orders/orders.ts";
import { buildEngine } from "../fixtures/roads/build-engine.ts";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { assertOk } from "../harness/expect.ts";
import { signInDriver } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { orderBody, point, startOrderTests } from "../harness/orders.ts";

const map = drawMap(
  `
  a---------b---------c
  |         |         |
  d---------e---------f
`,
  { gridMeters: 100 },
);
const engineOf = (profile: "bike" | "car") => {
  const engine = buildEngine(map.extract, profile, { partStatesMin: 1 });
  if (isRefusal(engine)) throw new Error(engine.why);
  return engine;
};
const version = { engine: "giao", map: "drawn", demo: false } as const;
const roads = openLocalRoads({ version, engines: { bike: engineOf("bike"), car: engineOf("car") } });
const giao = await startOrderTests({}, roads, { engine: roads.engine });
giao.closeFirst(async () => roads.close());
const { house } = giao;
const [from, to] = [map.at("a"), map.at("c")];
const body = orderBody({ path: [point(from), point(to)] });
const METERS_PER_SECOND = 3;
const SHARES = 40;

async function driven(): Promise<string> {
  const { _id: id } = await giao.created(body);
  const driver = await signInDriver(giao, DEMO.driver.phone);
  assertOk(await giao.play(id, "accept", { mobile: DEMO.driver.phone }));
  assertOk(await giao.play(id, "pickup"));
  const now = house.clock.now().getTime() / 1000;
  const seconds = 2_000 / METERS_PER_SECOND;
  const positions = Array.from({ length: SHARES + 1 }, (_, i) => {
    const share = i / SHARES;
    const [lat, lng] = [from.lat + (to.lat - from.lat) * share, from.lng + (to.lng - from.lng) * share];
    return { lat, lng, at: now - seconds * (1 - share) };
  });
  assertOk(await giao.call("POST", "/driver/v1/positions", { token: driver.token, body: { positions } }));
  assertOk(await giao.play(id, "deliver", { path_index: 1 }));
  return id;
}

const secondsBetween = async (departAt?: Date): Promise<number> => {
  const matrix = await roads.matrix("bike", [from], [to], departAt);
  assert.ok(!isRefusal(matrix));
  assert.equal(matrix.isLearned ?? false, departAt !== undefined && isTaught);
  return matrix.durationsSeconds[0]!;
};
const sums = () =>
  house.db<{ rows: number; mapMs: number; drivenMs: number }>`
    select count(*)::int as rows, coalesce(sum(map_ms), 0)::float8 as map_ms, coalesce(sum(driven_ms), 0)::float8 as driven_ms
    from road_speeds
    where profile = 'bike'`;
let isTaught = false;

test("a way that was driven is summed up when the order is two hours old, and once", async () => {
  // Orders of before it first looked are left alone.
  await gatherDrivenRoads(house, () => true);
  // Nobody drives for the first and the last of them.
  await giao.created(body);
  await driven();
  await giao.created(body);
  await gatherDrivenRoads(house, () => true);
  assert.equal((await sums())[0]!.rows, 0);
  await giao.advance(3 * 3_600);
  await gatherDrivenRoads(house, () => true);
  const [first] = await sums();
  assert.ok(first!.rows > 0);
  // 22 km/h says the map, 10.8 was driven.
  const times = first!.drivenMs / first!.mapMs;
  assert.ok(times > 1.7 && times < 2.3, String(times));
  assert.ok(first!.mapMs > 200_000 && first!.mapMs < 340_000, String(first!.mapMs));
  assert.equal(await readLearnedTo(house.db), await readNewestNumber(house.db));
  await gatherDrivenRoads(house, () => true);
  assert.deepEqual((await sums())[0], first);
});

test("a few trips change nothing; with enough of them departures take what was driven, and fees stay", async () => {
  const byTheMap = await secondsBetween(house.clock.now());
  const [before] = (await giao.estimate({ ...body, services: [{ _id: "SGN-BIKE", requests: [] }] })).body;
  assert.deepEqual(await learnRoads(house), []);
  await house.db`update road_speeds set map_ms = map_ms * 100, driven_ms = driven_ms * 100`;
  assert.deepEqual(await learnRoads(house), ["bike"]);
  isTaught = true;
  const times = (await secondsBetween(house.clock.now())) / byTheMap;
  assert.ok(times > 1.6 && times < 2.4, String(times));
  const later = (await secondsBetween(new Date(house.clock.now().getTime() + 5 * 3_600_000))) / byTheMap;
  assert.ok(later > 1.6 && later < 2.4, String(later));
  assert.equal(await secondsBetween(), byTheMap);
  await assertRouteCall(byTheMap, times);
  const way = await roads.route("bike", [from, to], house.clock.now());
  assert.ok(!isRefusal(way) && Math.abs(way.durationSeconds / byTheMap - times) < 0.01);
  const [after] = (await giao.estimate({ ...body, services: [{ _id: "SGN-BIKE", requests: [] }] })).body;
  assert.equal(after.data.total_fee, before.data.total_fee);
  assert.equal(after.data.distance, before.data.distance);
});

// As it takes at the hour of the departure, in the hour that was learnt and in others, part by part.
async function assertRouteCall(byTheMap: number, times: number): Promise<void> {
  const now = Math.floor(house.clock.now().getTime() / 1_000);
  const ask = async (option: string): Promise<Json> => {
    const path = `/routing/bike/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}`;
    const answer = await giao.call("GET", `${path}?steps=true&annotations=duration&${option}`, {
      headers: { "api-key": DEMO.routeKey },
    });
    assertOk(answer);
    return answer.body.routes[0];
  };
  assert.ok(Math.abs((await ask("")).duration - byTheMap) < 1);
  for (const departAt of [now, now + 5 * 3_600]) {
    const { duration, legs } = await ask(`depart_at=${departAt}`);
    assert.ok(Math.abs(duration / byTheMap / times - 1) < 0.2, `${duration} of ${byTheMap}`);
    const summed = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);
    assert.ok(Math.abs(summed(legs[0].steps.map((step: Json) => step.duration)) - duration) < 0.2);
    assert.ok(summed(legs[0].annotation.duration) > 0.8 * duration);
  }
}

test("a new map forgets the times of the old one until they are learnt for it", async () => {
  roads.swap({ version, engines: { bike: engineOf("bike"), car: engineOf("car") } });
  isTaught = false;
  const byTheMap = await secondsBetween();
  assert.equal(await secondsBetween(house.clock.now()), byTheMap);
  assert.deepEqual(await learnRoads(house), ["bike"]);
  isTaught = true;
  assert.ok((await secondsBetween(house.clock.now())) > 1.6 * byTheMap);
});
