// Steps that come at the same moment are written at once, with their money at the end; where one of them is refused, each by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../src/domain/orders/order.ts";
import { inTransaction, openDatabase, type Sql } from "../../../src/store/db.ts";
import { findOrder } from "../../../src/store/orders/orders.ts";
import { StepMoved, type StepToSave, saveStepWithOthers } from "../../../src/store/orders/save-step.ts";
import { addDriver, addOrder, CATHEDRAL, offerTo, ok, type TestDriver } from "../../harness/fleet.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";
import { rowsOfOrder } from "../../harness/rows-of-order.ts";
import { directOf } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";

const giao = await startOrderTests();
const PHONES = ["84900000081", "84900000082"] as const;
const tokens = await Promise.all(PHONES.map((phone) => giao.fundedAccount(phone, 10_000_000)));
const STEPS = 16;

const createAll = async (token: string, count: number, body = orderBody()): Promise<readonly string[]> => {
  const orders = await Promise.all(Array.from({ length: count }, () => giao.created(body, token)));
  return orders.map(({ _id }) => _id);
};
const cancel = (id: string, token: string, key?: string) =>
  giao.call("DELETE", `/v3/orders/${id}`, { token, headers: key ? { "idempotency-key": key } : {} });
const groups = (): number => giao.house.db.usage.statements.get("save_steps")?.count ?? 0;

// How many of these were written by one transaction without savepoints.
async function writtenAtOnce(ids: readonly string[]): Promise<number> {
  const [row] = await giao.house.db<{ most: number }>`
    select max(count) as most
    from (select count(*) as count from orders where id = any(${ids}) group by xmin) as written`;
  return row?.most ?? 0;
}

// How many of these one statement wrote.
async function writtenByOneStatement(ids: readonly string[]): Promise<number> {
  const [row] = await giao.house.db<{ most: number }>`
    select max(count) as most
    from (select count(*) as count from orders where id = any(${ids}) group by xmin, cmin) as written`;
  return row?.most ?? 0;
}

async function assertNothingHeld(): Promise<void> {
  for (const phone of PHONES) {
    const { main, held } = await giao.walletOf(phone);
    assert.deepEqual([main, held], [10_000_000, 0]);
  }
  assert.deepEqual((await giao.verify()).problems, []);
}

test("steps of which none is refused are written at once, and give back every hold and every use of a promo code", async () => {
  const promo = { type: "FLAT", value: 1_000, uses_max: 100 };
  assert.equal((await giao.call("PUT", "/operator/v1/promos/BACK", { operator: true, body: promo })).status, 200);
  const plain = await createAll(tokens[0]!, STEPS);
  const reduced = await createAll(tokens[1]!, STEPS, orderBody({ promo_code: "BACK" }));
  const answers = await Promise.all([
    ...plain.map((id) => cancel(id, tokens[0]!)),
    ...reduced.map((id) => cancel(id, tokens[1]!)),
  ]);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.ok((await writtenAtOnce([...plain, ...reduced])) > 1, "each was written by itself");
  const [row] = await giao.house.db<{ uses: number }>`select uses from promos where code = 'BACK'`;
  assert.equal(row?.uses, 0);
  await assertNothingHeld();
});

test("one that is refused among others is refused alone, and the others are written once", async () => {
  const ids = await createAll(tokens[0]!, STEPS);
  const before = groups();
  const answers = await Promise.all(
    ids.map((id, at) => cancel(id, tokens[0]!, at < 2 ? "one key for two" : undefined)),
  );
  assert.ok(groups() > before, "none shared a transaction");
  const refused = answers.flatMap(({ status }, at) => (status === 200 ? [] : [at]));
  assert.equal(refused.length, 1);
  assert.ok(refused[0]! < 2);
  assert.equal((await cancel(ids[refused[0]!]!, tokens[0]!)).status, 200);
  await assertNothingHeld();
});

