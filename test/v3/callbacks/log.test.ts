import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CallbackPartner, startCallbackTests } from "../../harness/callback-partners.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { answer, ok } from "../../harness/receiver.ts";

const { orders, operator, receiver, newPartner, toReceiver, ordered, sent } = await startCallbackTests();

describe("GET /v3/orders/callback-logs", () => {
  test("holds every try of every order that carries the number, a page at a time", async () => {
    const partner = await newPartner(toReceiver);
    const remark = (order: Json, remarks: string) =>
      orders.call("PATCH", `/v3/orders/${order._id}`, { token: partner.token, body: { path_index: 1, remarks } });
    const made: Json[] = [];
    for (let batch = 0; batch < 6; batch++)
      made.push(...(await Promise.all(Array.from({ length: 9 }, () => ordered(partner, "LOG-1")))));
    for (const remarks of ["first", "second", "third"])
      for (const order of made) assertOk(await remark(order, remarks));
    await orders.advance(0);
    const told = made.length * 4;
    assert.equal(sent(partner).length, told);

    const page = async (query: string): Promise<Json> => {
      const path = `/v3/orders/callback-logs?tracking_number=LOG-1${query}`;
      const read = await orders.call("GET", path, { token: partner.token });
      assertOk(read);
      return read.body;
    };
    const plain = await page("");
    assert.equal(plain.callback_logs.length, 200);
    const rest = await page(`&next=${plain.next}`);
    assert.deepEqual(Object.keys(rest), ["tracking_number", "callback_logs"], "the last page has no next");
    const whole = [...plain.callback_logs, ...rest.callback_logs].map((row: Json) => row.event_id);
    assert.equal(new Set(whole).size, told);

    const small: string[] = [];
    let times: number[] = [];
    for (let next = "", pages = 0; pages < 10; pages++) {
      const read = await page(`&limit=54&next=${next}`);
      small.push(...read.callback_logs.map((row: Json) => row.event_id));
      times = [...times, ...read.callback_logs.map((row: Json) => row.callback_time)];
      if (read.next === undefined) break;
      next = read.next;
    }
    assert.deepEqual(small, whole, "pages of any size hold the same rows in the same order");
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
      "newest first",
    );
    assert.equal((await page(`&limit=1000`)).callback_logs.length, told);
  });

  test("a limit or a next that is none of ours is refused by its name", async () => {
    const get = (query: string) =>
      orders.call("GET", `/v3/orders/callback-logs?tracking_number=x&${query}`, { token: orders.token });
    for (const [query, field] of [
      ["limit=0", /limit/],
      ["limit=-1", /limit/],
      ["limit=1001", /limit/],
      ["limit=many", /limit/],
      ["next=rubbish", /next/],
      ["next=-5", /next/],
      ["next=99999999999999999999-1", /next/],
      ["next=1-1%27", /next/],
    ] as const) {
      const refused = await get(query);
      assertRefused(refused, 400, "BAD_REQUEST");
      assert.match(refused.body.description, field);
    }
    assertRefused(
      await orders.call("GET", "/v3/orders/callback-logs?next=rubbish", { token: orders.token }),
      400,
      "MISSING_REQUIRED_INFO",
    );
  });
});

describe("GET /operator/v1/callbacks", () => {
  test("holds every try of an order, a page at a time and newest first", async () => {
    const partner = await newPartner(toReceiver);
    const order = await ordered(partner, "LOG-2");
    for (const remarks of ["a", "b", "c", "d", "e", "f"]) {
      const body = { path_index: 1, remarks };
      assertOk(await orders.call("PATCH", `/v3/orders/${order._id}`, { token: partner.token, body }));
      await orders.advance(0);
    }
    const page = (query: string) =>
      orders.call("GET", `/operator/v1/callbacks?order_id=${order._id}${query}`, { operator: true });
    const whole = await page("");
    assert.deepEqual(Object.keys(whole.body), ["callbacks"], "the last page has no next");
    assert.deepEqual(
      whole.body.callbacks.map((row: Json) => row.request.event_seq),
      [7, 6, 5, 4, 3, 2, 1],
    );
    const small: Json[] = [];
    for (let next = "", pages = 0; pages < 10; pages++) {
      const { callbacks, next: after } = (await page(`&limit=3&${pages % 2 ? "after" : "next"}=${next}`)).body;
      small.push(...callbacks);
      if (after === undefined) break;
      next = after;
    }
    assert.deepEqual(small, whole.body.callbacks);
    for (const query of ["limit=0", "limit=1001", "next=rubbish"]) {
      assertRefused(await page(`&${query}`), 400, "BAD_REQUEST");
    }
    const none = await orders.call("GET", "/operator/v1/callbacks?limit=0", { operator: true });
    assertRefused(none, 400, "MISSING_REQUIRED_INFO");
  });
});

