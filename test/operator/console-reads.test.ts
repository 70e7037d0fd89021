import assert from "node:assert/strict";
import { test } from "node:test";
import { openServer } from "../../src/wiring/server.ts";
import { noWorker } from "../../src/wiring/worker.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { orderBody, PICKUP, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const operator = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
  assertOk(answer);
  return answer.body;
};
const refused = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
const preview = (service: object, more: object = {}) =>
  operator("POST", "/tariffs/preview", { service_id: "SGN-BIKE", service, ...more });

test("cities come with their outline, services with everything that is switched off", async () => {
  const { cities } = await operator("GET", "/cities");
  const saigon = cities.find((one: Json) => one._id === "SGN");
  assert.equal(saigon.outline.type, "MultiPolygon");
  assert.ok(saigon.center.lat > 10 && saigon.enable === true);
  await operator("PUT", "/services/SGN-ECO", { enable: false });
  const { services } = await operator("GET", "/services?city_id=SGN");
  assert.equal(services.find((one: Json) => one._id === "SGN-ECO").enable, false);
  assert.ok(services.some((one: Json) => one.partner === "demo"));
  assert.ok(!services.some((one: Json) => one._id === "HAN-BIKE"));
  await operator("PUT", "/services/SGN-ECO", { enable: true });
});

test("a zone that was drawn holds, and an area of nothing takes it away again", async () => {
  const around = (lat: number, lng: number) => ({
    type: "Polygon",
    coordinates: [
      [
        [lng - 0.001, lat - 0.001],
        [lng + 0.001, lat - 0.001],
        [lng + 0.001, lat + 0.001],
        [lng - 0.001, lat - 0.001],
      ],
    ],
  });
  await operator("PUT", "/services/SGN-BIKE", { pickup_area: around(10.85, 106.6) });
  assertRefused(await giao.create(), 406, "INVALID_PICKUP_AREA");
  await operator("PUT", "/services/SGN-BIKE", { pickup_area: { type: "MultiPolygon", coordinates: [] } });
  assertOk(await giao.create());
});

test("what a service was before can be read, newest first", async () => {
  await operator("PUT", "/services/HAN-BIKE", { stop_fee: 7_000 });
  await operator("PUT", "/services/HAN-BIKE", { stop_fee: 8_000 });
  const { versions } = await operator("GET", "/services/HAN-BIKE/versions");
  assert.deepEqual(
    versions.slice(0, 2).map((one: Json) => one.service.stop_fee),
    [8_000, 7_000],
  );
  assert.ok(versions[0].version > versions[1].version);
  assertRefused(await refused("GET", "/services/SGN-NOWHERE/versions"), 404, "SERVICE_NOT_FOUND");
});

test("a tariff that does not parse is shown with the place of the fault and changes nothing", async () => {
  const { fault } = await preview({ distance_fee: "25000 if x <= 4 els 25000" });
  assert.equal(fault.offset, 16);
  assert.match(fault.description, /else/);
  const negative = await preview({ distance_fee: "1000 - x * 1000" });
  assert.match(negative.fault.description, /x = /);
  assertRefused(
    await refused("POST", "/tariffs/preview", { service_id: "SGN-BIKE", service: { stop_fee: -1 } }),
    400,
    "INVALID_DATA",
  );
  assertRefused(await refused("POST", "/tariffs/preview", { service: {} }), 400, "INVALID_DATA");
});

test("a preview prices last week's orders exactly as the tariff would have, and saves nothing", async () => {
  const order = await giao.created();
  const cancelled = await giao.created();
  await operator("POST", `/orders/${cancelled._id}/cancel`, {});
  const [inForce] = (await operator("GET", "/services/SGN-BIKE/versions")).versions;
  const same = await preview({ distance_fee: inForce.service.distance_fee });
  assert.equal(same.fault, null);
  assert.ok(same.orders >= 1);
  assert.equal(same.total, same.total_in_force);
  assert.equal(same.dearer + same.cheaper, 0);
  assert.deepEqual(same.plot, same.plot_in_force);

  const dearer = await preview({ distance_fee: "50000 + x * 1000", stop_fee: 0, vat_rate: 0 });
  assert.equal(dearer.dearer, dearer.orders);
  const example = dearer.examples.find((one: Json) => one.order_id === order._id);
  assert.equal(example.before, order.total_fee);
  assert.equal(example.after, Math.round(50_000 + order.distance * 1_000));
  assert.ok(!dearer.examples.some((one: Json) => one.order_id === cancelled._id));
  const [first, last] = [dearer.plot[0], dearer.plot.at(-1)];
  assert.deepEqual([first.x, first.fee], [0, 50_000]);
  assert.equal(last.fee, 50_000 + last.x * 1_000);
  const [still] = (await operator("GET", "/services/SGN-BIKE/versions")).versions;
  assert.equal(still.version, inForce.version);
});

