// After a failed delivery: a second attempt, or the goods back (D9). Who may ask for what and when, what it costs and who gets it.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ok } from "../../harness/content-calls.ts";
import { openEvents } from "../../harness/event-source.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { addDriver, type TestDriver } from "../../harness/fleet.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const OWNER = "84969200001";
let token: string;
let sibling: string;
let stranger: string;
let driver: TestDriver;

before(async () => {
  token = await orders.fundedAccount(OWNER, 5_000_000);
  sibling = await orders.fundedAccount("84969200002", 1_000_000);
  const other = { id: "other", name: "O" };
  const made = await orders.call("POST", "/operator/v1/partners", { operator: true, body: other });
  stranger = await orders.register("84969200003", made.body.api_key);
  driver = await addDriver(orders, { phone: "84911620001", wallet: 10_000_000 });
});

const again = (id: string, index: unknown = 1, as = token) =>
  orders.call("POST", `/v3/orders/${id}/points/${index}/second-attempt`, { token: as });
const back = (id: string, as = token) => orders.call("POST", `/v3/orders/${id}/return`, { token: as });
const detail = (id: string): Promise<Json> => orders.detail(id, token);
const door = (id: string, index: number, how: "deliver" | "fail") =>
  driver.call("POST", `/orders/${id}/points/${index}/${how}`, how === "fail" ? { comment: "nobody there" } : {});
const walletOfDriver = async (): Promise<number> => (await ok(driver.call("GET", "/wallet"))).wallet;

// Picked up by the driver; the first door failed, and whatever else was there delivered.
async function failed(change: Body = {}, more: readonly Body[] = []): Promise<string> {
  const path = [point(), point({ ...DELIVERY, cod: 50_000 }), ...more];
  const { _id } = await orders.created(orderBody({ path, ...change }), token);
  assertOk(await orders.play(_id, "accept", { mobile: driver.phone }));
  assertOk(await orders.play(_id, "pickup"));
  assertOk(await door(_id, 1, "fail"));
  return _id;
}

describe("refusals, each before the next", () => {
  test("who may, and while the driver has the goods", async () => {
    const { _id: waiting } = await orders.created(orderBody(), token);
    const id = await failed();
    for (const ask of [(order: string, as: string) => again(order, 9, as), back]) {
      assertRefused(await ask(id, "rubbish"), 401, "NOT_AUTHORIZED");
      assertRefused(await ask("26NOSUCH", token), 404, "ORDER_NOT_FOUND");
      assertRefused(await ask(id, stranger), 404, "ORDER_NOT_FOUND");
      assertRefused(await ask(id, sibling), 401, "NOT_AUTHORIZED");
      assertRefused(await ask(waiting, token), 406, "INVALID_ORDER_STATUS");
    }
    for (const index of [0, 2, -1, "x", "1.5"]) assertRefused(await again(id, index), 400, "INVALID_DATA");
    await ok(driver.call("POST", `/orders/${id}/return`, { done: false }));
    for (const ask of [() => again(id, 9), () => back(id)]) assertRefused(await ask(), 406, "INVALID_ORDER_STATUS");
    await ok(driver.call("POST", `/orders/${id}/return`, { done: true }));
    for (const ask of [() => again(id, 9), () => back(id)]) assertRefused(await ask(), 406, "INVALID_ORDER_STATUS");
  });

  test("only what failed, and once", async () => {
    const id = await failed({}, [point({ lat: 10.8, lng: 106.69 })]);
    assertRefused(await again(id, 2), 406, "INVALID_ORDER_STATUS");
    await ok(again(id, 1));
    // It is open again, so it has not failed, and it has had its second attempt: the latter answers.
    assertRefused(await again(id, 1), 403, "STOP_POINT_EDITED");
    assertRefused(await back(id), 406, "INVALID_ORDER_STATUS");
    await ok(door(id, 1, "fail"));
    assertRefused(await again(id, 1), 403, "STOP_POINT_EDITED");
    await ok(back(id));
    assertRefused(await back(id), 406, "INVALID_ORDER_STATUS");
    assertRefused(await again(id, 1), 406, "INVALID_ORDER_STATUS");
    const { _id: fine } = await orders.created(orderBody(), token);
    for (const type of ["accept", "pickup"]) assertOk(await orders.play(fine, type));
    assertOk(await orders.play(fine, "deliver", { path_index: 1 }));
    for (const ask of [() => again(fine), () => back(fine)]) assertRefused(await ask(), 406, "INVALID_ORDER_STATUS");
  });

  test("who cannot pay, or asks days later", async () => {
    const poor = await orders.fundedAccount("84969200004", 45_000);
    const { _id } = await orders.created(orderBody(), poor);
    for (const type of ["accept", "pickup"]) assertOk(await orders.play(_id, type));
    assertOk(await orders.play(_id, "fail", { path_index: 1, comment: "nobody there" }));
    assertRefused(await back(_id, poor), 406, "NOT_ENOUGH_CREDIT");
    assert.equal((await orders.detail(_id, poor)).after_fees, undefined);
    assertOk(await again(_id, 1, poor));
    assertRefused(await again(_id, 1, poor), 403, "STOP_POINT_EDITED");
    const old = await failed();
    await orders.advance(72 * 3_600 + 1);
    driver = await addDriver(orders, { phone: "84911620002", wallet: 10_000_000 });
    for (const ask of [() => again(old), () => back(old)]) assertRefused(await ask(), 406, "INVALID_ORDER_STATUS");
  });
});

