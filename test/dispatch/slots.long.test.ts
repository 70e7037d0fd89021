// When an order of a planned service is delivered, from outside: estimates and creates say so, slots can be chosen, and none is promised to more
// than fit into it, however many ask at once.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertFits, DESKTOP, openBrowser, openReader, PHONE, skipWithoutChromium } from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
const token = await giao.signIn();
const [pickup, door] = (orderBody() as { path: object[] }).path;
const HOUR = 3_600;
let phones = 84_911_540_000;

const service = async (body: object) =>
  ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const now = () => Math.floor(giao.house.clock.now().getTime() / 1_000);
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const bodyOf = (meters: number, more: object = {}) =>
  orderBody({ path: [pickup, { ...door, ...north(meters) }], payment_method: "CASH", ...more });
const create = (meters: number, more: object = {}) =>
  giao.call("POST", "/v3/orders", { token, body: bodyOf(meters, more) });
const estimate = async (meters: number, more: object = {}) => {
  const { service_id, requests: _requests, ...body } = bodyOf(meters, more) as { service_id: string; requests: object };
  const found = await giao.call("POST", "/v3/orders/estimates", {
    token,
    body: { ...body, services: [{ _id: service_id }] },
  });
  return ok(found)[0].data;
};
const seen = async (id: string) => ok(await giao.call("GET", `/v3/orders/${id}`, { token }));
const slots = async (query = "") => ok(await giao.call("GET", `/v3/services/SGN-BIKE/slots${query}`, { token }));
const cancel = (id: string) =>
  giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });

async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 5_000_000 });
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
  return driver;
}

// The clock stands at the first minute of a slot, so that none ends while a test runs, and in the morning, so that no promise is cut short by the
// day's end.
async function toNewSlot(): Promise<number> {
  await toHour(giao, 8);
  const begins = now();
  await advance(60);
  return begins;
}

const ROLLING = {
  planning: "rolling",
  plan_within: 120,
  plan_lead: 20,
  plan_latest_offer: 20,
  plan_horizon: 240,
  plan_slot: 120,
  max_bundle: 5,
};

