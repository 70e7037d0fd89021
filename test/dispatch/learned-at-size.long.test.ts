// A city where little is ordered beside one where hundreds of orders are made in an hour: each is known by its own weeks, at every hour of the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Forecast, windowOf } from "../../src/domain/eta/eta-windows.ts";
import { counterOf } from "../../src/domain/eta/preparation.ts";
import { openLearned } from "../../src/operations/dispatch/learned.ts";
import { listUsualTimes } from "../../src/store/dispatch/learned-rows.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { explainAll, pagesTouched } from "../harness/explained.ts";
import { addDriver, addOrder, MARKET } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";

// One every six seconds for thirty hours, and one every three hours for four weeks.
const [LARGE, LARGE_APART] = [18_000, 6];
const [SMALL, SMALL_APART] = [220, 10_800];
const LEGS_OF_AN_ORDER = 6;
const PLANNED = 1_200;
const LATE = 600;

const giao = await startGiao({}, { roads: crowRoads });
const { db, clock, catalogue } = giao.house;
const driver = await addDriver(giao, { phone: "84911000099" });
const order = await addOrder(giao, await giao.signIn());
const now = clock.now();
// In the small city all are late, in the large one those of the twelve hours of the day before the last twelve.
await db`
  with made as (
    select 'L' as kind, 'SGN' as city_id, 'SGN-BIKE' as service_id, nth, ${now}::timestamptz - make_interval(secs => nth * ${LARGE_APART}::int) as at
    from generate_series(1, ${LARGE}::int) as nth
    union all
    select 'S', 'HAN', 'HAN-BIKE', nth, ${now}::timestamptz - make_interval(secs => nth * ${SMALL_APART}::int)
    from generate_series(1, ${SMALL}::int) as nth
  )
  insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state)
  select '26' || made.kind || lpad(nth::text, 7, '0'), partner_id, creator_phone, made.service_id, made.city_id, 'COMPLETED', 7, ${driver.phone},
    made.kind || lpad(nth::text, 21, '0'), at, content,
    (state::jsonb || jsonb_build_object('assigningAt', at, 'acceptedAt', at + case made.kind when 'L' then interval '1 minute' else interval '15 minutes' end,
      'arrivedAt', at + interval '20 minutes'))::json
  from orders
  cross join made
  where id = ${order}
  order by at`;
await db`delete from orders where id = ${order}`;
await db`
  insert into order_times (number, city_id, settled, service_id, lat, lng, windows, stays)
  select number, city_id, true, service_id, ${MARKET.lat}, ${MARKET.lng},
    (
      select array_agg(
        packed_window(
          stage, target, created_at, 3000, ${PLANNED}, ${PLANNED}, ${PLANNED - 60}, ${PLANNED + 60},
          ${PLANNED} + case when city_id = 'HAN' or extract(epoch from ${now}::timestamptz - created_at) % 86400 >= 43200 then ${LATE} else 0 end
        )
      )
      from (values ('quoted'), ('accepted'), ('carried')) as told (stage)
      cross join (values ('pickup'), ('delivery')) as to_be (target)
    ),
    array[
      array[0, since_2020(created_at), case city_id when 'HAN' then 900 else 60 end, 300],
      array[1, since_2020(created_at), case city_id when 'HAN' then 400 else 40 end, -1]
    ]
  from orders`;
await db`
  insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
  select city_id, 'BIKE', ${MARKET.lat}, ${MARKET.lng}, created_at, 600, case city_id when 'HAN' then 1200 else 600 end
  from orders
  cross join generate_series(1, case city_id when 'HAN' then 1 else ${LEGS_OF_AN_ORDER}::int end)
  order by created_at`;
await db.session((ask) => ask`vacuum analyze`);

const forecast = (hour: number): Forecast => ({
  stage: "accepted",
  target: "delivery",
  hour,
  meters: 3_000,
  aheadSeconds: PLANNED,
});
const learned = openLearned({ db, clock, catalogue });

