// An accepted order that a better placed driver takes over: what both of them, the partner and the operator see of it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditDay } from "../../src/domain/simulation/audit-day.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
// One at a time, so that what is accepted second is fetched second.
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: { max_bundle: 1 } }));
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const seen = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const dispatchOf = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
const service = (body: object) => giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body });
const [pickup, door] = (orderBody() as { path: object[] }).path;
const from = (meters: number, to: number) => [
  { ...pickup, ...north(meters) },
  { ...door, ...north(to) },
];

let phones = 84_911_490_000;
async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
  return driver;
}
const offersOf = async (driver: TestDriver) => ok(await driver.call("GET", "/offers")).offers;
async function accept(driver: TestDriver): Promise<string> {
  for (let tries = 0; tries < 40; tries++) {
    const [offer] = await offersOf(driver);
    if (offer) return ok(await driver.call("POST", `/offers/${offer.id}/accept`)).order_id;
    await advance(10);
  }
  throw new Error("nothing was offered");
}

// A driver carries goods some kilometres away and has accepted a second order, back where they come from. Somebody comes online right there,
// and a third order, for which nobody is in reach, keeps the dispatcher at work.
async function scene(start: number) {
  const busy = await driverAt(start);
  const first = await addOrder(giao, token, { path: from(start, start + 2_800) });
  assert.equal(await accept(busy), first);
  ok(await busy.call("POST", `/orders/${first}/pickup`, {}));
  ok(await busy.call("POST", "/positions", { positions: [north(start + 1_500)] }));
  const second = await addOrder(giao, token, { path: from(start + 100, start - 1_000) });
  assert.equal(await accept(busy), second);
  const near = await driverAt(start + 150);
  const waiting = await addOrder(giao, token, {
    path: from(start - 9_000, start - 8_000),
    ready_at: Math.round(giao.house.clock.now().getTime() / 1000) + 3_000,
  });
  return { busy, near, first, second, waiting };
}
const end = async (drivers: readonly TestDriver[], orders: readonly string[]) => {
  for (const id of orders)
    await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
  for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
};

describe("taking back", () => {
  test("off, as services are, an accepted order stays with its driver", async () => {
    const { busy, near, first, second, waiting } = await scene(0);
    await advance(5);
    assert.deepEqual(await offersOf(near), []);
    await end([busy, near], [second, waiting]);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
  });

  test("on, somebody there sooner is asked, and has it when they accept; both are told, and it counts against nobody", async () => {
    ok(await service({ take_back: true }));
    const since = giao.house.clock.now().getTime() / 1000 - 1;
    const { busy, near, first, second, waiting } = await scene(0);
    const stream = await openEvents(`${giao.url}/driver/v1/offers`, { authorization: `Bearer ${busy.token}` });
    await advance(5);
    const [offer] = await offersOf(near);
    assert.equal(offer?.order_id, second);
    assert.equal((await seen(second)).supplier_id, busy.phone, "until then it is the first one's");
    assert.equal((await dispatchOf(second)).decisions[0].way, "take_back");
    ok(await near.call("POST", `/offers/${offer.id}/accept`));
    assert.deepEqual([(await seen(second)).status, (await seen(second)).supplier_id], ["ACCEPTED", near.phone]);
    let heard = await stream.next();
    while (heard && heard.event !== "taken_back") heard = await stream.next();
    assert.equal(heard?.data.order_id, second);
    await stream.close();
    const mine = ok(await busy.call("GET", "/orders"));
    assert.deepEqual(
      [
        mine.orders.map(({ order_id }: { order_id: string }) => order_id),
        mine.taken_back.map(({ order_id }: { order_id: string }) => order_id),
      ],
      [[first], [second]],
    );
    assert.deepEqual(await answersOf(busy.phone), [{ asked: 2, accepted: 2 }], "it took everything it was asked");
    assert.deepEqual((await dispatchOf(second)).dropped_by, []);
    // Once is enough.
    const third = await driverAt(90);
    await advance(30);
    assert.deepEqual(await offersOf(third), []);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
    ok(await near.call("POST", `/orders/${second}/pickup`, {}));
    await advance(120);
    ok(await near.call("POST", `/orders/${second}/points/1/deliver`, {}));
    await end([busy, near, third], [waiting]);
    const log = await giao.call("GET", `/operator/v1/dispatch/record?city_id=SGN&from=${since}&to=${since + 86_400}`, {
      operator: true,
    });
    assert.match(log.body, /"kind":"taken_back"/);
    assert.doesNotMatch(log.body, /"kind":"given_up"/);
    assert.deepEqual(auditDay(log.body).faults, []);
  });

  test("whoever has reached the pickup meanwhile keeps it", async () => {
    const { busy, near, first, second, waiting } = await scene(0);
    await advance(5);
    const [offer] = await offersOf(near);
    assert.equal(offer?.order_id, second);
    ok(await busy.call("POST", `/orders/${second}/arrive`, {}));
    const late = await near.call("POST", `/offers/${offer.id}/accept`);
    assert.deepEqual([late.status, late.body.code], [409, "OFFER_TAKEN"]);
    assert.equal((await seen(second)).supplier_id, busy.phone);
    await end([busy, near], [second, waiting]);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
  });
});

async function answersOf(phone: string) {
  return giao.house.db<{ asked: number; accepted: number }>`
    select asked, accepted from driver_answers where driver_phone = ${phone} and hour = -1`;
}
