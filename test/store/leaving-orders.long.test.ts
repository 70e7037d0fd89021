// Old orders leave: those that are over and owe nothing to anybody, with all that hangs on them, and nothing else changes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { raw } from "sql-template-tag";
import { seededChance } from "../../src/domain/chance.ts";
import { firstKept } from "../../src/domain/months.ts";
import { letOrdersGo } from "../../src/operations/data/let-go.ts";
import { rebuildFigures } from "../../src/operations/figures/keep-figures.ts";
import { sweepPhotos } from "../../src/operations/photos/sweep-photos.ts";
import { readLeaving } from "../../src/store/leaving.ts";
import { leaveOrders } from "../../src/store/orders/leaving-orders.ts";
import { cutOffEverywhere } from "../harness/breaking-database.ts";
import { assertOk } from "../harness/expect.ts";
import { countAll, liveOrder } from "../harness/figure-story.ts";
import { keepAllWords } from "../harness/old-orders.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";

// Its own worker sweeps every minute, and is to leave the photo that keeps an order.
const giao = await startOrderTests({ PHOTO_DAYS: "3650" });
const { house } = giao;
const { db } = house;
const DAY = 86_400;
const MONTHS = 2;
const settings = { keepUntilExported: false, retention: { ...house.settings.retention, orderMonths: MONTHS } };
const keptSince = () => firstKept(house.clock.now(), MONTHS);
const letGo = () => letOrdersGo({ ...house, settings });
const idsOf = async (table: string, column = "id") =>
  (await db<{ id: string }>`select distinct ${raw(column)} as id from ${raw(table)} order by 1`).map(({ id }) => id);
const HANGING = ["tracking_numbers", "ratings", "recipient_messages"];

// Everything that leaves or may leave, row by row.
async function everything(): Promise<string> {
  const tables = ["orders", ...HANGING, "order_words", "order_history", "journals", "postings", "balances", "leaving"];
  const rows = await Promise.all(
    tables.map((table) => db`select to_jsonb(kept) as row from ${raw(table)} as kept order by to_jsonb(kept)::text`),
  );
  return JSON.stringify(rows);
}

async function figures(): Promise<unknown> {
  return db`select kind, span, at, city_id, service_id, subject, counts from figures order by 1, 2, 3, 4, 5, 6`;
}

// Of each a reason to stay.
const stays: Record<string, string> = {};
const tracked = point({ ...DELIVERY, tracking_number: "KEPT-1" });

