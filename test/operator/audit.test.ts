import assert from "node:assert/strict";
import { test } from "node:test";
import { closeAuditChain, removeOldAudit, verifyAudit } from "../../src/operations/audit/close-chain.ts";
import { sweepSignIns } from "../../src/operations/sign-ins/sweep-sign-ins.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao();
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const page = { "x-giao-page": "1" };

// An outcome is noted a moment after the answer has left.
async function entries(query = ""): Promise<Json[]> {
  return until("every entry has its outcome", async () => {
    const answer = await operator("GET", `/audit${query}`);
    assertOk(answer);
    return answer.body.entries.every((one: Json) => one.outcome !== 0) && answer.body.entries;
  });
}

async function signIn(name: string): Promise<Record<string, string>> {
  const answer = await giao.call("POST", "/console/v1/session", {
    headers: page,
    body: { operator_key: "sandbox-operator-key", name },
  });
  assertOk(answer);
  return { ...page, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

test("every write leaves a row with who, what, which thing and how it ended; reading leaves none", async () => {
  const headers = await signIn("Lan");
  const asLan = (method: string, path: string, body: unknown) =>
    giao.call(method, `/operator/v1${path}`, { headers, body });
  assertOk(await asLan("PUT", "/promos/AUDIT1", { type: "FLAT", value: 1_000 }));
  assertRefused(await asLan("POST", "/orders/26ZZZZZZ/reassign", {}), 404, "ORDER_NOT_FOUND");
  assertOk(await operator("PATCH", "/accounts/84900000002", { cod_limit: 5_000_000 }));
  assertOk(await operator("GET", "/partners"));
  assertOk(await asLan("POST", "/tariffs/preview", { service_id: "SGN-BIKE", service: { distance_fee: "1000" } }));
  const rows = (await entries())
    .slice(0, 3)
    .map(({ operator: who, call, target, outcome }) => [who, call, target, outcome]);
  assert.deepEqual(rows, [
    ["", "changeAccount", "…0002", 200],
    ["Lan", "reassignOrder", "26ZZZZZZ", 404],
    ["Lan", "savePromo", "AUDIT1", 200],
  ]);
});

test("the log holds no secret and no phone, and finds by person, call and thing", async () => {
  await operator("POST", "/drivers", { mobile: "84911777001", name: "Bùi Văn Kín", pin: "987654" });
  await operator("POST", "/accounts/84900000001/top-ups", { amount: 1, wallet: "main", reference: "secret-ref" });
  const all = JSON.stringify(await entries());
  for (const secret of ["84911777001", "987654", "Kín", "84900000001", "secret-ref", "sandbox-operator-key"]) {
    assert.ok(!all.includes(secret), secret);
  }
  const headers = await signIn("Minh");
  await giao.call("PUT", "/operator/v1/promos/AUDIT2", { headers, body: { type: "FLAT", value: 1_000 } });
  assert.deepEqual(
    (await entries("?operator=Minh")).map(({ call }) => call),
    ["savePromo", "openConsoleSession"],
  );
  assert.equal((await entries("?call=savePromo&target=AUDIT2")).length, 1);
});

test("signing in and out leaves rows, a wrong key as well, and never what was typed as key or by a stranger", async () => {
  const sign = (operator_key: string, name: string) =>
    giao.call("POST", "/console/v1/session", { headers: page, body: { operator_key, name } });
  const before = (await entries()).length;
  assertRefused(await sign("a guess", "Somebody"), 401, "NOT_AUTHORIZED");
  // Into the wrong boxes.
  assertRefused(await sign("Hoa", "sandbox-operator-key"), 401, "NOT_AUTHORIZED");
  assertRefused(await sign("sandbox-operator-key", "sandbox-operator-key"), 400, "MISSING_REQUIRED_INFO");
  const headers = await signIn("Hoa");
  assertOk(await giao.call("DELETE", "/console/v1/session", { headers }));
  // Nobody is signed in any more: nothing ends.
  assertOk(await giao.call("DELETE", "/console/v1/session", { headers }));
  const rows = await entries();
  assert.deepEqual(
    rows.slice(0, rows.length - before).map(({ operator: who, call, target, outcome }) => [who, call, target, outcome]),
    [
      ["Hoa", "endConsoleSession", "127.0.0.1", 200],
      ["Hoa", "openConsoleSession", "127.0.0.1", 200],
      ["", "openConsoleSession", "127.0.0.1", 400],
      ["", "openConsoleSession", "127.0.0.1", 401],
      ["", "openConsoleSession", "127.0.0.1", 401],
    ],
  );
  for (const typed of ["a guess", "Somebody", "sandbox-operator-key"]) {
    assert.ok(!JSON.stringify(rows).includes(typed), typed);
  }
});

test("what a proxy passes on that is no address is not kept as one", async () => {
  const behindProxy = await giao.replica({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  const signInFrom = async (forwarded: string) => {
    const headers = { ...page, "x-forwarded-for": forwarded };
    const body = { operator_key: "a guess" };
    assertRefused(await behindProxy.call("POST", "/console/v1/session", { headers, body }), 401, "NOT_AUTHORIZED");
    return (await entries())[0].target;
  };
  assert.equal(await signInFrom("203.0.113.7"), "203.0.113.7");
  assert.equal(await signInFrom(`203.0.113.8, ${"x".repeat(300)}`), "127.0.0.1");
});

test("a stranger neither writes nor reads it", async () => {
  const before = (await entries()).length;
  assertRefused(await giao.call("GET", "/operator/v1/audit"), 401, "NOT_AUTHORIZED");
  assertRefused(await giao.call("PUT", "/operator/v1/promos/STRANGER", { body: {} }), 401, "NOT_AUTHORIZED");
  assert.equal((await entries()).length, before);
});

test("pages go on where the one before ended", async () => {
  for (let count = 0; count < 101; count++) await operator("POST", "/orders/26ZZZZZZ/cancel", {});
  const first = await operator("GET", "/audit");
  assert.equal(first.body.entries.length, 100);
  const second = await operator("GET", `/audit?after=${first.body.next}`);
  assert.ok(second.body.entries.length > 0);
  assert.ok(second.body.entries[0].id < first.body.entries.at(-1).id);
  assertRefused(await operator("GET", "/audit?after=x"), 400, "BAD_REQUEST");
});

test("of sign-ins that failed the newest ten thousand stay, for 90 days; what people did stays", async () => {
  const { db, clock } = giao.house;
  const known = async () => (await db<{ id: number }>`select id from audit_log where operator_name is not null`).length;
  const failed = async () =>
    (
      await db<{ id: number }>`
      select id
      from audit_log
      where operator_name is null
        and call = 'openConsoleSession'
      order by id`
    ).map(({ id }) => id);
  const flood = (daysAgo: number, count: number) => db`
    insert into audit_log (happened_at, call, target, outcome)
    select ${new Date(clock.now().getTime() - daysAgo * 86_400_000)}, 'openConsoleSession', '2001:db8::1', 401
    from generate_series(1, ${count}::int)`;
  const before = await known();
  await flood(91, 4_000);
  await sweepSignIns(giao.house);
  const young = (await failed()).length;
  assert.ok(young > 0 && young < 100, "those of this test file");
  await flood(1, 22_000);
  const newest = (await failed()).slice(-10_000);
  await sweepSignIns(giao.house);
  assert.deepEqual(await failed(), newest);
  assert.equal(await known(), before);
});

test("of messages that nobody sends the newest ten thousand stay, for 30 days", async () => {
  const { db, clock } = giao.house;
  const count = async () => (await db<{ count: number }>`select count(*)::int as count from sms_outbox`)[0]?.count;
  const flood = (daysAgo: number, messages: number) => db`
    insert into sms_outbox (recipient, body, sent_at)
    select '84900000009', 'text', ${new Date(clock.now().getTime() - daysAgo * 86_400_000)}
    from generate_series(1, ${messages}::int)`;
  await flood(31, 6_000);
  await flood(29, 10);
  await sweepSignIns(giao.house);
  assert.equal(await count(), 10);
  await flood(1, 15_000);
  await sweepSignIns(giao.house);
  assert.equal(await count(), 10_000);
});

test("a row says where from, what changed and why, and is found by a word, a time and who it was", async () => {
  const { id, key } = (await operator("POST", "/keys", { name: "Night shift", role: "owner" })).body;
  const asKey = (method: string, path: string, body: unknown) =>
    giao.call(method, `/operator/v1${path}`, { headers: { "x-operator-key": key }, body });
  assertOk(await asKey("PATCH", "/accounts/84900000001", { credit_limit: 70_000, account_status: "ACTIVATED" }));
  assertOk(
    await asKey("PATCH", "/drivers/84911000001", { status: "DEACTIVATED", reason: "Left a parcel in the rain" }),
  );
  assertOk(await asKey("PATCH", "/drivers/84911000001", { status: "ACTIVATED" }));
  const [second, first, account] = await entries(`?by_id=${id}`);
  assert.deepEqual([account.before, account.after], [{ credit_limit: 0 }, { credit_limit: 70_000 }]);
  assert.deepEqual([first.before, first.after], [{ status: "ACTIVATED" }, { status: "DEACTIVATED" }]);
  assert.deepEqual([first.reason, first.address, first.by], ["Left a parcel in the rain", "127.0.0.1", "key"]);
  assert.deepEqual([second.operator, second.reason], ["Night shift", ""]);
  assert.deepEqual(
    (await entries("?q=in%20the%20RAIN")).map((one) => one.id),
    [first.id],
  );
  assert.deepEqual(await entries(`?by_id=${id}&to_time=${account.time - 1}`), []);
  assert.equal((await entries(`?by_id=${id}&from_time=${account.time - 1}`)).length, 3);
  const csv = await operator("GET", `/audit.csv?by_id=${id}`);
  const lines: readonly string[] = csv.body.trim().split("\r\n");
  assert.equal(lines.length, 4);
  assert.match(lines[2] ?? "", /Night shift,key,.*changeDriver,…0001,127\.0\.0\.1,.*DEACTIVATED.*in the rain,200$/);
});

test("prices, outlines and money too are kept as they were and as they are", async () => {
  const { id, key } = (await operator("POST", "/keys", { name: "Catalogue", role: "owner" })).body;
  const asKey = (method: string, path: string, body: unknown) =>
    giao.call(method, `/operator/v1${path}`, { headers: { "x-operator-key": key }, body });
  assertOk(await asKey("PUT", "/services/SGN-BIKE", { timeout: 700 }));
  assertOk(await asKey("PUT", "/cities/SGN", { name: "Sài Gòn" }));
  assertOk(
    await asKey("POST", "/accounts/84900000001/top-ups", { amount: 5_000, wallet: "bonus", reference: "audit 1" }),
  );
  const paid = { amount: 9_000, reference: "audit 2" };
  assertOk(await asKey("POST", "/drivers/84911000001/top-ups", paid));
  assertOk(await asKey("POST", "/drivers/84911000001/withdrawals", paid));
  const changes = (await entries(`?by_id=${id}`)).map(({ before, after }) => ({ before, after }));
  const [out, into, bonus, city, service] = changes;
  assert.deepEqual([service?.before.timeout, service?.after.timeout], [600, 700]);
  assert.deepEqual([city?.before.name === city?.after.name, city?.after.name], [false, "Sài Gòn"]);
  assert.equal(bonus?.after.bonus - bonus?.before.bonus, 5_000);
  assert.deepEqual([into?.after.wallet - into?.before.wallet, out?.after.wallet - out?.before.wallet], [9_000, -9_000]);
});

test("the chain shows a row that was changed, taken out or cut off, and is provable after the oldest have gone", async () => {
  const { db } = giao.house;
  await entries();
  await closeAuditChain(giao.house);
  const whole = await verifyAudit(giao.house);
  assert.deepEqual([whole.ok, whole.problems], [true, []]);
  assert.ok(whole.rows > 5 && whole.closedTo === whole.rows);
  const known = { at: whole.closedTo, hash: whole.hash };

  // New rows go on from there, also when two workers close them at once.
  for (let at = 0; at < 6; at++) await operator("PUT", `/promos/CHAIN${at}`, { type: "FLAT", value: 1_000 });
  await entries();
  await Promise.all([closeAuditChain(giao.house), closeAuditChain(giao.house)]);
  const longer = await verifyAudit(giao.house, known);
  assert.deepEqual([longer.ok, longer.closedTo], [true, whole.closedTo + 6]);

  const tried = async (change: (at: number) => Promise<unknown>, says: RegExp): Promise<void> => {
    const at = longer.closedTo - 3;
    const [kept] = await db`select * from audit_log where chain_at = ${at}`;
    await change(at);
    const { ok, problems } = await verifyAudit(giao.house);
    assert.equal(ok, false);
    assert.match(problems.join("\n"), says);
    await db`delete from audit_log where chain_at = ${at}`;
    await db`
      insert into audit_log overriding system value
      select * from json_populate_record(null::audit_log, ${JSON.stringify(asRow(kept ?? {}))}::json)`;
    assert.deepEqual((await verifyAudit(giao.house)).problems, []);
  };
  await tried((at) => db`update audit_log set operator_name = 'Nobody' where chain_at = ${at}`, /was changed/);
  await tried((at) => db`update audit_log set outcome = 404 where chain_at = ${at}`, /was changed/);
  await tried((at) => db`delete from audit_log where chain_at = ${at}`, /Row \d+ is missing/);
  assert.match((await verifyAudit(giao.house, { ...known, hash: "00".repeat(32) })).problems.join(), /another hash/);

  // By age: a day later all but the newest have gone, and what is kept is proved from its first row on.
  await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 86_400 } });
  await operator("PUT", "/promos/CHAIN9", { type: "FLAT", value: 1_000 });
  await entries("?target=CHAIN9");
  await closeAuditChain(giao.house);
  const before = await verifyAudit(giao.house);
  await removeOldAudit(giao.house, 1);
  const after = await verifyAudit(giao.house);
  assert.deepEqual([after.ok, after.closedTo, after.hash], [true, before.closedTo, before.hash]);
  assert.ok(after.rows < before.rows && after.keptFrom > 1 && after.rows > 0, JSON.stringify(after));
  await db`delete from audit_log where chain_at = ${after.keptFrom}`;
  assert.equal((await verifyAudit(giao.house)).ok, false);
});

// Columns by their names in the table, bytes as PostgreSQL writes them.
function asRow(row: Readonly<Record<string, unknown>>): object {
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      snake(name),
      Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
    ]),
  );
}