test("a small city's windows are learnt from its weeks, and a large one's at every hour of the day", async () => {
  const windows = { HAN: await learned.windows("HAN"), SGN: await learned.windows("SGN") };
  const lateIn = (cityId: "HAN" | "SGN", hoursAgo: number): number => {
    const hour = learned.hourIn(cityId, new Date(now.getTime() - (hoursAgo + 0.5) * 3_600_000));
    return windowOf(windows[cityId], forecast(hour)).eta - PLANNED;
  };
  for (let hoursAgo = 0; hoursAgo < 24; hoursAgo++) {
    assert.ok(
      Math.abs(lateIn("HAN", hoursAgo) - LATE) < 60,
      `Hanoi, ${hoursAgo} hours ago: ${lateIn("HAN", hoursAgo)}`,
    );
    const late = lateIn("SGN", hoursAgo);
    // An hour that the middle lies in is half of each.
    if (hoursAgo !== 11 && hoursAgo !== 12 && hoursAgo !== 23 && hoursAgo !== 0)
      assert.ok(hoursAgo < 12 ? late < LATE / 4 : late > LATE / 3, `the large city, ${hoursAgo} hours ago: ${late}`);
  }
});

test("so are its stops and its roads", async () => {
  const [ofSmall, ofLarge] = [await learned.stops("HAN"), await learned.stops("SGN")];
  const key = { counter: "", serviceId: "HAN-BIKE", hour: 12 };
  assert.ok(ofSmall.doorSeconds(key) > 300, `${ofSmall.doorSeconds(key)} s at a door`);
  assert.ok(ofLarge.doorSeconds({ ...key, serviceId: "SGN-BIKE" }) < 60);
  const [small] = await learned.factorsAt("HAN", [MARKET]);
  const [large] = await learned.factorsAt("SGN", [MARKET]);
  assert.ok(small! > 1.8 && large! === 1, `${small} and ${large}`);
});

test("and how long goods take at its counters", async () => {
  const [small, large] = [await learned.preparations("HAN"), await learned.preparations("SGN")];
  const counter = counterOf(MARKET);
  assert.ok(small.get(counter)! > 900 && large.get(counter)! < 60, `${small.get(counter)} and ${large.get(counter)}`);
});

test("and how long its orders usually wait", async () => {
  const times = await listUsualTimes(db, ["HAN", "SGN"], { ofEach: 1_000, least: 5 });
  assert.deepEqual(
    ["HAN-BIKE", "SGN-BIKE"].map((service) => times.get(service)),
    [
      { assignSeconds: 900, pickupSeconds: 300 },
      { assignSeconds: 60, pickupSeconds: 1_140 },
    ],
  );
});

test("what is read for a small city does not grow with the large one", async () => {
  const plans = await explainAll(directOf(giao.databaseUrl), { "auto_explain.log_buffers": "on" });
  const explained = await giao.replica({ databaseUrl: directOf(giao.databaseUrl), env: { ROLE: "api" } });
  for (let nth = 0; nth < 7; nth++) {
    plans.take();
    const fresh = openLearned({ db: explained.house.db, clock, catalogue });
    await fresh.windows("HAN");
    await fresh.stops("HAN");
    await fresh.preparations("HAN");
    await fresh.factorsAt("HAN", [MARKET]);
    await listUsualTimes(explained.house.db, ["HAN", "DAD"], { ofEach: 1_000, least: 5 });
  }
  const asked = plans.take().filter((one) => /lateral/.test(one["Query Text"]));
  assert.ok(asked.length > 10, `${asked.length} statements were seen`);
  for (const { Plan: plan, "Query Text": text } of asked) {
    // Hours of 28 days, three pages each, and a few for each order.
    assert.ok(pagesTouched(plan) < 10 * SMALL + 672 * 4, `${pagesTouched(plan)} pages: ${text}`);
  }
});
