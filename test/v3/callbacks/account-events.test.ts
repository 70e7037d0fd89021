// Events of accounts (D29): told to those who asked, once, by the machinery that tells of orders.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startFamily } from "../../harness/family.ts";
import type { Json } from "../../harness/giao.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";
import { answer, ok, startReceiver } from "../../harness/receiver.ts";

const receiver = await startReceiver();
after(receiver.close);
const giao = await startOrderTests();
const { apiKey, partner, parent, child, sibling, stranger } = await startFamily(giao);

async function settings(account_events?: object): Promise<Json> {
  const body = { url: receiver.url("/hooks"), ...(account_events ? { account_events } : {}) };
  const saved = await giao.call("PUT", "/v3/callbacks", { token: apiKey, body });
  assertOk(saved);
  return saved.body.account_events;
}

// Of this account, in the order they came; each once.
function received(phone: string): readonly Json[] {
  const events = receiver.seen("/hooks").map(({ body }) => JSON.parse(body.toString()));
  const own = events.filter((event) => event.account_id === phone);
  return own.filter((event, at) => own.findIndex(({ event_id }) => event_id === event.event_id) === at);
}
const types = (phone: string) => received(phone).map(({ event_type }) => event_type);
const move = async (phone: string, way: "top-ups" | "withdrawals", amount: number, reference: string) =>
  assertOk(
    await giao.call("POST", `/operator/v1/accounts/${phone}/${way}`, {
      operator: true,
      body: { amount, reference, ...(way === "top-ups" ? { wallet: "main" } : {}) },
    }),
  );
// To so much in main.
async function level(phone: string, to: number): Promise<void> {
  const { main } = await giao.walletOf(phone);
  const reference = `level ${giao.house.clock.now().getTime()} ${to}`;
  if (main < to) await move(phone, "top-ups", to - main, reference);
  if (main > to) await move(phone, "withdrawals", main - to, reference);
  await giao.advance(1);
}

async function deliver(token: string, cod: number): Promise<string> {
  const order = await giao.created(orderBody({ path: [point(), point({ ...DELIVERY, cod })] }), token);
  for (const type of ["accept", "pickup"]) assertOk(await giao.play(order._id, type));
  assertOk(await giao.play(order._id, "deliver", { path_index: 1 }));
  await giao.advance(1);
  return order._id;
}

test("a receiver that did not ask hears of orders alone", async () => {
  assert.deepEqual(await settings(), { balance_low: 0, cod_paid_out: false });
  await level(sibling.phone, 100);
  await level(sibling.phone, 1_000_000);
  const id = await deliver(sibling.token, 20_000);
  assert.ok(receiver.seen("/hooks").some(({ body }) => JSON.parse(body.toString())._id === id));
  assert.deepEqual(received(sibling.phone), []);
});

test("a balance that falls below the partner's threshold is told once, until it was above it again", async () => {
  for (const { phone } of [parent, child, sibling]) await level(phone, 1_000_000);
  assert.deepEqual(await settings({ balance_low: 500_000 }), { balance_low: 500_000, cod_paid_out: false });
  await giao.advance(1);
  assert.deepEqual(types(sibling.phone), []);
  await level(sibling.phone, 500_000);
  assert.deepEqual(types(sibling.phone), [], "it is not below yet");
  await level(sibling.phone, 499_999);
  await level(sibling.phone, 100_000);
  const [low, ...more] = received(sibling.phone);
  assert.deepEqual(more, []);
  const { time, ...rest } = low;
  assert.ok(time > 0);
  assert.deepEqual(rest, {
    account_id: sibling.phone,
    partner,
    main: 499_999,
    bonus: 0,
    threshold: 500_000,
    event_id: `evt_acc-${sibling.phone}_1`,
    event_type: "account.balance_low",
    event_seq: 1,
  });
  await level(sibling.phone, 500_000);
  await level(sibling.phone, 1);
  assert.deepEqual(
    received(sibling.phone).map(({ event_seq, main }) => [event_seq, main]),
    [
      [1, 499_999],
      [2, 1],
    ],
  );
});

