// People at a city's plan: what a move would cost, moving, locking, and a plan with other weights.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
// Promises end with the day.
await toHour(giao);
const token = await giao.signIn();
const [pickup, door] = (orderBody() as { path: object[] }).path;
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const SERVICE = { planning: "rolling", plan_within: 120, plan_lead: 20, plan_latest_offer: 20, max_bundle: 5 };
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: SERVICE }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const order = (meters: number) =>
  addOrder(giao, token, { path: [pickup, { ...door, ...north(meters) }], payment_method: "CASH" });
const at = (path: string) => `/operator/v1/cities/SGN/plan${path}`;
const post = (path: string, body?: object) =>
  giao.call("POST", at(path), { operator: true, ...(body === undefined ? {} : { body }) });
const board = async () => ok(await giao.call("GET", at(""), { operator: true }));
type Route = {
  mobile: string;
  state: string;
  locked: boolean;
  stops: { order_id: string; locked: boolean; done_time: number; arrival: number }[];
};
const plannedFor = async (orderId: string): Promise<string | undefined> =>
  (await board()).routes.find(
    ({ state, stops }: Route) => state === "planned" && stops.some(({ order_id }) => order_id === orderId),
  )?.mobile;
const routeOf = async (driver: TestDriver): Promise<Route> =>
  (await board()).routes.find(({ mobile, state }: Route) => mobile === driver.phone && state === "planned");

let phones = 84_911_535_000;
async function driverAt(meters: number, wallet = 5_000_000): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet });
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
  return driver;
}
async function end(drivers: readonly TestDriver[], orders: readonly string[]): Promise<void> {
  for (const id of orders)
    await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
  for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
  await advance(1);
}

