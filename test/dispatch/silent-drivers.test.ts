// Drivers who have accepted and are not heard of: each is asked once, by text message too, and then others have the order, whoever else's
// rows are held meanwhile.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type TimerDeps, watchSilentDrivers } from "../../src/operations/dispatch/dispatch-timers.ts";
import { openAnnouncer } from "../../src/store/announcer.ts";
import { inTransaction, RowIsHeld } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const { db, clock } = giao.house;
const texts: string[] = [];
const deps = {
  ...giao.house,
  encodeOrder: (order: { readonly id: string }) => ({ _id: order.id }),
  announcer: openAnnouncer(giao.house.db),
  sms: { send: async ({ to }: { readonly to: string }) => void texts.push(to) },
} as unknown as TimerDeps;
const round = { goesOn: () => true, isPatient: false };
let phones = 84_911_540_000;

async function accepted() {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
  ok(await driver.online());
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  return { driver, orderId };
}
// Without what the sandbox's clock itself would have done.
const pass = (seconds: number) => clock.advance(seconds * 1_000);
const statusOf = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token })).status;

beforeEach(async () => {
  for (const { id } of await db<{ id: string }>`select id from orders where status in ('ACCEPTED', 'ASSIGNING')`)
    ok(await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } }));
  texts.length = 0;
});

test("asked after three minutes, once; not answered in two, the order is for others", async () => {
  const { driver, orderId } = await accepted();
  await pass(179);
  await watchSilentDrivers(deps, round);
  assert.deepEqual(texts, []);
  await pass(1);
  await watchSilentDrivers(deps, round);
  await watchSilentDrivers(deps, round);
  assert.deepEqual([texts, await statusOf(orderId)], [[driver.phone], "ACCEPTED"]);
  await pass(119);
  await watchSilentDrivers(deps, round);
  assert.equal(await statusOf(orderId), "ACCEPTED");
  await pass(1);
  await watchSilentDrivers(deps, round);
  assert.deepEqual([texts, await statusOf(orderId)], [[driver.phone], "ASSIGNING"]);
  const { history } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
  assert.equal(history.at(-1).actor, "system");
});

test("whoever two programs find silent at once is asked by one of them", async () => {
  const { driver } = await accepted();
  await pass(180);
  await Promise.all([1, 2, 3, 4].map(() => watchSilentDrivers(deps, round)));
  assert.deepEqual(texts, [driver.phone]);
});

test("a sign of life in the last moment keeps the order", async () => {
  const { driver, orderId } = await accepted();
  await pass(180);
  await watchSilentDrivers(deps, round);
  await pass(120);
  // Heard of between the list and the step.
  const late = { ...deps, db: heardOfFirst(driver.phone) } as TimerDeps;
  await watchSilentDrivers(late, round);
  assert.equal(await statusOf(orderId), "ACCEPTED");
});

test("a question that was answered by a sign of life is forgotten", async () => {
  const { driver, orderId } = await accepted();
  await pass(180);
  await watchSilentDrivers(deps, round);
  const count = async () => (await db`select from driver_check_ins where order_id = ${orderId}`).length;
  assert.equal(await count(), 1);
  await pass(1);
  ok(await driver.call("POST", "/positions", { positions: [MARKET] }));
  await watchSilentDrivers(deps, round);
  assert.equal(await count(), 0);
});

test("a round that must end leaves the rest to the next", async () => {
  await accepted();
  await pass(180);
  await watchSilentDrivers(deps, { ...round, goesOn: () => false });
  assert.deepEqual(texts, []);
});

test("one whose rows somebody holds is told of when the others are done", async () => {
  const [held, free] = [await accepted(), await accepted()];
  await pass(180);
  await watchSilentDrivers(deps, round);
  assert.deepEqual(texts.toSorted(), [held.driver.phone, free.driver.phone].toSorted());
  await pass(120);
  await inTransaction(db, async (tx) => {
    await tx`select id from orders where id = ${held.orderId} for update`;
    await assert.rejects(watchSilentDrivers(deps, round), RowIsHeld);
  });
  assert.deepEqual([await statusOf(held.orderId), await statusOf(free.orderId)], ["ACCEPTED", "ASSIGNING"]);
});

test("another fault ends the round at once", async () => {
  await accepted();
  await pass(180);
  const broken = { ...deps, sms: { send: () => Promise.reject(new Error("no such gateway")) } };
  await assert.rejects(watchSilentDrivers(broken, round), /no such gateway/);
});

// The list is read as it is; before anything else is asked, the driver reports.
function heardOfFirst(phone: string): TimerDeps["db"] {
  let asked = 0;
  return new Proxy(db, {
    apply: async (ask, self, given) => {
      const rows = await Reflect.apply(ask, self, given);
      if (++asked === 2)
        await db`update driver_places set heard_at = ${clock.now()}, placed_at = ${clock.now()} where driver_phone = ${phone}`;
      return rows;
    },
  });
}

test("a step within seconds of having been heard of is no news; after that it is a sign of life", async () => {
  const { driver, orderId } = await accepted();
  const heardOf = async () => {
    const [row] = await db<{ heardAt: Date }>`select heard_at from driver_places where driver_phone = ${driver.phone}`;
    return row!.heardAt.getTime();
  };
  const before = await heardOf();
  ok(await driver.call("POST", `/orders/${orderId}/arrive`));
  assert.equal(await heardOf(), before);
  await pass(10);
  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  assert.ok((await heardOf()) >= before + 10_000);
});