describe("a second attempt", () => {
  test("at a door of an order that is over: the fee is taken at once, COD when it is handed over, and the driver earns", async () => {
    const id = await failed();
    const before = await detail(id);
    assert.deepEqual([before.status, before.sub_status, before.path[1].status], ["COMPLETED", "", "FAILED"]);
    const [sender, wallet] = [await orders.walletOf(OWNER), await walletOfDriver()];
    const asked = await ok(again(id));
    assert.deepEqual([asked.status, asked.sub_status, asked.path[1].status], ["COMPLETED", "IN_REDELIVERY", "FAILED"]);
    // Half of 25,000, and 8 % VAT.
    const fee = { kind: "SECOND_ATTEMPT", path_index: 1, fee: 12_500, vat_fee: 1_000, total_fee: 13_500 };
    assert.deepEqual(asked.after_fees, [fee]);
    assert.equal(asked.total_fee, before.total_fee);
    assert.equal((await orders.walletOf(OWNER)).main, sender.main - 13_500);
    assert.equal(await walletOfDriver(), wallet);
    const [held] = (await ok(driver.call("GET", "/orders"))).orders.filter((one: Json) => one.order_id === id);
    assert.deepEqual([held.path[1].status, held.actions], ["", ["deliver", "fail"]]);
    assert.equal((await driver.call("POST", `/orders/${id}/return`, { done: false })).status, 406);
    await ok(door(id, 1, "deliver"));
    const after = await detail(id);
    assert.deepEqual([after.sub_status, after.path[1].status, after.path[1].fail_time], ["", "COMPLETED", 0]);
    assert.equal(after.notify_package_return, false);
    assert.equal((await orders.walletOf(OWNER)).main, sender.main - 13_500 + 50_000);
    // The fee less 21.2 % commission, and the COD that is in the driver's hand.
    assert.equal(await walletOfDriver(), wallet + 12_500 - 2_650 - 50_000);
    assertRefused(await door(id, 1, "deliver"), 406, "INVALID_ORDER_STATUS");
  });

  test("that fails again leaves the goods with the driver, who has earned it", async () => {
    const id = await failed();
    const wallet = await walletOfDriver();
    await ok(again(id));
    await ok(door(id, 1, "fail"));
    const after = await detail(id);
    assert.deepEqual([after.sub_status, after.path[1].status], ["", "FAILED"]);
    assert.equal(await walletOfDriver(), wallet + 12_500 - 2_650);
    await ok(driver.call("POST", `/orders/${id}/return`, { done: false }));
  });

  test("at a door of an order that goes on opens it again, and the order ends when it is done", async () => {
    const id = await failed({ payment_method: "CASH" }, [point({ lat: 10.8, lng: 106.69 })]);
    const asked = await ok(again(id));
    assert.deepEqual([asked.status, asked.path[1].status, asked.path[1].fail_comment], ["IN PROCESS", "", ""]);
    await ok(door(id, 2, "deliver"));
    assert.equal((await detail(id)).status, "IN PROCESS");
    await ok(door(id, 1, "deliver"));
    const after = await detail(id);
    assert.deepEqual([after.status, after.path[1].status], ["COMPLETED", "COMPLETED"]);
  });
});

