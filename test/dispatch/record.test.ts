import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { auditDay } from "../../src/domain/simulation/audit-day.ts";
import { parseRecord } from "../../src/domain/simulation/record.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const record = (query: string) => giao.call("GET", `/operator/v1/dispatch/record?${query}`, { operator: true });

test("a day that was driven can be read by the simulator, with what became of each order", async () => {
  const token = await giao.signIn();
  const from = giao.house.clock.now().getTime() / 1000 - 60;
  const [an, binh] = [await addDriver(giao, { phone: "84911950001" }), await addDriver(giao, { phone: "84911950002" })];
  for (const driver of [an, binh]) ok(await driver.online());
  const delivered = await addOrder(giao, token);
  const [first] = await offerTo(giao, delivered, [an.phone]);
  ok(await an.call("POST", `/offers/${first}/accept`));
  ok(await an.call("POST", `/orders/${delivered}/cancel`, { comment: "flat tyre" }));
  const [second] = await offerTo(giao, delivered, [binh.phone]);
  ok(await binh.call("POST", `/offers/${second}/accept`));
  ok(await binh.call("POST", `/orders/${delivered}/pickup`));
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 30 } }));
  ok(await binh.call("POST", `/orders/${delivered}/points/1/deliver`));
  const cancelled = await addOrder(giao, token);
  ok(await giao.call("DELETE", `/v3/orders/${cancelled}`, { token }));
  ok(await an.call("PUT", "/availability", { online: false }));

  const told = await record(`city_id=SGN&from=${from}&to=${from + 86_400}`);
  assert.equal(told.status, 200, JSON.stringify(told.body));
  const day = parseRecord(told.body);
  assert.ok(!isRefusal(day), isRefusal(day) ? day.why : "");
  assert.deepEqual(
    day.orders.map(({ id, end, driverId, offers }) => ({ id, end, driverId, offers })),
    [
      { id: delivered, end: "delivered", driverId: "d2", offers: 2 },
      { id: cancelled, end: "lost", driverId: undefined, offers: 0 },
    ],
  );
  assert.deepEqual(day.day.drivers.map(({ id }) => id).sort(), ["d1", "d2"]);
  assert.match(told.body, /"kind":"given_up"/);
  assert.deepEqual(auditDay(told.body).faults, []);
  const twice = told.body.replace(/^.*"kind":"picked_up".*$/m, (line: string) => `${line}\n${line}`);
  assert.match(auditDay(twice).faults[0]?.what ?? "", /fetched twice/);
  for (const { phone } of [an, binh]) assert.ok(!told.body.includes(phone), "a record names no phone");
  assert.equal((await record(`city_id=HAN&from=${from}&to=${from + 86_400}`)).body, "");
});

test("wallets, COD, doors and where drivers were are in the record, and what does not agree is found", async () => {
  const token = await giao.signIn();
  const from = giao.house.clock.now().getTime() / 1000 - 1;
  const chi = await addDriver(giao, { phone: "84911950003", wallet: 500_000 });
  ok(await chi.online());
  const [pickup, door] = (orderBody() as { path: object[] }).path;
  const orderId = await addOrder(giao, token, { payment_method: "CASH", path: [pickup, { ...door, cod: 120_000 }] });
  const [offer] = await offerTo(giao, orderId, [chi.phone]);
  ok(await chi.call("POST", `/offers/${offer}/accept`));
  ok(await chi.call("POST", "/positions", { positions: [MARKET] }));
  ok(await chi.call("POST", `/orders/${orderId}/pickup`));
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
  ok(await chi.call("POST", "/positions", { positions: [CATHEDRAL] }));
  ok(await chi.call("POST", `/orders/${orderId}/points/1/deliver`));
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
  const given = await addOrder(giao, token);
  ok(await giao.call("POST", `/operator/v1/orders/${given}/assign`, { operator: true, body: { mobile: chi.phone } }));
  ok(await chi.call("POST", `/orders/${given}/pickup`));

  const { body } = await record(`city_id=SGN&from=${from}&to=${from + 86_400}`);
  assert.deepEqual(auditDay(body).faults, []);
  for (const kind of ["wallet", "money", "door", "seen", "given"]) assert.match(body, new RegExp(`"kind":"${kind}"`));
  const faultsOf = (changed: string) =>
    auditDay(changed)
      .faults.map(({ what }) => what)
      .join();
  assert.match(faultsOf(body.replace('"cods":[120000]', '"cods":[120001]')), /is right/);
  assert.match(faultsOf(body.replace('"amount":500000', '"amount":100000')), /to spare/);
  assert.match(faultsOf(body.replace(/^.*"kind":"given".*$/m, "")), /not theirs/);
  assert.match(faultsOf(body.replace(/("kind":"seen".*"place":\[)[\d.]+/, "$111.5")), /is seen|two places/);
});

test("a record needs a city and a time that makes sense", async () => {
  assertRefused(await record("city_id=SGN"), 400, "INVALID_DATA");
  assertRefused(await record("city_id=SGN&from=yesterday&to=5"), 400, "INVALID_DATA");
  assertRefused(await record("city_id=SGN&from=10&to=5"), 400, "INVALID_DATA");
});
