// A driver puts a stop off: it comes after something else, is kept so, and what changed in the sequence is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
type Stop = { order_id: string; kind: string; skipped: boolean; parcels: number };
type Change = { order_id: string; kind: string; change: string };
const planOf = async (driver: TestDriver) => ok(await driver.call("GET", "/plan"));
const names = new Map<string, string>();
const described = (stops: readonly Stop[]) =>
  stops.map(({ order_id, kind, skipped }) => `${kind} ${names.get(order_id)}${skipped ? " skipped" : ""}`).join(", ");
const changed = (changes: readonly Change[]) =>
  changes.map(({ order_id, kind, change }) => `${change} ${kind} ${names.get(order_id)}`).join(", ");

let phones = 84_911_741_000;
async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
  ok(await driver.online(north(meters)));
  return driver;
}
async function give(driver: TestDriver, name: string, from: number, to: number): Promise<string> {
  const [pickup, door] = (orderBody() as { path: object[] }).path;
  const path = [
    { ...pickup, ...north(from) },
    { ...door, ...north(to) },
  ];
  const orderId = await addOrder(giao, token, { service_id: "SGN-ECO", path });
  names.set(orderId, name);
  await offerTo(giao, orderId, [driver.phone]);
  const [offer] = ok(await driver.call("GET", "/offers")).offers;
  ok(await driver.call("POST", `/offers/${offer.id}/accept`));
  return orderId;
}
const skip = (driver: TestDriver, orderId: string, index: number, key?: string) =>
  driver.call(
    "POST",
    `/orders/${orderId}/points/${index}/skip`,
    {},
    key ? { headers: { "idempotency-key": key } } : {},
  );

test("a skipped door comes after the next stop, stays so wherever the driver is, and is come back to", async () => {
  const driver = await driverAt(0);
  const [near, far] = [await give(driver, "near", 0, 600), await give(driver, "far", 0, 3_000)];
  for (const id of [near, far]) ok(await driver.call("POST", `/orders/${id}/pickup`, {}));
  const before = await planOf(driver);
  assert.equal(described(before.stops), "delivery near, delivery far");
  assert.equal((await skip(driver, near, 1)).body.order_id, near);
  const after = await planOf(driver);
  assert.equal(described(after.stops), "delivery far, delivery near skipped");
  assert.deepEqual([after.why, changed(after.changes).split(" ")[0]], ["SKIPPED", "moved"]);
  assert.ok(after.changed_at >= before.changed_at);
  // Before the very door it would be cheaper to do it now; the driver has said that they come back.
  ok(await driver.call("POST", "/positions", { positions: [north(590)] }));
  assert.equal(described((await planOf(driver)).stops), "delivery far, delivery near skipped");
  ok(await driver.call("POST", `/orders/${far}/points/1/deliver`, {}));
  const left = await planOf(driver);
  assert.equal(described(left.stops), "delivery near", "it is its turn");
  const nothingElse = await skip(driver, near, 1);
  assert.deepEqual([nothingElse.status, nothingElse.body.code], [406, "INVALID_ORDER_STATUS"]);
  ok(await driver.call("POST", `/orders/${near}/points/1/deliver`, {}));
  assert.deepEqual((await planOf(driver)).stops, []);
});

test("a skipped pickup takes its doors along; who does it all the same has left the plan", async () => {
  const driver = await driverAt(-100);
  const [first, second] = [await give(driver, "first", 0, 1_000), await give(driver, "second", 1_500, 2_500)];
  assert.match(described((await planOf(driver)).stops), /^pickup first/);
  ok(await skip(driver, first, 0));
  const { stops } = await planOf(driver);
  assert.match(described(stops), /^pickup second/);
  assert.equal(stops.findIndex(({ order_id, kind }: Stop) => order_id === first && kind === "pickup") > 0, true);
  assert.equal(stops[0].parcels, 1);
  ok(await driver.call("POST", `/orders/${first}/pickup`, {}));
  const done = await planOf(driver);
  assert.ok(!described(done.stops).includes("skipped"));
  assert.deepEqual(new Set(done.stops.map(({ order_id }: Stop) => order_id)), new Set([first, second]));
});

test("said twice with one key is said once; another driver's stop and one that is done are refused", async () => {
  const driver = await driverAt(0);
  const stranger = await driverAt(50);
  const [one, other] = [await give(driver, "one", 0, 600), await give(driver, "other", 0, 3_000)];
  for (const id of [one, other]) ok(await driver.call("POST", `/orders/${id}/pickup`, {}));
  await planOf(driver);
  assert.deepEqual((await skip(stranger, one, 1)).body.code, "ORDER_NOT_FOUND");
  assert.deepEqual((await skip(driver, one, 0)).body.code, "INVALID_ORDER_STATUS");
  assert.deepEqual((await skip(driver, one, 7)).body.code, "INVALID_ORDER_STATUS");
  const [said, again] = [await skip(driver, one, 1, "skip-1"), await skip(driver, one, 1, "skip-1")];
  assert.deepEqual([said.status, again.status], [200, 200]);
  assert.deepEqual(again.body, said.body);
  assert.equal((await planOf(driver)).why, "SKIPPED");
});

test("two stops skipped at once are both kept", async () => {
  const driver = await driverAt(0);
  const ids = [];
  for (const [name, door] of [
    ["a", 600],
    ["b", 1_200],
    ["c", 1_800],
  ] as const)
    ids.push(await give(driver, name, 0, door));
  for (const id of ids) ok(await driver.call("POST", `/orders/${id}/pickup`, {}));
  await planOf(driver);
  for (const answer of await Promise.all([skip(driver, ids[0]!, 1), skip(driver, ids[1]!, 1)])) ok(answer);
  const { stops } = await planOf(driver);
  assert.equal(stops[0].order_id, ids[2]);
  assert.deepEqual(
    stops.slice(1).map(({ skipped }: Stop) => skipped),
    [true, true],
  );
});