describe("a return", () => {
  test("costs four fifths of the distance fee, and the driver gets it when the goods are back", async () => {
    const id = await failed();
    const [sender, wallet] = [await orders.walletOf(OWNER), await walletOfDriver()];
    const asked = await ok(back(id));
    assert.deepEqual(asked.after_fees, [
      { kind: "RETURN", path_index: 0, fee: 20_000, vat_fee: 1_600, total_fee: 21_600 },
    ]);
    assert.equal((await orders.walletOf(OWNER)).main, sender.main - 21_600);
    const [held] = (await ok(driver.call("GET", "/orders"))).orders.filter((one: Json) => one.order_id === id);
    assert.deepEqual([held.return_asked, held.actions], [true, ["return"]]);
    await ok(driver.call("POST", `/orders/${id}/return`, { done: false }));
    assert.equal(await walletOfDriver(), wallet);
    await ok(driver.call("POST", `/orders/${id}/return`, { done: true }));
    assert.equal(await walletOfDriver(), wallet + 20_000 - 4_240);
    assert.equal((await detail(id)).sub_status, "RETURNED");
  });

  test("is free where the way back was ordered with the order", async () => {
    const id = await failed({ requests: [{ _id: "SGN-BIKE-ROUND-TRIP" }] });
    const { main } = await orders.walletOf(OWNER);
    assert.equal((await ok(back(id))).after_fees[0].total_fee, 0);
    assert.equal((await orders.walletOf(OWNER)).main, main);
  });
});

test("the driver hears of it, the operator sees it, and gives back what it cost", async () => {
  const id = await failed();
  const stream = await openEvents(`${orders.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  assert.equal((await stream.next())?.event, "offers");
  const headers = { "idempotency-key": "again" };
  const keyed = () => orders.call("POST", `/v3/orders/${id}/points/1/second-attempt`, { token, headers });
  const [first, second] = [await keyed(), await keyed()];
  assert.deepEqual([first.body, second.headers.get("idempotent-replayed")], [second.body, "true"]);
  const told = await stream.next();
  assert.deepEqual([told?.event, told?.data.sub_status, told?.data.path[1].status], ["order", "IN_REDELIVERY", ""]);
  await stream.close();
  const seen = await ok(orders.call("GET", `/operator/v1/orders/${id}`, { operator: true }));
  assert.deepEqual([seen.history.at(-1).event, seen.history.at(-1).actor], ["retry", "user"]);
  assert.equal(seen.journal.at(-1).kind, "after_fee");
  const action = (name: string) => seen.actions.find((one: Json) => one.action === name).allowed;
  assert.deepEqual([action("complete_point"), action("fail_point")], [true, true]);
  const act = { operator: true, body: { comment: "at the gate" } };
  await ok(orders.call("POST", `/operator/v1/orders/${id}/points/1/complete`, act));
  const all = { amount: seen.total_fee + 13_500, reference: "sorry" };
  await ok(orders.call("POST", `/operator/v1/orders/${id}/refunds`, { operator: true, body: all }));
});

test("two who ask at once pay once", async () => {
  for (const ask of [(id: string) => again(id), (id: string) => back(id)]) {
    const id = await failed();
    const { main } = await orders.walletOf(OWNER);
    const answers = await Promise.all([ask(id), ask(id), ask(id)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const [fee] = (await detail(id)).after_fees;
    assert.equal((await orders.walletOf(OWNER)).main, main - fee.total_fee);
  }
});

test("of ten who ask at once, as many are served as the account can pay for", async () => {
  // Ten orders of 27,000, and three returns of 21,600.
  const own = await orders.fundedAccount("84969200005", 10 * 27_000 + 3 * 21_600 + 21_599);
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { _id } = await orders.created(orderBody(), own);
      for (const type of ["accept", "pickup"]) assertOk(await orders.play(_id, type));
      assertOk(await orders.play(_id, "fail", { path_index: 1, comment: "nobody there" }));
      return _id;
    }),
  );
  const answers = await Promise.all(ids.map((id) => back(id, own)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 406, "NOT_ENOUGH_CREDIT");
  assert.equal((await orders.walletOf("84969200005")).main, 21_599);
});

test("the ledger is clean after all that", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