test("steps that take from an account together take in turn, and the one too many is refused", async () => {
  const phone = "84900000083";
  const own = await giao.fundedAccount(phone, 1_000_000);
  const orders = await Promise.all((await createAll(own, 4)).map((id) => findOrder(giao.house.db, id)));
  const { main } = await giao.walletOf(phone);
  const taken = Math.floor(main / 3);
  const before = groups();
  const saved = await Promise.allSettled(orders.map((order) => takeFrom(phone, order!, taken)));
  assert.equal(groups(), before + 1);
  assert.deepEqual(
    saved.map((one) => (one.status === "fulfilled" ? "saved" : one.reason.constructor)),
    ["saved", "saved", "saved", StepMoved],
  );
  assert.equal((await giao.walletOf(phone)).main, main - 3 * taken);
  assert.deepEqual((await giao.verify()).problems, []);
});

// No step that is saved with others takes from its sender yet; this one does.
function takeFrom(phone: string, order: Order, amount: number): Promise<unknown> {
  const { id } = order;
  const after = { ...order, seq: order.seq + 1 };
  const at = new Date();
  const postings = [
    { account: { kind: "user_main", owner: phone }, amount: -amount },
    { account: { kind: "platform_revenue", owner: "" }, amount },
  ] as const;
  const step: StepToSave = {
    before: order,
    step: { order: after, event: "edit", effects: [] },
    along: {},
    actor: "user",
    at,
    dueAt: null,
    journals: [{ kind: "after_fee", reference: `${id}/take`, orderId: id, postings }],
    event: {
      orderId: id,
      seq: after.seq,
      partnerId: order.partnerId,
      type: "edit",
      body: "{}",
      kept: "{}",
      happenedAt: at,
    },
    keyed: undefined,
  };
  return saveStepWithOthers(giao.house.db, step, [phone]);
}

test("an account that somebody holds is waited for once, and not by each of its steps", async () => {
  const [held, other] = [await createAll(tokens[0]!, STEPS - 1), await createAll(tokens[1]!, 4)];
  const holder = openDatabase(directOf(giao.databaseUrl));
  giao.closeFirst(holder.close);
  const waits = new Map<string, Set<string>>();
  const before = groups();
  const waiting = await inTransaction(holder.with({ seconds: 60 }), async (tx) => {
    await tx`select phone from accounts where phone = ${PHONES[0]} for no key update`;
    const own = held.map((id) => cancel(id, tokens[0]!));
    let areDone = false;
    const others = Promise.all(other.map((id) => cancel(id, tokens[1]!))).finally(() => {
      areDone = true;
    });
    const look = async (): Promise<boolean> => {
      const seen = await groupsThatWait(holder);
      for (const { group, since, isInLine } of seen)
        if (!isInLine) waits.set(group, (waits.get(group) ?? new Set()).add(since));
      return groups() > before && seen.length === 0 && areDone;
    };
    await until("others are done and no group waits any more", look, { everyMs: 5 });
    assert.deepEqual([...new Set((await others).map(({ status }) => status))], [200]);
    return own;
  });
  // Once among others, and once to see which of them it is.
  for (const since of waits.values()) assert.ok(since.size <= 2, `a group waited ${since.size} times`);
  const answers = await Promise.all(waiting);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  await assertNothingHeld();
});

// Each statement that saves several and waits for a row, or for its turn to wait for it, and since when.
type WaitingGroup = { readonly group: string; readonly since: string; readonly isInLine: boolean };
function groupsThatWait(db: Sql): Promise<readonly WaitingGroup[]> {
  return db<WaitingGroup>`
    select pid || ' ' || query_start as group, waitstart::text as since, locktype = 'tuple' as is_in_line
    from pg_locks
    join pg_stat_activity using (pid)
    where waitstart is not null
      and query like '%from save_steps(%'
      and datname = current_database()`;
}

