// Steps that move money of one account at the same moment share a transaction, and each is answered and written as if it were alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderBody, startOrderTests } from "../../harness/orders.ts";

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
