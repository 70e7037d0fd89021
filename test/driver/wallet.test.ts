// Whether a wallet carries an order: exactly enough is enough, one dong less is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { untilWaiting } from "../harness/lock-waits.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const { path } = orderBody() as { path: readonly object[] };
const withCod = (cod: number, more: object = {}) => ({ path: [path[0], { ...path[1], cod }], ...more });
const COD = 300_000;

let phones = 84_911_800_000;
const driverWith = (wallet: number) => addDriver(giao, { phone: String(++phones), wallet });

async function acceptedBy(wallet: number, order: object) {
  const driver = await driverWith(wallet);
  const orderId = await addOrder(giao, token, order);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  return { driver, orderId, offerId, answer: await driver.call("POST", `/offers/${offerId}/accept`) };
}
async function topUp(phone: string, amount: number): Promise<void> {
  const body = { amount, reference: `one more ${amount}` };
  ok(await giao.call("POST", `/operator/v1/drivers/${phone}/top-ups`, { operator: true, body }));
}

for (const [what, order] of Object.entries({
  "a COD": withCod(COD),
  "a COD and the commission and VAT of a cash order": withCod(COD, { payment_method: "CASH" }),
})) {
  test(`${what}: a driver with one dong less cannot accept, with exactly enough can, and it is settled to the dong`, async () => {
    const rich = await acceptedBy(10_000_000, order);
    assertOk(rich.answer);
    const needed = ok(await rich.driver.call("GET", "/wallet")).promised;
    assert.ok(needed >= COD, String(needed));
    const { driver, offerId, orderId, answer } = await acceptedBy(needed - 1, order);
    assertRefused(answer, 406, "NOT_ENOUGH_CREDIT");
    await topUp(driver.phone, 1);
    assertOk(await driver.call("POST", `/offers/${offerId}/accept`));
    // All of it is promised now: nothing is left for another order, nor to be paid out.
    const free = await addOrder(giao, token);
    const [freeOffer] = await offerTo(giao, free, [driver.phone]);
    const second = await addOrder(giao, token, withCod(1));
    const [secondOffer] = await offerTo(giao, second, [driver.phone]);
    ok(await driver.call("POST", `/orders/${orderId}/pickup`));
    assertRefused(await driver.call("POST", `/offers/${secondOffer}/accept`), 406, "NOT_ENOUGH_CREDIT");
    assertOk(await driver.call("POST", `/offers/${freeOffer}/accept`));
    ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`));
    const wallet = ok(await driver.call("GET", "/wallet"));
    assert.equal(wallet.promised, 0);
    assert.ok(wallet.wallet >= 0, JSON.stringify(wallet));
  });
}

test("dispatch asks a driver who has exactly what the order needs, and not the one who lacks a dong", async () => {
  const [poor, exact] = [await driverWith(COD - 1), await driverWith(COD)];
  for (const driver of [poor, exact]) ok(await driver.online());
  const orderId = await addOrder(giao, token, withCod(COD));
  await advance(1);
  const { offers } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
  assert.deepEqual(
    offers.map((offer: { mobile: string }) => offer.mobile),
    [exact.phone],
  );
});

test("a COD can be raised to exactly what the driver's wallet carries, and by no dong more", async () => {
  const { driver, orderId, answer } = await acceptedBy(COD, withCod(0, { service_id: "VNM-PARTNER-DEMO" }));
  assertOk(answer);
  const edit = (cod: number) => giao.call("PATCH", `/v3/orders/${orderId}`, { token, body: { path_index: 1, cod } });
  assertRefused(await edit(COD + 1), 403, "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS");
  assertOk(await edit(COD));
  assert.equal(ok(await driver.call("GET", "/wallet")).promised, COD);
});

test("money is paid out to a driver once for a reference, and never what others took a moment before", async () => {
  const driver = await driverWith(100_000);
  const pay = (reference: string) => {
    const body = { amount: 80_000, reference };
    return giao.call("POST", `/operator/v1/drivers/${driver.phone}/withdrawals`, { operator: true, body });
  };
  let answers: Promise<Awaited<ReturnType<typeof pay>>[]> | undefined;
  await inTransaction(giao.house.db, async (tx) => {
    await tx`select phone from drivers where phone = ${driver.phone} for update`;
    answers = Promise.all(["one", "two"].map(pay));
    await untilWaiting(giao.house.db, 2);
  });
  assert.deepEqual((await answers)?.map(({ status }) => status).sort(), [200, 406]);
  assert.equal(ok(await driver.call("GET", "/wallet")).wallet, 20_000);
});

test("cash that was collected is in the driver's hand until the order ends", async () => {
  const { driver, orderId, answer } = await acceptedBy(COD, { path: [path[0], { ...path[1], cod: COD }, path[1]] });
  assertOk(answer);
  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`));
  assert.equal(ok(await driver.call("GET", "/wallet")).cod_in_hand, COD);
  ok(await driver.call("POST", `/orders/${orderId}/points/2/deliver`));
  assert.equal(ok(await driver.call("GET", "/wallet")).cod_in_hand, 0);
});

test("two orders given to a driver at once cannot both count on the same money", async () => {
  const driver = await driverWith(COD);
  const orders = [await addOrder(giao, token, withCod(COD)), await addOrder(giao, token, withCod(COD))];
  const assign = (orderId: string) =>
    giao.call("POST", `/operator/v1/orders/${orderId}/assign`, { operator: true, body: { mobile: driver.phone } });
  let answers: Promise<Awaited<ReturnType<typeof assign>>[]> | undefined;
  await inTransaction(giao.house.db, async (tx) => {
    await tx`select phone from drivers where phone = ${driver.phone} for update`;
    answers = Promise.all(orders.map(assign));
    // Both are on their way; whoever does not ask for the driver is through by then.
    await untilWaiting(giao.house.db, 2);
  });
  assert.deepEqual((await answers)?.map(({ status }) => status).sort(), [200, 406]);
  assert.equal(ok(await driver.call("GET", "/wallet")).promised, COD);
});
