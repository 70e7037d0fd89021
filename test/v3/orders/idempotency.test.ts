// Idempotency-Key (D17), also when clients hang up, hurry or disagree.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { refuse } from "../../../src/domain/refusal.ts";
import { inTransaction } from "../../../src/store/db.ts";
import { crowRoads } from "../../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Answer } from "../../harness/giao.ts";
import { untilWaiting } from "../../harness/lock-waits.ts";
import { type Body, DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

// An engine that may be away, or at fault.
let engine: "well" | "away" | "at fault" = "well";
const orders = await startOrderTests(
  {},
  {
    ...crowRoads,
    route: async (...asked) => {
      if (engine === "at fault") throw new Error("a fault of the road engine, wanted by a test");
      return engine === "away" ? refuse("ROADS_AWAY", "The road engine is away.") : crowRoads.route(...asked);
    },
  },
);
const key = (text: string) => ({ "idempotency-key": text });
const create = (text: string, body: Body = orderBody(), token = orders.token) => orders.create(body, token, key(text));
const isReplay = (answer: Answer) => answer.headers.get("idempotent-replayed") === "true";
const ordersOf = async (phone: string): Promise<number> =>
  (await orders.house.db`select 1 from orders where creator_phone = ${phone}`).length;

async function bytesOf(
  text: string,
  body: Body = orderBody(),
): Promise<{ text: string; headers: Headers; status: number }> {
  const response = await fetch(`${orders.url}/v3/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${orders.token}`, "content-type": "application/json", ...key(text) },
    body: JSON.stringify(body),
  });
  return { text: await response.text(), headers: response.headers, status: response.status };
}

