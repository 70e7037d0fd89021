import assert from "node:assert/strict";
import { once } from "node:events";
import { request as openRequest } from "node:http";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Roads } from "../../src/domain/roads.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { inTransaction } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Answer } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

// Whatever needs a way waits at this gate, in flight, for as long as a test wants.
let gate = Promise.resolve();
let openGate = (): void => undefined;
function shutGate(): void {
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
}
afterEach(() => openGate());
const gatedRoads: Roads = {
  ...crowRoads,
  matrix: async (...asked) => {
    await gate;
    return crowRoads.matrix(...asked);
  },
};

const IN_FLIGHT = 4;
const QUEUED = 3;
const giao = await startOrderTests(
  // A deadline that no busy machine reaches.
  { REQUESTS_IN_FLIGHT: String(IN_FLIGHT), REQUESTS_QUEUED: String(QUEUED), REQUEST_DEADLINE_SECONDS: "300" },
  gatedRoads,
);
// A caller counts by itself once its token was proved.
const accounts = Array.from({ length: 6 }, (_, at) => `8490000010${at}`);
const tokens: string[] = [];
for (const phone of accounts) {
  const token = await giao.fundedAccount(phone, 1_000_000_000);
  assertOk(await giao.call("GET", "/v3/cities?country_id=VN", { token }));
  tokens.push(token);
}
const [first, second, third, fourth, fifth, sixth] = tokens as [string, string, string, string, string, string];
const { token: driver } = (
  await giao.call("POST", "/driver/v1/sessions", { body: { mobile: DEMO.driver.phone, pin: DEMO.driver.pin } })
).body;
await giao.call("GET", "/driver/v1/me", { token: driver });
await giao.call("GET", "/routing/bike/route/v1/driving/1,1;2,2", { headers: { "api-key": DEMO.routeKey } });

const services = [{ _id: "SGN-BIKE", requests: [] }];
const create = (token: string) => giao.create(orderBody(), token);
const estimate = (token: string) => giao.estimate({ ...orderBody(), service_id: null, services }, token);
const read = (token: string) => giao.call("GET", "/v3/cities?country_id=VN", { token });

async function measured(name: string): Promise<number> {
  const { body } = await giao.call("GET", "/metrics", { operator: true });
  const lines: string[] = body.split("\n").filter((line: string) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const isMeasured = (name: string, count: number) =>
  until(`${name} is ${count}`, async () => (await measured(name)) === count);
const inFlight = (count: number) => isMeasured('giao_requests_in_flight{state="now"}', count);
const queued = (count: number) => isMeasured("giao_requests_queued", count);

async function countOrders(phone: string): Promise<number> {
  const rows = await giao.house.db`select id from orders where creator_phone = ${phone}`;
  return rows.length;
}

// Takes all the places that one partner may have, and leaves the last to others.
async function fill(): Promise<readonly Promise<Answer>[]> {
  shutGate();
  const working = [first, second, third].map(create);
  await inFlight(IN_FLIGHT - 1);
  return working;
}

// A client that can hang up before its answer; done when the server has had time to notice.
function orderAndHangUp(token: string): () => Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const client = openRequest(`${giao.url}/v3/orders`, { method: "POST", headers });
  const ended = new Promise((resolve) => client.on("error", resolve));
  client.end(JSON.stringify(orderBody()));
  return async () => {
    client.destroy();
    await ended;
    await sleep(100);
  };
}

async function openToAll(answers: readonly Promise<Answer>[]): Promise<readonly number[]> {
  openGate();
  return (await Promise.all(answers)).map(({ status }) => status);
}

test("a full queue refuses with 503 and Retry-After; health, readiness and measures are answered all the same", async () => {
  shutGate();
  // Half of the places are one account's; three quarters one partner's.
  const asked = [first, second, third, fourth, fifth, first].map(create);
  await queued(QUEUED);
  const refused = await create(fourth);
  assertRefused(refused, 503, "SERVICE_UNAVAILABLE");
  assert.ok(Number(refused.headers.get("retry-after")) >= 1);
  assertOk(await giao.call("GET", "/healthz"));
  assert.equal((await giao.call("GET", "/readyz")).body.parts[0].name, "database");
  assertOk(await giao.call("GET", "/metrics", { operator: true }));
  assert.ok((await measured('giao_requests_refused_total{urgency="order",reason="full"}')) >= 1);
  assert.deepEqual(await openToAll(asked), Array(6).fill(200));
  await inFlight(0);
});

test("under /routing the refusal has that call's own words", async () => {
  const working = await fill();
  const asked = [first, second, third].map(create);
  await queued(QUEUED);
  const path = "/routing/bike/route/v1/driving/106.7,10.7;106.8,10.8";
  const headers = { "api-key": DEMO.routeKey };
  const refused = await giao.call("GET", path, { headers });
  assert.equal(refused.status, 503);
  assert.equal(refused.body.title, "Service Unavailable");
  assert.equal(refused.body.message, refused.body.description);
  await openToAll([...working, ...asked]);
});

test("a driver's step comes before the orders that wait, and those before estimates", async () => {
  const working = await fill();
  const waiting = [estimate(fourth), estimate(fifth), estimate(first)];
  await queued(QUEUED);
  // The least urgent makes room for it.
  const order = create(second);
  await isMeasured('giao_requests_queued{urgency="order"}', 1);
  assert.equal(await measured('giao_requests_queued{urgency="estimate"}'), 2);
  const step = await giao.call("PUT", "/driver/v1/availability", {
    token: driver,
    body: { online: true, lat: 10.77, lng: 106.7 },
  });
  assertOk(step);
  const statuses = await openToAll([...working, ...waiting, order]);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 200, 503]);
  assert.equal((await order).status, 200);
});

