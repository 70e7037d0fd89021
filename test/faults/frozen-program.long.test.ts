// Two programs on one database. One of them freezes under load, in the middle of whatever it was doing.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertOk } from "../harness/expect.ts";
import { addOrder, orderBody } from "../harness/fleet.ts";
import { freezeHolding } from "../harness/frozen-process.ts";
import { type Answer, type Call, callAt, startGiao } from "../harness/giao.ts";
import { startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const LIMITS = {
  DATABASE_POOL: "8",
  DATABASE_LOCK_SECONDS: "2",
  DATABASE_IDLE_TRANSACTION_SECONDS: "4",
};
const FREEZES_MAX = 40;
const OVER_MS_MAX = 20_000;

describe("two programs, of which one freezes", async () => {
  const giao = await startGiao();
  const dataDir = await newDataDir("frozen");
  async function start() {
    const program = startProgram(["serve"], {
      ...LIMITS,
      DATABASE_URL: giao.databaseUrl,
      DATA_DIR: dataDir,
      ROBOTS: "off",
      PORT: "0",
    });
    giao.closeFirst(async () => {
      program.process.kill("SIGKILL");
      await program.exit();
    });
    const [, url = ""] = await program.says(/API +(http\S+)\/v3/);
    return { program, url };
  }
  const [frozen, other] = await Promise.all([start(), start()]);
  const accounts: { readonly phone: string; readonly token: string }[] = [];
  for (let at = 10; at < 26; at++) {
    const phone = `849400000${at}`;
    accounts.push({ phone, token: await giao.register(phone) });
    const body = { amount: 100_000_000, wallet: "main", reference: "frozen" };
    assertOk(await giao.call("POST", `/operator/v1/accounts/${phone}/top-ups`, { operator: true, body }));
  }

  const create = (url: string, token: string): Promise<Answer> =>
    callAt(url, "POST", "/v3/orders", { token, body: orderBody({ remarks: "sim:none" }) });

  // Whoever would have to wait for these now.
  async function heldPhones(): Promise<ReadonlySet<string>> {
    const rows = await giao.house.db<{ phone: string }>`select phone from accounts for no key update skip locked`;
    const free = new Set(rows.map(({ phone }) => phone));
    return new Set(accounts.map(({ phone }) => phone).filter((phone) => !free.has(phone)));
  }

  test("the other serves every account that is not held, and all of them within seconds", async (t) => {
    let isLoaded = true;
    const load = accounts.map(async ({ phone, token }) => {
      while (isLoaded) {
        const made = await create(frozen.url, token);
        if (made.status === 200) {
          await callAt(frozen.url, "DELETE", `/v3/orders/${made.body.order_id}`, { token, body: {} });
          // Orders are saved in one statement each, in which nobody can freeze; this is a transaction of several.
          const body = { amount: 1_000, wallet: "main", reference: made.body.order_id };
          await callAt(frozen.url, "POST", `/operator/v1/accounts/${phone}/top-ups`, { operator: true, body });
        }
      }
    });
    let held: ReadonlySet<string> = new Set();
    for (let freeze = 1; held.size === 0 && freeze <= FREEZES_MAX; freeze++) {
      await sleep(100 + freeze * 7);
      frozen.program.process.kill("SIGSTOP");
      await sleep(50);
      held = await heldPhones();
      if (held.size === 0) frozen.program.process.kill("SIGCONT");
    }
    isLoaded = false;
    assert.ok(held.size > 0, "the program never froze in the middle of a transaction");

    const startedAt = performance.now();
    const since = () => Math.round(performance.now() - startedAt);
    const slowest = { free: 0, held: 0 };
    let refused = 0;
    const untilServed = async ({ phone, token }: (typeof accounts)[number]): Promise<void> => {
      for (;;) {
        const askedAt = performance.now();
        const answer = await create(other.url, token);
        const kind = held.has(phone) ? "held" : "free";
        slowest[kind] = Math.max(slowest[kind], Math.round(performance.now() - askedAt));
        if (answer.status === 200) return;
        assert.equal(answer.status, 503, JSON.stringify(answer.body));
        assert.ok(held.has(phone), `${phone} was held by nobody and refused`);
        assert.ok(since() < OVER_MS_MAX, "held rows were not freed");
        refused++;
      }
    };
    await Promise.all(accounts.flatMap((account) => Array.from({ length: 4 }, () => untilServed(account))));
    t.diagnostic(
      `${held.size} of ${accounts.length} accounts held, ${refused} calls refused, slowest ${slowest.free} ms free, ${slowest.held} ms held, over after ${since()} ms`,
    );

    frozen.program.process.kill("SIGCONT");
    await Promise.all(load);
    for (const { token } of accounts) assertOk(await create(frozen.url, token));
    const verdict = await giao.call("GET", "/operator/v1/ledger/verify", { operator: true });
    assert.deepEqual(verdict.body.problems, []);
  });

  test("what is due for others happens although one account's orders are held", async () => {
    const [stuck, ...others] = accounts.slice(0, 5);
    const door = { call: (method: string, path: string, more?: Call) => callAt(other.url, method, path, more) };
    const statusOf = async (orderId: string): Promise<string> => {
      const { body } = await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true });
      return body.status;
    };
    const untilAwake = (orderId: string) => until("it wakes", async () => (await statusOf(orderId)) !== "IDLE");
    // The held account's are due first.
    const due = giao.house.clock.now().getTime() / 1000 + 15;
    const times = { order_time: due, idle_until: due, remarks: "sim:none", payment_method: "CASH" };
    const ordersOf = async (token: string) => [await addOrder(door, token, times), await addOrder(door, token, times)];
    const stuckOrders = await ordersOf(stuck!.token);
    const holder = await freezeHolding(giao.databaseUrl, [stuck!.phone], 120_000, "orders");
    try {
      const otherOrders = (await Promise.all(others.map(({ token }) => ordersOf(token)))).flat();
      for (const orderId of otherOrders) await untilAwake(orderId);
      for (const orderId of stuckOrders) assert.equal(await statusOf(orderId), "IDLE");
    } finally {
      await holder.end();
    }
    for (const orderId of stuckOrders) await untilAwake(orderId);
  });
});