describe("the log of the whole endpoint", () => {
  const asPartner = (partner: CallbackPartner) => ({ headers: { authorization: `Bearer ${partner.key}` } });
  const readLog = async (partner: CallbackPartner, query = ""): Promise<Json> => {
    const read = await orders.call("GET", `/v3/callbacks/log?${query}`, asPartner(partner));
    assertOk(read);
    const seen = await operator("GET", `/partners/${partner.id}/callbacks/log?${query}`);
    assert.deepEqual(seen.body, read.body, "the operator sees the same");
    return read.body;
  };
  const idsOf = ({ events }: Json): string[] => events.map((event: Json) => event.event_id);
  const resend = (partner: CallbackPartner, body: object) =>
    orders.call("POST", "/v3/callbacks/resend", { ...asPartner(partner), body });

  test("tells each event with its state and last try, narrowed by order, event, result and time, page by page", async () => {
    const partner = await newPartner(toReceiver);
    const stranger = await newPartner(toReceiver);
    receiver.script(partner.path, ok, answer(500, "not now"));
    const taken = await ordered(partner, "WHOLE-1");
    await orders.advance(0);
    await orders.advance(60);
    const failed = await ordered(partner, "WHOLE-2");
    await ordered(stranger, "WHOLE-1");
    await orders.advance(0);
    const evt = ({ _id }: Json) => `evt_${_id}_1`;

    const whole = await readLog(partner);
    assert.deepEqual(idsOf(whole), [evt(failed), evt(taken)]);
    const [second, first] = whole.events;
    assert.equal(first.state, "delivered");
    assert.equal(first.last_try.response_code, 200);
    assert.deepEqual([second.state, second.order_id], ["waiting", failed._id]);
    assert.deepEqual([second.last_try.response_code, second.last_try.response_text], [500, "not now"]);
    assert.ok(second.next_try_time > second.event_time);

    assert.deepEqual(idsOf(await readLog(partner, "result=failed")), [evt(failed)]);
    assert.deepEqual(idsOf(await readLog(partner, "result=delivered")), [evt(taken)]);
    assert.deepEqual(idsOf(await readLog(partner, "order_id=WHOLE-1")), [evt(taken)]);
    assert.deepEqual(idsOf(await readLog(partner, `order_id=${failed._id}`)), [evt(failed)]);
    assert.deepEqual(idsOf(await readLog(partner, `event_type=${first.event_type}`)), idsOf(whole));
    assert.deepEqual(idsOf(await readLog(partner, "event_type=cancel")), []);
    const between = (first.event_time + second.event_time) / 2;
    assert.deepEqual(idsOf(await readLog(partner, `to_time=${between}`)), [evt(taken)]);
    assert.deepEqual(idsOf(await readLog(partner, `from_time=${between}`)), [evt(failed)]);
    const page = await readLog(partner, "limit=1");
    assert.deepEqual(idsOf(page), [evt(failed)]);
    assert.deepEqual(idsOf(await readLog(partner, `limit=1&after=${page.next}`)), [evt(taken)]);
    for (const query of ["limit=0", "limit=201", "after=x", "result=lost", "from_time=soon"])
      assertRefused(await orders.call("GET", `/v3/callbacks/log?${query}`, asPartner(partner)), 400, "BAD_REQUEST");
    assertRefused(await operator("GET", "/partners/nobody/callbacks/log"), 404, "PARTNER_NOT_FOUND");
  });

  test("what fits is counted, and sent again to its own partner alone", async () => {
    const partner = await newPartner(toReceiver);
    const stranger = await newPartner(toReceiver);
    const made = [await ordered(partner, "AGAIN-1"), await ordered(partner, "AGAIN-2")];
    await ordered(stranger, "AGAIN-1");
    await orders.advance(0);
    assert.deepEqual([sent(partner).length, sent(stranger).length], [2, 1]);

    const counted = await resend(partner, { matching: { result: "delivered" }, count_only: true });
    assert.deepEqual(counted.body, { queued: 0, matching: 2 });
    assert.deepEqual((await resend(partner, { matching: { order_id: "AGAIN-2" } })).body, { queued: 1, matching: 1 });
    await orders.advance(0);
    assert.deepEqual(
      sent(partner)
        .slice(2)
        .map(({ _id }) => _id),
      [made[1]!._id],
    );
    // To count is to look: only what was sent stands in the operator's log.
    const again = (body: object) => operator("POST", `/partners/${partner.id}/callbacks/resend`, body);
    assert.deepEqual((await again({ matching: {}, count_only: true })).body, { queued: 0, matching: 2 });
    assert.deepEqual((await again({ matching: {} })).body, { queued: 2, matching: 2 });
    const { body: noted } = await operator("GET", `/audit?call=resendPartnerCallbacks&target=${partner.id}`);
    assert.equal(noted.entries.length, 1);
    await orders.advance(0);
    assert.deepEqual([sent(partner).length, sent(stranger).length], [5, 1]);
    assert.deepEqual((await resend(partner, { matching: { result: "failed" } })).body, { queued: 0, matching: 0 });

    assertRefused(await resend(partner, { matching: { result: "lost" } }), 400, "BAD_REQUEST");
    assertRefused(await resend(partner, {}), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await operator("POST", `/partners/${partner.id}/callbacks/resend`, {}), 400, "MISSING_REQUIRED_INFO");
  });
});
