// Data by the month: rows lie in the month of their order, months come and go while others work, and what belongs to none stays.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { raw } from "sql-template-tag";
import { dataCommand } from "../../src/cli/data.ts";
import { firstIdOf, type Month, monthAfter, monthOf, nameOf } from "../../src/domain/months.ts";
import { dropOldMonths } from "../../src/operations/data/keep-months.ts";
import { openDatabase, script } from "../../src/store/db.ts";
import { findAskedOrder } from "../../src/store/drivers/held-orders.ts";
import { findOffer, listOfferChanges, listOpenOffers } from "../../src/store/drivers/offers.ts";
import { AGED_TABLES, listKeptMonths, raiseOpenFrom } from "../../src/store/months.ts";
import { assertOk } from "../harness/expect.ts";
import { explainAll, nodesOf } from "../harness/explained.ts";
import { addDriver, offerTo } from "../harness/fleet.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { directOf } from "../harness/server.ts";

const orders = await startOrderTests({ EVENT_DAYS: "60", CALLBACK_LOG_DAYS: "30" });
const { house } = orders;
const { db } = house;
const now = () => house.clock.now();
const thisMonth = monthOf(now());
const schemaOf = (month: Month) => `m${nameOf(month).slice(2).replace("-", "")}`;
const monthsOf = async (table: string) =>
  (await listKeptMonths(db)).filter((kept) => kept.table === table).map(({ month }) => month && nameOf(month));

async function placesOf(table: string, orderId: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: orders.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select distinct tableoid::regclass::text as place from ${table} where order_id = $1 order by 1`,
      [orderId],
    );
    return rows.map(({ place }) => place);
  } finally {
    await client.end();
  }
}

test("this month and the three after it are there from the beginning, for every table", async () => {
  const expected = [0, 1, 2, 3].map((ahead) => nameOf(monthAfter(thisMonth, ahead)));
  for (const table of Object.keys(AGED_TABLES)) {
    // On the last day of a month the harness has moved the clock into the next one, and the one before is there too.
    const months = (await monthsOf(table)).filter((month) => month === null || month >= nameOf(thisMonth));
    assert.deepEqual(months, [null, ...expected], table);
  }
});

test("what an order leaves lies in its month, and is read there and nowhere else", async () => {
  const { _id } = await orders.created(orderBody());
  assert.ok(_id.startsWith(firstIdOf(thisMonth).slice(0, 2)));
  assert.deepEqual(await placesOf("callback_events", _id), [`${schemaOf(thisMonth)}.callback_events`]);
  for (const table of Object.keys(AGED_TABLES)) {
    const plan = JSON.stringify(
      await db`explain (format json) select order_id from ${raw(table)} where order_id = ${_id}`,
    );
    assert.match(plan, new RegExp(`"Relation Name":"${table}"`));
    assert.doesNotMatch(plan, /"Append"/, `${table} is looked for in more than one month`);
  }
});

test("a month that comes is made without a look at what was there before", async () => {
  const month = monthAfter(thisMonth, 9);
  const client = new pg.Client({ connectionString: orders.databaseUrl });
  const said: string[] = [];
  client.on("notice", ({ message = "" }) => said.push(message));
  await client.connect();
  try {
    await client.query("set client_min_messages = debug1");
    for (const table of Object.keys(AGED_TABLES)) {
      said.length = 0;
      await client.query("select make_month($1, $2)", [table, `${nameOf(month)}-01`]);
      const implied = said.filter((line) => /default partition.*is implied by existing constraints/.test(line));
      assert.equal(implied.length, 1, said.join("\n"));
    }
  } finally {
    await client.end();
  }
});

const DAY = 86_400;
// Tokens do not live as long as months do.
const created = async (body = orderBody()) => orders.created(body, await orders.signIn());
const sweep = () => dropOldMonths(house);
const hasMonth = async (table: string, month: Month) => (await monthsOf(table)).includes(nameOf(month));

test("a month goes when all of it is older than it is kept, and not before", async () => {
  const { _id } = await created();
  await db`
    insert into callback_tries (order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error)
    values (${_id}, 1, 'demo', 1, ${now()}, 'answered', 200, 5, '', '')`;
  await sweep();
  assert.ok(await hasMonth("callback_tries", thisMonth));
  // Nobody took it: it is cancelled by itself while the clock moves, and so has an event that is younger than its month.
  await orders.advance(95 * DAY);
  const later = monthOf(now());
  assert.ok(
    await hasMonth("callback_events", monthAfter(later, 3)),
    "the months ahead are not made when the clock moves",
  );
  await sweep();
  assert.equal(await hasMonth("callback_tries", thisMonth), false);
  assert.ok(await hasMonth("callback_events", thisMonth), "a younger event keeps its month");
  await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at)
    values (${_id}, 1, 'demo', ${now()}, 'infinity', ${now()})`;
  await house.clock.advance(62 * DAY * 1000);
  await sweep();
  assert.ok(await hasMonth("callback_events", thisMonth), "what is owed keeps its month");
  await db`update callback_queue set given_up_at = ${now()} where order_id = ${_id}`;
  await sweep();
  assert.equal(await hasMonth("callback_events", thisMonth), false);
  assert.deepEqual(await db`select seq from callback_queue where order_id = ${_id}`, []);
  assert.equal((await orders.detail(_id, await orders.signIn())).status, "CANCELLED");
  const { _id: next } = await created();
  assert.deepEqual(await placesOf("callback_events", next), [`${schemaOf(monthOf(now()))}.callback_events`]);
  assertOk(await orders.call("GET", "/v3/orders/events", { token: await orders.signIn() }));
});

