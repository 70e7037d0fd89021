import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { type CallbackPartner, startCallbackTests } from "../../harness/callback-partners.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { answer, type Behaviour, ok } from "../../harness/receiver.ts";

const { orders, receiver, operator, newPartner, toReceiver, ordered, sent, logOf } = await startCallbackTests({
  CALLBACK_GAP_TRIES: "3",
});

// Takes every event but one of an order.
const refusing =
  (order: Json, seq: number, code: number): Behaviour =>
  (response, seen) => {
    const event = JSON.parse(seen.body.toString());
    return (event._id === order._id && event.event_seq === seq ? answer(code, "no") : ok)(response, seen);
  };
const received = (partner: CallbackPartner, order: Json) =>
  sent(partner)
    .filter((body) => body._id === order._id)
    .map((body) => `${body.event_seq}${body.after_gap === true ? " after a gap" : ""}`);
const down = (partner: CallbackPartner) => receiver.script(partner.path, answer(503, "down"));

async function refusedOrder(partner: CallbackPartner, number: string, code: number): Promise<Json> {
  down(partner);
  const order = await ordered(partner, number);
  await orders.advance(0);
  receiver.script(partner.path, refusing(order, 1, code));
  await orders.advance(6);
  return order;
}

describe("an event that its receiver refuses", () => {
  test("holds back the later events of its order for so many tries, then they come marked", async () => {
    const partner = await newPartner(toReceiver);
    const order = await refusedOrder(partner, "GAP-1", 422);
    assertOk(await orders.play(order._id, "accept"));
    await orders.advance(31);
    assert.ok(!received(partner, order).some((one) => one.startsWith("2")), received(partner, order).join());
    await orders.advance(121);
    const later = () => received(partner, order).filter((one) => one !== "1");
    assert.deepEqual(later(), ["2 after a gap"]);
    assertOk(await orders.play(order._id, "pickup"));
    await orders.advance(0);
    assert.deepEqual(later(), ["2 after a gap", "3 after a gap"]);
    for (const seen of receiver.seen(partner.path))
      new Webhook(partner.secret).verify(seen.body.toString(), seen.headers as Record<string, string>);

    // The log says what was sent, and still has the one that was refused.
    const log = await logOf(partner, "GAP-1");
    assert.equal(log.callback_logs[0].request.after_gap, true);
    assert.ok(log.callback_logs.some((row: Json) => row.request.event_seq === 1 && row.response_code === 422));
    assert.ok(log.callback_logs.every((row: Json) => row.request.event_seq > 1 || !("after_gap" in row.request)));

    // The refused one goes on by its own schedule, and whoever asks for it gets it; after that there is no gap.
    const before = received(partner, order).filter((one) => one === "1").length;
    await orders.advance(601);
    assert.equal(received(partner, order).filter((one) => one === "1").length, before + 1);
    receiver.script(partner.path, ok);
    const event_id = `evt_${order._id}_1`;
    assertOk(await orders.call("POST", "/v3/callbacks/resend", { token: partner.key, body: { event_id } }));
    await orders.advance(0);
    assert.equal((await orders.call("GET", "/v3/callbacks", { token: partner.key })).body.waiting, 0);
    assertOk(await orders.play(order._id, "deliver", { path_index: 1 }));
    await orders.advance(0);
    assert.match(received(partner, order).at(-1) ?? "", /^\d+$/);
    // Sent again, an event has the bytes it had.
    const resend = { token: partner.key, body: { event_id: `evt_${order._id}_2` } };
    assertOk(await orders.call("POST", "/v3/callbacks/resend", resend));
    await orders.advance(0);
    assert.equal(received(partner, order).at(-1), "2 after a gap");
  });

  test("with a 5xx too, if the endpoint takes others meanwhile", async () => {
    const partner = await newPartner(toReceiver);
    const order = await refusedOrder(partner, "GAP-2", 500);
    assertOk(await orders.play(order._id, "accept"));
    for (const seconds of [31, 121, 601]) {
      await ordered(partner, "GAP-2-OTHER");
      await orders.advance(0);
      await orders.advance(seconds);
    }
    assert.equal(received(partner, order).at(-1), "2 after a gap");
  });

  test("an endpoint that is away, asks for time or fails everything opens no gap", async () => {
    for (const [number, behaviour] of [
      ["GAP-3", answer(503)],
      ["GAP-4", answer(429)],
      ["GAP-5", answer(408)],
    ] as const) {
      const partner = await newPartner(toReceiver);
      receiver.script(partner.path, behaviour);
      const order = await ordered(partner, number);
      assertOk(await orders.play(order._id, "accept"));
      for (const seconds of [6, 31, 121, 601, 1801]) await orders.advance(seconds);
      assert.ok(
        received(partner, order).every((one) => one === "1"),
        `${number}: ${received(partner, order).join()}`,
      );
    }
  });

  test("a second refused event of the order holds back for its own tries", async () => {
    const partner = await newPartner(toReceiver);
    receiver.script(partner.path, answer(400, "never"));
    const order = await ordered(partner, "GAP-6");
    assertOk(await orders.play(order._id, "accept"));
    assertOk(await orders.play(order._id, "pickup"));
    for (const seconds of [6, 31]) await orders.advance(seconds);
    assert.equal(received(partner, order).at(-1), "2 after a gap");
    assert.ok(!received(partner, order).some((one) => one.startsWith("3")));
    for (const seconds of [6, 31]) await orders.advance(seconds);
    assert.ok(received(partner, order).includes("3 after a gap"), received(partner, order).join());
  });
});

