// Drivers whose phones tell what cannot be, and cities in which nobody can take an order: each order says why it waits.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { refuse } from "../../src/domain/refusal.ts";
import type { Roads } from "../../src/domain/roads.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

let hasMap = true;
const roads: Roads = {
  ...crowRoads,
  matrix: async (...asked) => (hasMap ? crowRoads.matrix(...asked) : refuse("NO_SEGMENT", "There is no map here.")),
};
const giao = await startGiao({}, { roads });
const token = await giao.signIn();
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const newest = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true })).decisions[0];
const saidOf = async (orderId: string, { phone }: TestDriver) =>
  (await newest(orderId)).considered.find((one: { mobile: string }) => one.mobile === phone)?.verdict;
const report = async (driver: TestDriver, ...positions: object[]) =>
  ok(await driver.call("POST", "/positions", { positions }));
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const nowSeconds = () => giao.house.clock.now().getTime() / 1000;

let phones = 84_911_730_000;
let out: TestDriver[] = [];
async function driverAt(place: object, cityId = "SGN"): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000, cityId });
  out.push(driver);
  ok(await driver.call("PUT", "/availability", { online: true, ...place }));
  return driver;
}
const cancel = async (orderId: string) =>
  ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "test is over" } }));
afterEach(async () => {
  for (const driver of out) ok(await driver.call("PUT", "/availability", { online: false }));
  out = [];
  hasMap = true;
});

describe("a phone that tells what cannot be", () => {
  test("from another city: its driver is asked nothing here, however long the search widens, and is named", async () => {
    const away = await driverAt({ lat: 21.0285, lng: 105.8542 });
    const orderId = await addOrder(giao, token);
    for (const seconds of [1, 60, 400]) {
      await advance(seconds);
      assert.equal(await saidOf(orderId, away), "IN_ANOTHER_CITY");
    }
    assert.equal((await newest(orderId)).verdict, "NO_DRIVER_MAY_BE_ASKED");
    await cancel(orderId);
  });

  test("a jump of 50 km is not built on, and the place counts again when it has stayed for a minute", async () => {
    const jumping = await driverAt(north(200));
    await report(jumping, { ...north(210) });
    await report(jumping, { lat: MARKET.lat, lng: MARKET.lng + 0.45 });
    await report(jumping, { ...north(220) });
    const steady = await driverAt(north(900));
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.equal(await saidOf(orderId, jumping), "PLACE_JUMPED");
    assert.equal(await saidOf(orderId, steady), "OFFERED");
    await cancel(orderId);
    await advance(61);
    await report(jumping, { ...north(230) });
    const next = await addOrder(giao, token);
    await advance(1);
    assert.equal(await saidOf(next, jumping), "OFFERED");
    await cancel(next);
  });

  test("a way that a vehicle can have come is no jump", async () => {
    const driver = await driverAt(north(9_000));
    await advance(400);
    await report(driver, { ...north(100) });
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.equal(await saidOf(orderId, driver), "OFFERED");
    await cancel(orderId);
  });

  test("positions from tomorrow move nobody, and their driver is named", async () => {
    const early = await driverAt(north(2_500));
    await report(early, { ...MARKET, at: nowSeconds() + 86_400 });
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.equal(await saidOf(orderId, early), "PLACE_FROM_THE_FUTURE");
    const { lat } = ok(await giao.call("GET", `/operator/v1/drivers/${early.phone}`, { operator: true }));
    assert.ok(Math.abs(lat - north(2_500).lat) < 1e-6, "where they were before");
    await cancel(orderId);
  });

  test("among many drivers who may not be asked either, the doubted one is named", async () => {
    const jumping = await driverAt(north(100));
    await report(jumping, { lat: MARKET.lat, lng: MARKET.lng + 0.45 });
    for (let at = 0; at < 45; at++) await driverAt(north(50 + at));
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.equal(await saidOf(orderId, jumping), "PLACE_JUMPED");
    await cancel(orderId);
  });
});

describe("a city that explains itself", () => {
  test("without a map it goes by the crow, and says so", async () => {
    const driver = await driverAt(north(300));
    const orderId = await addOrder(giao, token);
    hasMap = false;
    await advance(1);
    const { travel, verdict } = await newest(orderId);
    assert.deepEqual([travel, verdict, await saidOf(orderId, driver)], ["crow", "OFFERED", "OFFERED"]);
    await cancel(orderId);
  });

  test("without drivers every order says that nobody may be asked", async () => {
    const orders = [await addOrder(giao, token), await addOrder(giao, token, { service_id: "SGN-ECO" })];
    await advance(1);
    for (const orderId of orders) {
      const { verdict, drivers, considered } = await newest(orderId);
      assert.deepEqual([verdict, drivers, considered], ["NO_DRIVER_MAY_BE_ASKED", 0, []]);
      await cancel(orderId);
    }
  });

  test("with one driver each order says what of them: asked, planned for another, or looking at an offer", async () => {
    const driver = await driverAt(north(300));
    const [first, second] = [await addOrder(giao, token), await addOrder(giao, token)];
    await advance(1);
    const said = [await saidOf(first, driver), await saidOf(second, driver)].sort();
    assert.ok(said.includes("OFFERED") && said.every((one) => typeof one === "string"), said.join());
    await advance(1);
    for (const orderId of [first, second]) {
      assert.ok((await newest(orderId)).verdict.length > 0);
      await cancel(orderId);
    }
  });

  test("whose drivers all decline says of each that they refused", async () => {
    const drivers = [await driverAt(north(100)), await driverAt(north(500)), await driverAt(north(900))];
    const orderId = await addOrder(giao, token);
    for (let asked = 0; asked < drivers.length; asked++) {
      await advance(1);
      for (const driver of drivers) {
        for (const { id } of ok(await driver.call("GET", "/offers")).offers) {
          ok(await driver.call("POST", `/offers/${id}/decline`));
        }
      }
    }
    await advance(1);
    assert.equal((await newest(orderId)).verdict, "NO_DRIVER_MAY_BE_ASKED");
    for (const driver of drivers) assert.equal(await saidOf(orderId, driver), "REFUSED_BEFORE");
    await cancel(orderId);
  });

  test("a doubted driver is not rung by a broadcast either", async () => {
    const body = { auto_assign: false };
    ok(await giao.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body }));
    const jumping = await driverAt(north(100));
    await report(jumping, { lat: MARKET.lat + 0.45, lng: MARKET.lng });
    await report(jumping, { ...north(90) });
    const orderId = await addOrder(giao, token, orderBody({ service_id: "SGN-ECO" }) as object);
    await advance(1);
    assert.equal(await saidOf(orderId, jumping), "PLACE_JUMPED");
    await cancel(orderId);
  });
});