before(async () => {
  assertOk(
    await giao.call("PATCH", "/operator/v1/partners/demo", {
      operator: true,
      body: { block_duplicate_tracking_numbers: true },
    }),
  );
  const chance = seededChance(18);
  for (let order = 0; order < 14; order++) await liveOrder(giao, chance, async () => undefined);
  const delivered = async (body = orderBody()): Promise<string> => {
    const { _id } = await giao.created(body);
    for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(_id, type));
    assertOk(await giao.play(_id, "deliver", { path_index: 1 }));
    return _id;
  };
  const rated = await delivered(orderBody({ path: [point(), tracked], requests: [] }));
  assertOk(
    await giao.call("PUT", `/v3/orders/${rated}/rate`, {
      token: giao.token,
      body: { rated_by: "user", rating: 5, comment: "good" },
    }),
  );
  await db`
    insert into recipient_messages (order_id, path_index, status, queued_at, ended_at)
    values (${rated}, 1, 'sent', now(), now())`;
  stays.told = await delivered();
  stays.photographed = await delivered();
  await db`
    insert into photos (token, order_id, driver_phone, media_type, bytes, width, height, taken_at)
    select ${"a".repeat(32)}, ${stays.photographed}, driver_phone, 'image/png', 1, 1, 1, ${house.clock.now()}
    from orders
    where id = ${stays.photographed}`;
  stays.open = (await giao.created())._id;
  await giao.advance(100 * DAY);
  // One that nobody took is given up by itself; this one is not.
  await db`update orders set status = 'ACCEPTED', due_at = null where id = ${stays.open}`;
  await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at)
    values (${stays.told}, 1, 'demo', ${house.clock.now()}, 'infinity', ${house.clock.now()})`;
  stays.young = (await giao.created(orderBody(), await giao.signIn()))._id;
  await countAll(house);
  await keepAllWords(db);
});

const due = async (): Promise<readonly string[]> => {
  type State = { points: { status?: string }[]; subStatus?: string; completedAt?: string; cancelledAt?: string };
  const rows = await db<{ id: string; status: string; state: State }>`select id, status, state from orders order by id`;
  return (
    rows
      .filter(({ id }) => !Object.values(stays).includes(id))
      .filter(({ status }) => status === "COMPLETED" || status === "CANCELLED")
      // Those that nobody took ended when the clock moved.
      .filter(({ state }) => new Date(state.completedAt ?? state.cancelledAt ?? 0) < keptSince())
      .filter(({ status, state }) => {
        const isFailed = state.points.some((one) => one.status === "FAILED");
        return !(status === "COMPLETED" && isFailed && state.subStatus !== "RETURNED");
      })
      .map(({ id }) => id)
  );
};

test("without ORDER_MONTHS nothing leaves", async () => {
  const kept = await everything();
  await letOrdersGo(house);
  assert.equal(await everything(), kept);
});

test("orders wait until their figures are counted and their words are taken", async () => {
  const kept = await idsOf("orders");
  await db`update figure_progress set filled_up_to = 0, fill_up_to = 1`;
  await letGo();
  assert.deepEqual(await idsOf("orders"), kept);
  assert.equal((await readLeaving(db, "orders")).keptSince.getTime(), 0);
  await countAll(house);
  await db`update order_words_progress set kept_up_to = kept_up_to - 5, drawn_at = clock_timestamp()`;
  await letGo();
  assert.deepEqual(await idsOf("orders"), kept);
  await db`update order_words_progress set kept_up_to = kept_up_to + 5`;
});

test("whoever is cut off at any statement has done nothing, and what may leave has left in the end", async () => {
  const leave = await due();
  assert.ok(leave.length > 5, `${leave.length} leave`);
  const stay = (await idsOf("orders")).filter((id) => !leave.includes(id));
  const counted = await figures();
  const sums = await db`select phone, rating_sum, rating_count from drivers order by phone`;
  const cuts = await cutOffEverywhere(
    db,
    (breaking) => leaveOrders(breaking, { keptSince: keptSince(), onlyExported: false }, 3),
    async () => {
      const kept = await everything();
      return async (what) => assert.equal(await everything(), kept, what);
    },
  );
  assert.ok(cuts > 30, `${cuts} cuts`);
  assert.deepEqual(await idsOf("orders"), stay);
  for (const table of HANGING)
    assert.deepEqual(
      (await idsOf(table, "order_id")).filter((id) => leave.includes(id)),
      [],
      table,
    );
  const [words] = await db<{ left: number }>`
    select count(*)::int as left from order_words where number not in (select number from orders)`;
  assert.equal(words?.left, 0);
  assert.deepEqual(await figures(), counted);
  assert.deepEqual(await db`select phone, rating_sum, rating_count from drivers order by phone`, sums);
  const { firstNumber } = await readLeaving(db, "orders");
  const [first] = await db<{ number: number }>`select min(number) as number from orders`;
  assert.equal(firstNumber, first?.number);
});

test("figures of what has left stay when they are counted again, the ledger is clean, and lists go on", async () => {
  const counted = await figures();
  await rebuildFigures(house, () => undefined);
  assert.deepEqual(await figures(), counted);
  assert.equal((await giao.verify()).ok, true);
  const token = await giao.signIn();
  const [gone] = await db<{ id: string }>`
    select order_id as id from journals where order_id is not null and order_id not in (select id from orders) limit 1`;
  const answer = await giao.call("GET", `/v3/orders/${gone?.id}`, { token });
  assert.deepEqual([answer.status, answer.body.code], [404, "ORDER_NOT_FOUND"]);
  const listed = await giao.call("GET", `/operator/v1/orders?from_time=0`, { operator: true });
  assertOk(listed);
  assert.deepEqual(listed.body.orders.map(({ _id }: { _id: string }) => _id).sort(), await idsOf("orders"));
});

test("a tracking number is free again once its order has left", async () => {
  const token = await giao.signIn();
  assertOk(await giao.create(orderBody({ path: [point(), tracked] }), token));
  const again = await giao.create(orderBody({ path: [point(), tracked] }), token);
  assert.notEqual(again.status, 200, "within the orders that are kept it is taken");
});

test("what had to stay leaves in a later month, once nothing keeps it; two who let go at once do it once", async () => {
  await db`delete from callback_queue where order_id = ${stays.told!}`;
  await sweepPhotos({ ...house, settings: { retention: { ...settings.retention, photoDays: 3_650 } } });
  await letGo();
  assert.ok((await idsOf("orders")).includes(stays.told!), "it has been looked at this month");
  await giao.advance(31 * DAY);
  await countAll(house);
  await Promise.all([letGo(), letGo(), letGo()]);
  await letGo();
  const kept = await idsOf("orders");
  assert.ok(!kept.includes(stays.told!));
  assert.ok(!kept.includes(stays.photographed!), "photos leave with the order, however long they would be kept");
  assert.ok(kept.includes(stays.open!));
  assert.ok(kept.includes(stays.young!));
  assert.equal((await giao.verify()).ok, true);
});

test("who wants to keep more months again loses nothing", async () => {
  await db`update orders set status = 'CANCELLED', due_at = null`;
  const kept = await idsOf("orders");
  await letOrdersGo({
    ...house,
    settings: { ...settings, retention: { ...settings.retention, orderMonths: MONTHS + 2 } },
  });
  assert.deepEqual(await idsOf("orders"), kept);
});
