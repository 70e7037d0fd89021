// Reads at a standby: two replicas write at one primary and read at its streaming standby. What was written before a question came is
// in the answer, whichever replica was told, while the standby is behind, silent, dead or not a standby at all.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultProxy, openFaultProxy } from "../harness/fault-proxy.ts";
import { orderBody } from "../harness/fleet.ts";
import { type Call, callAt } from "../harness/giao.ts";
import { ask, findPostgres, POSTGRES_MISSING, type PostgresPair, startPostgresPair } from "../harness/postgres-pair.ts";
import { addressOf, type Program, spawnProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const skip = findPostgres() === undefined && POSTGRES_MISSING;
// The promise is about a second for those under way and nothing for those who come later; a loaded machine is given more.
const FALL_BACK_MS_MAX = 5_000;

describe("reads at a standby", { skip }, () => {
  let pair: PostgresPair;
  let line: FaultProxy;
  const programs: Program[] = [];
  let one = "";
  let other = "";
  let token = "";

  async function start(readUrl: string): Promise<string> {
    const program = spawnProgram(["serve"], {
      DATABASE_URL: pair.url(),
      DATABASE_READ_URL: readUrl,
      DATA_DIR: await newDataDir("read-standbys"),
      ROBOTS: "off",
      PORT: "0",
      LOG_LEVEL: "error",
    });
    programs.push(program);
    return addressOf(program);
  }

  before(async () => {
    if (skip) return;
    pair = await startPostgresPair();
    await pair.followLoosely();
    line = await openFaultProxy(pair.standbyUrl());
    one = await start(line.url);
    other = await start(line.url);
    const credentials = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" };
    token = (await callAt(one, "POST", "/v3/accounts/token", { body: credentials })).body.token;
    await untilUsed(other);
    await untilUsed(one);
  });

  after(async () => {
    for (const program of programs) {
      program.process.kill("SIGKILL");
      await program.exit();
    }
    await line?.close();
    await pair?.stop();
  });

  const get = async (url: string, path: string, call: Call = { token }) => {
    const answer = await callAt(url, "GET", path, call);
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const create = async (url: string): Promise<{ readonly id: string; readonly link: string }> => {
    const answer = await callAt(url, "POST", "/v3/orders", { token, body: orderBody({ payment_method: "CASH" }) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return { id: answer.body.order_id, link: new URL(answer.body.shared_link).pathname };
  };
  const metric = async (url: string, name: string): Promise<number | undefined> => {
    const { body } = await get(url, "/metrics", { operator: true });
    const found = String(body)
      .split("\n")
      .find((text) => text.startsWith(name));
    return found === undefined ? undefined : Number(found.split(" ").at(-1));
  };
  const readsAt = async (url: string, at: "standby" | "primary") =>
    (await metric(url, `giao_database_reads_total{at="${at}"}`)) ?? 0;
  const note = async (url: string): Promise<string> => {
    const { body } = await get(url, "/readyz");
    return body.parts.find(({ name }: { name: string }) => name.startsWith("standby")).note;
  };

  const untilUsed = (url: string) => until("the standby is used", async () => (await note(url)) === "answers reads");

  // Every way in which an order shows that goes to a standby.
  const seenAt = async (url: string, { id, link }: { readonly id: string; readonly link: string }) => {
    const [own, operators, state] = await Promise.all([
      get(url, "/v3/orders?limit=100"),
      get(url, "/operator/v1/orders", { operator: true }),
      get(url, `${link}/state`, {}),
    ]);
    const ids = (orders: readonly { _id: string }[]) => orders.map(({ _id }) => _id);
    return ids(own.body.orders).includes(id) && ids(operators.body.orders).includes(id) && state.status === 200;
  };

  test("lists, exports, statements and tracking pages are read there, the event feed is not", async () => {
    await untilUsed(other);
    const made = await create(one);
    await callAt(one, "POST", "/operator/v1/accounts/84900000001/top-ups", {
      operator: true,
      body: { amount: 1_000, wallet: "main", reference: "read-standbys" },
    });
    const paths = ["/v3/orders?limit=5", "/v3/accounts/statement", `${made.link}/state`];
    for (const path of paths) {
      const before = await readsAt(other, "standby");
      await get(other, path);
      assert.ok((await readsAt(other, "standby")) > before, `${path} was not read at the standby`);
    }
    for (const path of ["/operator/v1/orders", "/operator/v1/money", "/operator/v1/accounts/84900000001/statement"]) {
      const before = await readsAt(other, "standby");
      await get(other, path, { operator: true });
      assert.ok((await readsAt(other, "standby")) > before, `${path} was not read at the standby`);
    }
    const counted = [await readsAt(other, "standby"), await readsAt(other, "primary")];
    await get(other, "/v3/orders/events");
    assert.deepEqual([await readsAt(other, "standby"), await readsAt(other, "primary")], counted);
    // Its name says what a session is for. One that was slow for a moment is opened anew.
    await until("somebody is connected to the standby", async () => {
      const [sessions] = await ask(
        pair.standbyUrl(),
        "select count(*)::int as count from pg_stat_activity where application_name like 'giao all % reads'",
      );
      return Number(sessions?.count) > 0;
    });
  });

  test("what one replica wrote, the other reads at once", async () => {
    for (let round = 0; round < 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      assert.ok(await seenAt(reader, await create(writer)), `an order of round ${round} is missing`);
    }
  });

  test("a standby that has fallen behind is passed over until it has caught up", async () => {
    await ask(pair.standbyUrl(), "select pg_wal_replay_pause()");
    const made = await create(one);
    const before = await readsAt(other, "primary");
    for (const url of [other, one]) assert.ok(await seenAt(url, made), "an order is missing behind a paused standby");
    assert.ok((await readsAt(other, "primary")) > before);
    await until("a lag is told", async () => ((await metric(other, "giao_database_standby_lag_bytes")) ?? 0) > 0);
    assert.match(await note(other), /^\d+ bytes behind; the primary answers$/);
    assert.equal(await metric(other, "giao_database_standby_used"), 0);
    const { database } = (await get(other, "/operator/v1/health", { operator: true })).body;
    assert.equal(database.standbys[0].used, false);
    assert.ok(database.standbys[0].lag_bytes > 0);
    const startedMs = performance.now();
    await get(other, "/v3/orders");
    assert.ok(performance.now() - startedMs < FALL_BACK_MS_MAX);
    await ask(pair.standbyUrl(), "select pg_wal_replay_resume()");
    await untilUsed(other);
    await untilUsed(one);
    assert.ok(await seenAt(other, made));
  });

  test("a standby that goes silent under load holds nobody up for long", async () => {
    let isOver = false;
    let slowestMs = 0;
    const reader = async () => {
      while (!isOver) {
        const startedMs = performance.now();
        await get(other, "/v3/orders?limit=5");
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      }
    };
    const readers = Promise.all([reader(), reader(), reader(), reader()]);
    await sleep(300);
    await line.set("silent");
    await sleep(3_000);
    isOver = true;
    await readers;
    assert.ok(slowestMs < FALL_BACK_MS_MAX, `a read took ${Math.round(slowestMs)} ms`);
    assert.equal(await note(other), "does not answer");
    assert.equal(await metric(other, "giao_database_standby_lag_bytes"), undefined);
    assert.ok(await seenAt(other, await create(one)));
    await line.set("none");
    await untilUsed(other);
  });

  test("a standby that is killed is missed by nobody, and used again when it is back", async () => {
    await pair.killStandby();
    assert.ok(await seenAt(other, await create(one)));
    assert.ok(await seenAt(one, await create(other)));
    await pair.ensureRunning();
    await untilUsed(other);
    assert.ok(await seenAt(other, await create(one)));
  });

  test("a program starts without its standby, and what is no standby is not read at", async () => {
    const url = await start(`${line.url.replace(/:\d+\/postgres/, ":1/postgres")},${pair.url()}`);
    await get(url, "/v3/orders");
    await until("what is no standby is told so", async () => {
      const parts: { name: string; note: string }[] = (await get(url, "/readyz")).body.parts;
      return parts.some((part) => part.note === "is no standby of this primary");
    });
    assert.equal(await readsAt(url, "standby"), 0);
    assert.ok((await readsAt(url, "primary")) > 0);
  });
});
