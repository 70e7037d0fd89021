// A replica that freezes in the middle of a transaction keeps the rows it has locked; nobody else may lose more by it than those
// who need these very rows.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, type TestDriver } from "../harness/fleet.ts";
import { freezeHolding } from "../harness/frozen-process.ts";
import { type Answer, callAt } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";

const LIMITS = {
  DATABASE_POOL: "6",
  DATABASE_CONNECT_SECONDS: "4",
  DATABASE_QUERY_SECONDS: "8",
  DATABASE_STATEMENT_SECONDS: "7",
  DATABASE_LOCK_SECONDS: "1.5",
  DATABASE_IDLE_TRANSACTION_SECONDS: "3",
};
const HELD_FOR_GOOD_MS = 120_000;
const ANSWER_MS_MAX = 15_000;

describe("a replica froze with rows in its hands", async () => {
  const orders = await startOrderTests();
  const replica = await orders.replica({ env: LIMITS });
  const phones = Array.from({ length: 16 }, (_, at) => `849300000${String(at).padStart(2, "0")}`);
  const tokens = new Map<string, string>();
  for (const phone of phones) tokens.set(phone, await orders.fundedAccount(phone, 10_000_000));

  type Timed = Answer & { readonly ms: number; readonly phone: string };
  async function call(phone: string, method: string, path: string, body: object): Promise<Timed> {
    const startedAt = performance.now();
    const answer = await callAt(replica.url, method, path, { token: tokens.get(phone)!, body });
    return { ...answer, phone, ms: performance.now() - startedAt };
  }
  const create = (phone: string) => call(phone, "POST", "/v3/orders", orderBody());
  const report = (answers: readonly Timed[]) =>
    `${answers.filter(({ status }) => status !== 200).length} of ${answers.length} failed, slowest ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`;

  test("one account's calls, however many, leave connections to all others, and its own are told to try again", async (t) => {
    const [held = "", ...others] = phones;
    const order = await create(held);
    assertOk(order);
    const holder = await freezeHolding(orders.databaseUrl, [held], HELD_FOR_GOOD_MS);
    try {
      const path = `/v3/orders/${order.body.order_id}`;
      // An edit that moves no money needs no row of the account, and is not held.
      assertOk(await call(held, "PATCH", path, { path_index: 1, remarks: "at the gate" }));
      // What locks the account: creates, cancels, names and top-ups.
      const topUp = { amount: 1_000, wallet: "main", reference: "held" };
      const stuck = Array.from({ length: 40 }, (_, at) =>
        [
          () => create(held),
          () => call(held, "DELETE", path, { comment: "Changed my mind" }),
          () => call(held, "PUT", "/v3/accounts", { name: "Another name" }),
          () => callAt(replica.url, "POST", `/operator/v1/accounts/${held}/top-ups`, { operator: true, body: topUp }),
        ][at % 4]!(),
      );
      const free: Timed[] = [];
      for (let round = 0; round < 3; round++) free.push(...(await Promise.all(others.map(create))));
      t.diagnostic(`others: ${report(free)}`);
      for (const answer of free) assertOk(answer);
      for (const answer of await Promise.all(stuck)) {
        assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
        assert.ok(Number(answer.headers.get("retry-after")) > 0);
        if ("ms" in answer) assert.ok(Number(answer.ms) < ANSWER_MS_MAX, `answered after ${answer.ms} ms`);
      }
    } finally {
      await holder.end();
    }
    assertOk(await create(held));
  });

  test("as many rows as the pool has connections, and more, are missed by nobody else", async (t) => {
    const held = phones.slice(0, 12);
    const others = phones.slice(12);
    const holder = await freezeHolding(orders.databaseUrl, held, HELD_FOR_GOOD_MS);
    try {
      const stuck = held.flatMap((phone) => Array.from({ length: 4 }, () => create(phone)));
      const free: Timed[] = [];
      for (let round = 0; round < 5; round++) free.push(...(await Promise.all(others.map(create))));
      t.diagnostic(`others: ${report(free)}`);
      for (const answer of free) assertOk(answer);
      for (const answer of await Promise.all(stuck)) {
        assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
        assert.ok(answer.ms < ANSWER_MS_MAX, `answered after ${answer.ms} ms`);
      }
    } finally {
      await holder.end();
    }
  });

  test("the server takes the rows from whoever says nothing more: it is over in seconds, without a restart", async (t) => {
    const [held = ""] = phones;
    const holder = await freezeHolding(orders.databaseUrl, [held], 3_000);
    try {
      // Waits without a connection until the row is free, or is told to try again.
      const during = await Promise.all(Array.from({ length: 10 }, () => create(held)));
      t.diagnostic(`of the held account: ${report(during)}`);
      for (const answer of during) assert.ok([200, 503].includes(answer.status), JSON.stringify(answer.body));
      const startedAt = performance.now();
      for (let answer = await create(held); answer.status !== 200; answer = await create(held)) {
        assert.ok(performance.now() - startedAt < ANSWER_MS_MAX);
      }
      assert.deepEqual((await orders.verify()).problems, []);
    } finally {
      await holder.end();
    }
  });

  test("of many drivers' positions that are written together, those of a driver whose row is held are missing", async () => {
    const drivers = [];
    for (const phone of ["84913000001", "84913000002", "84913000003"]) drivers.push(await addDriver(orders, { phone }));
    const [held, ...others] = drivers;
    const position = { positions: [{ lat: 10.7721, lng: 106.6983, at: orders.house.clock.now().getTime() / 1000 }] };
    const report = ({ token }: TestDriver) =>
      callAt(replica.url, "POST", "/driver/v1/positions", { token, body: position });
    const holder = await freezeHolding(orders.databaseUrl, [held!.phone], HELD_FOR_GOOD_MS, "places");
    try {
      const [mine, ...theirs] = await Promise.all([held!, ...others].map(report));
      for (const answer of theirs) assertOk(answer);
      assertRefused(mine!, 503, "SERVICE_UNAVAILABLE");
    } finally {
      await holder.end();
    }
    assertOk(await report(held!));
    const placed = await orders.house
      .db`select driver_phone from driver_places where lat = 10.7721 and driver_phone like '84913%'`;
    assert.equal(placed.length, drivers.length);
  });
});
