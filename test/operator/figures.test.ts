// Figures of hours and days: what is kept equals what orders say, however it came to be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import { keepFigures, rebuildFigures } from "../../src/operations/figures/keep-figures.ts";
import { allFigures, keptCounts, liveOrder, recount } from "../harness/figure-story.ts";
import { addDriver } from "../harness/fleet.ts";
import { PICKUP, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { db } = giao.house;
const seed = Number(process.env.SEED ?? 7);

test("figures equal a plain count over the orders, counted at any moment, and counted again they are the very same rows", async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const chance = seededChance(seed);
  const driver = await addDriver(giao, { phone: "84911600001", wallet: 1_000_000 });
  await driver.online(PICKUP);
  for (let nth = 0; nth < 14; nth++) {
    await liveOrder(giao, chance, async () => {
      const what = chance();
      if (what < 0.06) await giao.advance(60 + chance() * 1_000);
      else if (what < 0.3) await keepFigures(giao.house);
    });
  }
  await giao.advance(3_700);
  await keepFigures(giao.house);
  const kept = await keptCounts(db);
  assert.ok(kept.length > 4, "some hours, cities and services");
  assert.deepEqual(
    kept,
    (await recount(db)).map(({ key, counts }) => ({ key, counts: { ...counts } })),
  );
  const before = await allFigures(db);
  for (const kind of [
    "orders hour",
    "orders day",
    "account hour",
    "driver day",
    "time hour",
    "driver_time day",
    "cell hour",
    "eta hour",
  ]) {
    assert.ok(
      before.some((row) => row.startsWith(kind)),
      kind,
    );
  }
  // What is wrong is put right, what does not belong there goes.
  await db`update figures set counts = '{"orders": 99}' where kind = 'orders' and span = 'hour'`;
  await db`
    insert into figures (kind, span, at, city_id, service_id, subject, counts)
    select 'orders', 'hour', at - interval '9 days', city_id, service_id, subject, counts
    from figures
    where kind = 'orders' and span = 'hour'`;
  await rebuildFigures(giao.house, () => undefined);
  assert.deepEqual(await allFigures(db), before);
});

test("commissions and refunds of all hours are those of the books", async () => {
  const [figures] = await db<{ commission: number; refunds: number }>`
    select sum((counts ->> 'commission')::bigint)::bigint as commission, sum((counts ->> 'refunds')::bigint)::bigint as refunds
    from figures
    where kind = 'orders' and span = 'day'`;
  const [books] = await db<{ commission: number; refunds: number }>`
    select sum(amount) filter (where kind = 'platform_revenue')::bigint as commission,
      -sum(amount) filter (where kind = 'platform_refund')::bigint as refunds
    from postings`;
  assert.deepEqual(figures, books);
  assert.ok((figures?.commission ?? 0) > 0 && (figures?.refunds ?? 0) > 0);
});

test("a driver who was online all of an hour was so for 3,600 seconds", async () => {
  const rows = await db<{ seconds: number }>`
    select (counts ->> 'onlineSeconds')::int as seconds
    from figures
    where kind = 'driver_time' and span = 'hour' and subject = '84911600001'
    order by at`;
  assert.ok(rows.length > 1);
  assert.ok(
    rows.slice(1).every(({ seconds }) => seconds === 3_600),
    JSON.stringify(rows),
  );
});