test("two replicas that save steps of one account at the same moment save each once", async () => {
  const other = await giao.replica();
  const ids = await createAll(tokens[0]!, 3 * STEPS);
  const answers = await Promise.all(
    ids.flatMap((id, at) => {
      const cancelAt = at % 2 === 0 ? giao.call : other.call;
      return cancelAt("DELETE", `/v3/orders/${id}`, { token: tokens[0]! });
    }),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  await assertNothingHeld();
});

test("what is written of a driver's steps is the same, by themselves or among others", async () => {
  const body = { callback: { url: "http://127.0.0.1:9/", auth: { type: "none" } } };
  assert.equal((await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body })).status, 200);
  const phones = Array.from({ length: 5 }, (_, at) => `8491100008${at}`);
  const drivers = await Promise.all(phones.map((phone) => addDriver(giao, { phone, wallet: 1_000_000 })));
  for (const driver of drivers) ok(await driver.online());
  const take = async (driver: TestDriver): Promise<string> => {
    const id = await addOrder(giao, tokens[0]!, { payment_method: "CASH" });
    const [offer] = await offerTo(giao, id, [driver.phone]);
    ok(await driver.call("POST", `/offers/${offer}/accept`));
    return id;
  };
  const steps = ["arrive", "pickup", "points/1/deliver"];
  // What a drive took is learnt.
  const drive = async () =>
    ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 600 } }));
  const alone: string[] = [];
  for (const driver of drivers) alone.push(await take(driver));
  for (const step of steps) {
    if (step.endsWith("deliver")) await drive();
    for (const [at, driver] of drivers.entries())
      ok(await driver.call("POST", `/orders/${alone[at]}/${step}`, CATHEDRAL));
  }
  const among: string[] = [];
  for (const driver of drivers) among.push(await take(driver));
  for (const step of steps) {
    if (step.endsWith("deliver")) await drive();
    const answers = drivers.map((driver, at) => driver.call("POST", `/orders/${among[at]}/${step}`, CATHEDRAL));
    for (const answer of await Promise.all(answers)) ok(answer);
    assert.ok((await writtenAtOnce(among)) >= 3, `${step} was written one by one`);
  }
  for (const [at, id] of among.entries()) {
    assert.deepEqual(await rowsOfOrder(giao.house.db, id), await rowsOfOrder(giao.house.db, alone[at]!));
  }
  const legs = await giao.house.db`select lat, lng, vehicle, city_id, expected_seconds from driven_legs`;
  assert.equal(legs.length, 2 * drivers.length);
  assert.equal(new Set(legs.map((leg) => JSON.stringify(leg))).size, 1);
  assert.deepEqual((await giao.verify()).problems, []);
});

test("what is written of acceptances and cancels is the same, by themselves or among others", async () => {
  const phones = Array.from({ length: STEPS }, (_, at) => String(84_911_000_900 + at));
  const drivers = await Promise.all(phones.map((phone) => addDriver(giao, { phone, wallet: 1_000_000 })));
  for (const driver of drivers) ok(await driver.online());
  // Asked about every order, and always too late.
  const late = drivers.pop()!;
  const asked = async (driver: TestDriver) => {
    const id = await addOrder(giao, tokens[0]!);
    const [offer] = await offerTo(giao, id, [driver.phone, late.phone]);
    return { id, accept: () => driver.call("POST", `/offers/${offer}/accept`) };
  };
  const askAll = async () => {
    const all: Awaited<ReturnType<typeof asked>>[] = [];
    for (const driver of drivers) all.push(await asked(driver));
    return all;
  };
  for (const isCancel of [false, true]) {
    const answer = async ({ id, accept }: Awaited<ReturnType<typeof asked>>) =>
      ok(await (isCancel ? cancel(id, tokens[0]!) : accept()));
    const alone = await askAll();
    for (const one of alone) await answer(one);
    // Nobody has anything in hand when the others are accepted, as before.
    const finish = async ({ id }: { readonly id: string }) => {
      if (isCancel) return;
      ok(await giao.play(id, "pickup"));
      ok(await giao.play(id, "deliver", { path_index: 1 }));
    };
    const rows = await Promise.all(alone.map(({ id }) => rowsOfOrder(giao.house.db, id)));
    for (const one of alone) await finish(one);
    const among = await askAll();
    await Promise.all(among.map(answer));
    assert.ok((await writtenByOneStatement(among.map(({ id }) => id))) >= 3, "they were written one by one");
    for (const [at, { id }] of among.entries()) assert.deepEqual(await rowsOfOrder(giao.house.db, id), rows[at]);
    const seqs = await giao.house.db<{ seq: number }>`select seq from offers where driver_phone = ${late.phone}`;
    assert.equal(new Set(seqs.map(({ seq }) => seq)).size, seqs.length, "two changes had one number");
    for (const one of among) await finish(one);
  }
  const answers = await giao.house.db`
    select answer, count(*)::int from offers where driver_phone = any(${phones}) group by answer order by answer`;
  const count = 2 * drivers.length;
  assert.deepEqual(
    answers.map((row) => ({ ...row })),
    [
      { answer: "accepted", count },
      { answer: "lost", count },
      { answer: "withdrawn", count: 2 * count },
    ],
  );
  assert.deepEqual((await giao.verify()).problems, []);
});