describe("the board of a city's plan", () => {
  test("what a move costs is told before it is made, a move is kept by every later plan, and unlocked it may go back", async () => {
    const [near, far] = [await driverAt(50), await driverAt(6_000)];
    const orders = [await order(700), await order(1_400)];
    await advance(1);
    assert.equal(await plannedFor(orders[0]!), near.phone);
    const { placings } = ok(await post("/placings", { order_id: orders[0] }));
    const [own, other] = [near, far].map(({ phone }) =>
      placings.find(({ mobile }: { mobile: string }) => mobile === phone),
    );
    assert.deepEqual([own.planned_here, own.distance, own.possible], [true, 0, true]);
    assert.deepEqual([other.planned_here, other.possible, other.why_not, other.late], [false, true, "", 0]);
    assert.ok(other.distance > 5, `${other.distance} km`);
    assert.equal(await plannedFor(orders[0]!), near.phone, "nothing was changed");
    const moved = ok(await post("/moves", { order_id: orders[0], mobile: far.phone }));
    assert.deepEqual(moved, { distance: other.distance, duration: other.duration, late: 0 });
    assert.deepEqual([await plannedFor(orders[0]!), await plannedFor(orders[1]!)], [far.phone, near.phone]);
    await advance(120);
    assert.equal(await plannedFor(orders[0]!), far.phone, "though it is dear");
    const locked = (await routeOf(far)).stops.filter((stop) => stop.locked).map(({ order_id }) => order_id);
    assert.deepEqual(new Set(locked), new Set([orders[0]]));
    ok(await post("/locks", { mobile: far.phone, order_id: orders[0], locked: false }));
    await advance(120);
    assert.equal(await plannedFor(orders[0]!), near.phone);
    const audit = ok(await giao.call("GET", "/operator/v1/audit", { operator: true })).entries as {
      call: string;
      target: string;
      before: object;
      after: object;
    }[];
    const [noted] = audit.filter(({ call }) => call === "movePlannedOrder");
    assert.deepEqual(
      [noted?.target, noted?.before, noted?.after],
      [
        "SGN",
        { [`order ${orders[0]}`]: `…${near.phone.slice(-4)}` },
        { [`order ${orders[0]}`]: `…${far.phone.slice(-4)}` },
      ],
    );
    await end([near, far], orders);
  });

  test("a move that the checker forbids is refused with its reason, and so are strangers", async () => {
    const driver = await driverAt(50);
    const poor = await driverAt(100, 1);
    const id = await order(700);
    await advance(1);
    const tooMuch = await post("/moves", { order_id: id, mobile: poor.phone });
    assert.deepEqual([tooMuch.status, tooMuch.body.code], [406, "PLAN_NOT_POSSIBLE"]);
    assert.match(JSON.stringify(tooMuch.body), /more cash than may be carried/);
    const told = ok(await post("/placings", { order_id: id })).placings.find(
      ({ mobile }: { mobile: string }) => mobile === poor.phone,
    );
    assert.deepEqual([told.possible, told.why_code], [false, "TOO_MUCH_CASH"]);
    const heavy = await addOrder(giao, token, { package_detail: [{ weight: 150 }], payment_method: "CASH" });
    await advance(1);
    const [left] = (await board()).unplanned;
    assert.deepEqual([left.order_id, left.reason_code], [heavy, "TOO_MUCH"], "what is in no route says why");
    assert.match(left.reason, /a larger vehicle/);
    assert.equal(await plannedFor(id), driver.phone);
    assert.equal((await post("/moves", { order_id: id, mobile: "84900000000" })).body.code, "DRIVER_NOT_FOUND");
    assert.equal((await post("/moves", { order_id: "26NONE", mobile: driver.phone })).body.code, "ORDER_NOT_FOUND");
    assert.equal((await post("/placings", { order_id: "26NONE" })).body.code, "ORDER_NOT_FOUND");
    assert.equal((await giao.call("GET", "/operator/v1/cities/NOWHERE/plan", { operator: true })).status, 404);
    await end([driver, poor], [id, heavy]);
  });

  test("a locked route takes nothing and gives nothing until it is unlocked", async () => {
    const [one, other] = [await driverAt(50), await driverAt(3_000)];
    const first = await order(700);
    await advance(1);
    assert.equal(await plannedFor(first), one.phone);
    assert.equal((await post("/locks", { mobile: other.phone, locked: true })).body.code, "ORDER_NOT_FOUND");
    assert.deepEqual(ok(await post("/locks", { mobile: one.phone, locked: true })), {
      orders: [],
      routes: [one.phone],
    });
    const second = await order(800);
    await advance(1);
    assert.deepEqual([await plannedFor(first), await plannedFor(second)], [one.phone, other.phone]);
    assert.equal((await routeOf(one)).locked, true);
    const into = await post("/moves", { order_id: second, mobile: one.phone });
    assert.deepEqual([into.status, /locked/.test(JSON.stringify(into.body))], [406, true]);
    ok(await post("/locks", { mobile: one.phone, locked: false }));
    await advance(120);
    assert.deepEqual([await plannedFor(first), await plannedFor(second)], [one.phone, one.phone]);
    await end([one, other], [first, second]);
  });

  test("a plan with other weights is shown first, put in force once, and not over a plan that has moved on", async () => {
    const drivers = [await driverAt(50), await driverAt(60)];
    const orders = [await order(2_000), await order(-2_000)];
    await advance(1);
    const proposal = ok(await post("/proposals", { drivers: 10, stability: 0 }));
    assert.deepEqual([proposal.now.drivers, proposal.proposed.drivers, proposal.moved.length], [2, 1, 1]);
    assert.deepEqual([proposal.now.orders, proposal.proposed.orders, proposal.proposed.late], [2, 2, 0]);
    assert.equal(new Set([await plannedFor(orders[0]!), await plannedFor(orders[1]!)]).size, 2, "nothing was changed");
    const rival = ok(await post("/proposals", { drivers: 10, stability: 0 }));
    const racing = await Promise.all([
      post(`/proposals/${proposal.id}/commit`),
      post(`/proposals/${proposal.id}/commit`),
    ]);
    assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 404]);
    assert.equal(new Set([await plannedFor(orders[0]!), await plannedFor(orders[1]!)]).size, 1);
    assert.equal((await post(`/proposals/${rival.id}/commit`)).body.code, "PLAN_CHANGED");
    const weights = { metres: 1, time: 1, lateness: 1, drivers: 10, stability: 0 };
    assert.deepEqual((await board()).weights, [{ vehicle: "BIKE", ...weights }], "what was put in force is told");
    await advance(61);
    const later = await order(2_100);
    await advance(1);
    assert.equal(
      new Set(await Promise.all([...orders, later].map((id) => plannedFor(id)))).size,
      1,
      "later plans are made with its weights",
    );
    const usual = ok(await post("/proposals", {}));
    ok(await post(`/proposals/${usual.id}/commit`));
    assert.deepEqual((await board()).weights, [], "until the usual ones are");
    orders.push(later);
    assert.equal((await post("/proposals/nothing/commit")).status, 404);
    assert.equal((await post("/proposals", { drivers: -1 })).body.code, "INVALID_DATA");
    assert.equal((await post("/proposals", { vehicle: "TRUCK" })).body.code, "ORDER_NOT_FOUND");
    await end(drivers, orders);
  });

  test("a route that was taken shows when its stops were done beside when they were planned", async () => {
    const driver = await driverAt(50);
    const id = await order(700);
    let asked: { id: string } | undefined;
    for (let tries = 0; !asked && tries < 60; tries++) {
      await advance(120);
      [asked] = ok(await driver.call("GET", "/routes")).routes;
    }
    assert.equal((await board()).routes.find(({ id: route }: { id: string }) => route === asked!.id).state, "asked");
    ok(await driver.call("POST", `/routes/${asked!.id}/accept`));
    ok(await driver.call("POST", `/orders/${id}/pickup`, {}));
    const route = (await board()).routes.find(({ id: found }: { id: string }) => found === asked!.id);
    assert.equal(route.state, "taken");
    assert.ok(route.stops[0].done_time > 0 && route.stops[1].done_time === 0);
    assert.ok(route.stops[0].arrival > 0 && route.stops[1].deliver_by > 0);
    await end([driver], [id]);
  });
});
