// Windows around ETAs: told, kept, settled by what happened, learnt from and reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { etaCommand } from "../../src/cli/eta.ts";
import { inTransaction } from "../../src/store/db.ts";
import { removeOldTimes, savePromised, takeOverWindows } from "../../src/store/eta/promised-windows.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const { db, clock } = giao.house;
const token = await giao.signIn();
// Numbers before those of all orders made here.
const BEFORE = 1_000;
await db`select setval(pg_get_serial_sequence('orders', 'number'), ${BEFORE})`;
const SOUTH = { lat: MARKET.lat - 0.03, lng: MARKET.lng };

const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
// Everything that is due has been done when it answers.
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));

async function take(driver: TestDriver): Promise<string> {
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  return orderId;
}
// Worked out beside the answer to the position, so it is looked for until it is there.
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("it never came");
}
async function driveAt(driver: TestDriver, orderId: string, isSo: (order: Json) => boolean): Promise<Json> {
  ok(await driver.call("POST", "/positions", { positions: [SOUTH] }));
  return until(async () => {
    const order = await detail(orderId);
    return isSo(order) ? order : undefined;
  });
}
type Told = { stage: string; target: string; plannedSeconds: number; actualSeconds: number | null };
const toldOf = (orderId: string) =>
  db<Told>`
    select stage, target, planned_seconds, actual_seconds
    from told_windows
    join orders using (number)
    where id = ${orderId}
    order by told_at, stage, target`;

