// What an account may know of itself: GET /v3/accounts and its statement.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql } from "../../../src/store/db.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startFamily } from "../../harness/family.ts";
import type { Json } from "../../harness/giao.ts";
import { sumAllJournals } from "../../harness/old-orders.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();
const { parent, child, sibling, stranger } = await startFamily(giao);
const PHONE = "84900000061";
const token = await giao.fundedAccount(PHONE, 500_000, 20_000);

async function read(path: string, as = token): Promise<Json> {
  const answered = await giao.call("GET", path, { token: as });
  assertOk(answered);
  return answered.body;
}

async function everyLine(query: string, as = token, after = ""): Promise<readonly Json[]> {
  const lines: Json[] = [];
  for (let next = after; ; ) {
    const page = await read(`/v3/accounts/statement?${query}${next && `&next=${next}`}`, as);
    lines.push(...page.lines);
    if (page.next === undefined) return lines;
    next = page.next;
  }
}

// Seconds between the first orders and the later ones tell the two apart.
const delivered = await giao.created(
  orderBody({ path: [point(), point({ ...DELIVERY, cod: 300_000 })], order_time: 0 }),
  token,
);
for (const type of ["accept", "pickup"]) assertOk(await giao.play(delivered._id, type));
assertOk(await giao.play(delivered._id, "deliver", { path_index: 1 }));
await giao.advance(60);
const between = giao.house.clock.now().getTime() / 1000;
await giao.advance(60);
const under = await giao.created(
  orderBody({ path: [point(), point({ ...DELIVERY, cod: 70_000 }), point(DELIVERY)] }),
  token,
);
for (const type of ["accept", "pickup"]) assertOk(await giao.play(under._id, type));
assertOk(await giao.play(under._id, "deliver", { path_index: 1 }));
const given = await giao.created(orderBody(), token);
assertOk(await giao.call("DELETE", `/v3/orders/${given._id}`, { token, body: {} }));

test("an account sees its profile, its wallets and its limits", async () => {
  const { held, main, bonus, cod_owed, available, ...account } = await read("/v3/accounts");
  assert.equal(account._id, PHONE);
  assert.equal(account.name, `Account ${PHONE}`);
  assert.equal(account.credit_limit, 0);
  assert.equal(account.cod_limit, null);
  assert.equal(held, under.total_fee);
  assert.equal(cod_owed, 70_000);
  assert.equal(main + bonus + held, 520_000 - delivered.total_fee + 300_000);
  assert.equal(available, main + bonus);
});

test("an account on credit may spend up to its limit", async () => {
  const body = { credit_limit: 100_000, cod_limit: 5_000_000 };
  assertOk(await giao.call("PATCH", `/operator/v1/accounts/${PHONE}`, { operator: true, body }));
  const { main, bonus, available, credit_limit, cod_limit } = await read("/v3/accounts");
  assert.deepEqual({ credit_limit, cod_limit }, body);
  assert.equal(available, main + bonus + 100_000);
});

test("every line tells what its wallet held after it, by pages of any size", async () => {
  const wallets = await read("/v3/accounts");
  const lines = await everyLine("limit=1000");
  const now: Record<string, number> = { ...wallets, cod: wallets.cod_owed };
  for (const line of lines) {
    assert.equal(line.balance, now[line.wallet], JSON.stringify(line));
    now[line.wallet] = line.balance - line.amount;
  }
  assert.deepEqual([now.main, now.bonus, now.held, now.cod], [0, 0, 0, 0], "it begins with nothing");
  for (const limit of [1, 2, 3, 7]) assert.deepEqual(await everyLine(`limit=${limit}`), lines);
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
});

test("lines name their order and their reference, and COD is first owed, then paid out", async () => {
  const lines = await everyLine("limit=1000");
  const kinds = (orderId: string) =>
    lines.filter((line) => line.order_id === orderId).map(({ kind, wallet }) => `${kind} ${wallet}`);
  assert.deepEqual(kinds(delivered._id).toReversed(), [
    "hold main",
    "hold bonus",
    "hold held",
    "cod_collected cod",
    "capture held",
    "cod_settled cod",
    "cod_settled main",
  ]);
  assert.ok(kinds(given._id).includes("release main"));
  assert.deepEqual(
    lines.filter(({ kind }) => kind === "top_up").map(({ wallet, amount, reference }) => [wallet, amount, reference]),
    [
      ["bonus", 20_000, "bonus"],
      ["main", 500_000, "main"],
    ],
  );
  const { cod_owed, cod_paid_out } = await read("/v3/accounts/statement");
  assert.deepEqual({ cod_owed, cod_paid_out }, { cod_owed: 70_000, cod_paid_out: 300_000 });
});

test("a statement of some days holds their lines, with the balances they left", async () => {
  const lines = await everyLine("limit=1000");
  const before = await everyLine(`limit=2&to_time=${between}`);
  const since = await everyLine(`limit=2&from_time=${between}`);
  assert.deepEqual([...since, ...before], lines);
  assert.ok(before.length > 0 && since.length > 0);
  const paidOut = async (query: string) => (await read(`/v3/accounts/statement?${query}`)).cod_paid_out;
  assert.deepEqual([await paidOut(`to_time=${between}`), await paidOut(`from_time=${between}`)], [300_000, 0]);
});

