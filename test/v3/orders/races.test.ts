// Two at once: who loses, and is anything lost with them?
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inTransaction } from "../../../src/store/db.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Answer, Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";
import { until } from "../../harness/until.ts";

const orders = await startOrderTests();
const replica = await orders.replica();
// Half of the callers meet another server.
const call = (at: number, method: string, path: string, token: string, body: Body): Promise<Answer> =>
  (at % 2 ? replica : orders).call(method, path, { token, body });
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const crowd = <T>(size: number, act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, at) => act(at)));

describe("many at once", () => {
  test("fifty creates against a balance that pays for ten: ten orders, forty refusals, nothing below zero", async () => {
    const token = await orders.fundedAccount("84973000001", 270_000);
    const answers = await crowd(50, (at) => call(at, "POST", "/v3/orders", token, orderBody()));
    assert.equal(count(answers, 200), 10);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 406, "NOT_ENOUGH_CREDIT");
    const { main, held } = await orders.walletOf("84973000001");
    assert.deepEqual([main, held], [0, 270_000]);
  });

  test("thirty creates that share a bonus spend it once", async () => {
    const token = await orders.fundedAccount("84973000002", 810_000, 100_000);
    const answers = await crowd(30, (at) => call(at, "POST", "/v3/orders", token, orderBody()));
    assert.equal(count(answers, 200), 30);
    const bonus = answers.reduce((sum, answer) => sum + answer.body.order.user_bonus_account, 0);
    assert.equal(bonus, 100_000);
    const wallet = await orders.walletOf("84973000002");
    assert.deepEqual([wallet.main, wallet.bonus, wallet.held], [100_000, 0, 810_000]);
  });

  test("a promo's last use has one winner", async () => {
    const promo = { type: "FLAT", value: 1_000, uses_max: 1 };
    assertOk(await orders.call("PUT", "/operator/v1/promos/LAST", { operator: true, body: promo }));
    const body = orderBody({ promo_code: "LAST", payment_method: "CASH" });
    const answers = await crowd(20, (at) => call(at, "POST", "/v3/orders", orders.token, body));
    assert.equal(count(answers, 200), 1);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 400, "BAD_REQUEST");
  });

  test("a tracking number that may be used once is used once", async () => {
    const strict = { id: "strict", name: "S", block_duplicate_tracking_numbers: true };
    const partner = await orders.call("POST", "/operator/v1/partners", { operator: true, body: strict });
    const token = await orders.register("84973000003", partner.body.api_key);
    const body = orderBody({ payment_method: "CASH", path: [point(), point({ ...DELIVERY, tracking_number: "ONE" })] });
    const answers = await crowd(20, (at) => call(at, "POST", "/v3/orders", token, body));
    assert.equal(count(answers, 200), 1);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 409, "DUPLICATE_TRACKING_NUMBER");
  });
});

