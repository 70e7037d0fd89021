// Orders of a planned service, from outside: they wait in a plan that can be seen, go out together in routes, and each says why it waits.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
const token = await giao.signIn();
const [pickup, door] = (orderBody() as { path: object[] }).path;
const MINUTE = 60;
let phones = 84_911_530_000;

const service = (body: object) => giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body });
const bike = async () =>
  ok(await giao.call("GET", "/operator/v1/services", { operator: true })).services.find(
    ({ _id }: { _id: string }) => _id === "SGN-BIKE",
  );
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const order = (meters: number, more: object = {}) =>
  addOrder(giao, token, { path: [pickup, { ...door, ...north(meters) }], payment_method: "CASH", ...more });
const seen = async (id: string) => ok(await giao.call("GET", `/v3/orders/${id}`, { token }));
const why = async (id: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${id}/dispatch`, { operator: true })).decisions[0];
const plan = async () => ok(await giao.call("GET", "/operator/v1/plans?city_id=SGN", { operator: true })).routes;
const offersOf = async (driver: TestDriver) => ok(await driver.call("GET", "/offers")).offers;
const routesOf = async (driver: TestDriver) => ok(await driver.call("GET", "/routes")).routes;

async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 5_000_000 });
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
  return driver;
}

// Minutes go by until they are asked.
async function askedOf(driver: TestDriver) {
  for (let tries = 0; tries < 60; tries++) {
    const [route] = await routesOf(driver);
    if (route) return route;
    await advance(2 * MINUTE);
  }
  throw new Error("no route was offered");
}

async function end(drivers: readonly TestDriver[], orders: readonly string[]): Promise<void> {
  for (const id of orders)
    await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
  for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
}

const ROLLING = {
  planning: "rolling",
  plan_within: 120,
  plan_lead: 20,
  plan_latest_offer: 20,
  plan_horizon: 240,
  max_bundle: 5,
};

describe("a service says how it is planned", () => {
  test("at once unless it says otherwise, and faults are named", async () => {
    const found = ok(await giao.call("GET", "/operator/v1/services", { operator: true })).services;
    assert.ok(found.every(({ planning }: { planning: string }) => planning === "immediate"));
    const fault = async (body: object) => (await service(body)).body.field;
    assert.equal(await fault({ planning: "sometimes" }), "planning");
    assert.equal(await fault({ planning: "waves", plan_waves: [] }), "plan_waves");
    assert.equal(await fault({ plan_waves: ["9"] }), "plan_waves[0]");
    assert.equal(await fault({ plan_until: "25:00" }), "plan_until");
    assert.equal(await fault({ plan_load_kg: -1 }), "plan_load_kg");
    assert.equal(await fault({ plan_within: 60, plan_latest_offer: 60 }), "plan_latest_offer");
    ok(await service({ ...ROLLING, plan_waves: ["13:00", "09:00"] }));
    const saved = await bike();
    assert.deepEqual([saved.planning, saved.plan_within, saved.plan_waves], ["rolling", 120, ["09:00", "13:00"]]);
    ok(await service({ plan_lead: 12 }));
    const kept = await bike();
    assert.deepEqual([kept.planning, kept.plan_lead, kept.plan_until], ["rolling", 12, "24:00"]);
    ok(await service(ROLLING));
  });
});

// Promises end with the day.
await toHour(giao, 6);

describe("the rolling plan", () => {
  test("orders wait in a route, go out in it together, and are taken as a whole", async () => {
    const driver = await driverAt(100);
    const orders = [await order(700), await order(1_400), await order(2_100)];
    await advance(1);
    const [route, ...others] = await plan();
    assert.deepEqual(others, []);
    assert.equal(route.mobile, driver.phone);
    assert.equal(route.offered_at, 0);
    assert.deepEqual(new Set(route.stops.map(({ order_id }: { order_id: string }) => order_id)), new Set(orders));
    assert.deepEqual(await offersOf(driver), [], "there is time");
    const waits = await why(orders[0]!);
    assert.deepEqual([waits.way, waits.verdict, waits.planned_for], ["plan", "IN_A_ROUTE", driver.phone]);
    await advance(55 * MINUTE);
    assert.deepEqual(await offersOf(driver), [], "there still is");
    const asked = await askedOf(driver);
    assert.deepEqual(new Set(asked.order_ids), new Set(orders));
    assert.equal(asked.stops.length, 6);
    assert.ok(asked.distance > 1 && asked.duration > 0 && asked.earnings > 0);
    assert.ok(asked.stops.every(({ arrival, latest }: { arrival: number; latest: number }) => arrival <= latest + 1));
    const offers = await offersOf(driver);
    assert.equal(offers.length, 3);
    assert.ok(offers.every(({ route_id }: { route_id: string }) => route_id === asked.id));
    assert.equal((await why(orders[0]!)).verdict, "OFFERED");
    const stranger = await driverAt(5_000);
    assert.equal((await stranger.call("POST", `/routes/${asked.id}/accept`)).status, 404);
    const taken = ok(await driver.call("POST", `/routes/${asked.id}/accept`));
    assert.equal(taken.orders.length, 3);
    assert.equal((await driver.call("POST", `/routes/${asked.id}/accept`)).status, 200, "twice is the same as once");
    for (const id of orders)
      assert.deepEqual([(await seen(id)).status, (await seen(id)).supplier_id], ["ACCEPTED", driver.phone]);
    const told = ok(await driver.call("GET", "/plan")).stops;
    assert.deepEqual(
      told.map(({ order_id, kind }: { order_id: string; kind: string }) => `${order_id} ${kind}`),
      asked.stops.map(({ order_id, kind }: { order_id: string; kind: string }) => `${order_id} ${kind}`),
      "the sequence is the route's",
    );
    assert.equal((await driver.call("POST", `/routes/${asked.id}/decline`)).body.code, "INVALID_ORDER_STATUS");
    await end([stranger], orders);
    ok(await driver.call("PUT", "/availability", { online: false }));
  });

  test("what one declines another is asked about, without what was cancelled meanwhile", async () => {
    const first = await driverAt(100);
    const orders = [await order(700), await order(1_400)];
    await advance(70 * MINUTE);
    const asked = await askedOf(first);
    assert.equal(asked.order_ids.length, 2);
    const second = await driverAt(300);
    ok(await first.call("POST", `/routes/${asked.id}/decline`));
    assert.equal((await first.call("POST", `/routes/${asked.id}/accept`)).body.code, "OFFER_EXPIRED");
    await advance(1);
    const [again] = await routesOf(second);
    assert.equal(again.order_ids.length, 2);
    assert.deepEqual(await routesOf(first), []);
    ok(await giao.call("POST", `/operator/v1/orders/${orders[0]}/cancel`, { operator: true, body: { comment: "no" } }));
    const taken = ok(await second.call("POST", `/routes/${again.id}/accept`));
    assert.deepEqual(
      taken.orders.map(({ order_id }: { order_id: string }) => order_id),
      [orders[1]],
    );
    await end([first, second], orders);
  });

  test("of two who answer at once one decides: nothing is half taken", async () => {
    const driver = await driverAt(100);
    const orders = [await order(600), await order(1_200), await order(1_800)];
    await advance(70 * MINUTE);
    const asked = await askedOf(driver);
    const answers = await Promise.all([
      driver.call("POST", `/routes/${asked.id}/accept`),
      driver.call("POST", `/routes/${asked.id}/decline`),
      driver.call("POST", `/routes/${asked.id}/accept`),
    ]);
    const statuses = new Set(await Promise.all(orders.map(async (id) => (await seen(id)).status)));
    assert.equal(statuses.size, 1, [...statuses].join());
    const isTaken = statuses.has("ACCEPTED");
    assert.equal(answers[1]!.status === 200, !isTaken);
    await end([driver], orders);
  });

  test("an order nobody can take says why, and at its latest moment it is offered at once", async () => {
    const id = await order(900);
    await advance(1);
    const waits = await why(id);
    assert.deepEqual([waits.verdict, waits.reason], ["CANNOT_BE_PLANNED", "Nobody is online."]);
    const poor = await addDriver(giao, { phone: String(++phones), wallet: 0 });
    ok(await poor.call("PUT", "/availability", { online: true, ...north(50) }));
    await advance(1);
    const kept = await why(id);
    assert.match(kept.reason, /brings more cash than may be carried; .* would help/);
    assert.equal(kept.reason_code, "TOO_MUCH_CASH");
    await advance(101 * MINUTE);
    const driver = await driverAt(200);
    await advance(5);
    const [offer] = await offersOf(driver);
    assert.equal(offer?.order_id, id);
    assert.equal(offer.route_id, undefined);
    assert.equal((await seen(id)).status, "ASSIGNING", "the search goes on until the promised time");
    await advance(21 * MINUTE);
    assert.equal((await seen(id)).status, "CANCELLED");
    await end([poor, driver], []);
  });

  test("where the service says so a route is given without asking", async () => {
    ok(await service({ plan_auto_assign: true }));
    const driver = await driverAt(100);
    const orders = [await order(700), await order(1_400)];
    await advance(95 * MINUTE);
    for (const id of orders)
      assert.deepEqual([(await seen(id)).status, (await seen(id)).supplier_id], ["ACCEPTED", driver.phone]);
    assert.equal(ok(await driver.call("GET", "/plan")).stops.length, 4);
    await end([driver], orders);
    ok(await service({ plan_auto_assign: false }));
  });

  test("waves leave at their time with what was ordered before the cut-off", async () => {
    const inMinutes = (minutes: number) => {
      const local = new Date(giao.house.clock.now().getTime() + (7 * 60 + minutes) * 60_000);
      return local.toISOString().slice(11, 16);
    };
    ok(
      await service({ planning: "waves", plan_waves: [inMinutes(40), inMinutes(80)], plan_cut_off: 15, plan_lead: 10 }),
    );
    const driver = await driverAt(100);
    const early = await order(700);
    await advance(27 * MINUTE);
    const late = await order(1_400);
    await advance(5 * MINUTE);
    const [asked] = await routesOf(driver);
    assert.deepEqual(asked.order_ids, [early], "the other is too late for this wave");
    ok(await driver.call("POST", `/routes/${asked.id}/accept`));
    await end([driver], [early, late]);
  });
});