test("as a spreadsheet it has the same lines, by a parameter or by the header", async () => {
  const lines = await everyLine("limit=1000");
  const asked = await giao.call("GET", "/v3/accounts/statement?format=csv&limit=1000", { token });
  assert.equal(asked.headers.get("content-type"), "text/csv; charset=utf-8");
  const rows = asked.body.replace("\uFEFF", "").trimEnd().split("\r\n");
  assert.equal(rows[0], "id,time,kind,wallet,amount,balance,order_id,reference");
  assert.equal(rows.length, lines.length + 1);
  const { id, time, kind, wallet, amount, balance, order_id } = lines[0];
  const moment = new Date(time * 1000).toISOString();
  assert.equal(rows[1], `${id},${moment},${kind},${wallet},${amount},${balance},${order_id},`);
  const headers = { accept: "text/csv" };
  const page = await giao.call("GET", "/v3/accounts/statement?limit=2", { token, headers });
  assert.equal(page.body.trimEnd().split("\r\n").length, 3);
  const rest = await read(`/v3/accounts/statement?limit=1000&after=${page.headers.get("x-next")}`);
  assert.deepEqual(rest.lines, lines.slice(2));
});

test("a parent sees its children's, and nobody sees anybody else's", async () => {
  for (const path of ["/v3/accounts", "/v3/accounts/statement"]) {
    const seen = await read(`${path}?child_id=${child.phone}`, parent.token);
    assert.equal(seen._id ?? seen.account_id, child.phone);
    for (const [who, as] of [
      [parent.phone, child.token],
      [child.phone, sibling.token],
      [child.phone, stranger.token],
      [stranger.phone, parent.token],
      ["84999999999", parent.token],
    ] as const) {
      assertRefused(await giao.call("GET", `${path}?child_id=${who}`, { token: as }), 404, "NOT_FOUND");
    }
    assertRefused(await giao.call("GET", `${path}?child_id=12`, { token }), 406, "INVALID_PHONE_NUMBER");
    assertRefused(await giao.call("GET", path), 401, "NOT_AUTHORIZED");
  }
  const own = await everyLine("limit=1000", stranger.token);
  const theirs = await everyLine("limit=1000", child.token);
  assert.ok(own.every(({ order_id }) => order_id === "" || order_id === stranger.order));
  assert.ok(theirs.every(({ order_id }) => order_id === "" || order_id === child.order));
});

test("what is committed late, behind a line that was shown, is counted on the pages after it", async () => {
  const { db, clock } = giao.house;
  const journalOf = (tx: Sql, reference: string) =>
    tx<{ id: number }>`
      insert into journals (kind, reference, posted_at) values ('top_up', ${reference}, ${clock.now()}) returning id`;
  const post = (tx: Sql, journal: number) => tx`
    insert into postings (journal_id, line, kind, owner, amount)
    values (${journal}, 0, 'user_main', ${PHONE}, 1000), (${journal}, 1, 'platform_cash', '', -1000)`;
  await sumAllJournals(db);
  const page = await db.transact(async (tx) => {
    const [late] = await journalOf(tx, "late");
    const [soon] = await journalOf(db, "soon");
    await post(db, soon!.id);
    const seen = await read("/v3/accounts/statement?limit=1");
    await post(tx, late!.id);
    return seen;
  });
  const [line, ...rest] = await everyLine("limit=1000");
  assert.deepEqual([page.lines[0].id, page.lines[0].balance], [line!.id, line!.balance - 1000]);
  assert.deepEqual(await everyLine("limit=1", token, page.next), rest);
  // By now it is settled, and what pages know of each other is what all lines come to.
  await sumAllJournals(db);
  for (const limit of [1, 2, 7]) assert.deepEqual(await everyLine(`limit=${limit}`), [line, ...rest]);
});

test("a cursor is good for its own account, and for the days it was made with", async () => {
  await sumAllJournals(giao.house.db);
  const { next } = await read("/v3/accounts/statement?limit=2");
  const [text, seal] = next.split(".");
  const forged = Buffer.from(
    Buffer.from(text, "base64url")
      .toString()
      .replace(/"user_main":\d/, '"user_main":9'),
  );
  assert.notEqual(forged.toString("base64url"), text);
  for (const [given, as] of [
    [next, stranger.token],
    [`${forged.toString("base64url")}.${seal}`, token],
  ] as const) {
    assertRefused(await giao.call("GET", `/v3/accounts/statement?next=${given}`, { token: as }), 400, "BAD_REQUEST");
  }
  const { cod_paid_out } = await read(`/v3/accounts/statement?next=${next}&from_time=${between}`);
  assert.equal(cod_paid_out, 0);
});

test("what cannot be asked for is refused, the query before the child", async () => {
  for (const query of ["limit=0", "limit=1001", "limit=x", "from_time=soon", "format=pdf", "limit=0&child_id=12"]) {
    assertRefused(await giao.call("GET", `/v3/accounts/statement?${query}`, { token }), 400, "BAD_REQUEST");
  }
  for (const query of ["next=x", "after=1", "next=1-100"]) {
    assertRefused(await giao.call("GET", `/v3/accounts/statement?${query}`, { token }), 400, "BAD_REQUEST");
  }
  const both = await giao.call("GET", "/v3/accounts/statement?next=x&child_id=12", { token });
  assertRefused(both, 406, "INVALID_PHONE_NUMBER");
});
