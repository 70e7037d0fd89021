// How often each call asks the database. A round trip more is a millisecond more for everybody who waits for the same connection or row,
// and nobody would notice it in a test that looks at answers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, offerTo, ok, orderBody, signInDriver, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { startReceiver } from "../harness/receiver.ts";
import { openCountedLine } from "../harness/round-trips.ts";
import { directOf } from "../harness/server.ts";

// What runs by itself asks too, now and then: the fewest of several are the call's own.
const LIVES = 4;
// With who calls, and with what the other replicas are told. A create and a step ask who calls together with what they go by.
const AT_MOST: Readonly<Record<string, number>> = { create: 3, accept: 4, arrive: 3, pickup: 3, deliver: 3, cancel: 4 };

const giao = await startGiao({ ROLE: "api" }, { roads: crowRoads });
const line = await openCountedLine(directOf(giao.databaseUrl));
giao.closeFirst(line.close);
const counted = await giao.replica({ databaseUrl: line.url, env: { ROLE: "api" } });
const token = await giao.signIn();
const fewest = new Map<string, number>();
let driver: TestDriver;

async function call<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [answer, roundTrips] = await line.count(work);
  fewest.set(name, Math.min(roundTrips, fewest.get(name) ?? Number.POSITIVE_INFINITY));
  return answer;
}

const create = () => counted.call("POST", "/v3/orders", { token, body: orderBody() });

before(async () => {
  const { phone } = await addDriver(giao, { phone: "84911000078", wallet: 1_000_000 });
  driver = await signInDriver(counted, phone);
  ok(await driver.online());
  for (let life = 0; life < LIVES; life++) {
    const { order_id: orderId } = ok(await call("create", create));
    const others = ["84911000079", "84911000080"];
    if (life === 0) for (const other of others) await addDriver(giao, { phone: other });
    const [offerId] = await offerTo(giao, orderId, [driver.phone, ...others]);
    ok(await call("accept", () => driver.call("POST", `/offers/${offerId}/accept`)));
    ok(await call("arrive", () => driver.call("POST", `/orders/${orderId}/arrive`)));
    ok(await call("pickup", () => driver.call("POST", `/orders/${orderId}/pickup`)));
    ok(await call("deliver", () => driver.call("POST", `/orders/${orderId}/points/1/deliver`, {})));
    const { order_id: cancelled } = ok(await call("create", create));
    ok(await call("cancel", () => counted.call("DELETE", `/v3/orders/${cancelled}`, { token })));
  }
});

for (const [name, limit] of Object.entries(AT_MOST)) {
  test(`${name} asks the database ${limit} times at most`, () => {
    const asked = fewest.get(name) ?? 0;
    assert.ok(asked >= 2, `${name} asked ${asked} times, which is none of a call's`);
    assert.ok(asked <= limit, `${name} asked ${asked} times`);
  });
}

test("a callback asks the database twice: once what is due, once to write down what came of it", async () => {
  const receiver = await startReceiver();
  giao.closeFirst(receiver.close);
  const callback = { url: receiver.url("/"), auth: { type: "none" } };
  ok(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { callback } }));
  const work = await openCountedLine(directOf(giao.databaseUrl));
  giao.closeFirst(work.close);
  await giao.replica({ databaseUrl: work.url, env: { ROLE: "all" } });
  const asked: number[] = [];
  for (let event = 1; event <= 8; event++) {
    const [, roundTrips] = await work.count(async () => {
      await create();
      await receiver.until(event);
    });
    asked.push(roundTrips);
  }
  assert.equal(Math.min(...asked), 2, `asked ${asked}`);
});
