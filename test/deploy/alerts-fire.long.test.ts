// Faults are put into a real program that Debian's Prometheus scrapes by deploy/prometheus, and the alert for each fires within a minute. Those that a
// crowd or a broken ledger would set off are tried by promtool alone (alerts.long.test.ts). Only how long a fault must last is
// shortened: a look every second, 2 s for every `for`, 15 s for every window.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { parse, stringify } from "yaml";
import { startStopwatch } from "../../src/ports/clock.ts";
import { useDatabase } from "../harness/database.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";
import { ok } from "../harness/fleet.ts";
import { freePort, isListening } from "../harness/free-port.ts";
import type { Json } from "../harness/giao.ts";
import { orderBody } from "../harness/orders.ts";
import { answer, gone, startReceiver } from "../harness/receiver.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy/prometheus");
const isThere = spawnSync("prometheus", ["--version"]).status === 0;
const skip = isThere ? REDIS_MISSING : "prometheus is not installed (apt-get install prometheus)";
const SECONDS_MAX = 60;
const METRICS_TOKEN = "a-token-for-measures-and-nothing-else";

test("every fault is told of within a minute", { skip }, async (t) => {
  const { url: databaseUrl, closeFirst } = await useDatabase();
  const line = await openFaultProxy(databaseUrl);
  closeFirst(line.close);
  const redis = await startRedis();
  closeFirst(redis.stop);
  const receiver = await startReceiver();
  closeFirst(receiver.close);
  const giao = await startReplica({
    DATABASE_URL: line.url,
    LIVE_URL: redis.url,
    DATA_DIR: await newDataDir("alerts"),
    LOG_LEVEL: "silent",
    METRICS_TOKEN,
  });
  closeFirst(async () => {
    giao.program.process.kill("SIGKILL");
    await giao.program.exit();
  });
  const firing = await startPrometheus(new URL(giao.url).host);
  await until("Prometheus has looked", async () => (await firing()).up, { everyMs: 500 });
  assert.deepEqual((await firing()).alerts, [], "nothing is wrong yet");

  const told = async (...alerts: readonly string[]): Promise<void> => {
    const watch = startStopwatch();
    for (const alert of alerts) {
      const isFiring = async () => (await firing()).alerts.includes(alert);
      await until(`${alert} fires`, isFiring, { secondsMax: SECONDS_MAX, everyMs: 250 });
      t.diagnostic(`${alert} after ${(watch.elapsedMs() / 1000).toFixed(1)} s`);
    }
  };
  const token = await until("somebody is signed in", () => tokenAt(giao).catch(() => undefined));
  // Again, where the database was away for a moment: a fault is only what is put in.
  const order = async (by = token): Promise<void> => {
    const body = orderBody({ payment_method: "CASH" });
    await until(
      "an order is made",
      async () => (await giao.call("POST", "/v3/orders", { token: by, body })).status === 200,
    );
  };
  const operator = async (path: string, body: Json) => ok(await giao.call("POST", path, { operator: true, body }));

  // Redis is killed.
  await redis.kill();
  await told("GiaoLivePlaneIsAway");
  await redis.start();

  // Ten orders and no driver; then eight minutes pass.
  for (let at = 0; at < 10; at++) await order();
  await told("GiaoNobodyMayBeAsked");
  await operator("/sandbox/v1/clock/advance", { seconds: 500 });
  await told("GiaoOrdersWaitTooLong");

  // A partner's endpoint refuses what it is sent, and then says that it is gone.
  const callback = { url: receiver.url("/partner") };
  receiver.script("/partner", answer(500));
  const partner = await operator("/operator/v1/partners", { id: "late", name: "late", callback });
  const mobile = "84900000777";
  ok(
    await giao.call("POST", "/v3/accounts", {
      body: { api_key: partner.api_key, mobile, name: "Late", address: "1 Late Street" },
    }),
  );
  const late = ok(await giao.call("POST", "/v3/accounts/token", { body: { api_key: partner.api_key, mobile } })).token;
  await order(late);
  await operator("/sandbox/v1/clock/advance", { seconds: 130 });
  await told("GiaoCallbacksLag");
  receiver.script("/partner", gone);
  await operator("/sandbox/v1/clock/advance", { seconds: 3_600 });
  await told("GiaoCallbackEndpointFails");

  // Somebody waits for a lock.
  const sessions = await Promise.all([1, 2].map(() => openSession(databaseUrl)));
  await sessions[0]!.query("select pg_advisory_lock(7)");
  const waiting = sessions[1]!.query("select pg_advisory_lock(7)");
  await told("GiaoLocksAreHeld");
  await sessions[0]!.query("select pg_advisory_unlock(7)");
  await waiting;
  for (const session of sessions) await session.end();

  // The database does not answer at all.
  await line.set("refuse");
  await told("GiaoDatabaseIsAway");
  await line.set("none");

  // The process has no turn for most of the time.
  const starving = startStarving(giao.program.process.pid!);
  await told("GiaoEventLoopIsLate");
  await starving.stop();

  giao.program.process.kill("SIGKILL");
  await told("GiaoProcessIsDown");
});

async function openSession(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

function startStarving(pid: number): { readonly stop: () => Promise<void> } {
  let isOver = false;
  const starve = async (): Promise<void> => {
    while (!isOver) {
      process.kill(pid, "SIGSTOP");
      await sleep(700);
      process.kill(pid, "SIGCONT");
      await sleep(100);
    }
  };
  const starved = starve();
  return {
    stop: async () => {
      isOver = true;
      await starved;
    },
  };
}

type Seen = { readonly up: boolean; readonly alerts: readonly string[] };

// As deploy/ configures it but for the times; ended with the test file. Answers with what fires.
async function startPrometheus(target: string): Promise<() => Promise<Seen>> {
  const dir = mkdtempSync(join(tmpdir(), "giao-prometheus-"));
  const port = await freePort();
  const rules = readFileSync(join(DEPLOY, "alerts.yaml"), "utf8");
  writeFileSync(join(dir, "alerts.yaml"), rules.replace(/\bfor: \w+$/gm, "for: 2s").replace(/\[\d+m\]/g, "[15s]"));
  writeFileSync(join(dir, "token"), METRICS_TOKEN);
  const config = parse(readFileSync(join(DEPLOY, "prometheus.yml"), "utf8")) as Json;
  config.global = { scrape_interval: "1s", evaluation_interval: "1s" };
  const [job] = config.scrape_configs;
  job.authorization.credentials_file = join(dir, "token");
  job.static_configs = [{ targets: [target] }];
  const file = join(dir, "prometheus.yml");
  writeFileSync(file, stringify(config));
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn("prometheus", words, { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true });
  });
  // It listens before it has read what it keeps.
  await until("Prometheus is ready", async () => {
    if (child.exitCode !== null) throw new Error(log);
    return (await isListening(port)) && (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
  });
  const ask = async (path: string): Promise<Json> => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
  return async () => {
    const { data } = await ask("alerts");
    const up = await ask("query?query=up");
    return {
      up: up.data?.result?.[0]?.value[1] === "1",
      alerts: data.alerts.filter(({ state }: Json) => state === "firing").map(({ labels }: Json) => labels.alertname),
    };
  };
}
