// Special request SMS: each recipient gets the link of their delivery, once, or the sender gets the money back.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { claimDueMessages } from "../../../src/store/recipient-messages.ts";
import { assertOk } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { DELIVERY, type OrderTests, orderBody, point, startOrderTests } from "../../harness/orders.ts";
import { answer, ok, startReceiver } from "../../harness/receiver.ts";
import { until } from "../../harness/until.ts";

const gateway = await startReceiver();
after(gateway.close);
const kept = await startOrderTests();
const sent = await startOrderTests({ SMS_URL: gateway.url("/sms"), SMS_SENDER: "Xe Nhanh" });

const withSms = (recipients: readonly string[], more: Json = {}) =>
  orderBody({
    path: [point({ name: "Tiệm hoa Lan" }), ...recipients.map((mobile) => point({ ...DELIVERY, mobile }))],
    requests: [{ _id: "SGN-BIKE-SMS" }],
    ...more,
  });

async function inspect({ call }: OrderTests, orderId: string): Promise<Json> {
  const answered = await call("GET", `/operator/v1/orders/${orderId}`, { operator: true });
  assertOk(answered);
  return answered.body;
}

async function outbox({ call }: OrderTests, to: string): Promise<readonly string[]> {
  const answered = await call("GET", `/operator/v1/sms?to=${to}`, { operator: true });
  return answered.body.map(({ text }: { readonly text: string }) => text);
}

function messagesCome(giao: OrderTests, orderId: string, holds: (messages: readonly Json[]) => boolean): Promise<Json> {
  return until("the messages come to that", async () => {
    const order = await inspect(giao, orderId);
    return holds(order.messages) && order;
  });
}
const allAre = (status: string) => (messages: readonly Json[]) =>
  messages.length > 0 && messages.every((message) => message.status === status);

async function pickedUp(giao: OrderTests, body: Json, token = giao.token): Promise<Json> {
  const order = await giao.created(body, token);
  assertOk(await giao.play(order._id, "accept"));
  assertOk(await giao.play(order._id, "pickup"));
  return order;
}

function toGateway(orderId: string): readonly { readonly key: string; readonly to: string; readonly text: string }[] {
  return gateway
    .seen("/sms")
    .map(({ headers, body }) => ({ key: String(headers["idempotency-key"]), ...JSON.parse(body.toString()) }))
    .filter(({ key }) => key.startsWith(orderId));
}

test("each recipient gets the link of their own delivery once the goods are picked up, and once only", async () => {
  const order = await kept.created(withSms(["0900000031", "84900000032"]));
  assertOk(await kept.play(order._id, "accept"));
  assert.deepEqual((await inspect(kept, order._id)).messages, []);
  assertOk(await kept.play(order._id, "pickup"));
  const told = await messagesCome(kept, order._id, allAre("sent"));
  assert.deepEqual(
    told.messages.map(({ path_index, tries, error }: Json) => [path_index, tries, error]),
    [
      [1, 1, ""],
      [2, 1, ""],
    ],
  );
  const { path } = await kept.detail(order._id);
  assert.notEqual(path[1].shared_link, path[2].shared_link);
  for (const path_index of [1, 2]) assertOk(await kept.play(order._id, "deliver", { path_index }));
  await kept.advance(3 * 3600);
  for (const [at, mobile] of ["84900000031", "84900000032"].entries()) {
    const text = `Giao: đơn hàng của Tiệm hoa Lan đang trên đường đến bạn. Theo dõi: ${path[at + 1].shared_link}`;
    assert.deepEqual(await outbox(kept, mobile), [text]);
  }
  assert.equal((await inspect(kept, order._id)).refunded, 0);
});

test("an order without the request writes to nobody", async () => {
  const order = await pickedUp(kept, withSms(["84900000033"], { requests: [] }));
  await kept.advance(2);
  assert.deepEqual((await inspect(kept, order._id)).messages, []);
  assert.deepEqual(await outbox(kept, "84900000033"), []);
});

test("recipients are written to in the partner's language", async () => {
  const language = (to: string) =>
    kept.call("PATCH", `/operator/v1/partners/${DEMO.partnerId}`, { operator: true, body: { language: to } });
  const changed = await language("en");
  assert.equal(changed.body.language, "en");
  assert.equal((await language("fr")).status, 400);
  const order = await pickedUp(kept, withSms(["84900000034"]));
  await messagesCome(kept, order._id, allAre("sent"));
  const link = (await kept.detail(order._id)).shared_link;
  const text = `Giao: a parcel from Tiệm hoa Lan is on its way to you. Follow it: ${link}`;
  assert.deepEqual(await outbox(kept, "84900000034"), [text]);
  await language("vi");
});

test("a gateway that fails is asked again later, always under the same id", async () => {
  gateway.script("/sms", answer(500), answer(500), answer(503), answer(503), ok);
  const order = await pickedUp(sent, withSms(["84900000041"]));
  const waiting = await messagesCome(sent, order._id, ([message]) => message?.error !== "");
  assert.match(waiting.messages[0].error, /it answered 500/);
  await sent.advance(11);
  await messagesCome(sent, order._id, ([message]) => message.status === "sent" || message.tries === 2);
  await sent.advance(31);
  const told = await messagesCome(sent, order._id, allAre("sent"));
  assert.equal(told.messages[0].tries, 3);
  const seen = toGateway(order._id);
  assert.equal(seen.length, 5);
  assert.deepEqual([...new Set(seen.map(({ key }) => key))], [`${order._id}/1`]);
  assert.match(seen[0]?.text ?? "", /^Xe Nhanh: /);
  assert.equal(seen[0]?.to, "84900000041");
});