test("an order's hold makes a balance low too", async () => {
  await level(child.phone, 510_000);
  assert.deepEqual(types(child.phone), []);
  await giao.created(orderBody(), child.token);
  await giao.advance(1);
  assert.deepEqual(types(child.phone), ["account.balance_low"]);
});

test("an account's own threshold goes before the partner's, and 0 takes it away", async () => {
  const own = (balance_low: unknown) =>
    giao.call("PUT", "/v3/accounts", { token: parent.token, body: { balance_low } });
  assertOk(await own(50_000));
  const account = await giao.call("GET", "/v3/accounts", { token: parent.token });
  assert.equal(account.body.balance_low, 50_000);
  await level(parent.phone, 60_000);
  assert.deepEqual(types(parent.phone), []);
  await level(parent.phone, 49_999);
  assert.deepEqual(
    received(parent.phone).map(({ threshold }) => threshold),
    [50_000],
  );
  for (const bad of [-1, 1.5, "many"]) assertRefused(await own(bad), 400, "INVALID_DATA");
  assertOk(await own(0));
  assert.equal((await giao.call("GET", "/v3/accounts", { token: parent.token })).body.balance_low, null);
});

test("COD is told when it was paid out, with its order, and what was not said stays", async () => {
  assert.deepEqual(await settings({ cod_paid_out: true }), { balance_low: 500_000, cod_paid_out: true });
  await level(sibling.phone, 1_000_000);
  const before = received(sibling.phone).length;
  const id = await deliver(sibling.token, 250_000);
  await deliver(sibling.token, 0);
  const [paid, ...more] = received(sibling.phone).slice(before);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [paid.event_type, paid.order_id, paid.amount, paid.event_seq],
    ["account.cod_paid_out", id, 250_000, before + 1],
  );
  assert.deepEqual(await settings({ cod_paid_out: false, balance_low: 0 }), { balance_low: 0, cod_paid_out: false });
  await deliver(sibling.token, 10_000);
  assert.equal(received(sibling.phone).length, before + 1);
});

test("events of accounts are tried again, logged for their account, and pulled like the others", async () => {
  receiver.script("/hooks", answer(500), ok);
  await settings({ balance_low: 900_000 });
  await level(sibling.phone, 1_000_000);
  await level(sibling.phone, 800_000);
  await giao.advance(10);
  const log = async (as: string, phone: string) =>
    giao.call("GET", `/v3/orders/callback-logs?account_id=${phone}&limit=2`, { token: as });
  const own = await log(sibling.token, sibling.phone);
  assertOk(own);
  const last = received(sibling.phone).at(-1);
  assert.equal(own.body.callback_logs[0].event_id, last.event_id);
  assert.equal(own.body.callback_logs[0].request.account_id, sibling.phone);
  assert.ok(own.body.next);
  assertOk(await log(parent.token, child.phone));
  assertRefused(await log(stranger.token, sibling.phone), 404, "NOT_FOUND");
  assertRefused(await log(child.token, sibling.phone), 404, "NOT_FOUND");
  const stream = await giao.call("GET", "/v3/orders/events?limit=1000", { token: sibling.token });
  assert.ok(stream.body.events.some(({ event_id }: Json) => event_id === last.event_id));
  const others = await giao.call("GET", "/v3/orders/events?limit=1000", { token: stranger.token });
  assert.ok(others.body.events.every(({ event_id }: Json) => !event_id.startsWith("evt_acc-")));
  const resent = await giao.call("POST", "/v3/callbacks/resend", { token: apiKey, body: { event_id: last.event_id } });
  assertOk(resent);
});

test("settings that cannot be are refused", async () => {
  for (const account_events of [{ balance_low: -1 }, { balance_low: "1" }, { cod_paid_out: 1 }, 5, []]) {
    const body = { url: receiver.url("/hooks"), account_events };
    assertRefused(await giao.call("PUT", "/v3/callbacks", { token: apiKey, body }), 400, "INVALID_DATA");
  }
});
