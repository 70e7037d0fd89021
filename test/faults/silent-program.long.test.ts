// The whole program while its database is silent: what nobody calls for, what it hears of others, and how it ends.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertOk } from "../harness/expect.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";
import { addOrder } from "../harness/fleet.ts";
import { type Call, callAt, startGiao } from "../harness/giao.ts";
import { startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const LIMITS = {
  DATABASE_CONNECT_SECONDS: "2",
  DATABASE_QUERY_SECONDS: "3",
  DATABASE_STATEMENT_SECONDS: "2",
  DATABASE_LOCK_SECONDS: "1",
  DATABASE_IDLE_TRANSACTION_SECONDS: "2",
};
const END_MS_MAX = 10_000;

describe("a program whose database falls silent", async () => {
  const giao = await startGiao();
  const proxy = await openFaultProxy(giao.databaseUrl);
  giao.closeFirst(proxy.close);
  const program = startProgram(["serve"], {
    ...LIMITS,
    DATABASE_URL: proxy.url,
    DATA_DIR: await newDataDir("silent"),
    ROBOTS: "off",
    PORT: "0",
    LOG_LEVEL: "warn",
  });
  giao.closeFirst(async () => {
    program.process.kill("SIGKILL");
    await program.exit();
  });
  const [, url = ""] = await program.says(/API +(http\S+)\/v3/);
  await program.says(/curl -s/);
  const call = (method: string, path: string, more?: Call) => callAt(url, method, path, more);
  const token = await giao.signIn();

  test("every loop of the worker says that it failed, and goes on when the network returns", async () => {
    const now = giao.house.clock.now().getTime() / 1000;
    const orderId = await addOrder({ call }, token, { order_time: now + 3, idle_until: now + 3 });
    await proxy.set("silent");
    for (const loop of ["due orders", "dispatch", "callbacks", "heartbeat"]) {
      await program.says(new RegExp(`"loop":"${loop}".*a round of ${loop} failed; the next one tries again`));
    }
    await proxy.set("none");
    const statusOf = async () => (await giao.call("GET", `/v3/orders/${orderId}`, { token })).body.status;
    await until("the order wakes", async () => (await statusOf()) === "ASSIGNING");
    const { body: metrics } = await call("GET", "/metrics", { operator: true });
    assert.match(metrics, /giao_loop_rounds_failed_total\{loop="due orders"\} [1-9]/);
    assert.match(metrics, /giao_loop_rounds_done_total\{loop="due orders"\} [1-9]/);
    assert.match(metrics, /giao_database_limits_hit_total\{wait="(query|connect|dead_line)"\} [1-9]/);
  });

  test("it hears of others' changes again, although nobody told it that it had stopped hearing", async () => {
    const nameOf = async () => (await call("GET", "/v3/services/SGN-ECO", { token })).body[0].description_en_us;
    assert.notEqual(await nameOf(), "Heard again");
    // All connections die and nothing refuses new ones: the one for notices is used by nobody.
    await proxy.set("silent");
    await proxy.set("none");
    const body = { description_en_us: "Heard again" };
    assertOk(await giao.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body }));
    await until("it hears of the new name", async () => (await nameOf()) === "Heard again");
  });

  test("SIGTERM ends it in order within ten seconds", async () => {
    await proxy.set("silent");
    const underWay = Array.from({ length: 20 }, () => call("GET", "/v3/orders", { token }).catch(() => undefined));
    await sleep(300);
    const startedAt = performance.now();
    program.process.kill("SIGTERM");
    assert.equal(await program.exit(), 0, program.output());
    assert.ok(performance.now() - startedAt < END_MS_MAX);
    for (const answer of await Promise.all(underWay)) if (answer) assert.equal(answer.status, 503);
  });
});