test("a message that was never sent is given back once, VAT included, and the operator sees why", async () => {
  gateway.script("/sms", answer(500));
  const token = await sent.fundedAccount("84900000042", 1_000_000);
  const plain = await sent.estimate({
    ...withSms(["84900000043"], { service_id: null, requests: null }),
    services: [{ _id: "SGN-BIKE", requests: [] }],
  });
  const order = await pickedUp(sent, withSms(["84900000043"]), token);
  await messagesCome(sent, order._id, ([message]) => message?.error !== "");
  await sent.advance(2 * 3600);
  const failed = await messagesCome(sent, order._id, allAre("failed"));
  assert.match(failed.messages[0].error, /within 2 h\. .*it answered 500/);
  assert.equal(failed.refunded, 1_080);
  const measures = await sent.call("GET", "/metrics", { operator: true });
  assert.match(measures.body, /giao_recipient_messages\{state="failed"\} 1\b/);
  assertOk(await sent.play(order._id, "deliver", { path_index: 1 }));
  await sent.advance(3 * 3600);
  assert.equal((await inspect(sent, order._id)).refunded, 1_080);
  assert.equal((await sent.walletOf("84900000042")).main, 1_000_000 - plain.body[0].data.total_fee);
  assert.deepEqual((await sent.verify()).problems, []);
  gateway.script("/sms", ok);
});

test("what was delivered before its message could be sent is not written about any more, and is refunded", async () => {
  gateway.script("/sms", answer(500));
  const token = await sent.fundedAccount("84900000044", 1_000_000);
  const order = await pickedUp(sent, withSms(["84900000045", "84900000046"]), token);
  await messagesCome(
    sent,
    order._id,
    (messages) => messages.length === 2 && messages.every(({ error }) => error !== ""),
  );
  assertOk(await sent.play(order._id, "deliver", { path_index: 1 }));
  gateway.script("/sms", ok);
  const before = toGateway(order._id).length;
  await sent.advance(11);
  const ended = await messagesCome(sent, order._id, (messages) => messages.every(({ status }) => status !== "waiting"));
  assert.deepEqual(
    ended.messages.map(({ status }: Json) => status),
    ["failed", "sent"],
  );
  // One fee for both: the one who was not written to bears half of it.
  assert.equal(ended.refunded, 540);
  const sentSince = toGateway(order._id).slice(before);
  assert.deepEqual(
    sentSince.map(({ to }) => to),
    ["84900000046"],
  );
  assert.deepEqual((await sent.verify()).problems, []);
});

test("an order that is cancelled before its pickup writes to nobody and costs nothing", async () => {
  const token = await kept.fundedAccount("84900000047", 1_000_000);
  const order = await kept.created(withSms(["84900000048"]), token);
  assertOk(await kept.play(order._id, "accept"));
  const cancelled = await kept.call("DELETE", `/v3/orders/${order._id}`, { token, body: { comment: "changed" } });
  assertOk(cancelled);
  await kept.advance(5);
  assert.deepEqual(await outbox(kept, "84900000048"), []);
  const { main, held } = await kept.walletOf("84900000047");
  assert.deepEqual({ main, held }, { main: 1_000_000, held: 0 });
});

test("a worker that dies after sending leaves a message that is sent again and kept once", async () => {
  const { db, clock, sms } = kept.house;
  const order = await pickedUp(kept, withSms(["84900000049"]));
  await messagesCome(kept, order._id, allAre("sent"));
  await db`
    update recipient_messages
    set status = 'waiting', ended_at = null, due_at = ${new Date(clock.now().getTime() + 3_600_000)}
    where order_id = ${order._id}`;
  await db`delete from sms_outbox where message_id = ${`${order._id}/1`}`;
  // What the one that dies does: claim, send, and no more.
  const now = new Date(clock.now().getTime() + 3_600_000);
  const [claimed] = await claimDueMessages(db, now, new Date(now.getTime() + 60_000), 1);
  assert.equal(claimed?.orderId, order._id);
  await sms.send({ id: `${order._id}/1`, to: "84900000049", text: "sent by one who died" });
  assert.deepEqual(await claimDueMessages(db, now, now, 1), [], "it is claimed");
  await kept.advance(3_660);
  await messagesCome(kept, order._id, allAre("sent"));
  assert.deepEqual(await outbox(kept, "84900000049"), ["sent by one who died"]);
});

test("an order that is over before anybody looked, and a clock that jumps, keep no message back", async () => {
  const order = await pickedUp(kept, withSms(["84900000050"]));
  assertOk(await kept.play(order._id, "deliver", { path_index: 1 }));
  await kept.advance(86_400);
  assert.equal((await messagesCome(kept, order._id, allAre("sent"))).refunded, 0);
  assert.equal((await outbox(kept, "84900000050")).length, 1);
});