test("one account that floods cannot take the queue: another's call is answered", async () => {
  shutGate();
  const flood = Array.from({ length: 12 }, () => create(first));
  await queued(QUEUED);
  // There are places left, and they are not the flood's.
  assertOk(await read(second));
  const others = [second, third].map(create);
  await inFlight(IN_FLIGHT - 1);
  const late = create(fourth);
  await queued(QUEUED);
  const statuses = await openToAll([...others, late]);
  assert.deepEqual(statuses, [200, 200, 200]);
  const flooded = await Promise.all(flood);
  assert.ok(flooded.filter(({ status }) => status === 503).length >= 12 - 2 - QUEUED);
});

test("an order whose client has gone while it waited is not stored", async () => {
  const phone = accounts[4]!;
  const before = await countOrders(phone);
  const working = await fill();
  const hangUp = orderAndHangUp(fifth);
  await queued(1);
  await hangUp();
  await queued(0);
  await openToAll(working);
  await inFlight(0);
  assert.equal(await countOrders(phone), before);
});

test("an order whose client has gone while it was worked on is not stored", async () => {
  const phone = accounts[5]!;
  const before = await countOrders(phone);
  const gone = await measured('giao_requests_dropped_total{reason="gone"}');
  shutGate();
  const hangUp = orderAndHangUp(sixth);
  await inFlight(1);
  await hangUp();
  openGate();
  await inFlight(0);
  assert.equal(await countOrders(phone), before);
  assert.equal(await measured('giao_requests_dropped_total{reason="gone"}'), gone + 1);
});

test("a client that has gone before its body was read leaves no place taken", async () => {
  // Whose token it is cannot be found out for as long as this lasts.
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isLocked = new Promise<void>((resolve, reject) => {
    inTransaction(giao.house.db, async (tx) => {
      await tx`lock table accounts in access exclusive mode`;
      resolve();
      await held;
    }).catch(reject);
  });
  await isLocked;
  const hangUps = [sixth, sixth].map(orderAndHangUp);
  await inFlight(hangUps.length);
  await Promise.all(hangUps.map((hangUp) => hangUp()));
  letGo();
  await inFlight(0);
});

test("open streams and bodies that are slow to come hold no place", async () => {
  const headers = { authorization: `Bearer ${driver}` };
  const streams = [];
  for (let at = 0; at <= IN_FLIGHT + QUEUED; at++) {
    streams.push(await openEvents(`${giao.url}/driver/v1/offers`, headers));
  }
  const body = JSON.stringify({ api_key: DEMO.apiKey, mobile: DEMO.phone });
  const uploads = [];
  for (let at = 0; at <= IN_FLIGHT + QUEUED; at++) {
    const upload = openRequest(`${giao.url}/v3/accounts/token`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    upload.write(body.slice(0, 10));
    uploads.push(upload);
    await sleep(20);
  }
  await inFlight(0);
  assertOk(await read(first));
  const answers = uploads.map(async (upload) => {
    upload.end(body.slice(10));
    const [answer] = await once(upload, "response");
    answer.resume();
    return answer.statusCode;
  });
  assert.deepEqual(await Promise.all(answers), Array(uploads.length).fill(200));
  for (const stream of streams) await stream.close();
  await inFlight(0);
});

test("past its deadline nothing is stored any more, and what waits is refused without being begun", async () => {
  const hasty = await startOrderTests({ REQUESTS_IN_FLIGHT: "1", REQUEST_DEADLINE_SECONDS: "1" }, gatedRoads);
  await hasty.created();
  shutGate();
  const working = hasty.create();
  await until("it is worked on", () => isWorking(hasty));
  // The one before it stays at work for as long as the gate is shut: nobody but its deadline ends this one.
  assertRefused(await hasty.call("GET", "/v3/orders", { token: hasty.token }), 503, "SERVICE_UNAVAILABLE");
  openGate();
  const late = await working;
  assertRefused(late, 503, "SERVICE_UNAVAILABLE");
  assert.ok(Number(late.headers.get("retry-after")) >= 1);
  const rows = await hasty.house.db`select id from orders`;
  assert.equal(rows.length, 1);
});

async function isWorking(server: typeof giao): Promise<boolean> {
  const { body } = await server.call("GET", "/metrics", { operator: true });
  return body.includes('giao_requests_in_flight{state="now"} 1');
}
