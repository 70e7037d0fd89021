import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { startCallbackTests } from "../../harness/callback-partners.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { answer, gone } from "../../harness/receiver.ts";

const { orders, receiver, operator, newPartner, toReceiver, ordered, sent, logOf } = await startCallbackTests();

describe("an order's callbacks", () => {
  test("tell every change in order, signed, and are in the log newest first", async () => {
    const partner = await newPartner((path) => ({ ...toReceiver(path), auth: { type: "apikey", secret: "s3cret" } }));
    const order = await ordered(partner, "CB-1");
    for (const type of ["accept", "pickup", "deliver"])
      assertOk(await orders.play(order._id, type, type === "deliver" ? { path_index: 1 } : {}));
    await orders.advance(0);
    const bodies = sent(partner);
    assert.deepEqual(
      bodies.map((body) => body.event_seq),
      bodies.map((_, at) => at + 1),
    );
    assert.equal(bodies[0].status, "ASSIGNING");
    assert.equal(bodies.at(-1).status, "COMPLETED");
    assert.equal(bodies.at(-1).path[1].status, "COMPLETED");
    assert.equal(bodies[0].accept_time, 0);
    for (const seen of receiver.seen(partner.path)) {
      assert.equal(seen.headers.apikey, "s3cret");
      new Webhook(partner.secret).verify(seen.body.toString(), seen.headers as Record<string, string>);
    }
    const log = await logOf(partner, "CB-1");
    assert.equal(log.tracking_number, "CB-1");
    assert.deepEqual(
      log.callback_logs.map((row: Json) => row.request.event_seq),
      bodies.map((body) => body.event_seq).reverse(),
    );
    const [newest] = log.callback_logs;
    assert.equal(newest.partner, partner.id);
    assert.equal(newest.response_code, 200);
    assert.equal(newest.response_text, "ok");
    assert.equal(typeof newest.response_time, "number");
    assert.ok(newest.callback_time > 1_700_000_000);
    assert.equal(newest.request._id, order._id);
  });

  test("another partner sees neither the log nor the events", async () => {
    const [ours, theirs] = [await newPartner(toReceiver), await newPartner(toReceiver)];
    await ordered(ours, "CB-2");
    await orders.advance(0);
    assert.equal((await logOf(ours, "CB-2")).callback_logs.length, 1);
    assert.deepEqual((await logOf(theirs, "CB-2")).callback_logs, []);
    const events = await orders.call("GET", "/v3/orders/events", { token: theirs.token });
    assert.deepEqual(events.body.events, []);
  });

  test("an endpoint that was down for a day gets everything once it answers, in order", async () => {
    const partner = await newPartner(toReceiver);
    receiver.script(partner.path, answer(503, "down"));
    const order = await ordered(partner, "CB-3");
    assertOk(await orders.play(order._id, "accept"));
    for (let hour = 0; hour < 24; hour++) await orders.advance(3600);
    receiver.script(partner.path, answer(200, "back"));
    const before = sent(partner).length;
    assert.ok(before >= 5, `${before} tries in a day`);
    assert.ok(
      sent(partner).every((body) => body.event_seq === 1),
      "the second event waits behind the first",
    );
    // The next event that is due finds it answering, and what waited follows at once instead of at its own next try.
    const fresh = await ordered(partner, "CB-3b");
    await orders.advance(300);
    const after = sent(partner).slice(before);
    assert.deepEqual(
      after
        .filter((body) => body._id === order._id)
        .map((body) => body.event_seq)
        .slice(0, 2),
      [1, 2],
    );
    assert.ok(after.some((body) => body._id === fresh._id));
    const log = await logOf(partner, "CB-3");
    assert.ok(log.callback_logs.some((row: Json) => row.response_code === 503 && row.response_text === "down"));
  });

  test("410 stops the endpoint; saving its settings starts it again and sends what waited", async () => {
    const partner = await newPartner(toReceiver);
    receiver.script(partner.path, gone, answer(200, "ok"));
    const order = await ordered(partner, "CB-4");
    await orders.advance(0);
    const stopped = await orders.call("GET", "/v3/callbacks", { token: partner.key });
    assert.equal(stopped.body.stopped, true);
    assertOk(await orders.play(order._id, "accept"));
    await orders.advance(86_400);
    assert.equal(sent(partner).length, 1);
    assertOk(await orders.call("PUT", "/v3/callbacks", { token: partner.key, body: toReceiver(partner.path) }));
    await orders.advance(0);
    assert.deepEqual(
      sent(partner)
        .slice(1)
        .map((body) => body.event_seq)
        .slice(0, 2),
      [1, 2],
    );
  });
});