test("an order in hand has windows around its times, on every answer, and what came of them is written down", async () => {
  const driver = await addDriver(giao, { phone: "84911910001" });
  const orderId = await take(driver);
  await advance(1);
  assert.deepEqual(
    (await toldOf(orderId)).map(({ stage, target }) => `${stage} ${target}`),
    ["quoted delivery", "quoted pickup"],
  );
  const order = await driveAt(driver, orderId, ({ pickup_eta_high = 0 }) => pickup_eta_high > 0);
  for (const name of ["pickup_eta", "delivery_eta"])
    assert.ok(order[`${name}_low`] < order[name] && order[name] < order[`${name}_high`], name);
  assert.deepEqual(
    [order.path[1].eta, order.path[1].eta_low, order.path[1].eta_high],
    [order.delivery_eta, order.delivery_eta_low, order.delivery_eta_high],
  );
  const inspected = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
  assert.equal(inspected.delivery_eta_high, order.delivery_eta_high);
  const link = new URL(order.shared_link).pathname;
  const tracked = ok(await giao.call("GET", `${link}/state`));
  assert.deepEqual([tracked.eta.low, tracked.eta.high], [order.delivery_eta_low, order.delivery_eta_high]);
  assert.deepEqual(tracked.stops[0].eta, { from: order.pickup_eta_low, to: order.pickup_eta_high });
  const { stops } = ok(await driver.call("GET", "/plan"));
  for (const { eta, eta_low, eta_high } of stops) assert.ok(eta_low < eta && eta < eta_high);

  await advance(700);
  ok(await driver.call("POST", `/orders/${orderId}/arrive`));
  await advance(100);
  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  const carried = await driveAt(
    driver,
    orderId,
    ({ pickup_eta, delivery_eta_high }) => pickup_eta === 0 && delivery_eta_high > 0,
  );
  assert.deepEqual([carried.pickup_eta_low, carried.pickup_eta_high], [0, 0]);
  await advance(400);
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`));
  assert.equal((await detail(orderId)).delivery_eta_high, undefined);
  await advance(1);
  const told = await toldOf(orderId);
  assert.deepEqual(told.map(({ stage, target }) => `${stage} ${target}`).toSorted(), [
    "accepted delivery",
    "accepted pickup",
    "carried delivery",
    "quoted delivery",
    "quoted pickup",
  ]);
  const actual = (stage: string, target: string): number =>
    told.find((row) => row.stage === stage && row.target === target)?.actualSeconds ?? -1;
  assert.ok(Math.abs(actual("accepted", "pickup") - 700) < 20, `${actual("accepted", "pickup")}`);
  assert.ok(Math.abs(actual("accepted", "delivery") - 1_200) < 20, `${actual("accepted", "delivery")}`);
  assert.ok(Math.abs(actual("carried", "delivery") - 400) < 20, `${actual("carried", "delivery")}`);
  const stays = await db`
    select kind, seconds, arrived_after_seconds from told_stays join orders using (number) where id = ${orderId}`;
  assert.equal(stays.length, 1);
  assert.ok(Number(stays[0]!.seconds) >= 100 && Number(stays[0]!.seconds) < 120);
});

test("what never happened, and what robots raced through, says nothing", async () => {
  const cancelled = await addOrder(giao, token);
  const driver = await addDriver(giao, { phone: "84911910002" });
  const raced = await take(driver);
  await db`update drivers set is_robot = true where phone = ${driver.phone}`;
  await advance(1);
  assert.equal((await toldOf(cancelled)).length, 2);
  assert.equal((await toldOf(raced)).length, 2);
  ok(await giao.call("DELETE", `/v3/orders/${cancelled}`, { token, body: {} }));
  for (const step of ["arrive", "pickup", "points/1/deliver"])
    ok(await driver.call("POST", `/orders/${raced}/${step}`));
  await advance(1);
  assert.deepEqual([await toldOf(cancelled), await toldOf(raced)], [[], []]);
});

test("what a program from before tells, and what it kept, is kept with the rest", async () => {
  const [told, kept] = [await addOrder(giao, token), await addOrder(giao, token)];
  // Told in one second, whatever a busy machine makes of these lines.
  const at = clock.now();
  const window = (orderId: string, stage: string, actual: number | null) => db`
    insert into eta_windows
      (order_id, stage, target, city_id, told_at, meters, planned_seconds, eta_seconds, low_seconds, high_seconds, actual_seconds)
    values (${orderId}, ${stage}, 'pickup', 'SGN', ${at}, 850, 900, 900, 800, 1000, ${actual})`;
  await window(told, "quoted", null);
  await window(told, "quoted", null);
  await window(told, "accepted", null);
  assert.deepEqual(
    (await toldOf(told)).map(({ stage, actualSeconds }) => [stage, actualSeconds]),
    [
      ["accepted", null],
      ["quoted", null],
    ],
  );
  await window(kept, "quoted", 700);
  await db`
    insert into stop_stays (order_id, kind, city_id, service_id, lat, lng, left_at, seconds, arrived_after_seconds)
    values (${kept}, 'pickup', 'SGN', 'SGN-BIKE', 10.7, 106.7, ${clock.now()}, 90, 300), (${kept}, 'door', 'SGN', 'SGN-BIKE', 10.7, 106.7, ${clock.now()}, 40, null)`;
  while (await takeOverWindows(db, 1));
  assert.deepEqual(
    (await toldOf(kept)).map(({ stage, actualSeconds }) => [stage, actualSeconds]),
    [["quoted", 700]],
  );
  const stays = await db`
    select kind, seconds, arrived_after_seconds from told_stays join orders using (number) where id = ${kept} order by kind`;
  assert.deepEqual(stays, [
    { kind: "door", seconds: 40, arrivedAfterSeconds: null },
    { kind: "pickup", seconds: 90, arrivedAfterSeconds: 300 },
  ]);
  assert.deepEqual(await db`select order_id from eta_windows union all select order_id from stop_stays`, []);
});

test("two who tell the first of an order in the same moment are both heard", async () => {
  const orderId = await addOrder(giao, token, { order_time: clock.now().getTime() / 1_000 + 7_200 });
  const told = (target: "pickup" | "delivery") => {
    const times = { meters: 850, plannedSeconds: 900, etaSeconds: 900, lowSeconds: 800, highSeconds: 1_000 };
    return [{ orderId, stage: "accepted", target, cityId: "SGN", promisedAt: clock.now(), ...times } as const];
  };
  const later = await inTransaction(db, async (tx) => {
    await savePromised(tx, told("pickup"));
    const saving = { saved: savePromised(db, told("delivery")) };
    await until(async () => {
      const waiting =
        await db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting[0];
    });
    return saving;
  });
  await later.saved;
  assert.deepEqual((await toldOf(orderId)).map(({ target }) => target).toSorted(), ["delivery", "pickup"]);
});

test("what was told of an order goes when it has served its time, and nothing newer", async () => {
  const old = await addOrder(giao, token);
  const fresh = await addOrder(giao, token);
  await advance(1);
  const now = clock.now().getTime();
  await db`update orders set created_at = ${new Date(now - 1_000)} where id = ${old}`;
  await db`update orders set created_at = ${new Date(now + 1_000)} where id = ${fresh}`;
  await removeOldTimes(db, clock.now(), 5_000);
  assert.deepEqual([(await toldOf(old)).length, (await toldOf(fresh)).length], [0, 2]);
});

test("an order for later is no forecast", async () => {
  const at = clock.now().getTime() / 1_000 + 7_200;
  const orderId = await addOrder(giao, token, { order_time: at });
  await advance(1);
  assert.deepEqual(await toldOf(orderId), []);
});

const estimateOf = async (): Promise<Json> => {
  const { service_id, requests: _requests, ...body } = orderBody() as Json;
  const services = [{ _id: service_id, requests: [] }];
  const [{ data }] = ok(await giao.call("POST", "/v3/orders/estimates", { token, body: { ...body, services } }));
  return data.eta;
};

test("an estimate tells windows, and outcomes move them: later, and as wide as such orders scatter", async () => {
  const before = await estimateOf();
  assert.ok(before.pickup_low < before.pickup && before.pickup < before.pickup_high);
  assert.ok(before.low < before.delivery && before.delivery < before.high);
  // Ten minutes late, give or take a minute and a half.
  await db`
    insert into orders
      (number, id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state)
    overriding system value
    select nth, '26E' || lpad(nth::text, 7, '0'), partner_id, creator_phone, service_id, city_id, 'COMPLETED', 7, lpad(nth::text, 22, '0'),
      ${clock.now()}::timestamptz - make_interval(secs => 405 - nth), content, state
    from (select * from orders limit 1) as any_order, generate_series(1, 400) as nth`;
  await db`
    insert into order_times (number, city_id, settled, windows)
    select nth, 'SGN', true, array_agg(
      packed_window(stage, target, ${clock.now()}::timestamptz - make_interval(secs => 405 - nth), 850, 900, 900, 800, 1000,
        1500 + 90 * ((nth % 21) - 10) / 10))
    from generate_series(1, 400) as nth, unnest(array['quoted', 'accepted']) as stage, unnest(array['pickup', 'delivery']) as target
    group by nth`;
  await advance(601);
  const asked = clock.now().getTime() / 1_000;
  const after = await until(async () => {
    const eta = await estimateOf();
    return eta.delivery - asked > before.delivery - asked + 900 ? eta : undefined;
  });
  const width = after.high - after.low;
  assert.ok(width > 100 && width < 330, `${width}`);
  assert.equal(after.assign_seconds, before.assign_seconds);
  const driver = await addDriver(giao, { phone: "84911910003" });
  const orderId = await take(driver);
  const order = await driveAt(driver, orderId, ({ pickup_eta_high = 0 }) => pickup_eta_high > 0);
  assert.ok(order.pickup_eta - clock.now().getTime() / 1_000 > 900);
});

test("the report says how windows held, by call and by command, and refuses what it cannot tell", async () => {
  const figures = ok(await giao.call("GET", "/operator/v1/etas?city_id=SGN", { operator: true }));
  assert.ok(figures.all.told >= 1_600);
  // They were told to come within a hundred seconds and came ten minutes late.
  assert.ok(figures.all.held < 0.1 && figures.all.late > 0.9 && figures.all.bias_seconds > 500);
  assert.equal(figures.all.width_seconds > 0 && figures.all.constant_seconds > 0, true);
  assert.ok(figures.by_day.length >= 1 && figures.by_hour.length >= 1 && figures.by_stage.length >= 4);
  assert.ok(figures.by_distance.some(({ meters }: Json) => meters === "0-1500"));
  const nothing = ok(await giao.call("GET", "/operator/v1/etas?from=1&to=2", { operator: true }));
  assert.deepEqual([nothing.all.told, nothing.by_day], [0, []]);
  assert.equal((await giao.call("GET", "/operator/v1/etas?city_id=QQQ", { operator: true })).status, 404);
  assert.equal((await giao.call("GET", "/operator/v1/etas?from=soon", { operator: true })).status, 400);
  assert.equal((await giao.call("GET", "/operator/v1/etas")).status, 401);

  const said: string[] = [];
  const out = { say: (line: string) => said.push(line), complain: (line: string) => said.push(`! ${line}`) };
  assert.equal(await etaCommand(["report", "--city", "SGN"], out, giao.house), 0);
  assert.match(said.join("\n"), /SGN, .*80 % of what happens\n.*told.*held.*early.*late.*bias.*width.*constant/);
  assert.match(said.join("\n"), /^all +\d{4}/m);
  assert.match(said.join("\n"), /^quoted, pickup/m);
  assert.match(said.join("\n"), /^0-1500 m/m);
  assert.match(said.join("\n"), /^\d\d:00/m);
  said.length = 0;
  assert.equal(await etaCommand(["report", "--from", "2020-01-01", "--to", "2020-01-02"], out, giao.house), 0);
  assert.match(said.join(), /No windows were told/);
  assert.equal(await etaCommand(["report", "--city", "QQQ"], out, giao.house), 1);
  await assert.rejects(() => etaCommand(["report", "--from", "2020-13-01"], out, giao.house), /there is no date/);
  await assert.rejects(() => etaCommand([], out, giao.house), /expected: eta report/);
});