test("of several who accept together, one whose wallet has moved is judged alone", async () => {
  const phones = Array.from({ length: 5 }, (_, at) => `8491100007${at}`);
  const drivers = await Promise.all(phones.map((phone) => addDriver(giao, { phone, wallet: 1_000_000 })));
  for (const driver of drivers) ok(await driver.online());
  // The first is asked about two orders, and has money for one.
  const cod = (amount: number) => ({ path: [orderBody().path[0], { ...orderBody().path[1], cod: amount }] });
  const ids: string[] = [];
  const accepts: (() => ReturnType<TestDriver["call"]>)[] = [];
  for (const driver of [...drivers, drivers[0]!]) {
    const id = await addOrder(giao, tokens[0]!, cod(driver === drivers[0] ? 900_000 : 10_000));
    const [offer] = await offerTo(giao, id, [driver.phone]);
    ids.push(id);
    accepts.push(() => driver.call("POST", `/offers/${offer}/accept`));
  }
  const before = groups();
  const answers = await Promise.all(accepts.map((accept) => accept()));
  assert.ok(groups() > before, "none shared a transaction");
  const refused = answers.flatMap(({ status }, at) => (status === 200 ? [] : [at]));
  assert.equal(refused.length, 1);
  assert.ok(refused[0] === 0 || refused[0] === drivers.length, `${refused[0]} was refused`);
  const [open] = await giao.house.db`select status, driver_phone from orders where id = ${ids[refused[0]!]!}`;
  assert.deepEqual({ ...open }, { status: "ASSIGNING", driverPhone: null });
  assert.deepEqual((await giao.verify()).problems, []);
});

test("drivers who take an order in the moment in which they deliver another do both", async () => {
  const phones = Array.from({ length: 5 }, (_, at) => `8491100006${at}`);
  const drivers = await Promise.all(phones.map((phone) => addDriver(giao, { phone, wallet: 1_000_000 })));
  for (const driver of drivers) ok(await driver.online());
  const ask = async (driver: TestDriver) => {
    const id = await addOrder(giao, tokens[0]!);
    const [offer] = await offerTo(giao, id, [driver.phone]);
    return { id, accept: () => driver.call("POST", `/offers/${offer}/accept`) };
  };
  const first = await Promise.all(drivers.map(ask));
  for (const [at, { id, accept }] of first.entries()) {
    ok(await accept());
    ok(await drivers[at]!.call("POST", `/orders/${id}/pickup`, CATHEDRAL));
  }
  const second = await Promise.all(drivers.map(ask));
  const before = groups();
  const answers = await Promise.all(
    drivers.flatMap((driver, at) => [
      second[at]!.accept(),
      driver.call("POST", `/orders/${first[at]!.id}/points/1/deliver`, CATHEDRAL),
    ]),
  );
  assert.ok(groups() > before, "none shared a transaction");
  for (const answer of answers) ok(answer);
  const rows = await giao.house.db`
    select status, count(*)::int from orders where driver_phone = any(${phones}) group by status order by status`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { status: "ACCEPTED", count: drivers.length },
      { status: "COMPLETED", count: drivers.length },
    ],
  );
  assert.deepEqual((await giao.verify()).problems, []);
});

test("of two replicas that deliver the same orders at the same moment one does each, whoever it shares a statement with", async () => {
  const other = await giao.replica();
  const ids = await createAll(tokens[1]!, STEPS);
  for (const event of ["accept", "pickup"]) for (const id of ids) ok(await giao.play(id, event));
  const before = groups();
  const deliver = (call: typeof giao.call) => (id: string) =>
    call("POST", `/sandbox/v1/orders/${id}/events`, { operator: true, body: { type: "deliver", path_index: 1 } });
  const answers = await Promise.all([...ids.map(deliver(giao.call)), ...ids.toReversed().map(deliver(other.call))]);
  assert.ok(groups() > before, "none shared a transaction");
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(200), count(406)], [STEPS, STEPS]);
  const done = await giao.house.db`
    select order_id from order_history where order_id = any(${ids}) and event = 'deliver'`;
  assert.equal(done.length, STEPS);
  assert.deepEqual((await giao.verify()).problems, []);
});