describe("two at once", () => {
  test("cancel against accept: whichever came second is refused, and the money is where the status says", async () => {
    const token = await orders.fundedAccount("84973000004", 27_000);
    for (let round = 0; round < 10; round++) {
      const { _id } = await orders.created(orderBody(), token);
      const [cancelled, accepted] = await Promise.all([
        call(round, "DELETE", `/v3/orders/${_id}`, token, {}),
        orders.play(_id, "accept"),
      ]);
      const { status } = await orders.detail(_id, token);
      const { held } = await orders.walletOf("84973000004");
      if (cancelled.status === 200) {
        assertRefused(accepted, 406, "INVALID_ORDER_STATUS");
        assert.deepEqual([status, held], ["CANCELLED", 0]);
      } else {
        // A driver has accepted, so a comment is owed.
        assertRefused(cancelled, 400, "MISSING_REQUIRED_INFO");
        assert.deepEqual([status, held], ["ACCEPTED", 27_000]);
        assertOk(await orders.call("DELETE", `/v3/orders/${_id}`, { token, body: { comment: "next round" } }));
      }
    }
  });

  test("two drivers accept: one has it", async () => {
    const { _id } = await orders.created();
    const answers = await crowd(6, (at) => orders.play(_id, "accept", { mobile: `8491500000${at}` }));
    assert.equal(count(answers, 200), 1);
    assert.equal(count(answers, 409), 5);
  });

  test("two edits of one point: one is made, the other hears that it was", async () => {
    const body = orderBody({ service_id: "VNM-PARTNER-DEMO", path: [point(), point(DELIVERY), point({ lat: 10.8 })] });
    const { _id } = await orders.created(body);
    const answers = await crowd(6, (at) =>
      call(at, "PATCH", `/v3/orders/${_id}`, orders.token, {
        path_index: 1,
        address_info: { address: `no ${at}`, lat: 10.78 + at / 1_000, lng: 106.7 },
      }),
    );
    assert.equal(count(answers, 200), 1);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 403, "STOP_POINT_EDITED");
  });

  test("edits of two points of one order are both routed with each other", async () => {
    const body = orderBody({ service_id: "VNM-PARTNER-DEMO", path: [point(), point(DELIVERY), point({ lat: 10.8 })] });
    const { _id } = await orders.created(body);
    const places = [
      { lat: 10.75, lng: 106.66 },
      { lat: 10.82, lng: 106.7 },
    ];
    const answers = await crowd(2, (at) =>
      call(at, "PATCH", `/v3/orders/${_id}`, orders.token, {
        path_index: at + 1,
        address_info: { address: "moved", ...places[at] },
      }),
    );
    for (const answer of answers) assertOk(answer);
    const moved = await orders.detail(_id);
    const path = [point(), point(places[0]), point(places[1])];
    assert.equal(moved.distance, (await orders.created({ ...body, path })).distance);
  });

  test("the sandbox's clock, advanced by several at once, ends an order once", async () => {
    const { _id } = await orders.created();
    await crowd(4, (at) =>
      (at % 2 ? replica : orders).call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 601 } }),
    );
    const { body } = await orders.call("GET", `/operator/v1/orders/${_id}`, { operator: true });
    assert.deepEqual(
      body.history.map(({ event, actor }: Json) => `${event} by ${actor}`),
      ["create by user", "expire by system"],
    );
    assert.deepEqual(
      body.journal.map(({ kind }: Json) => kind),
      ["hold", "release"],
    );
  });

  test("a driver with money for one COD cannot take two orders with it", async () => {
    const body = orderBody({ path: [point(), point({ ...DELIVERY, cod: 400_000 })] });
    const made = [await orders.created(body), await orders.created(body)];
    for (const { _id } of made) assertOk(await orders.play(_id, "accept", { mobile: "84915000099" }));
    // The sandbox lends what is lacking, so the wallet now carries both.
    const [wallet] = await orders.house
      .db`select balance from balances where owner = '84915000099' and kind = 'driver_wallet'`;
    assert.equal(wallet?.balance, 800_000);
  });
});

test("what is due of an account that somebody holds waits, and everybody else's goes on", async () => {
  const [held, free] = ["84973000091", "84973000092"];
  const orderOf = async (phone: string) =>
    (await orders.created(orderBody(), await orders.fundedAccount(phone, 27_000)))._id;
  const statusOf = async (orderId: string) => {
    const [row] = await orders.house.db<{ status: string }>`select status from orders where id = ${orderId}`;
    return row?.status;
  };
  const [waiting, ending] = [await orderOf(held), await orderOf(free)];
  // With the usual limits: it is they that let it go on without the one.
  const { call } = await orders.replica({ env: { DATABASE_LOCK_SECONDS: "3" } });
  const advance = () => call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 601 } });
  const advancing = await inTransaction(orders.house.db, async (tx) => {
    await tx`select from accounts where phone = ${held} for update`;
    const advanced = advance();
    await until("the other's order has ended", async () => (await statusOf(ending)) === "CANCELLED");
    assert.equal(await statusOf(waiting), "ASSIGNING");
    return { advanced };
  });
  // It says that not all is done, and what was left is done by the next.
  assert.equal((await advancing.advanced).status, 503);
  assertOk(await advance());
  assert.equal(await statusOf(waiting), "CANCELLED");
});

test("the ledger is clean after all that", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
