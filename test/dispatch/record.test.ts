import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { auditDay } from "../../src/domain/simulation/audit-day.ts";
import { parseRecord } from "../../src/domain/simulation/record.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { copyOrders, fillHands } from "../harness/crowd.ts";
import { assertRefused } from "../harness/expect.ts";
import { explainAll } from "../harness/explained.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, orderBody } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";

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
  assert.match(body, /"kind":"wallet".*"balance":0}/, "all it holds came later");
  const faultsOf = (changed: string) =>
    auditDay(changed)
      .faults.map(({ what }) => what)
      .join();
  assert.match(faultsOf(body.replace('"cods":[120000]', '"cods":[120001]')), /is right/);
  assert.match(faultsOf(body.replace('"amount":500000', '"amount":100000')), /to spare/);
  assert.match(faultsOf(body.replace(/^.*"kind":"given".*$/m, "")), /not theirs/);
  assert.match(faultsOf(body.replace(/("kind":"seen".*"place":\[)[\d.]+/, "$111.5")), /is seen|two places/);
});

test("a day of many orders is told whole, in the order of time, and each sight of a driver once", async () => {
  const token = await giao.signIn();
  const { db } = giao.house;
  const driver = await addDriver(giao, { phone: "84911950004", wallet: 700_000 });
  await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 7_200 } });
  ok(await driver.online());
  const from = giao.house.clock.now().getTime() / 1000 - 1;
  const first = await addOrder(giao, token);
  const ways = Array.from({ length: 120 }, () => [MARKET, CATHEDRAL] as const);
  await copyOrders(db, first, ways, { from: 1_000_000 });
  await fillHands(db, first, [driver.phone], [[MARKET, CATHEDRAL]], 2_000_000);
  await fillHands(db, first, [driver.phone], [[MARKET, CATHEDRAL]], 3_000_000);
  await copyOrders(db, first, ways, { from: 4_000_000 });
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
  ok(await driver.call("POST", "/positions", { positions: [MARKET] }));
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
  ok(await driver.call("POST", "/positions", { positions: [CATHEDRAL] }));
  const points = await db`select from trail_points where driver_phone = ${driver.phone}`;
  assert.equal(points.length, 4);

  const plans = await explainAll(directOf(giao.databaseUrl));
  const replica = await giao.replica({ databaseUrl: directOf(giao.databaseUrl), env: { ROLE: "api" } });
  const path = `/operator/v1/dispatch/record?city_id=SGN&from=${from}&to=${from + 3_600}`;
  const told = await replica.call("GET", path, { operator: true });
  const rows = plans.take().map(({ Plan: plan }) => plan["Actual Rows"] ?? 0);
  assert.ok(Math.max(...rows) <= 100, `${Math.max(...rows)} rows came at once, which hold up everybody else`);
  const events = told.body
    .trimEnd()
    .split("\n")
    .map((line: string) => JSON.parse(line));
  const count = (kind: string): number => events.filter((event: Json) => event.kind === kind).length;
  assert.deepEqual([count("order"), count("seen"), count("accepted")], [243, 2, 2]);
  for (let at = 1; at < events.length; at++) assert.ok(events[at].at >= events[at - 1].at, JSON.stringify(events[at]));
  // What the wallet was given before is in its balance, and no money of the stretch.
  assert.equal(count("money"), 0);
  assert.match(told.body, /"kind":"wallet".*"balance":700000/);
});

test("a record with more places than fit is refused whole, and not told in part", async () => {
  const { db } = giao.house;
  const now = giao.house.clock.now();
  const orderId = await addOrder(giao, await giao.signIn());
  await db`
    insert into trail_points (order_id, driver_phone, at, lat, lng)
    select ${orderId}, '84911950001', ${now}::timestamptz + nth * interval '1 millisecond', 10.7, 106.7
    from generate_series(1, 500001) as nth`;
  const from = Math.floor(now.getTime() / 1_000);
  assertRefused(await record(`city_id=SGN&from=${from}&to=${from + 3_600}`), 400, "INVALID_DATA");
});

test("a record needs a city and a time that makes sense", async () => {
  assertRefused(await record("city_id=SGN"), 400, "INVALID_DATA");
  assertRefused(await record("city_id=SGN&from=yesterday&to=5"), 400, "INVALID_DATA");
  assertRefused(await record("city_id=SGN&from=10&to=5"), 400, "INVALID_DATA");
});
