// Figures of hours and days: what is kept equals what orders say, however it came to be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import { openUsualTimes } from "../../src/operations/dispatch/usual-times.ts";
import { openWindowFollower } from "../../src/operations/eta/follow-windows.ts";
import { keepFigures, rebuildFigures } from "../../src/operations/figures/keep-figures.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { adopt } from "../harness/family.ts";
import { allFigures, countAll, keptCounts, liveOrder, recount } from "../harness/figure-story.ts";
import { addDriver, offerTo } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { HANOI, orderBody, PICKUP, point, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { db } = giao.house;
const seed = Number(process.env.SEED ?? 7);

test("figures equal a plain count over the orders, counted at any moment, and counted again they are the very same rows", async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const chance = seededChance(seed);
  const followWindows = openWindowFollower({ ...giao.house, usualTimes: openUsualTimes(giao.house, assert.ifError) });
  const driver = await addDriver(giao, { phone: "84911600001", wallet: 1_000_000 });
  await driver.online(PICKUP);
  for (let nth = 0; nth < 14; nth++) {
    if (nth % 5 === 4) await giao.advance(2_700);
    await liveOrder(giao, chance, async () => {
      // Not left to the worker's own moment: what people are told is kept for orders that were made a moment ago.
      await followWindows(() => true);
      if (chance() < 0.3) await keepFigures(giao.house);
    });
  }
  await followWindows(() => true);
  await giao.advance(3_700);
  await countAll(giao.house);
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
    "partner hour",
    "account hour",
    "driver day",
    "time hour",
    "driver_time day",
    "cell hour",
    "eta hour",
    "eta_partner day",
    "eta_account day",
    "eta_driver day",
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

const get = async (path: string, headers?: Record<string, string>): Promise<Json> => {
  const answer = await giao.call("GET", path, headers ? { headers } : { operator: true });
  assertOk(answer);
  return answer.body;
};
const keyOf = async (body: object): Promise<Record<string, string>> => {
  const answer = await giao.call("POST", "/operator/v1/keys", { operator: true, body });
  assertOk(answer);
  return { "x-operator-key": answer.body.key };
};
const sum = (points: readonly Json[], name: string): number =>
  points.reduce((total, { measures }) => total + measures[name], 0);

test("by hour, day and week, of one city or all, the same orders are told", async () => {
  const [{ orders, hanoi } = { orders: 0, hanoi: 0 }] = await db<{ orders: number; hanoi: number }>`
    select count(*)::int as orders, count(*) filter (where city_id = 'HAN')::int as hanoi from orders`;
  for (const by of ["hour", "day", "week"]) {
    const seen = await get(`/operator/v1/figures?by=${by}`);
    assert.deepEqual([seen.all.orders, sum(seen.points, "orders"), seen.by], [orders, orders, by], by);
    const outcomes = ["open", "delivered", "partly_delivered", "failed", "returning", "returned", "cancelled"];
    assert.equal(
      outcomes.reduce((total, name) => total + seen.all[name], 0),
      orders,
    );
    assert.equal((await get(`/operator/v1/figures?by=${by}&city_id=HAN`)).all.orders, hanoi);
  }
  const driver = await get("/operator/v1/figures?driver=84911600001");
  assert.ok(driver.all.utilisation !== null && driver.all.utilisation <= 1);
  const cities = await get("/operator/v1/figures/parts?of=city");
  assert.deepEqual(
    cities.parts.map(({ id, measures }: Json) => [id, measures.orders]),
    [
      ["SGN", orders - hanoi],
      ["HAN", hanoi],
    ],
  );
  const accounts = await get("/operator/v1/figures/parts?of=account");
  assert.equal(accounts.parts[0].measures.orders, orders);
  const partner = await get("/operator/v1/figures?partner_id=demo&compare=week");
  assert.deepEqual([partner.all.orders, partner.before.all.orders], [orders, 0]);
  // All orders are the one partner's and its one account's: so are all figures but those of drivers' time.
  const everything = await get("/operator/v1/figures");
  assert.ok(everything.all.promise_kept !== null);
  const timeless = { utilisation: null, earnings_per_hour: null };
  const [ofPartner] = (await get("/operator/v1/figures/parts?of=partner")).parts;
  assert.deepEqual(ofPartner, {
    id: "demo",
    measures: { ...everything.all, ...timeless },
    cancelled_by: everything.cancelled_by,
    cancel_reasons: everything.cancel_reasons,
  });
  assert.deepEqual(partner.all, ofPartner.measures);
  assert.deepEqual(accounts.parts[0].measures, ofPartner.measures);
  // Every window that was told was kept or missed by a driver.
  const [told] = await db<{ services: number; drivers: number }>`
    select sum(count::int) filter (where kind = 'eta')::int as services,
      sum(count::int) filter (where kind = 'eta_driver')::int as drivers
    from figures
    cross join lateral jsonb_each_text(counts) as counted (name, count)
    where span = 'day'
      and name in ('told', 'promised')`;
  assert.ok(told && told.services > 0 && told.services === told.drivers, JSON.stringify(told));
  const demand = await get("/operator/v1/figures/demand?city_id=HAN");
  assert.equal(
    sum(
      demand.cells.map((measures: Json) => ({ measures })),
      "orders",
    ),
    hanoi,
  );
});

test("money is told to who may see the books, and cities to who works there", async () => {
  const viewer = await get("/operator/v1/figures", await keyOf({ name: "Screen", role: "viewer" }));
  assert.ok(!viewer.measures.includes("commission") && viewer.all.commission === undefined);
  const hanoi = await keyOf({ name: "Hanoi", role: "finance", cities: ["HAN"] });
  const seen = await get("/operator/v1/figures", hanoi);
  assert.ok(seen.measures.includes("commission"));
  assert.equal(seen.all.orders, (await get("/operator/v1/figures?city_id=HAN")).all.orders);
  assert.deepEqual(
    (await get("/operator/v1/figures/parts?of=city", hanoi)).parts.map(({ id }: Json) => id),
    ["HAN"],
  );
  const elsewhere = await giao.call("GET", "/operator/v1/figures?city_id=SGN", { headers: hanoi });
  assertRefused(elsewhere, 404, "CITY_NOT_FOUND");
});

test("what cannot be asked for is refused, and says which field", async () => {
  for (const [query, field] of [
    ["from=2026-02-30", "from"],
    ["from=2026-03-02&to=2026-03-01", "to"],
    ["from=2026-01-01&to=2026-02-01&by=hour", "from"],
    ["from=2025-01-01&to=2026-02-05&by=day", "from"],
    ["driver=84911600001&service_id=SGN-BIKE", "driver"],
    ["account=84900000001&partner_id=demo", "account"],
  ]) {
    const answer = await giao.call("GET", `/operator/v1/figures?${query}`, { operator: true });
    assertRefused(answer, 400, "INVALID_DATA");
    assert.equal(answer.body.field, field, query);
  }
  const many = await giao.call("GET", "/operator/v1/figures/parts?of=driver&from=2025-01-01&to=2026-06-01", {
    operator: true,
  });
  assertRefused(many, 400, "INVALID_DATA");
});

test("a partner sees their own account's figures and nobody else's, also as a spreadsheet", async () => {
  const token = await giao.fundedAccount("84900000077", 100_000);
  await giao.created(undefined, token);
  await countAll(giao.house);
  const own = await giao.call("GET", "/portal/v1/figures", { token });
  assertOk(own);
  assert.equal(own.body.all.orders, 1);
  assert.equal(own.body.all.commission, undefined);
  const others = await giao.call("GET", "/portal/v1/figures?account=84900000001", { token });
  assertRefused(others, 404, "NOT_FOUND");
  const csv = await giao.call("GET", "/portal/v1/figures.csv", { token });
  assert.match(String(csv.body), /^\uFEFF?at,orders,fulfilment,.*\r\n\d{4}-\d{2}-\d{2},1,,1,/);
  const all = await giao.call("GET", "/operator/v1/figures.csv?by=hour", { operator: true });
  assert.match(String(all.body), /cod_owed\r\n\d{4}-\d{2}-\d{2}T\d{2},/);
});

test("a parent's days are its own and its children's, by the day as by the hour, and follow who comes and goes", async () => {
  const [parent, child] = await Promise.all(
    ["84900000081", "84900000082"].map((phone) => giao.fundedAccount(phone, 1_000_000)),
  );
  const other = await giao.register("84900000083");
  for (const token of [parent, child, child]) await giao.created(undefined, token!);
  const { _id: leaving } = await giao.created(orderBody({ payment_method: "CASH" }), other);
  const seen = async (by: string): Promise<Json> => {
    await countAll(giao.house);
    const answer = await giao.call("GET", `/portal/v1/figures?by=${by}`, { token: parent! });
    assertOk(answer);
    return answer.body.all;
  };
  assert.equal((await seen("day")).orders, 1);
  await adopt(giao, parent!, "84900000082");
  const together = await seen("day");
  assert.equal(together.orders, 3);
  assert.deepEqual(await seen("hour"), together);
  await adopt(giao, parent!, "84900000083");
  await giao.created(undefined, child!);
  assert.deepEqual([(await seen("day")).orders, (await seen("week")).orders], [5, 5]);
  const before = await allFigures(db);
  await rebuildFigures(giao.house, () => undefined);
  assert.deepEqual(await allFigures(db), before);
  assertOk(await giao.call("DELETE", `/v3/orders/${leaving}`, { token: other }));
  assertOk(await giao.call("DELETE", "/v3/accounts/childs/84900000083", { token: parent! }));
  assert.equal((await seen("day")).orders, 4);
});

test("a month that is over is the sum of its days, also when one of them changes, and the same is told of it", async () => {
  const PARTS = ["partner", "account", "driver"] as const;
  // Who stays online goes on being so.
  const timeless = { utilisation: null, earnings_per_hour: null };
  const partsOf = (days: number): Promise<Json[][]> =>
    Promise.all(
      PARTS.map(async (of) => {
        const { parts } = await get(`/operator/v1/figures/parts?of=${of}&days=${days}`);
        return parts.map((part: Json) => ({ ...part, measures: { ...part.measures, ...timeless } }));
      }),
    );
  // Until nobody is sought for any more.
  await giao.advance(2 * 3_600);
  await countAll(giao.house);
  const before = await partsOf(7);
  await giao.advance(40 * 86_400);
  await countAll(giao.house);
  const [sums] = await db<{ days: number; months: number; wrong: number }>`
    with day as (
      select kind, city_id, service_id, subject, figure_month(city_id, at) as at, name, sum(count::int)::int as total
      from figures
      cross join lateral jsonb_each_text(counts) as counted (name, count)
      where span = 'day' and subject <> '' and kind not like '%children'
        and figure_month(city_id, at) < figure_month(city_id, ${giao.house.clock.now()})
      group by 1, 2, 3, 4, 5, 6
    ), month as (
      select kind, city_id, service_id, subject, at, name, count::int as total
      from figures
      cross join lateral jsonb_each_text(counts) as counted (name, count)
      where span = 'month'
    )
    select (select count(*)::int from day) as days, (select count(*)::int from month) as months,
      (select count(*)::int from (select * from day except select * from month) as differing) as wrong`;
  assert.ok(sums && sums.days > 20);
  assert.deepEqual(sums, { days: sums.days, months: sums.days, wrong: 0 });
  assert.deepEqual(await partsOf(90), before);
  const [order] = await db<{ id: string }>`select id from orders where status = 'COMPLETED' order by number limit 1`;
  const body = { amount: 700, reference: "late", reason: "late" };
  assertOk(await giao.call("POST", `/operator/v1/orders/${order?.id}/refunds`, { operator: true, body }));
  await countAll(giao.house);
  const [[partner] = []] = await partsOf(90);
  assert.equal(partner.measures.refunds, before[0]![0].measures.refunds + 700);
  const rows = await allFigures(db);
  await rebuildFigures(giao.house, () => undefined);
  assert.deepEqual(await allFigures(db), rows);
});

test("a driver is busy with an order that was made days before they took it", async () => {
  const driver = await addDriver(giao, { phone: "84911600002", cityId: "HAN", wallet: 1_000_000 });
  const soon = Math.floor(giao.house.clock.now().getTime() / 1000) + 3 * 86_400;
  const { _id } = await giao.created(
    orderBody({ service_id: "HAN-BIKE", path: [point(HANOI), point(HANOI)], order_time: soon }),
    await giao.signIn(),
  );
  await giao.advance(3 * 86_400 + 60);
  await driver.online(HANOI);
  const [offer] = await offerTo(giao, _id, [driver.phone]);
  assertOk(await driver.call("POST", `/offers/${offer}/accept`));
  await giao.advance(1_800);
  assertOk(await giao.play(_id, "pickup"));
  assertOk(await giao.play(_id, "deliver", { path_index: 1 }));
  await giao.advance(7_200);
  await countAll(giao.house);
  const [busy] = await db<{ seconds: number }>`
    select sum((counts ->> 'busySeconds')::int)::int as seconds
    from figures
    where kind = 'driver_time' and span = 'hour' and subject = ${driver.phone}`;
  assert.ok(busy!.seconds >= 1_800 && busy!.seconds < 1_900, `${busy!.seconds} s`);
});
