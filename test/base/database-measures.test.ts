// What an operator sees of the database from outside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { statementName } from "../../src/store/connections/usage.ts";
import { inTransaction, openDatabase } from "../../src/store/db.ts";
import { openServerFigures } from "../../src/store/server-figures.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { PATIENT_LIMITS } from "../harness/database.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { untilWaiting } from "../harness/lock-waits.ts";
import { directOf } from "../harness/server.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const measures = async (): Promise<string> => ok(await giao.call("GET", "/metrics", { operator: true }));
const figure = (text: string, line: string): number => {
  const found = text.split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? Number.NaN : Number(found.slice(line.length + 1));
};

test("statements are named by what they do, and never by what they hold", () => {
  const names: Readonly<Record<string, string>> = {
    "select save_step($1, $2)": "save_step",
    "select partner_id from lease_callback_endpoints($1) as partner_id": "lease_callback_endpoints",
    "select pg_notify($1, $2)": "select",
    "\n  select a, b\n  from orders\n  where id = $1": "select orders",
    "with x as (select 1 from a) insert into offers (id) select 1": "insert offers",
    "update drivers set phone = '84900000001'": "update drivers",
    "delete from idempotency_keys where true": "delete idempotency_keys",
    "begin; set local lock_timeout = 1": "begin",
    commit: "commit",
    "select nth::int from unnest($1::text[]) as asked (id) join orders using (id)": "select orders",
  };
  for (const [text, name] of Object.entries(names)) assert.equal(statementName(text), name, text);
});

test("time is told by statement and by partner, tables by their size", async () => {
  await addOrder(giao, token);
  const text = await measures();
  assert.ok(figure(text, 'giao_database_statements_total{statement="open_order"}') >= 1, text);
  assert.ok(figure(text, 'giao_database_statement_seconds_total{statement="open_order"}') > 0);
  assert.ok(figure(text, 'giao_database_held_seconds_total{partner="demo"}') > 0);
  assert.ok(figure(text, 'giao_database_held_seconds_total{partner="(own work)"}') > 0);
  assert.ok(figure(text, 'giao_partner_requests_total{partner="demo",outcome="done"}') >= 1);
  assert.ok(figure(text, 'giao_partner_request_seconds_total{partner="demo"}') > 0);
  assert.ok(figure(text, 'giao_database_table_bytes{table="orders"}') > 0);
  assert.ok(figure(text, 'giao_database_table_dead_rows{table="orders"}') >= 0);
  assert.equal(figure(text, "giao_database_lock_waits"), 0);
  assert.ok(!/\{[^}]*84\d{9}/.test(text), "no phone in measures");
});

test("callbacks that wait are told by partner, with what holds them up", async () => {
  const { db } = giao.house;
  await db`
    insert into callback_endpoints (partner_id, url, auth, secret, saved_at, stopped_at)
    values ('demo', 'https://partner.test', '{"type":"none"}', 'whsec_test', now(), now())`;
  await addOrder(giao, token);
  const text = await measures();
  assert.ok(figure(text, 'giao_callback_partner_waiting{partner="demo"}') >= 1, text);
  assert.ok(figure(text, 'giao_callback_partner_oldest_seconds{partner="demo"}') >= 0);
  assert.equal(figure(text, 'giao_callback_partner_held{partner="demo",why="stopped"}'), 1);
  await db`delete from callback_queue`;
  await db`delete from callback_endpoints`;
});

test("what is the same for all processes is told by one of them, and by another when it ends", async () => {
  const other = await giao.replica({ env: { ROLE: "api" } });
  const tellers = async () => {
    const texts = await Promise.all(
      [giao, other].map(async ({ call }) => String(ok(await call("GET", "/metrics", { operator: true })))),
    );
    return texts.map((text) =>
      ["giao_callback_events{", "giao_database_lock_waits "].map((one) => text.includes(`\n${one}`)),
    );
  };
  assert.deepEqual(await tellers(), [
    [false, false],
    [true, true],
  ]);
  await other.drain();
  assert.ok(figure(await measures(), "giao_database_lock_waits") >= 0);
});

test("who waits for a lock is told", async () => {
  const holder = openDatabase(directOf(giao.databaseUrl), { limits: PATIENT_LIMITS });
  giao.closeFirst(holder.close);
  const orderId = await addOrder(giao, token);
  const cancelled = await inTransaction(holder.with({ seconds: 60 }), async (tx) => {
    await tx`select id from orders where id = ${orderId} for update`;
    const waiting = giao.call("DELETE", `/v3/orders/${orderId}`, { token });
    await untilWaiting(holder);
    const text = await measures();
    assert.ok(figure(text, "giao_database_lock_waits") >= 1, text);
    return [waiting];
  });
  ok(await cancelled[0]!);
});

test("the server's own list of sessions says which process of which role each one is", async () => {
  const rows = await giao.house.db<{ name: string }>`
    select distinct application_name as name
    from pg_stat_activity
    where datname = current_database()
      and application_name like 'giao all %'`;
  const names = rows.map(({ name }) => name);
  assert.ok(
    names.some((name) => name.endsWith(` ${process.pid}`)) && names.some((name) => name.endsWith(" notices")),
    `${names}`,
  );
});

test("a line of the log names partner and order, and nobody's phone", async () => {
  const lines: { readonly route?: string; readonly partner?: string; readonly order?: string }[] = [];
  giao.house.log.info = ((line: object) => void lines.push(line)) as typeof giao.house.log.info;
  const driver = await addDriver(giao, { phone: "84911000083", wallet: 100_000 });
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
  await giao.call("GET", "/v3/orders/84900000001", { token });
  const of = (route: string) => lines.filter((line) => line.route === route);
  assert.deepEqual(
    [of("/v3/orders")[0], of("/v3/orders/:order_id")[0], of("/driver/v1/offers/:offer_id/accept")[0]].map((line) => [
      line?.partner,
      line?.order,
    ]),
    [
      ["demo", orderId],
      ["demo", orderId],
      [undefined, orderId],
    ],
  );
  assert.equal(of("/v3/orders/:order_id")[1]?.order, undefined);
  assert.ok(!/84\d{9}/.test(JSON.stringify(lines)));
});

test("a table that somebody holds for themselves is left out, and holds up none of the figures", async () => {
  const holder = openDatabase(directOf(giao.databaseUrl), { limits: PATIENT_LIMITS });
  giao.closeFirst(holder.close);
  const { tables } = await inTransaction(holder.with({ seconds: 60 }), async (tx) => {
    await tx`lock table offers in access exclusive mode`;
    return openServerFigures(giao.house.db)();
  });
  const names = tables.map(({ name }) => name);
  assert.deepEqual([names.includes("offers"), names.includes("orders")], [false, true]);
});
