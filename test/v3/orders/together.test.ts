// Orders and steps that come at the same moment share a transaction, and each is answered and written as if it were alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction, openDatabase } from "../../../src/store/db.ts";
import { PATIENT_LIMITS } from "../../harness/database.ts";
import { untilWaiting } from "../../harness/lock-waits.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";
import { rowsOfOrder } from "../../harness/rows-of-order.ts";
import { directOf } from "../../harness/server.ts";

const giao = await startOrderTests();
const ORDERS = 16;
const PHONE = "84900000071";
const token = await giao.fundedAccount(PHONE, 10_000_000);

const createAll = () => Promise.all(Array.from({ length: ORDERS }, () => giao.created(orderBody(), token)));
const idsOf = (orders: readonly { readonly _id: string }[]): readonly string[] => orders.map(({ _id }) => _id);
const groups = (): number => giao.house.db.usage.statements.get("save_steps")?.count ?? 0;

async function assertTidy(ids: readonly string[], event: string): Promise<void> {
  const rows = await giao.house.db<{ orderId: string }>`
    select order_id
    from order_history
    where order_id = any(${ids})
      and event = ${event}`;
  assert.deepEqual(rows.map(({ orderId }) => orderId).sort(), [...ids].sort());
  const events = await giao.house.db`
    select seq
    from callback_events
    where order_id = any(${ids})
      and type = ${event}`;
  assert.equal(events.length, ids.length);
  assert.equal((await giao.walletOf(PHONE)).held, 0);
  const { ok, problems } = await giao.verify();
  assert.deepEqual([ok, problems], [true, []]);
}

test("deliveries of one account at once are each done once, in fewer transactions", async () => {
  const ids = idsOf(await createAll());
  for (const id of ids) for (const step of ["accept", "pickup"]) assert.equal((await giao.play(id, step)).status, 200);
  const before = await giao.walletOf(PHONE);
  const twice = [...ids, ids[0]!, ids[1]!];
  const answers = await Promise.all(twice.map((id) => giao.play(id, "deliver", { path_index: 1 })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...ids.map(() => 200), 406, 406]);
  assert.ok(groups() >= 1, "none shared a transaction");
  assert.equal((await giao.walletOf(PHONE)).main, before.main);
  await assertTidy(ids, "deliver");
});

test("cancels of one account at once give back every hold, and keyed repeats get the first answer", async () => {
  const before = await giao.walletOf(PHONE);
  const ids = idsOf(await createAll());
  const cancel = (id: string, key: string) =>
    giao.call("DELETE", `/v3/orders/${id}`, { token, headers: { "idempotency-key": key } });
  const answers = await Promise.all(ids.map((id, at) => cancel(id, `cancel ${at}`)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const again = await Promise.all(ids.map((id, at) => cancel(id, `cancel ${at}`)));
  assert.deepEqual(
    again.map(({ body }) => body),
    answers.map(({ body }) => body),
  );
  assert.deepEqual(await giao.walletOf(PHONE), before);
  await assertTidy(ids, "cancel");
});

const opened = (): number => giao.house.db.usage.statements.get("open_order_columns")?.count ?? 0;
const CROWD = "84900000073";
const crowd = await giao.fundedAccount(CROWD, 10_000_000);
const keyed = (key: string) => ({ "idempotency-key": key });

// Sends these while others are being saved, so that they share a statement with some of them.
async function amongOthers<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const before = opened();
  const others = Array.from({ length: ORDERS }, () => giao.create(orderBody(), crowd));
  const answers = await Promise.all(calls.map((call) => call()));
  for (const { status } of await Promise.all(others)) assert.equal(status, 200);
  assert.ok(opened() > before, "none shared a transaction");
  return answers;
}

test("orders of one account that come together spend its money in turn, and the one too many is refused alone", async () => {
  const { total_fee: fee } = await giao.created();
  const phone = "84900000074";
  const own = await giao.fundedAccount(phone, 5 * fee + 1);
  const answers = await amongOthers(Array.from({ length: 8 }, () => () => giao.create(orderBody(), own)));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ body }) => body.code),
    Array.from({ length: 3 }, () => "NOT_ENOUGH_CREDIT"),
  );
  const { main, held } = await giao.walletOf(phone);
  assert.deepEqual([main, held], [1, 5 * fee]);
  assert.deepEqual((await giao.verify()).problems, []);
});