describe("GET /v3/orders/callback-logs", () => {
  test("needs a token, then a tracking number; an unknown one has an empty log", async () => {
    assertRefused(await orders.call("GET", "/v3/orders/callback-logs"), 401, "NOT_AUTHORIZED");
    assertRefused(
      await orders.call("GET", "/v3/orders/callback-logs", { token: orders.token }),
      400,
      "MISSING_REQUIRED_INFO",
    );
    const log = await orders.call("GET", "/v3/orders/callback-logs?tracking_number=nobody", { token: orders.token });
    assert.deepEqual(log.body, { tracking_number: "nobody", callback_logs: [] });
  });
});

describe("GET /v3/orders/events", () => {
  test("pages through all events without an endpoint, and goes on from the cursor", async () => {
    const partner = await newPartner();
    const read = async (after: string, limit: number) => {
      const page = await orders.call("GET", `/v3/orders/events?limit=${limit}&after=${after}`, {
        token: partner.token,
      });
      assertOk(page);
      return page.body;
    };
    for (const number of ["EV-1", "EV-2", "EV-3"]) await ordered(partner, number);
    const first = await read("", 2);
    assert.equal(first.events.length, 2);
    const second = await read(first.next, 2);
    assert.equal(second.events.length, 1);
    const third = await read(second.next, 2);
    assert.deepEqual(third.events, []);
    assert.equal(third.next, second.next);
    const order = await ordered(partner, "EV-4");
    const fourth = await read(third.next, 2);
    assert.deepEqual(
      fourth.events.map((event: Json) => event.order._id),
      [order._id],
    );
    assert.equal(fourth.events[0].event_id, `evt_${order._id}_1`);
  });

  test("a reader that pages while orders are written concurrently misses none", async () => {
    const partner = await newPartner();
    const written = new Set<string>();
    const seen = new Set<string>();
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let i = 0; i < 5; i++) written.add((await ordered(partner, `W-${writer}-${i}`))._id);
      }),
    ).then(() => {
      writing = false;
    });
    let after = "";
    const readAll = async () => {
      for (;;) {
        const { body } = await orders.call("GET", `/v3/orders/events?limit=3&after=${after}`, { token: partner.token });
        for (const event of body.events) seen.add(event.order._id);
        after = body.next;
        if (body.events.length === 0) return;
      }
    };
    while (writing) await readAll();
    await writers;
    await readAll();
    assert.deepEqual([...seen].sort(), [...written].sort());
  });

  test("a cursor that is none of ours, or a limit that is none, is refused", async () => {
    const get = (query: string) => orders.call("GET", `/v3/orders/events?${query}`, { token: orders.token });
    assertRefused(await get("after=rubbish"), 400, "BAD_REQUEST");
    assertRefused(await get("limit=0"), 400, "BAD_REQUEST");
    assertRefused(await get("limit=many"), 400, "BAD_REQUEST");
  });
});

