// The rules of the policy as people meet them: when goods are ready, until when somebody drives, how far is too far, who seldom accepts.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const nowSeconds = () => Math.round(giao.house.clock.now().getTime() / 1000);
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const why = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
const verdictOf = async (orderId: string) => (await why(orderId)).decisions[0].verdict;
const saidOf = async (orderId: string, driver: TestDriver) =>
  (await why(orderId)).decisions[0].considered.find((one: { mobile: string }) => one.mobile === driver.phone)?.verdict;
const askedOf = async (orderId: string): Promise<string[]> =>
  (await why(orderId)).offers
    .filter(({ answer }: { answer: string }) => answer === "")
    .map(({ mobile }: { mobile: string }) => mobile);
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const cancel = async (orderId: string) =>
  ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "test is over" } }));

let phones = 84_911_720_000;
let out: TestDriver[] = [];
async function driverAt(meters: number, more: object = {}): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
  out.push(driver);
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters), ...more }));
  return driver;
}
async function answer(driver: TestDriver, how: "accept" | "decline"): Promise<void> {
  const [offer] = ok(await driver.call("GET", "/offers")).offers;
  ok(await driver.call("POST", `/offers/${offer.id}/${how}`));
}
beforeEach(async () => {
  for (const driver of out) ok(await driver.call("PUT", "/availability", { online: false }));
  out = [];
});

describe("when goods are ready", () => {
  test("an order whose goods will be ready later is kept for whoever is best placed then", async () => {
    await driverAt(300);
    const ready_at = nowSeconds() + 1_200;
    const orderId = await addOrder(giao, token, { ready_at });
    assert.equal(ok(await giao.call("GET", `/v3/orders/${orderId}`, { token })).ready_at, ready_at);
    await advance(1);
    assert.equal(await verdictOf(orderId), "HELD_FOR_LATER");
    await advance(200);
    assert.deepEqual(await askedOf(orderId), []);
    // Half of its search is for asking.
    await advance(100);
    assert.equal((await askedOf(orderId)).length, 1);
    await cancel(orderId);
  });

  test("where nobody says when, pickups at that counter teach it", async () => {
    const driver = await driverAt(600);
    const [, door] = (orderBody() as { path: object[] }).path;
    const from = (meters: number) =>
      addOrder(giao, token, {
        path: [{ address: "Counter", name: "Cook", mobile: "0900000001", ...north(meters) }, door],
      });
    for (let pickup = 0; pickup < 6; pickup++) {
      const orderId = await from(700);
      while ((await askedOf(orderId)).length === 0) await advance(10);
      await answer(driver, "accept");
      ok(await driver.call("POST", `/orders/${orderId}/arrive`, {}));
      for (let wait = 0; wait < 10; wait++) {
        await advance(90);
        ok(await driver.call("POST", "/positions", { positions: [north(700)] }));
      }
      ok(await driver.call("POST", `/orders/${orderId}/pickup`, {}));
      ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`, {}));
    }
    await advance(601);
    ok(await driver.call("POST", "/positions", { positions: [north(700)] }));
    const slow = await from(700);
    await advance(1);
    assert.equal(await verdictOf(slow), "HELD_FOR_LATER");
    assert.equal(ok(await giao.call("GET", `/v3/orders/${slow}`, { token })).ready_at, undefined, "nobody said so");
    await cancel(slow);
    const next = await from(760);
    await advance(1);
    assert.equal((await askedOf(next)).length, 1, "the next counter is not as slow");
    await cancel(next);
  });
});

describe("who is asked", () => {
  test("a driver who said until when they drive is not given a pickup after it", async () => {
    const leaving = await driverAt(50, { until: nowSeconds() + 120 });
    const staying = await driverAt(800);
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [staying.phone]);
    assert.equal(await saidOf(orderId, leaving), "NO_ROOM_IN_ROUTE");
    await cancel(orderId);
    // Said again with 0, it is taken back.
    ok(await leaving.call("PUT", "/availability", { online: true, ...north(50), until: 0 }));
    const another = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(another), [leaving.phone]);
    await cancel(another);
  });

  test("a driver whose goods keep them for longer than half an hour is not asked, and the search widens to somebody idle", async () => {
    const laden = await driverAt(100);
    const [pickup, door] = (orderBody() as { path: object[] }).path;
    const doors = [5_000, -3_000, 5_000].map((meters) => ({ ...door, ...north(meters) }));
    const far = await addOrder(giao, token, { service_id: "SGN-ECO", path: [pickup, ...doors] });
    await advance(1);
    await answer(laden, "accept");
    ok(await laden.call("POST", `/orders/${far}/pickup`, {}));
    const idle = await driverAt(-3_100);
    ok(
      await giao.call("PUT", "/operator/v1/services/SGN-ECO", {
        operator: true,
        body: { advance_broadcast_distance: 500, auto_assign_distance: 3_000 },
      }),
    );
    const orderId = await addOrder(giao, token, { service_id: "SGN-ECO" });
    await advance(1);
    assert.deepEqual([await saidOf(orderId, laden), await saidOf(orderId, idle)], ["FREE_TOO_LATE", "TOO_FAR"]);
    await advance(60);
    assert.deepEqual(await askedOf(orderId), [idle.phone]);
    await cancel(orderId);
  });

  test("an order that its driver drops keeps its age: it is sought as far as if it had never been taken", async () => {
    ok(
      await giao.call("PUT", "/operator/v1/services/SGN-ECO", {
        operator: true,
        body: { advance_broadcast_distance: 500, auto_assign_distance: 3_000 },
      }),
    );
    const dropping = await driverAt(100);
    const distant = await driverAt(-5_000);
    const orderId = await addOrder(giao, token, { service_id: "SGN-ECO" });
    await advance(1);
    assert.equal(await saidOf(orderId, distant), "TOO_FAR");
    await answer(dropping, "accept");
    await advance(119);
    ok(await dropping.call("POST", `/orders/${orderId}/cancel`, { comment: "flat tyre" }));
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [distant.phone]);
    await cancel(orderId);
  });

  test("who has declined again and again is asked after somebody a little farther off", async () => {
    const never = await driverAt(100);
    for (let asked = 0; asked < 6; asked++) {
      const orderId = await addOrder(giao, token);
      await advance(1);
      await answer(never, "decline");
      await cancel(orderId);
    }
    const willing = await driverAt(600);
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [willing.phone]);
    await cancel(orderId);
  });
});