describe("auth of type body", () => {
  test("puts the secret into the body as api_key, inside the signature, and nowhere else", async () => {
    const partner = await newPartner((path) => ({
      ...toReceiver(path),
      auth: { type: "body", secret: 'a "quoted" secret' },
    }));
    const order = await ordered(partner, "KEY-1");
    await orders.advance(0);
    assertOk(await orders.call("POST", "/v3/callbacks/test", { token: partner.key }));
    const seen = receiver.seen(partner.path);
    assert.deepEqual(
      sent(partner).map((body) => [body.api_key, body._id]),
      [
        ['a "quoted" secret', order._id],
        ['a "quoted" secret', "00TEST00"],
      ],
    );
    for (const { body, headers } of seen) {
      new Webhook(partner.secret).verify(body.toString(), headers as Record<string, string>);
      assert.equal(headers.apikey ?? headers.authorization, undefined);
    }
    const shown = JSON.stringify([
      await logOf(partner, "KEY-1"),
      (await orders.call("GET", "/v3/orders/events", { token: partner.key })).body,
      (await orders.call("GET", "/v3/callbacks", { token: partner.key })).body,
      (await operator("GET", `/callbacks?order_id=${order._id}`)).body,
    ]);
    assert.ok(!shown.includes("quoted"), shown);
    assert.match(shown, /"auth":\{"type":"body"\}/);
  });

  test("a receiver check carries it too", async () => {
    const partner = await newPartner((path) => ({ ...toReceiver(path), auth: { type: "body", secret: "k-1" } }));
    receiver.script(partner.path, (response, seen) =>
      (JSON.parse(seen.body.toString()).api_key === "k-1" ? ok : answer(401))(response, seen),
    );
    const graded = await orders.call("POST", "/sandbox/v1/receiver-check", { token: partner.key, body: {} });
    assertOk(graded);
    assert.equal(graded.body.checks.find((one: Json) => one.check === "delivery").result, "pass");
  });

  test("is set and changed by the partner and by the operator; without a secret it is refused", async () => {
    const partner = await newPartner(toReceiver);
    const put = (auth: object) =>
      orders.call("PUT", "/v3/callbacks", { token: partner.key, body: { ...toReceiver(partner.path), auth } });
    const refused = await put({ type: "body" });
    assertRefused(refused, 400, "INVALID_DATA");
    assert.match(refused.body.description, /callback\.auth\.secret/);
    assertOk(await put({ type: "body", secret: "first" }));
    const callback = { ...toReceiver(partner.path), auth: { type: "body", secret: "second" } };
    assertOk(await operator("PATCH", `/partners/${partner.id}`, { callback }));
    await ordered(partner, "KEY-2");
    await orders.advance(0);
    assert.equal(sent(partner).at(-1).api_key, "second");
    assertOk(await put({ type: "none" }));
    await ordered(partner, "KEY-3");
    await orders.advance(0);
    assert.ok(!("api_key" in sent(partner).at(-1)));
  });
});