describe("the partner's settings", () => {
  test("are set, seen without their secrets, and cleared", async () => {
    const partner = await newPartner();
    const empty = await orders.call("GET", "/v3/callbacks", { token: partner.key });
    assert.equal(empty.body.url, "");
    const body = { url: receiver.url(partner.path), auth: { type: "bearer", secret: "t0ken" } };
    const set = await orders.call("PUT", "/v3/callbacks", { token: partner.key, body });
    assertOk(set);
    assert.equal(set.body.url, body.url);
    assert.ok(!JSON.stringify(set.body).includes("t0ken"));
    await ordered(partner, "SET-1");
    await orders.advance(0);
    const [seen] = receiver.seen(partner.path);
    assert.equal(seen?.headers.authorization, "Bearer t0ken");
    new Webhook(partner.secret).verify(seen?.body.toString() ?? "", seen?.headers as Record<string, string>);
    assertOk(await orders.call("DELETE", "/v3/callbacks", { token: partner.key }));
    await ordered(partner, "SET-2");
    await orders.advance(0);
    assert.equal(receiver.seen(partner.path).length, 1);
  });

  test("bad ones are refused naming the field", async () => {
    const partner = await newPartner();
    const put = (body: unknown) => orders.call("PUT", "/v3/callbacks", { token: partner.key, body });
    for (const [body, field] of [
      [{}, "url"],
      [{ url: "ftp://x.example/" }, "url"],
      [{ url: "https://x.example/", auth: { type: "apikey" } }, "secret"],
    ] as const) {
      const refused = await put(body);
      assertRefused(refused, 400, "INVALID_DATA");
      assert.match(refused.body.description, new RegExp(field));
    }
    assertRefused(
      await operator("POST", "/partners", { id: "bad-callback", name: "x", callback: { url: "nowhere" } }),
      400,
      "INVALID_DATA",
    );
    assertRefused(await operator("PATCH", "/partners/bad-callback", { name: "y" }), 404, "PARTNER_NOT_FOUND");
  });

  test("a child account may not touch them", async () => {
    const partner = await newPartner(toReceiver);
    const made = await operator("GET", `/partners/${partner.id}/callbacks`);
    assertOk(made);
    const parent = await orders.register("84932000001");
    const child = await orders.register("84932000002");
    await orders.call("POST", "/v3/accounts/childs", { token: parent, body: { child_id: "84932000002" } });
    const [sms] = (await operator("GET", "/sms?to=84932000002")).body;
    await orders.call("POST", "/v3/accounts/childs/84932000002/activate", {
      token: parent,
      body: { activation_code: sms.code },
    });
    assertRefused(await orders.call("GET", "/v3/callbacks", { token: child }), 401, "NOT_AUTHORIZED");
    assertRefused(await orders.call("PUT", "/v3/callbacks", { token: child, body: {} }), 401, "NOT_AUTHORIZED");
  });

  test("a test call tells what the endpoint answered", async () => {
    const partner = await newPartner(toReceiver);
    receiver.script(partner.path, answer(418, "a teapot"));
    const tested = await orders.call("POST", "/v3/callbacks/test", { token: partner.key });
    assertOk(tested);
    assert.equal(tested.body.response_code, 418);
    assert.equal(tested.body.response_text, "a teapot");
    const { event_id, event_type, event_seq } = sent(partner)[0];
    assert.deepEqual([event_type, event_seq], ["callback.test", 1]);
    assert.match(event_id, /^evt_test_[0-9a-f]{16}$/);
    const none = await newPartner();
    assertRefused(await orders.call("POST", "/v3/callbacks/test", { token: none.key }), 404, "NOT_FOUND");
  });

  test("a rotated secret signs beside the old one for a day, then alone", async () => {
    const partner = await newPartner(toReceiver);
    const rotated = await orders.call("POST", "/v3/callbacks/secret/rotate", { token: partner.key });
    assertOk(rotated);
    const verifies = (secret: string) => {
      const seen = receiver.seen(partner.path).at(-1);
      try {
        new Webhook(secret).verify(seen?.body.toString() ?? "", seen?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    await orders.call("POST", "/v3/callbacks/test", { token: partner.key });
    assert.deepEqual([verifies(partner.secret), verifies(rotated.body.callback_secret)], [true, true]);
    await orders.advance(24 * 3600 + 1);
    await orders.call("POST", "/v3/callbacks/test", { token: partner.key });
    assert.deepEqual([verifies(partner.secret), verifies(rotated.body.callback_secret)], [false, true]);
    const none = await newPartner();
    const refused = await orders.call("POST", "/v3/callbacks/secret/rotate", { token: none.key });
    assertRefused(refused, 404, "NOT_FOUND");
  });
});

describe("sending again", () => {
  test("one event, by the partner and by the operator; only the partner's own", async () => {
    const [partner, stranger] = [await newPartner(toReceiver), await newPartner(toReceiver)];
    const order = await ordered(partner, "RE-1");
    await orders.advance(0);
    const event_id = `evt_${order._id}_1`;
    const resend = (token: string, body: unknown) => orders.call("POST", "/v3/callbacks/resend", { token, body });
    assertOk(await resend(partner.key, { event_id }));
    await orders.advance(0);
    assertOk(await operator("POST", `/callbacks/${event_id}/resend`));
    await orders.advance(0);
    const bodies = receiver.seen(partner.path).map((seen) => seen.body.toString());
    assert.equal(bodies.length, 3);
    assert.equal(new Set(bodies).size, 1, "the same bytes every time");
    assertRefused(await resend(stranger.key, { event_id }), 404, "NOT_FOUND");
    assertRefused(await resend(partner.key, { event_id: "evt_26ZZZZZZ_1" }), 404, "NOT_FOUND");
    assertRefused(await resend(partner.key, {}), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await operator("POST", "/callbacks/rubbish/resend"), 404, "NOT_FOUND");
    const tries = await operator("GET", `/callbacks?order_id=${order._id}`);
    assert.equal(tries.body.callbacks.length, 3);
    assertRefused(await operator("GET", "/callbacks?order_id=26ZZZZZZ"), 404, "ORDER_NOT_FOUND");
  });

  test("everything that was given up since a time", async () => {
    const partner = await newPartner(toReceiver);
    receiver.script(partner.path, answer(500, "broken"));
    await ordered(partner, "RE-2");
    for (let hours = 0; hours < 50; hours += 2) await orders.advance(2 * 3600);
    const state = await operator("GET", `/partners/${partner.id}/callbacks`);
    assert.deepEqual([state.body.waiting, state.body.given_up], [0, 1 + 1]);
    receiver.script(partner.path, answer(200, "mended"));
    const again = await operator("POST", `/partners/${partner.id}/callbacks/resend`, { since: 0 });
    assertOk(again);
    assert.equal(again.body.queued, 2);
    const before = sent(partner).length;
    await orders.advance(0);
    assert.deepEqual(
      sent(partner)
        .slice(before)
        .map((body) => body.event_seq),
      [1, 2],
    );
  });
});

describe("POST /sandbox/v1/receiver-check", () => {
  test("grades a receiver that believes everything, and one that checks", async () => {
    const naive = await newPartner(toReceiver);
    const report = await orders.call("POST", "/sandbox/v1/receiver-check", { token: naive.key, body: {} });
    assertOk(report);
    assert.equal(report.body.grade, "F");
    assert.ok(
      report.body.checks.some(
        (check: Json) => check.check === "bad_signature" && check.result === "fail" && check.advice.vi,
      ),
    );
    const careful = await newPartner(toReceiver);
    const webhook = new Webhook(careful.secret);
    receiver.script(careful.path, (response, seen) => {
      try {
        webhook.verify(seen.body.toString(), seen.headers as Record<string, string>);
        response.end("ok");
      } catch {
        response.writeHead(401).end("bad signature");
      }
    });
    const good = await orders.call("POST", "/sandbox/v1/receiver-check", {
      operator: true,
      body: { partner: careful.id },
    });
    assertOk(good);
    assert.match(good.body.grade, /^[AB]$/, JSON.stringify(good.body));
    const none = await newPartner();
    const unset = await orders.call("POST", "/sandbox/v1/receiver-check", { token: none.key, body: {} });
    assertRefused(unset, 404, "NOT_FOUND");
    assertRefused(
      await orders.call("POST", "/sandbox/v1/receiver-check", { operator: true, body: {} }),
      400,
      "MISSING_REQUIRED_INFO",
    );
  });
});

test("the queue is in the measures", async () => {
  const { body } = await orders.call("GET", "/metrics", { operator: true });
  assert.match(body, /giao_callback_events\{state="waiting"\} \d+/);
  assert.match(body, /giao_callback_oldest_seconds \d+/);
});
