// Events are kept packed, and beside them lie those of programs that packed nothing: whoever reads them sees no difference, and as long as such a
// program is at work nothing is packed that it could not read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTries } from "../../src/store/callbacks/tries.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addOrder, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { startReceiver } from "../harness/receiver.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads });
const { db } = giao.house;
const token = await giao.signIn();
const REMARKS = 'Gọi "trước", ạ 🎁 \u0001';
const receiver = await startReceiver();
giao.closeFirst(receiver.close);
const callback = { url: receiver.url("/"), auth: { type: "none" } };
ok(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { callback } }));

async function isPacked(orderId: string): Promise<boolean> {
  const rows = await db<{ body: string | null; packed: Buffer | null }>`
    select body, packed
    from callback_events
    where order_id = ${orderId}`;
  assert.ok(rows.length > 0 && rows.every(({ body, packed }) => (body === null) !== (packed === null)));
  return rows.every(({ body }) => body === null);
}

// As a program from before would have written it.
async function unpack(orderId: string, body: string): Promise<void> {
  await db`update callback_events set body = ${body}, packed = null where order_id = ${orderId}`;
}

async function heardOf(orderId: string): Promise<string> {
  return until(`a callback of ${orderId}`, () =>
    receiver
      .seen()
      .map(({ body }) => String(body))
      .findLast((body) => body.includes(orderId)),
  );
}

async function readEverywhere(orderId: string) {
  const feed = ok(await giao.call("GET", "/v3/orders/events?limit=100", { token }));
  const tries = await listTries(db, "demo", [orderId], 1);
  return {
    inFeed: JSON.stringify(feed.events.find((one: { order_id: string }) => one.order_id === orderId)),
    tried: tries[0]?.body,
  };
}

test("what is packed is delivered, read and repeated as what lies there whole", async () => {
  const keyed = {
    token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: orderBody({ remarks: REMARKS }),
  };
  const first = ok(await giao.call("POST", "/v3/orders", keyed));
  const orderId = first.order_id;
  assert.equal(await isPacked(orderId), true);
  const heard = await heardOf(orderId);
  assert.equal(JSON.parse(heard).remarks, REMARKS);
  await until("the try is written down", async () => (await listTries(db, "demo", [orderId], 1)).length === 1);
  const packed = await readEverywhere(orderId);
  assert.equal(packed.tried, heard);
  assert.deepEqual(ok(await giao.call("POST", "/v3/orders", keyed)), first);

  await unpack(orderId, heard);
  assert.deepEqual(await readEverywhere(orderId), packed);
  assert.deepEqual(ok(await giao.call("POST", "/v3/orders", keyed)), first);
  const before = receiver.seen().length;
  ok(await giao.call("POST", `/operator/v1/callbacks/evt_${orderId}_1/resend`, { operator: true }));
  await receiver.until(before + 1);
  assert.equal(await heardOf(orderId), heard);
});

test("nothing is packed while a program is at work that could not read it", async () => {
  await db`
    insert into processes (
      name, role, started_at, told_at, per_second, failed_per_second, p50_ms, p99_ms, connections, connections_idle, connections_waited_for, memory_bytes
    )
    values ('older', 'all', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0)`;
  await until("events are written whole", async () => {
    await giao.call("GET", "/readyz");
    return !(await isPacked(await addOrder(giao, token)));
  });
  const orderId = await addOrder(giao, token);
  assert.equal(JSON.parse(await heardOf(orderId)).order_id, orderId);
  await db`update processes set told_at = now() - interval '2 minutes' where name = 'older'`;
  await until("events are packed again", async () => {
    await giao.call("GET", "/readyz");
    return isPacked(await addOrder(giao, token));
  });
});
