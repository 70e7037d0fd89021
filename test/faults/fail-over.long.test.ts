// A fail-over as it happens: the primary dies under load, its standby is promoted, and the address leads there. Callers see 503 and
// nothing else, what was acknowledged is there, and it is over with the new primary's first write.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type FaultProxy, openFaultProxy } from "../harness/fault-proxy.ts";
import { orderBody } from "../harness/fleet.ts";
import { type Answer, callAt } from "../harness/giao.ts";
import { ask, findPostgres, POSTGRES_MISSING, type PostgresPair, startPostgresPair } from "../harness/postgres-pair.ts";
import { startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";

const CLIENTS = 8;
const STANDBY_MS = 1_500;
// The promise is a second; a loaded machine is given more.
const OVER_MS_MAX = 5_000;
const MAX_CONNECTIONS = 40;
const skip = findPostgres() === undefined && POSTGRES_MISSING;

describe("a fail-over under load", { skip }, async () => {
  if (skip) return;
  const pair = await startPostgresPair({ settings: { max_connections: String(MAX_CONNECTIONS) } });
  const proxy = await openFaultProxy(pair.url());
  const program = startProgram(["serve"], {
    DATABASE_URL: proxy.url,
    DATA_DIR: await newDataDir("fail-over"),
    ROBOTS: "off",
    PORT: "0",
    LOG_LEVEL: "error",
  });
  after(async () => {
    program.process.kill("SIGKILL");
    await program.exit();
    await proxy.close();
    await pair.stop();
  });
  const [, url = ""] = await program.says(/API +(http\S+)\/v3/);
  const credentials = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" };
  const { token } = (await callAt(url, "POST", "/v3/accounts/token", { body: credentials })).body;
  const create = () => callAt(url, "POST", "/v3/orders", { token, body: orderBody({ payment_method: "CASH" }) });
  const isReady = async () => (await callAt(url, "GET", "/readyz")).status === 200;

  type Seen = { readonly at: number; readonly answer: Answer };
  // Answers of clients that ask all the time, until `isOver`.
  async function load(isOver: () => boolean): Promise<readonly Seen[]> {
    const seen: Seen[] = [];
    const client = async () => {
      while (!isOver()) {
        const answer = await create();
        seen.push({ at: performance.now(), answer });
        if (answer.status !== 200) await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return seen;
  }

  async function failOver(die: (pair: PostgresPair, proxy: FaultProxy) => Promise<void>) {
    let promotedAt = Number.POSITIVE_INFINITY;
    const loaded = load(() => performance.now() > promotedAt + 2_000);
    await sleep(500);
    await die(pair, proxy);
    proxy.retarget(pair.standbyUrl());
    await proxy.set("none");
    // The address leads to a standby that is not promoted yet: it can be read.
    await sleep(STANDBY_MS);
    assert.equal(await isReady(), false);
    await pair.promote();
    promotedAt = performance.now();
    const seen = await loaded;
    const failed = seen.filter(({ answer }) => answer.status !== 200);
    for (const { answer } of failed) {
      assert.equal(answer.status, 503, JSON.stringify(answer.body));
      assert.ok(answer.headers.get("retry-after"));
    }
    const lastFailure = Math.max(0, ...failed.map(({ at }) => at - promotedAt));
    const made = seen.filter(({ answer }) => answer.status === 200).map(({ answer }) => answer.body.order_id as string);
    const rows = await ask(pair.url(), "select id from orders");
    const there = new Set(rows.map(({ id }) => id));
    assert.deepEqual(
      made.filter((id) => !there.has(id)),
      [],
      "acknowledged orders are lost",
    );
    assert.ok(lastFailure < OVER_MS_MAX, `still failing ${Math.round(lastFailure)} ms after the promotion`);
    assert.ok(seen.some(({ at, answer }) => answer.status === 200 && at > promotedAt));
    assert.equal(await isReady(), true);
    return `${made.length} acknowledged, ${failed.length} answered 503, the last ${Math.round(lastFailure)} ms after the promotion`;
  }

  test("a primary that crashes", async (t) => {
    t.diagnostic(await failOver((dying) => dying.killPrimary()));
    await pair.rebuildStandby();
  });

  test("a primary whose host vanishes without a word", async (t) => {
    t.diagnostic(
      await failOver(async (dying, line) => {
        await line.set("silent");
        // Nobody reaches it; it goes on by itself for a while.
        await sleep(300);
        await dying.killPrimary();
      }),
    );
  });

  test("a server without a free connection, and one that is stopped", async () => {
    const crowd: pg.Client[] = [];
    await proxy.set("reset");
    try {
      for (;;) {
        const client = new pg.Client({ connectionString: pair.url() });
        client.on("error", () => undefined);
        await client.connect();
        crowd.push(client);
      }
    } catch (error) {
      assert.equal((error as { code?: string }).code, "53300");
    }
    await proxy.set("none");
    const refused = await create();
    assert.equal(refused.status, 503);
    assert.ok(refused.headers.get("retry-after"));
    assert.equal(await isReady(), false);
    for (const client of crowd) await client.end();
    await sleep(100);
    assert.equal((await create()).status, 200);
    await pair.killPrimary();
    assert.equal((await create()).status, 503);
  });
});