test("of orders with one key that come together one is made, and the others get its answer", async () => {
  const call = () => giao.create(orderBody(), giao.token, keyed("together"));
  let answers = await amongOthers(Array.from({ length: 6 }, () => call));
  answers = await Promise.all(answers.map((answer) => (answer.status === 200 ? answer : call())));
  assert.equal(new Set(answers.map(({ body }) => body.order_id)).size, 1, JSON.stringify(answers[1]?.body));
});

test("a promo code's last uses go to as many orders as there are", async () => {
  const body = { type: "FLAT", value: 1_000, uses_max: 3 };
  assert.equal((await giao.call("PUT", "/operator/v1/promos/TOGETHER", { operator: true, body })).status, 200);
  const wish = orderBody({ promo_code: "TOGETHER" });
  const answers = await amongOthers(Array.from({ length: 7 }, () => () => giao.create(wish, giao.token)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  const [row] = await giao.house.db<{ uses: number }>`select uses from promos where code = 'TOGETHER'`;
  assert.equal(row?.uses, 3);
});

test("orders of which none is refused are written by one statement a table, and not by a savepoint each", async () => {
  const token = await giao.fundedAccount("84900000075", 10_000_000);
  const answers = await amongOthers(Array.from({ length: 12 }, () => () => giao.create(orderBody(), token)));
  const ids = answers.map(({ body }) => body.order_id);
  const [row] = await giao.house.db<{ most: number }>`
    select max(count) as most
    from (select count(*) as count from orders where id = any(${ids}) group by xmin) as written`;
  assert.ok((row?.most ?? 0) > 1, "each was written by itself");
});

test("half a character is saved with the others", async () => {
  const [odd] = await amongOthers([() => giao.create(orderBody({ remarks: "half \ud83d of it" }), giao.token)]);
  assert.equal(odd?.status, 200);
});

test("an account that somebody holds keeps its own order waiting, and nobody else's", async () => {
  const holder = openDatabase(directOf(giao.databaseUrl), { limits: PATIENT_LIMITS });
  giao.closeFirst(holder.close);
  let isReleased = false;
  const [held] = await inTransaction(holder.with({ seconds: 60 }), async (tx) => {
    await tx`select phone from accounts where phone = ${PHONE} for no key update`;
    const waiting = giao.create(orderBody(), token).then((answer) => ({ answer, isReleased }));
    await untilWaiting(holder);
    const others = await amongOthers([() => giao.create(orderBody({ payment_method: "CASH" }), token)]);
    assert.deepEqual(
      others.map(({ status }) => status),
      [200],
    );
    isReleased = true;
    return [waiting];
  });
  const { answer, isReleased: wasReleased } = await held!;
  assert.deepEqual([answer.status, wasReleased], [200, true]);
});

test("what is written of an order is the same, alone or together", async () => {
  const alone = await giao.replica({ env: { DATABASE_GROUP: "1" } });
  const wish = orderBody({
    remarks: 'say "hello" \\ ✓',
    path: [point(), point({ ...DELIVERY, tracking_number: "TOGETHER-1" })],
  });
  const ask = { token: giao.token, body: wish };
  const body = { callback: { url: "http://127.0.0.1:9/", auth: { type: "none" } } };
  assert.equal((await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body })).status, 200);
  const one = await alone.call("POST", "/v3/orders", { ...ask, headers: keyed("alone") });
  const [other] = await amongOthers([() => giao.call("POST", "/v3/orders", { ...ask, headers: keyed("grouped") })]);
  const cancels = [one, other!].map(({ body: { order_id } }) => `/v3/orders/${order_id}`);
  const cancel = (path: string, key: string) => ({
    method: "DELETE",
    path,
    ask: { token: giao.token, headers: keyed(key) },
  });
  for (const { method, path, ask: asked } of [
    cancel(cancels[0]!, "cancel alone"),
    cancel(cancels[1]!, "cancel grouped"),
  ]) {
    assert.equal((await giao.call(method, path, asked)).status, 200);
  }
  assert.deepEqual(
    await rowsOfOrder(giao.house.db, other!.body.order_id),
    await rowsOfOrder(giao.house.db, one.body.order_id),
  );
});