test("who reads for long keeps a month from going, and the others from waiting for it", async () => {
  await house.clock.advance(95 * DAY * 1000);
  const reader = new pg.Client({ connectionString: orders.databaseUrl });
  await reader.connect();
  try {
    await reader.query("begin");
    await reader.query("select count(*) from callback_tries");
    const before = await monthsOf("callback_tries");
    await assert.rejects(sweep());
    assert.deepEqual(await monthsOf("callback_tries"), before);
    await created();
    await reader.query("commit");
  } finally {
    await reader.end();
  }
  await sweep();
  assert.equal(await hasMonth("callback_tries", monthAfter(monthOf(now()), -3)), false);
});

test("a month that cannot be dropped is left attached, so that the next round finds it", async () => {
  const month = monthOf(now());
  await house.clock.advance(95 * DAY * 1000);
  const isAttached = async () => {
    const rows = await db<{ isAttached: boolean }>`
      select is_attached from kept_months where table_name = 'callback_tries' and month = ${`${nameOf(month)}-01`}::date`;
    return rows.map((row) => row.isAttached);
  };
  await db`${script(`create view of_a_month as select * from ${schemaOf(month)}.callback_tries`)}`;
  await assert.rejects(sweep());
  assert.deepEqual(await isAttached(), [true]);
  await db`drop view of_a_month`;
  await sweep();
  assert.deepEqual(await isAttached(), []);
});

test("what orders went through leaves only when none of them is under way, and only if somebody wants that", async () => {
  const made = await created();
  const month = monthOf(now());
  await house.clock.advance(400 * DAY * 1000);
  await sweep();
  assert.ok(await hasMonth("order_history", month), "without HISTORY_MONTHS it stays for ever");
  const settings = { ...house.settings, retention: { ...house.settings.retention, historyMonths: 6 } };
  await db`update orders set status = case id when ${made._id} then 'ACCEPTED' else 'COMPLETED' end, due_at = null`;
  await dropOldMonths({ ...house, settings });
  assert.ok(await hasMonth("order_history", month), "an order of it is under way");
  await db`update orders set status = 'COMPLETED' where id = ${made._id}`;
  await dropOldMonths({ ...house, settings });
  assert.equal(await hasMonth("order_history", month), false);
});

test("who was asked leaves only when none of the orders is under way, and only if somebody wants that", async () => {
  const made = await created();
  await addDriver(orders, { phone: "84911000061" });
  const [offerId] = await offerTo(orders, made._id, ["84911000061"]);
  const month = monthOf(now());
  assert.deepEqual(await placesOf("offers", made._id), [`${schemaOf(month)}.offers`]);
  await house.clock.advance(400 * DAY * 1000);
  await sweep();
  assert.ok(await hasMonth("offers", month), "without OFFER_MONTHS it stays for ever");
  const settings = { ...house.settings, retention: { ...house.settings.retention, offerMonths: 6 } };
  await db`update orders set status = case id when ${made._id} then 'ACCEPTED' else 'COMPLETED' end, due_at = null`;
  await dropOldMonths({ ...house, settings });
  assert.equal((await findOffer(db, offerId!))?.orderId, made._id, "an order of it is under way");
  await db`update orders set status = 'COMPLETED' where id = ${made._id}`;
  await dropOldMonths({ ...house, settings });
  assert.equal(await hasMonth("offers", month), false);
  assert.equal(await findOffer(db, offerId!), undefined);
});

