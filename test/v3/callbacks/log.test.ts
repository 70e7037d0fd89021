import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startCallbackTests } from "../../harness/callback-partners.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";

const { orders, newPartner, toReceiver, ordered, sent } = await startCallbackTests();

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