test("the books add up to zero, and an account's lines to its wallets", async () => {
  const { totals } = await operator("GET", "/money");
  assert.equal(
    totals.reduce((sum: number, one: Json) => sum + one.balance, 0),
    0,
  );
  const owner = "84900000001";
  const wallet = await giao.walletOf(owner);
  const { lines } = await operator("GET", `/accounts/${owner}/statement`);
  const main = lines.filter((line: Json) => line.account === "user_main");
  assert.equal(
    main.reduce((sum: number, line: Json) => sum + line.amount, 0),
    wallet.main,
  );
  const { accounts } = await operator("GET", "/accounts?q=0900000001");
  assert.deepEqual([accounts[0].phone, accounts[0].main], [owner, wallet.main]);
  assertRefused(await refused("GET", "/accounts/84900000099/statement"), 404, "USER_NOT_FOUND");
});

test("cash in a driver's hand is listed until its order completes", async () => {
  const path = [{ ...orderBody().path[0] }, { ...orderBody().path[1], cod: 300_000 }, { ...orderBody().path[1] }];
  const { _id } = await giao.created(orderBody({ path }));
  for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(_id, type));
  assertOk(await giao.play(_id, "deliver", { path_index: 1 }));
  const open = (await operator("GET", "/money")).cod;
  assert.deepEqual(open.map((one: Json) => [one.account, one.amount]).sort(), [
    ["driver_cod", 300_000],
    ["user_cod", 300_000],
  ]);
  assertOk(await giao.play(_id, "deliver", { path_index: 2 }));
  assert.deepEqual((await operator("GET", "/money")).cod, []);
});

test("money is paid out once for a reference and never more than the main wallet holds", async () => {
  await giao.fundedAccount("84900000066", 100_000, 50_000);
  const pay = (amount: number, reference: string) =>
    refused("POST", "/accounts/84900000066/withdrawals", { amount, reference });
  const twice = await Promise.all([pay(60_000, "w1"), pay(60_000, "w1")]);
  for (const answer of twice) assert.equal(answer.body.main, 40_000);
  assertRefused(await pay(30_000, "w1"), 409, "IDEMPOTENCY_KEY_REUSED");
  assertRefused(await pay(50_000, "w2"), 406, "NOT_ENOUGH_CREDIT");
  const race = await Promise.all([pay(40_000, "w3"), pay(40_000, "w4")]);
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 406]);
  assertRefused(
    await refused("POST", "/accounts/12/withdrawals", { amount: 1, reference: "x" }),
    406,
    "INVALID_PHONE_NUMBER",
  );
  const toNobody = await refused("POST", "/accounts/84900000065/withdrawals", { amount: 1, reference: "x" });
  assertRefused(toNobody, 404, "USER_NOT_FOUND");
  assertRefused(await pay(0, "w5"), 400, "INVALID_DATA");
  assert.deepEqual((await giao.verify()).problems, []);
});

test("a live city shows who drives and what is open, and its stream tells of every change", async () => {
  const session = await giao.call("POST", "/driver/v1/sessions", { body: { mobile: "84911000001", pin: "1234" } });
  assertOk(
    await giao.call("PUT", "/driver/v1/availability", { token: session.body.token, body: { online: true, ...PICKUP } }),
  );
  const order = await giao.created();
  const city = await operator("GET", "/cities/SGN/live");
  assert.ok(city.drivers.some((one: Json) => one.mobile === "84911000001" && one.lat === PICKUP.lat));
  const shown = city.orders.find((one: Json) => one.order_id === order._id);
  assert.equal(shown.status, "ASSIGNING");
  assert.deepEqual(shown.points[0], PICKUP);
  assertRefused(await refused("GET", "/cities/ZZZ/live"), 404, "CITY_NOT_FOUND");
  assertRefused(await refused("GET", "/cities/ZZZ/live/stream"), 404, "CITY_NOT_FOUND");

  const stream = await openEvents(`${giao.url}/operator/v1/cities/SGN/live/stream`, {
    "x-operator-key": "sandbox-operator-key",
  });
  const statusOf = async () =>
    (await stream.next())?.data.orders.find((one: Json) => one.order_id === order._id)?.status ?? "gone";
  assert.equal(await statusOf(), "ASSIGNING");
  assertOk(await giao.play(order._id, "accept"));
  assert.equal(await statusOf(), "ACCEPTED");
});

