// Replicas whose machines' clocks are wrong, and are set while they run. Everybody goes by the database's time, which is this
// machine's: whatever a replica says of time is compared with the test's own clock.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { realClock } from "../../src/ports/clock.ts";
import { useDatabase } from "../harness/database.ts";
import { addDriver, addOrder, ok, orderBody } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { startReceiver } from "../harness/receiver.ts";
import { type Replica, startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { signInPage } from "../harness/web-session.ts";

const WRONG_CLOCK = new URL("../harness/wrong-clock.ts", import.meta.url).href;
// A busy machine answers late; what is wrong by the clocks of this test is wrong by minutes.
const NEAR_SECONDS = 30;
// Workers look once a second.
const LOOKS_MS = 4_000;

const { url: DATABASE_URL } = await useDatabase();
const DATA_DIR = await newDataDir("clocks");
const receiver = await startReceiver();
after(() => receiver.close());

const withClock = (aheadSeconds: number, stepSeconds: number): Promise<Replica> =>
  startReplica({
    DATABASE_URL,
    DATA_DIR,
    NODE_OPTIONS: `--import ${WRONG_CLOCK}`,
    WRONG_CLOCK_MS: String(aheadSeconds * 1000),
    WRONG_CLOCK_STEP_MS: String(stepSeconds * 1000),
  });

const nowSeconds = (): number => realClock.now().getTime() / 1000;
function assertNow(seconds: number, what: string, expected = nowSeconds()): void {
  assert.ok(Math.abs(seconds - expected) < NEAR_SECONDS, `${what} is ${seconds - expected} s off`);
}

describe("two replicas, one 15 minutes ahead and one an hour behind", async () => {
  const [ahead, behind] = await Promise.all([withClock(900, -7_200), withClock(-3_600, 10_000)]);
  const token = await tokenAt(ahead);
  const statusOf = async (orderId: string): Promise<string> =>
    ok(await ahead.call("GET", `/v3/orders/${orderId}`, { token })).status;
  let waiting: readonly string[] = [];

  test("say by how much their machines are wrong, and know the time", async () => {
    for (const [replica, seconds] of [
      [ahead, 900],
      [behind, -3_600],
    ] as const) {
      const health = ok(await replica.call("GET", "/operator/v1/health", { operator: true }));
      assertNow(health.time, "now");
      assert.equal(health.clock.certain, true);
      assertNow(health.clock.skew_seconds, "the skew", seconds);
      assert.ok(health.clock.error_seconds < 2);
      const ready = await replica.call("GET", "/readyz");
      const clock = ready.body.parts.find(({ name }: Json) => name === "clock");
      const [, told, side] = /clock is (\S+) s (ahead|behind)$/.exec(clock.note) ?? [];
      assertNow(Number(told) * (side === "behind" ? -1 : 1), "the note", seconds);
      const { body } = await replica.call("GET", "/metrics", { operator: true });
      assertNow(Number(/^giao_clock_skew_seconds (\S+)$/m.exec(body)?.[1]), "the measure", seconds);
      assert.match(body, /^giao_clock_certain 1$/m);
    }
  });

  test("neither gives up an order early, whoever took it", async () => {
    waiting = [await addOrder(ahead, token), await addOrder(behind, token)];
    for (const orderId of waiting) {
      const order = ok(await behind.call("GET", `/v3/orders/${orderId}`, { token }));
      assertNow(order.create_time, "create_time");
    }
    await sleep(LOOKS_MS);
    for (const orderId of waiting) assert.equal(await statusOf(orderId), "ASSIGNING");
  });

  test("a token, a session and a driver's session of one are good on the other, and as old as they are", async () => {
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const given = await tokenAt(one, "84900000002");
      const { iat, exp } = JSON.parse(Buffer.from(given.split(".")[1] ?? "", "base64url").toString());
      assertNow(iat, "iat");
      assertNow(exp, "exp", nowSeconds() + 30 * 86_400);
      ok(await other.call("GET", "/v3/cities?country_id=VN", { token: given }));
      const page = await signInPage(one, "portal", {
        api_key: "0123456789abcdef0123456789abcdef01234567",
        mobile: "84900000001",
      });
      ok(await page.at(other).call("GET", "/portal/v1/session"));
      const driver = await addDriver(one, { phone: one === ahead ? "84911800011" : "84911800012" });
      ok(await other.call("GET", "/driver/v1/orders", { token: driver.token }));
    }
  });

  const quoteAt = async (replica: Replica): Promise<Json> => {
    const { service_id, requests, ...rest } = orderBody() as Json;
    const body = { ...rest, services: [{ _id: service_id, requests }] };
    return ok(await replica.call("POST", "/v3/orders/estimates", { token, body }))[0];
  };

  test("a quote of one is good on the other for its ten minutes", async () => {
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const { quote_id, expires_at } = await quoteAt(one);
      assertNow(expires_at, "expires_at", nowSeconds() + 600);
      await addOrder(other, token, { quote_id });
    }
  });

  test("callbacks of both carry the true time", async () => {
    const callback = { url: receiver.url("/hooks") };
    const body = { id: "clocks", name: "Clocks", callback };
    const { api_key } = ok(await ahead.call("POST", "/operator/v1/partners", { operator: true, body }));
    const account = { api_key, mobile: "84931000001", name: "Clock", address: "1 Test Street" };
    const sender = ok(await behind.call("POST", "/v3/accounts", { body: account })).token;
    for (const replica of [ahead, behind]) await addOrder(replica, sender, { payment_method: "CASH" });
    await receiver.until(2, "/hooks");
    for (const { headers } of receiver.seen("/hooks")) assertNow(Number(headers["webhook-timestamp"]), "the timestamp");
  });

  test("a clock that is set while they run changes nothing", async () => {
    const before = await quoteAt(ahead);
    for (const replica of [ahead, behind]) replica.program.process.kill("SIGUSR2");
    await sleep(LOOKS_MS);
    for (const [replica, seconds] of [
      [ahead, -6_300],
      [behind, 6_400],
    ] as const) {
      const { time, clock } = ok(await replica.call("GET", "/operator/v1/health", { operator: true }));
      assertNow(clock.skew_seconds, "the skew", seconds);
      assert.equal(clock.certain, true);
      assertNow(time, "now");
    }
    for (const orderId of waiting) assert.equal(await statusOf(orderId), "ASSIGNING");
    const orderId = await addOrder(behind, token, { quote_id: before.quote_id });
    assertNow(ok(await ahead.call("GET", `/v3/orders/${orderId}`, { token })).create_time, "create_time");
  });

  test("orders are given up when their time is over", async () => {
    // SGN-BIKE seeks for 600 s.
    ok(await behind.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 500 } }));
    for (const orderId of waiting) assert.equal(await statusOf(orderId), "ASSIGNING");
    ok(await behind.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 110 } }));
    for (const orderId of waiting) assert.equal(await statusOf(orderId), "CANCELLED");
    for (const { program } of [ahead, behind]) program.process.kill("SIGTERM");
    assert.deepEqual([await ahead.program.exit(), await behind.program.exit()], [0, 0]);
  });
});