describe("slots of a planned service", () => {
  test("there are none of an immediate one, and faults of the setting are named", async () => {
    assert.deepEqual(await slots(), []);
    const fault = async (body: object) =>
      (await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body })).body.field;
    assert.equal(await fault({ plan_slot: 5 }), "plan_slot");
    assert.equal(await fault({ plan_slot_orders: -1 }), "plan_slot_orders");
    const made = ok(await create(500, { deliver_by: now() + HOUR }));
    assert.equal(made.order.deliver_by, undefined, "an immediate service promises nothing");
    await cancel(made.order_id);
    await service(ROLLING);
  });

  test("estimate, create, detail and tracking tell the same window from the first minute", async () => {
    const begin = await toNewSlot();
    const quoted = await estimate(500);
    assert.equal(Math.abs(quoted.deliver_by - now() - 2 * HOUR) <= 5, true);
    const made = ok(await create(500, { slot: begin + 4 * HOUR }));
    const window = { from: begin + 4 * HOUR, to: begin + 6 * HOUR };
    assert.deepEqual([made.order.deliver_from, made.order.deliver_by], [window.from, window.to]);
    const found = await seen(made.order_id);
    assert.deepEqual([found.deliver_from, found.deliver_by], [window.from, window.to]);
    const tracked = ok(await giao.call("GET", `${new URL(made.shared_link).pathname}/state`, {}));
    assert.deepEqual([tracked.deliver_from, tracked.deliver_by], [window.from, window.to]);
    const later = now() + 3 * HOUR;
    const by = ok(await create(500, { deliver_by: later }));
    assert.equal(by.order.deliver_by, later);
    for (const { order_id } of [made, by]) await cancel(order_id);
  });

  test("a wish that is none is refused by name, before the area is looked at", async () => {
    const begin = await toNewSlot();
    const fault = async (more: object) => {
      const { status, body } = await create(500, more);
      return [status, body.code, body.field];
    };
    assert.deepEqual(await fault({ slot: begin + 60 }), [400, "BAD_REQUEST", "slot"]);
    assert.deepEqual(await fault({ slot: begin - 2 * HOUR }), [400, "BAD_REQUEST", "slot"]);
    assert.deepEqual(await fault({ slot: begin, deliver_by: begin + HOUR }), [400, "BAD_REQUEST", "deliver_by"]);
    assert.deepEqual(await fault({ deliver_by: now() - 1 }), [400, "BAD_REQUEST", "deliver_by"]);
    const far = (await create(500, { deliver_by: now() + 31 * 24 * HOUR })).body;
    assert.equal(far.code, "INVALID_FUTURE_ORDER_TIME");
    const atSea = { path: [pickup, { ...door, lat: 8, lng: 110 }], slot: begin + 60 };
    assert.equal((await create(500, atSea)).body.field, "slot");
    assert.equal((await giao.call("GET", "/v3/services/SGN-NONE/slots", { token })).status, 404);
    for (const query of ["?lat=10", "?lat=10&lng=x", "?date=tomorrow"])
      assert.equal((await giao.call("GET", `/v3/services/SGN-BIKE/slots${query}`, { token })).status, 400);
  });

  test("of many who ask at once for the last places exactly as many win as there are", async () => {
    await service({ plan_slot_orders: 4, plan_refuse_late: true });
    const begin = await toNewSlot();
    const slot = begin + 4 * HOUR;
    const before = await create(400, { slot });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => create(500 + at * 50, { slot })));
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 3);
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, body.code], [406, "INVALID_DELIVERY_TIME"]);
    const full = (await slots()).find((one: { slot: number }) => one.slot === slot);
    assert.deepEqual([full.left, full.free], [0, false]);
    await cancel(won[0]!.body.order_id);
    const again = (await slots()).find((one: { slot: number }) => one.slot === slot);
    assert.deepEqual([again.left, again.free], [1, true], "a cancelled order gives its place back");
    // Where the service takes what is late, the next slot has it.
    await service({ plan_refuse_late: false });
    const late = await Promise.all(Array.from({ length: 6 }, () => create(500, { slot })));
    const from = late.map(({ body }) => body.order.deliver_from - slot).sort((a, b) => a - b);
    assert.deepEqual(
      from,
      [0, 2, 2, 2, 2, 4].map((hours) => hours * HOUR),
    );
    const quoted = await estimate(500, { slot });
    assert.deepEqual([quoted.deliver_from, quoted.warnings], [slot + 4 * HOUR, ["LATER_THAN_WANTED"]]);
    for (const { body } of [before, ...won, ...late]) await cancel(body.order_id);
    await service({ plan_slot_orders: 0 });
  });
});

const reading = { skip: skipWithoutChromium };

test("a recipient's page shows the promise from the first minute, in both languages and widths", reading, async () => {
  const begin = await toNewSlot();
  const made = ok(await create(500, { slot: begin + 4 * HOUR }));
  const link = giao.url + new URL(made.shared_link).pathname;
  const clock = (seconds: number) => new Date((seconds + 7 * HOUR) * 1_000).toISOString().slice(11, 16);
  const window = `${clock(begin + 4 * HOUR)}–${clock(begin + 6 * HOUR)}`;
  const browser = await openBrowser();
  for (const [language, viewport, colors, word] of [
    ["en", PHONE, "light", "Promised"],
    ["vi", DESKTOP, "dark", "Cam kết giao"],
  ] as const) {
    const page = await openReader(browser, { language, viewport, colors });
    await page.route(/map-canvas/, () => undefined);
    await page.goto(link);
    const promise = page.getByTestId("promise");
    await promise.waitFor();
    const told = (await promise.textContent()) ?? "";
    assert.ok(told.startsWith(word) && told.endsWith(window), `the page says "${told}", not ${window}`);
    await assertFits(page);
    assert.equal(await page.getByTestId("arrival").count(), 0, "no usual time beside what was promised");

    await page.context().close();
  }
  await cancel(made.order_id);
});

