// Faults are put into a real program that Prometheus looks at (test/harness/prometheus.ts), and the alerts for each fire within a minute: those of the
// process, its database and its live plane. Work that does not get done has its own in alerts-fire-work, standbys in alerts-fire-standby.
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { useDatabase } from "../harness/database.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";
import { orderBody } from "../harness/fleet.ts";
import { untilWaiting } from "../harness/lock-waits.ts";
import { METRICS_TOKEN, PROMETHEUS_MISSING, watchAlerts } from "../harness/prometheus.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const CROWD = 250;
// Of each chunk of bytes, there and back.
const SLOW_MS = 350;
// Longer than any round may take.
const FROZEN_MS = 31_000;

test("what ails a process is told of within a minute", { skip: PROMETHEUS_MISSING || REDIS_MISSING }, async (t) => {
  const { url: databaseUrl, db, closeFirst } = await useDatabase();
  const line = await openFaultProxy(databaseUrl, { slowMs: SLOW_MS });
  closeFirst(line.close);
  const redis = await startRedis();
  closeFirst(redis.stop);
  const giao = await startReplica({
    DATABASE_URL: line.url,
    LIVE_URL: redis.url,
    DATA_DIR: await newDataDir("alerts"),
    // Half of them are for callers like these; a queue that a small crowd fills.
    REQUESTS_IN_FLIGHT: "300",
    REQUESTS_QUEUED: "20",
    LOG_LEVEL: "silent",
    METRICS_TOKEN,
  });
  const pid = giao.program.process.pid!;
  closeFirst(async () => {
    giao.program.process.kill("SIGKILL");
    await giao.program.exit();
  });
  const token = await tokenAt(giao);
  const { tells } = await watchAlerts(t, giao.url);
  const startCrowd = () =>
    startAgain(CROWD, async () => {
      await giao.call("GET", "/v3/orders", { token });
      // Who is refused asks again soon.
      await sleep(500);
    });

  // Redis is killed.
  await tells(["GiaoLivePlaneIsAway"], redis.kill);
  await redis.start();

  // The way to the database is slow; then a crowd comes too. Nothing else makes them wait for connections: who meets a held row gives theirs back
  // (store/connections/turns.ts), and callers that a silent database leaves unknown have not come so far.
  await tells(["GiaoRequestsAreSlow", "GiaoRoundsAreSlow"], async () => {
    await line.set("slow");
    // Where all of the first answers are late, a connection may be given up for another.
    const body = orderBody({ payment_method: "CASH" });
    const isMade = async () => (await giao.call("POST", "/v3/orders", { token, body })).status === 200;
    await until("an order is made", isMade, { everyMs: 500 });
  });
  const patient = startCrowd();
  await tells(["GiaoConnectionsAreWaitedFor"], () => undefined);
  await line.set("none");
  await patient.stop();

  // A table that every round needs is held by a forgotten session, and somebody waits for it who has all the time in the world.
  const [holder, waiter] = [1, 2].map(() => new pg.Client({ connectionString: databaseUrl }));
  for (const session of [holder!, waiter!]) {
    await session.connect();
    closeFirst(() => session.end());
  }
  let waiting: Promise<unknown> | undefined;
  await tells(["GiaoRoundsFail", "GiaoLocksAreHeld"], async () => {
    await holder!.query("begin; lock table offers in access exclusive mode");
    waiting = waiter!.query("select from offers limit 1");
  });
  // In the middle of a round the machine stands still.
  await tells(["GiaoProcessIsDown", "GiaoWorkHangs"], async () => {
    await untilWaiting(db);
    process.kill(pid, "SIGSTOP");
    setTimeout(() => process.kill(pid, "SIGCONT"), FROZEN_MS);
  });
  await holder!.query("rollback");
  await waiting;

  // The process has no turn for most of the time.
  const starving = startAgain(1, async () => {
    process.kill(pid, "SIGSTOP");
    await sleep(700);
    process.kill(pid, "SIGCONT");
    await sleep(100);
  });
  await tells(["GiaoEventLoopIsLate"], () => undefined);
  await starving.stop();

  // The database says nothing any more, while a crowd asks.
  const crowd = startCrowd();
  await tells(["GiaoDatabaseIsAway", "GiaoRequestsFail", "GiaoRequestsAreRefused", "GiaoTimeIsUncertain"], () =>
    line.set("silent"),
  );
  await line.set("none");
  await crowd.stop();
});

function startAgain(count: number, work: () => Promise<void>): { readonly stop: () => Promise<void> } {
  let isOver = false;
  const go = async (): Promise<void> => {
    while (!isOver) await work();
  };
  const all = Promise.all(Array.from({ length: count }, go));
  return {
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}
