// A primary with a standby and a program before Prometheus (test/harness/prometheus.ts): the standby stops replaying, and nobody can take the lease of a
// city in which an order waits.
import { after, test } from "node:test";
import pg from "pg";
import { addOrder } from "../harness/fleet.ts";
import { ask, findPostgres, POSTGRES_MISSING, startPostgresPair } from "../harness/postgres-pair.ts";
import { METRICS_TOKEN, PROMETHEUS_MISSING, watchAlerts } from "../harness/prometheus.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";

const skip = (findPostgres() === undefined && POSTGRES_MISSING) || PROMETHEUS_MISSING;
// Of log, a megabyte each: more than the quarter of a gigabyte that the alert allows.
const MESSAGES = 270;

test("a standby that is behind and a city without a leader are told of within a minute", { skip }, async (t) => {
  const pair = await startPostgresPair();
  after(pair.stop);
  await pair.followLoosely();
  const giao = await startReplica({
    DATABASE_URL: pair.url(),
    DATABASE_READ_URL: pair.standbyUrl(),
    DATA_DIR: await newDataDir("alerts"),
    LOG_LEVEL: "silent",
    METRICS_TOKEN,
  });
  const token = await tokenAt(giao);
  const { tells } = await watchAlerts(t, giao.url);

  await addOrder(giao, token, { payment_method: "CASH" });
  const holder = new pg.Client({ connectionString: pair.url() });
  await holder.connect();
  await tells(["GiaoCityIsNotLed"], () => holder.query("begin; lock table dispatch_leases in exclusive mode"));
  await holder.end();

  await tells(["GiaoStandbyIsNotRead", "GiaoStandbyIsBehind"], async () => {
    await ask(pair.standbyUrl(), "select pg_wal_replay_pause()");
    const text = "select pg_logical_emit_message(false, 'giao test', repeat('x', 1048576))";
    await ask(pair.url(), `${text} from generate_series(1, ${MESSAGES})`);
    // Who reads is who finds out.
    await giao.call("GET", "/v3/orders", { token });
  });
});