test("health tells of requests, queues, the database and the map", async () => {
  const health = await operator("GET", "/health");
  assert.ok(health.requests.per_second > 0);
  assert.ok(health.requests.p99_ms >= health.requests.p50_ms && health.requests.p50_ms > 0);
  assert.ok(health.database.bytes > 0 && health.orders.open > 0);
  const { tables, standbys } = health.database;
  const sizeOf = (name: string) => tables.find((table: Json) => table.name === name);
  assert.ok(sizeOf("orders").bytes > 0 && sizeOf("orders").months === 0);
  // Four, and one more where the harness has moved the clock over the end of a month.
  assert.ok(sizeOf("callback_events").bytes > 0 && [4, 5].includes(sizeOf("callback_events").months));
  assert.equal(new Set(tables.map((table: Json) => table.name)).size, tables.length);
  assert.deepEqual(standbys, []);
  assert.deepEqual(
    health.parts.map((one: Json) => one.name),
    ["database", "migrations", "map", "clock"],
  );
  assertRefused(await giao.call("GET", "/operator/v1/health"), 401, "NOT_AUTHORIZED");
});

test("whichever process is asked tells how every one does, and one that was stopped is gone at once", async () => {
  const replica = await giao.replica();
  const { processes } = await operator("GET", "/health");
  assert.equal(processes.length, 2);
  for (const one of processes) {
    assert.ok(one.age_seconds >= 0 && one.up_seconds > 0 && one.memory_bytes > 0);
    assert.ok(one.requests.p99_ms >= one.requests.p50_ms);
  }
  const seen = await replica.call("GET", "/operator/v1/health", { operator: true });
  const answering = (all: readonly Json[]) => all.find((one) => one.answering)?.name;
  assert.notEqual(answering(seen.body.processes), answering(processes));
  await replica.drain();
  const left = (await operator("GET", "/health")).processes;
  assert.deepEqual(
    left.map((one: Json) => one.name),
    [answering(processes)],
  );
});

test("a server that could not open is no process", async () => {
  const settings = { ...giao.house.settings, trustedProxies: ["nowhere"] };
  await assert.rejects(openServer({ ...giao.house, settings }, "http://giao.test", noWorker), /nowhere/);
  assert.equal((await operator("GET", "/health")).processes.length, 1);
});

test("a process that has told nothing for a minute is not shown and is forgotten", async () => {
  const { db } = giao.house;
  await db`
    insert into processes
    select 'gone/1', role, started_at, now() - interval '61 seconds', 1, 0, 1, 1, 1, 1, 0, 1
    from processes`;
  assert.ok(!(await operator("GET", "/health")).processes.some((one: Json) => one.name === "gone/1"));
  const replica = await giao.replica();
  assert.deepEqual(await db`select name from processes where name = 'gone/1'`, []);
  await replica.drain();
});

test("a refusal names the field that is at fault, as a form needs it", async () => {
  const at = async (path: string, body: object) => (await refused("PUT", path, body)).body.field;
  assert.equal(await at("/cities/QNH", { name: "Quy Nhon" }), "outline");
  assert.equal(await at("/cities/quy", {}), "_id");
  assert.equal(await at("/cities/SGN", { center: { lat: 21, lng: 105 } }), "center");
  assert.equal(await at("/services/SGN-BIKE", { max_bundle: 0 }), "max_bundle");
  assert.equal(await at("/services/SGN-BIKE", { max_bundle: "two" }), "max_bundle");
  assert.equal(await at("/services/SGN-BIKE", { distance_fee: "x +" }), "distance_fee");
  assert.equal(await at("/services/SGN-BIKE", { requests: [{ _id: "SGN-BIKE-TIP", price: -1 }] }), "requests[0].price");
  assert.equal(await at("/services/QNH-BIKE", { distance_fee: "1000" }), "_id");
  assert.equal(await at("/promos/TET", { type: "PERCENT", value: 0 }), "value");
  const callback = { url: "https://shop.example", auth: { type: "basic" } };
  assert.equal((await refused("PATCH", "/partners/demo", { callback })).body.field, "callback.auth.username");
});