describe("the plan says what fits in", () => {
  test("nothing of a plan stays in force when its last order is gone", async () => {
    await service({ ...ROLLING, plan_refuse_late: false });
    const driver = await driverAt(100);
    const only = ok(await create(700)).order_id;
    await advance(1);
    const plan = async () => ok(await giao.call("GET", "/operator/v1/plans?city_id=SGN", { operator: true })).routes;
    assert.equal((await plan()).length, 1);
    await cancel(only);
    await advance(1);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(await giao.house.db`select city_id from city_plans`, []);
    ok(await driver.call("PUT", "/availability", { online: false }));
  });

  test("no more is aboard at once than a vehicle holds, and what none holds says so", async () => {
    const weighing = (weight: number) => ({ package_detail: [{ weight }] });
    const driver = await driverAt(100);
    const ids = [];
    for (const weight of [150, 60, 60, 30]) ids.push(ok(await create(1_000, weighing(weight))).order_id);
    await advance(1);
    const [route] = ok(await giao.call("GET", "/operator/v1/plans?city_id=SGN", { operator: true })).routes;
    const weights = new Map(ids.map((id, at) => [id, [150, 60, 60, 30][at]!]));
    let [aboard, most] = [0, 0];
    for (const { order_id, kind } of route.stops) {
      aboard += (kind === "pickup" ? 1 : -1) * weights.get(order_id)!;
      most = Math.max(most, aboard);
    }
    assert.equal(route.stops.length, 6);
    assert.equal(most, 90, "60 and 30 kg go together, 60 and 60 do not");
    const why = ok(await giao.call("GET", `/operator/v1/orders/${ids[0]}/dispatch`, { operator: true })).decisions[0];
    assert.equal(why.verdict, "CANNOT_BE_PLANNED");
    assert.match(why.reason, /more than the vehicle holds/);
    const later = ok(await create(1_000, weighing(150)));
    assert.ok(later.order.deliver_by >= now() + 4 * HOUR, "what the plan cannot carry is taken for beyond its horizon");
    ids.push(later.order_id);
    for (const id of ids) await cancel(id);
    await advance(1);
    ok(await driver.call("PUT", "/availability", { online: false }));
  });

  test("one driver who carries one at a time: promises move on as the plan fills, also for many at once", async () => {
    await service({ ...ROLLING, max_bundle: 1, plan_refuse_late: true });
    const begin = await toNewSlot();
    const driver = await driverAt(0);
    const first = await addOrder(giao, token, {
      path: [pickup, { ...door, ...north(8_000) }],
      payment_method: "CASH",
    });
    await advance(1);
    // Far away and back again takes the driver most of the two hours; what is left of the slot is counted by the plan.
    const near = `?lat=${MARKET.lat}&lng=${MARKET.lng}&to_lat=${north(8_000).lat}&to_lng=${MARKET.lng}`;
    const left: { slot: number; left: number | null }[] = await slots(near);
    const next = left.find(({ slot }) => slot === begin + 2 * HOUR)!;
    assert.ok(next.left !== null && next.left > 0, `left of the slot: ${next.left}`);
    const answers = await Promise.all(
      Array.from({ length: next.left + 4 }, () => create(8_000, { slot: begin + 2 * HOUR })),
    );
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, next.left, "as many as the plan had room for");
    assert.ok(answers.every(({ status, body }) => status === 200 || body.code === "INVALID_DELIVERY_TIME"));
    for (const id of [first, ...won.map(({ body }) => body.order_id)]) await cancel(id);
    ok(await driver.call("PUT", "/availability", { online: false }));
  });
});