test("what a driver is asked is looked for in the months of which an order may be open, and in no other", async () => {
  const phone = "84911000062";
  await addDriver(orders, { phone });
  const old = await created();
  const openFrom = async () => {
    const [row] = await db<{ openFrom: string }>`select open_orders_from() as open_from`;
    return row!.openFrom;
  };
  const first = monthOf(now());
  for (let month = 0; month < 5; month++) await orders.advance(30 * DAY);
  // Tokens and codes apart, whoever came before is done; one order is still under way.
  const newest = await created();
  await db`
    update orders
    set status = case when id = ${old._id} then 'ACCEPTED' else 'COMPLETED' end, due_at = null
    where id <> ${newest._id}`;
  await raiseOpenFrom(db);
  assert.ok((await openFrom()) <= firstIdOf(first), "an order that is under way keeps its month");
  const [offerId] = await offerTo(orders, old._id, [phone]);
  assert.equal((await findOffer(db, offerId!))?.orderId, old._id);
  await db`update offers set answer = 'expired', answered_at = ${now()} where id = ${offerId}`;
  await db`update orders set status = 'COMPLETED' where id = ${old._id}`;
  await raiseOpenFrom(db);
  const month = monthOf(now());
  assert.equal(await openFrom(), firstIdOf(monthAfter(month, -1)));
  // It never goes back.
  await db`update orders set status = 'CANCELLED', due_at = null`;
  await raiseOpenFrom(db);
  assert.equal(await openFrom(), firstIdOf(monthAfter(month, -1)));

  await db`update orders set status = 'ASSIGNING' where id = ${newest._id}`;
  const [fresh] = await offerTo(orders, newest._id, [phone]);
  const plans = await explainAll(directOf(orders.databaseUrl), { "auto_explain.log_verbose": "on" });
  const explained = openDatabase(directOf(orders.databaseUrl));
  orders.closeFirst(explained.close);
  // More often than a plan is made for what is asked.
  for (let time = 0; time < 8; time++) {
    assert.deepEqual(
      (await listOpenOffers(explained, phone, now(), 10)).map(({ id }) => id),
      [fresh],
    );
    assert.equal((await findOffer(explained, fresh!))?.orderId, newest._id);
    assert.equal((await findAskedOrder(explained, fresh!, phone))?.order.id, newest._id);
    assert.deepEqual(
      (await listOfferChanges(explained, [{ phone, afterSeq: 0 }], 10)).map(({ id }) => id),
      [fresh],
    );
  }
  // What no row leads to is not opened.
  const seen = plans
    .take()
    .flatMap(({ Plan: plan }) => nodesOf(plan))
    .filter((node) => node["Relation Name"] === "offers" && node["Actual Loops"] !== 0);
  assert.ok(seen.length >= 4 * 8, `${seen.length} looks`);
  const near = [-1, 0, 1].map((away) => schemaOf(monthAfter(month, away)));
  assert.deepEqual(
    [...new Set(seen.map((node) => node.Schema))].filter((schema) => !near.includes(schema ?? "")),
    [],
  );
});

test("a month that is over is shown, copied out, detached and dropped by hand", async () => {
  const folder = mkdtempSync(join(tmpdir(), "giao-months-"));
  after(() => rmSync(folder, { recursive: true }));
  const { _id } = await created(orderBody({ remarks: 'Gọi "trước", ạ' }));
  const month = nameOf(monthOf(now()));
  const said: string[] = [];
  const out = { say: (line: string) => said.push(line), complain: (line: string) => said.push(`! ${line}`) };
  const data = (...words: readonly string[]) => {
    said.length = 0;
    return dataCommand(words, out, { ...house, screen: { write: () => undefined } });
  };
  assert.equal(await data("months"), 0);
  assert.ok(
    said.some((line) => line.startsWith("callback_events") && line.includes(month)),
    said.join("\n"),
  );
  assert.equal(await data("export", month, "--to", folder, "--table", "callback_events"), 0);
  const copied = gunzipSync(readFileSync(join(folder, `callback_events-${month}.csv.gz`))).toString("utf8");
  assert.match(copied, /^"order_id","seq",/);
  assert.ok(copied.includes(`"${_id}","1",`));
  // Events are kept packed and copied out as they were told.
  assert.ok(copied.includes('Gọi \\""trước\\"", ạ'), copied);
  const [rows] = await db<{ count: number }>`select count(*) as count from callback_events where order_id = ${_id}`;
  assert.equal(copied.split(`\n"${_id}"`).length - 1, rows?.count);
  await assert.rejects(data("export", month, "--to", folder, "--table", "callback_events"), /EEXIST/);

  assert.equal(await data("detach", month), 1);
  assert.match(said.join(), /is not over/);
  assert.equal(await data("drop", month), 1);
  assert.match(said.join(), /detach it first/);
  await house.clock.advance(70 * DAY * 1000);
  assert.equal(await data("detach", month), 1);
  assert.match(said.join(), /orders of it may be under way/);
  await db`update orders set status = 'CANCELLED', due_at = null`;
  assert.equal(await data("detach", month, "--table", "callback_events", "--tablespace", "pg_default"), 0);
  assert.deepEqual(await placesOf("callback_events", _id), []);
  await data("months");
  assert.ok(
    said.some((line) => /^callback_events .*detached/.test(line)),
    said.join("\n"),
  );
  await sweep();
  assert.ok(
    await hasMonth("callback_events", monthOf(new Date(`${month}-01`))),
    "what was detached by hand is left alone",
  );
  assert.equal(await data("drop", month, "--table", "callback_events"), 0);
  assert.equal(await hasMonth("callback_events", monthOf(new Date(`${month}-01`))), false);
  assert.equal(await data("drop", "2031-01"), 1);
  await assert.rejects(data("drop", "soon"), /expected a month/);
});