describe("Idempotency-Key", () => {
  test("repeats the first answer byte for byte and creates one order", async () => {
    const first = await bytesOf("k1");
    const again = await bytesOf("k1");
    assert.equal(again.text, first.text);
    assert.equal(again.status, 200);
    assert.equal(again.headers.get("content-type"), first.headers.get("content-type"));
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(first.headers.get("idempotent-replayed"), null);
    assert.match(first.text, /"order_id"/);
  });

  test("keys of calls that come together are looked up together, each for itself", async () => {
    const names = Array.from({ length: 24 }, (_, at) => `together ${at}`);
    const first = await Promise.all(names.slice(0, 12).map((name) => create(name)));
    const looks = () => orders.house.db.usage.statements.get("select idempotency_keys")?.count ?? 0;
    const before = looks();
    const all = await Promise.all(names.map((name) => create(name)));
    assert.ok(looks() - before < names.length / 2, `${looks() - before} questions for ${names.length} keys`);
    assert.deepEqual(
      all.slice(0, 12).map(({ body }) => body),
      first.map(({ body }) => body),
    );
    assert.deepEqual(
      all.map(isReplay),
      names.map((_, at) => at < 12),
    );
    assert.equal(new Set(all.map(({ body }) => body.order_id)).size, names.length);
  });

  test("the answer is repeated even after the order has moved on", async () => {
    const first = await create("k2");
    assertOk(await orders.call("DELETE", `/v3/orders/${first.body.order_id}`, { token: orders.token, body: {} }));
    const again = await create("k2");
    assert.deepEqual(again.body, first.body);
    assert.equal(again.body.status, "ASSIGNING");
  });

  test("with another body or another call it is refused", async () => {
    assertOk(await create("k3"));
    assertRefused(await create("k3", orderBody({ remarks: "other" })), 409, "IDEMPOTENCY_KEY_REUSED");
    const cancel = await orders.call("DELETE", "/v3/orders/26AAAAAA", {
      token: orders.token,
      body: orderBody(),
      headers: key("k3"),
    });
    assertRefused(cancel, 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("a body with its keys in another order, other spaces and other ways to write a number is the same body", async () => {
    const body = orderBody({ path: [point(), point({ ...DELIVERY, cod: 5_000, tracking_number: "ORDERED" })] });
    const first = await create("k3b", body);
    assertOk(first);
    const told = JSON.stringify(turned(body), null, 3).replace('"cod": 5000', '"cod": 5000.0');
    assert.match(told, /5000\.0/);
    const again = await orders.call("POST", "/v3/orders", { token: orders.token, raw: told, headers: key("k3b") });
    assert.deepEqual(again.body, first.body);
    assert.equal(isReplay(again), true);
    // null counts as absent (D2).
    assert.equal(isReplay(await create("k3b", { ...turned(body), promo_code: null })), true);
    const swapped = { ...body, path: [...body.path].reverse() };
    assertRefused(await create("k3b", swapped), 409, "IDEMPOTENCY_KEY_REUSED");
    const stops = { ...body, path: [body.path[0], { ...body.path[1], cod: 5_001 }] };
    assertRefused(await create("k3b", stops), 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("is one account's own", async () => {
    const mine = await create("k4");
    const theirs = await create("k4", orderBody(), await orders.fundedAccount("84971000001", 100_000));
    assertOk(theirs);
    assert.equal(isReplay(theirs), false);
    assert.notEqual(theirs.body.order_id, mine.body.order_id);
  });

  test("without it two equal requests are two orders", async () => {
    assert.notEqual((await orders.created())._id, (await orders.created())._id);
  });

  test("a refusal is repeated too: a key stands for one answer", async () => {
    const token = await orders.register("84971000002");
    assertRefused(await create("k5", orderBody(), token), 406, "NOT_ENOUGH_CREDIT");
    const topUp = { amount: 100_000, wallet: "main", reference: "r" };
    assertOk(await orders.call("POST", "/operator/v1/accounts/84971000002/top-ups", { operator: true, body: topUp }));
    const again = await create("k5", orderBody(), token);
    assertRefused(again, 406, "NOT_ENOUGH_CREDIT");
    assert.equal(isReplay(again), true);
    assertOk(await create("k6", orderBody(), token));
    const wrongType = { ...orderBody(), remarks: 5 };
    for (let round = 0; round < 2; round++)
      assertRefused(await create("k7", wrongType, token), 500, "INTERNAL_SERVER_ERROR");
    assertRefused(await create("k7", orderBody(), token), 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("an answer of 503 is nobody's last word: the same request is carried out when it comes again", async () => {
    const { _id } = await orders.created(orderBody({ service_id: "VNM-PARTNER-DEMO" }));
    const edit = { path_index: 1, address_info: { address: "elsewhere", lat: 10.8, lng: 106.7 } };
    const calls = [
      () => create("away"),
      () => orders.call("PATCH", `/v3/orders/${_id}`, { token: orders.token, body: edit, headers: key("away too") }),
    ];
    const before = await ordersOf("84900000001");
    try {
      engine = "away";
      for (const call of [...calls, ...calls]) {
        const refused = await call();
        assertRefused(refused, 503, "SERVICE_UNAVAILABLE");
        assert.ok(Number(refused.headers.get("retry-after")) > 0);
        assert.equal(isReplay(refused), false);
      }
    } finally {
      engine = "well";
    }
    for (const call of calls) {
      const [first, again] = [await call(), await call()];
      assertOk(first);
      assert.deepEqual([isReplay(first), isReplay(again)], [false, true]);
      assert.deepEqual(again.body, first.body);
    }
    assert.equal(await ordersOf("84900000001"), before + 1);
  });

  test("a fault is told as a fault, not as another request with the key, and nothing is kept of it", async () => {
    const faults: readonly (readonly [() => Promise<unknown>, () => Promise<unknown>])[] = [
      [async () => (engine = "at fault"), async () => (engine = "well")],
      [
        async () => {
          await orders.house.db`
            create function fail_for_a_test() returns trigger language plpgsql as $$
            begin raise exception 'a fault of the database, wanted by a test'; end $$`;
          await orders.house.db`
            create trigger fail_for_a_test before insert on order_history execute function fail_for_a_test()`;
        },
        () => orders.house.db`drop function fail_for_a_test cascade`,
      ],
    ];
    for (const [at, [begin, end]] of faults.entries()) {
      await begin();
      try {
        assertRefused(await create(`fault ${at}`), 500, "INTERNAL_SERVER_ERROR");
      } finally {
        await end();
      }
      const later = await create(`fault ${at}`);
      assertOk(later);
      assert.equal(isReplay(later), false);
    }
  });

  test("a key that is no key is refused", async () => {
    assertRefused(await create("x".repeat(256)), 400, "BAD_REQUEST");
    assertRefused(await create("", orderBody()), 400, "BAD_REQUEST");
  });

  test("lives for a day", async () => {
    const first = await create("k8");
    await orders.advance(24 * 3_600 - 5);
    assert.equal(isReplay(await create("k8")), true);
    await orders.advance(6);
    const later = await create("k8");
    assertOk(later);
    assert.equal(isReplay(later), false);
    assert.notEqual(later.body.order_id, first.body.order_id);
  });

  test("guards cancelling, updating and rating as well", async () => {
    const { _id } = await orders.created(orderBody({ service_id: "VNM-PARTNER-DEMO" }));
    const twice = async (method: string, path: string, body: Body, text: string, next = body) => {
      const call = () => orders.call(method, path, { token: orders.token, body, headers: key(text) });
      const [first, again] = [await call(), await call()];
      assertOk(first);
      assert.deepEqual(again.body, first.body);
      assert.deepEqual([isReplay(first), isReplay(again)], [false, true]);
      // Without the key it is a new request.
      return orders.call(method, path, { token: orders.token, body: next });
    };
    const edit = { path_index: 1, cod: 5_000 };
    const another = { ...edit, cod: 5_001 };
    assertRefused(await twice("PATCH", `/v3/orders/${_id}`, edit, "p1", another), 403, "STOP_POINT_EDITED");
    for (const type of ["accept", "pickup"]) assertOk(await orders.play(_id, type));
    assertOk(await orders.play(_id, "deliver", { path_index: 1 }));
    const rating = { rated_by: "user", rating: 4 };
    assertRefused(await twice("PUT", `/v3/orders/${_id}/rate`, rating, "r1"), 409, "ORDER_HAS_BEEN_RATED_BY_USER");
    const other = await orders.created(orderBody({ path: [point(), point({ ...DELIVERY, tracking_number: "IK" })] }));
    assertRefused(
      await twice("DELETE", `/v3/orders/${other._id}`, { comment: "no" }, "d1"),
      406,
      "INVALID_ORDER_STATUS",
    );
    assertRefused(
      await orders.call("DELETE", "/v3/orders/tracks", {
        token: orders.token,
        body: { tracking_number: "IK" },
        headers: key("d2"),
      }),
      406,
      "INVALID_ORDER_STATUS",
    );
  });
});

describe("while the first request is still running", () => {
  test("a second one with its key is told so, and later gets its answer", async () => {
    const token = await orders.fundedAccount("84971000003", 100_000);
    let first: Promise<Answer> | undefined;
    await inTransaction(orders.house.db, async (tx) => {
      await tx`select phone from accounts where phone = '84971000003' for update`;
      first = create("slow", orderBody(), token);
      await untilWaiting(orders.house.db);
      assertRefused(await create("slow", orderBody(), token), 409, "IDEMPOTENCY_IN_PROGRESS");
    });
    const done = await first;
    assert.ok(done);
    assertOk(done);
    const later = await create("slow", orderBody(), token);
    assert.deepEqual(later.body, done.body);
    assert.equal(isReplay(later), true);
    assert.equal(await ordersOf("84971000003"), 1);
  });

  test("twenty at once with the same key, half of whom hang up, make one order", async () => {
    const token = await orders.fundedAccount("84971000004", 1_000_000);
    const request = (signal: AbortSignal | null) =>
      fetch(`${orders.url}/v3/orders`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...key("crowd") },
        body: JSON.stringify(orderBody()),
        signal,
      });
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, at) => {
        const cut = new AbortController();
        const asked = request(at % 2 ? cut.signal : null);
        // Spread over the life of a request: before it is read, while it is worked on, when it is answered.
        if (at % 2) setTimeout(() => cut.abort(), at);
        const response = await asked;
        return { status: response.status, text: await response.text() };
      }),
    );
    const heard = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    assert.ok(heard.length >= 10);
    for (const { status, text } of heard) {
      assert.ok(status === 200 || (status === 409 && text.includes("IDEMPOTENCY_IN_PROGRESS")), text);
    }
    const settled = await create("crowd", orderBody(), token);
    assertOk(settled);
    assert.equal(new Set(heard.filter(({ status }) => status === 200).map(({ text }) => text)).size <= 1, true);
    assert.equal(await ordersOf("84971000004"), 1);
    assert.equal((await orders.walletOf("84971000004")).held, 27_000);
    assert.deepEqual((await orders.verify()).problems, []);
  });
});

// During a rolling upgrade a replica from before schema 19 is at work on the same database: it keeps, and looks for, a hash of the body
// as it came.
describe("beside an older replica", () => {
  const body = orderBody({ remarks: "two versions" });
  const asItCame = (sent: Body) =>
    createHash("sha256")
      .update(`POST /v3/orders\n${JSON.stringify(sent)}`)
      .digest();
  const kept = async (text: string): Promise<Buffer | undefined> => {
    const [row] = await orders.house.db<{ fingerprint: Buffer }>`
      select fingerprint from idempotency_keys where key = ${text}`;
    return row?.fingerprint;
  };

  test("what it has answered is answered the same here", async () => {
    const first = await create("old-1", body);
    await orders.house.db`update idempotency_keys set fingerprint = ${asItCame(body)} where key = 'old-1'`;
    const again = await create("old-1", body);
    assert.deepEqual(again.body, first.body);
    assert.equal(isReplay(again), true);
    assertRefused(await create("old-1", orderBody({ remarks: "other" })), 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("what is answered here it finds, until it is gone", async () => {
    await orders.house.db`
      insert into processes (
        name, role, started_at, told_at, per_second, failed_per_second, p50_ms, p99_ms,
        connections, connections_idle, connections_waited_for, memory_bytes
      )
      values ('older/1', 'all', now(), now(), 0, 0, 0, 0, 1, 1, 0, 1)`;
    const replica = await orders.replica();
    const ask = (text: string) => replica.call("POST", "/v3/orders", { token: orders.token, body, headers: key(text) });
    assertOk(await ask("old-2"));
    assert.deepEqual(await kept("old-2"), asItCame(body));
    await orders.house.db`delete from processes where name = 'older/1'`;
    assertOk(await ask("old-3"));
    assert.notDeepEqual(await kept("old-3"), asItCame(body));
    for (const text of ["old-2", "old-3"]) assert.equal(isReplay(await create(text, body)), true);
  });
});

function turned<T>(json: T): T {
  if (Array.isArray(json)) return json.map(turned) as T;
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([name, field]) => [name, turned(field)]),
  ) as T;
}
