// An account is locked when its money moves, and by nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction, openDatabase } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { PATIENT_LIMITS } from "../harness/database.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { untilWaiting } from "../harness/lock-waits.ts";
import { directOf } from "../harness/server.ts";

const giao = await startGiao({}, { roads: crowRoads });
const holder = openDatabase(directOf(giao.databaseUrl), { limits: PATIENT_LIMITS });
giao.closeFirst(holder.close);
const token = await giao.signIn();
const SENDER = "84900000001";

async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  return inTransaction(holder.with({ seconds: 60 }), async (tx) => {
    await tx`select phone from accounts where phone = ${SENDER} for no key update`;
    return work();
  });
}

test("steps that move no money pass an account that somebody else has locked", async () => {
  const driver = await addDriver(giao, { phone: "84911000081", wallet: 1_000_000 });
  ok(await driver.online());
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  await whileHeld(async () => {
    ok(await driver.call("POST", `/offers/${offerId}/accept`));
    ok(await driver.call("POST", `/orders/${orderId}/arrive`));
    ok(await driver.call("POST", `/orders/${orderId}/pickup`));
    const inCash = await addOrder(giao, token, { payment_method: "CASH" });
    ok(await giao.call("DELETE", `/v3/orders/${inCash}`, { token }));
  });
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`, {}));
});

test("a step that moves money waits for the account, and is decided again when its order was changed meanwhile", async () => {
  const orderId = await addOrder(giao, token);
  const [first, second] = await whileHeld(async () => {
    const cancels = [1, 2].map((nth) =>
      giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: `${nth}` } }),
    );
    await untilWaiting(holder);
    return cancels;
  });
  const statuses = [(await first!).status, (await second!).status].sort();
  assert.deepEqual(statuses, [200, 406]);
  const { body } = await giao.call("GET", "/operator/v1/ledger/verify", { operator: true });
  assert.deepEqual([body.ok, body.problems], [true, []]);
});
