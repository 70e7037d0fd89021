// Two replicas and one Redis: what one of them is told, the other knows.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { signInDrivers } from "../../bench/bench-drivers.ts";
import type { LatLng } from "../../src/domain/geo.ts";
import type { Phone } from "../../src/domain/phone.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { type EventSource, openEvents } from "../harness/event-source.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, orderBody } from "../harness/fleet.ts";
import { type Giao, type Json, startGiao } from "../harness/giao.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";
import { whileTimeStands } from "../harness/still-time.ts";
import { until } from "../harness/until.ts";

describe("two replicas with a live plane", { skip: REDIS_MISSING }, async () => {
  if (REDIS_MISSING) return;
  const redis = await startRedis();
  after(redis.stop);
  const one = await startGiao({ LIVE_URL: redis.url }, { roads: crowRoads });
  const other = await one.replica();
  const line = await openFaultProxy(redis.url);
  after(line.close);
  const cutOff = await one.replica({ env: { LIVE_URL: line.url } });
  const token = await one.signIn();

  test("both say at /readyz and /metrics that they use it", async () => {
    for (const { call } of [one, other]) {
      const { parts } = (await call("GET", "/readyz")).body;
      const part = parts.find(({ name }: { name: string }) => name === "live plane");
      assert.match(part.note, /^127\.0\.0\.1:\d+ answers$/);
      assert.equal(await measure({ call }, "giao_live_up"), 1);
    }
  });

  test("a partner's limit is one for both", async () => {
    const body = { id: "limited", name: "Limited", rate_limit_per_minute: 10 };
    const { api_key } = ok(await one.call("POST", "/operator/v1/partners", { operator: true, body }));
    const own = await one.register("84905550001", api_key);
    const statuses: number[] = [];
    await whileTimeStands([one, other], async () => {
      for (let nth = 0; nth < 30; nth++) {
        statuses.push((await [one, other][nth % 2]!.call("GET", "/v3/accounts", { token: own })).status);
      }
    });
    const allowed = statuses.filter((status) => status === 200).length;
    assert.ok(allowed >= 9 && allowed <= 10, `${allowed} of 30 were let in`);
    assert.equal(statuses.at(-1), 429);
  });

  test("wrong pins at one are counted at the other, and forgotten at both", async () => {
    const { phone } = await addDriver(one, { phone: "84911222301" });
    const trySignIn = (giao: Pick<Giao, "call">, pin: string) =>
      giao.call("POST", "/driver/v1/sessions", { body: { mobile: phone, pin } });
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth++) statuses.push((await trySignIn([one, other][nth % 2]!, "9999")).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const [{ count } = { count: -1 }] = await one.house.db<{ count: number }>`
      select count(*)::int as count from sign_in_tries`;
    assert.equal(count, 0, "tries are in Redis, not in the database");
  });

  test("a position said at one is what everybody reads at the other, and the database keeps one a minute", async () => {
    const driver = await addDriver(one, { phone: "84911222302", wallet: 1_000_000 });
    await driver.online(MARKET);
    const orderId = await addOrder(one, token);
    const [offerId] = await offerTo(one, orderId, [driver.phone]);
    const near = { lat: 10.7731, lng: 106.6991 };
    ok(await driver.call("POST", "/positions", { positions: [near] }));
    ok(await other.call("POST", `/driver/v1/offers/${offerId}/accept`, { token: driver.token }));
    const accepted = ok(await other.call("GET", `/v3/orders/${orderId}`, { token }));
    assert.equal(accepted.accept_lat, near.lat);

    const there = { lat: 10.79, lng: 106.6999 };
    ok(await driver.call("POST", "/positions", { positions: [there] }));
    const seen = ok(await other.call("GET", `/operator/v1/drivers/${driver.phone}`, { operator: true }));
    assert.equal(seen.lat, there.lat);
    const { drivers } = ok(await other.call("GET", "/operator/v1/cities/SGN/live", { operator: true }));
    const onMap = drivers.find(({ mobile }: { mobile: string }) => mobile === driver.phone);
    assert.equal(onMap.lat, there.lat);
    const order = ok(await other.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
    assert.equal(order.status, "ACCEPTED");
    const state = ok(await other.call("GET", `${new URL(accepted.shared_link).pathname}/state`));
    // Told roughly while the parcel is not picked up.
    assert.ok(Math.abs(state.driver.position.lat - there.lat) < 0.01, JSON.stringify(state.driver));

    const [kept] = await one.house.db<{ lat: number }>`
      select lat from driver_places where driver_phone = ${driver.phone}`;
    assert.equal(kept?.lat, MARKET.lat, "the place is kept when a minute is over");
    await until("a point of the trail is kept", async () => {
      const [row] = await one.house.db<{ count: number }>`
        select count(*)::int as count from trail_points where order_id = ${orderId}`;
      return (row?.count ?? 0) >= 1;
    });
  });

  test("of drivers who fell silent nothing stays in Redis while others report, however many they were", async () => {
    const driver = await addDriver(one, { phone: "84911222309" });
    await driver.online(MARKET);
    const [at, seenAt] = [one.house.clock.now(), new Date(one.house.clock.trueTime.now().getTime() - 3_600_000)];
    const silent = Array.from({ length: 250 }, (_, nth) => ({
      ...{ phone: String(84_970_000_000 + nth), cityId: "SGN", ...MARKET, speed: null, heading: null },
      ...{ at, heardAt: at, keptAt: at, seenAt, doubt: null, doubtedAt: null },
    }));
    await one.house.live.apart?.write(silent);
    await until("the silent are gone from Redis", async () => {
      ok(await driver.call("POST", "/positions", { positions: [MARKET] }));
      const [places, map, seen] = ["hkeys", "zrange", "zrange"].map((verb, nth) =>
        redis.ask(verb, `giao:{SGN}:${["places", "map", "seen"][nth]}`, ...(nth === 0 ? [] : ["0", "-1"])),
      );
      const isGone = [places, map, seen].every((told) => !told!.includes("849700"));
      return isGone && [places, map, seen].every((told) => told!.includes(driver.phone));
    });
  });

  test("a tracking page at one hears at once that its driver, who reports at the other, has moved", async () => {
    const driver = await addDriver(one, { phone: "84911222306", wallet: 1_000_000 });
    await driver.online(MARKET);
    const orderId = await addOrder(one, token);
    for (const type of ["accept", "pickup"]) {
      const body = { type, mobile: driver.phone };
      ok(await one.call("POST", `/sandbox/v1/orders/${orderId}/events`, { operator: true, body }));
    }
    const { shared_link } = ok(await one.call("GET", `/v3/orders/${orderId}`, { token }));
    const stream = await openEvents(`${other.url}${new URL(shared_link).pathname}/stream`, {});
    try {
      await next(stream, "state");
      let nth = 0;
      await until("the other hears of a move", async () => {
        nth++;
        ok(await driver.call("POST", "/positions", { positions: [{ lat: MARKET.lat + nth / 1e4, lng: MARKET.lng }] }));
        return (await measure(other, 'giao_live_heard_total{notice="giao_moves"}')) > 0;
      });
      const { position } = (await next(stream, "moved")).driver;
      assert.ok(position.lat > MARKET.lat, JSON.stringify(position));
    } finally {
      await stream.close();
    }
  });

  test("what is said at one that alone cannot reach Redis is what the others show, though Redis knows an older place", async () => {
    const driver = await addDriver(one, { phone: "84911222310", wallet: 1_000_000 });
    await driver.online(MARKET);
    const orderId = await addOrder(one, token);
    for (const type of ["accept", "pickup"]) {
      const body = { type, mobile: driver.phone };
      ok(await one.call("POST", `/sandbox/v1/orders/${orderId}/events`, { operator: true, body }));
    }
    const { shared_link } = ok(await one.call("GET", `/v3/orders/${orderId}`, { token }));
    ok(await driver.call("POST", "/positions", { positions: [{ lat: 10.7731, lng: 106.6991 }] }));

    await line.set("silent");
    await until("the one that is cut off knows it", async () => (await measure(cutOff, "giao_live_up")) === 0);
    const there = { lat: 10.7741, lng: 106.6992 };
    ok(await cutOff.call("POST", "/driver/v1/positions", { token: driver.token, body: { positions: [there] } }));
    assert.match(redis.ask("hget", "giao:{SGN}:places", driver.phone), /10\.7731/);
    for (const { call } of [one, other, cutOff]) {
      const { lat } = ok(await call("GET", `/operator/v1/drivers/${driver.phone}`, { operator: true }));
      assert.equal(lat, there.lat);
      const { driver: shown } = ok(await call("GET", `${new URL(shared_link).pathname}/state`));
      assert.ok(Math.abs(shown.position.lat - there.lat) < 1e-4, JSON.stringify(shown));
    }

    await line.set("none");
    const back = { lat: 10.7751, lng: 106.6993 };
    ok(await driver.call("POST", "/positions", { positions: [back] }));
    const { lat } = ok(await other.call("GET", `/operator/v1/drivers/${driver.phone}`, { operator: true }));
    assert.equal(lat, back.lat);
  });

  test("dispatch goes by where drivers are now", async () => {
    const far = { lat: 10.85, lng: 106.8 };
    const comes = await addDriver(one, { phone: "84911222303", wallet: 1_000_000 });
    const leaves = await addDriver(one, { phone: "84911222304", wallet: 1_000_000 });
    await comes.online(far);
    await leaves.online(CATHEDRAL);
    // A few minutes' way each, which the sandbox's clock makes possible.
    ok(await one.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
    ok(await comes.call("POST", "/positions", { positions: [{ lat: 10.8, lng: 106.72 }] }));
    ok(await one.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
    ok(await comes.call("POST", "/positions", { positions: [CATHEDRAL] }));
    ok(await leaves.call("POST", "/positions", { positions: [{ lat: 10.81, lng: 106.72 }] }));
    const path = orderBody() as { path: object[] };
    const orderId = await addOrder(one, token, { path: [{ ...path.path[1] }, { ...path.path[0] }] });
    ok(await other.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 1 } }));
    const { offers } = ok(await one.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
    assert.equal(offers[0]?.driver_mobile ?? offers[0]?.mobile, comes.phone, JSON.stringify(offers));
  });

  test("in a fleet too large to be read whole too, where the database knows less", async () => {
    const fillers = Array.from({ length: 2_100 }, (_, nth) => String(84_960_000_000 + nth));
    await signInDrivers(one.house.db, fillers, true);
    await one.house
      .db`update driver_places set lat = 10.95, lng = 106.6, seen_at = clock_timestamp() where driver_phone = any(${fillers})`;
    const far = { lat: 10.85, lng: 106.8 };
    const comes = await addDriver(one, { phone: "84911222307", wallet: 1_000_000 });
    const leaves = await addDriver(one, { phone: "84911222308", wallet: 1_000_000 });
    await comes.online(far);
    await leaves.online(CATHEDRAL);
    const [at, seenAt] = [one.house.clock.now(), one.house.clock.trueTime.now()];
    const unknown = { speed: null, heading: null, doubt: null, doubtedAt: null };
    const live = (phone: Phone, place: LatLng) => ({
      ...{ phone, cityId: "SGN", ...place, ...unknown, at, heardAt: at, keptAt: at, seenAt },
    });
    await one.house.live.apart?.write([live(comes.phone, CATHEDRAL), live(leaves.phone, far)]);
    const path = orderBody() as { path: object[] };
    const orderId = await addOrder(one, token, { path: [{ ...path.path[1] }, { ...path.path[0] }] });
    ok(await other.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 1 } }));
    assert.match(redis.ask("info", "commandstats"), /cmdstat_geosearch:calls=[1-9]/);
    const { offers } = ok(await one.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
    assert.ok(offers.length > 0);
    const asked = offers.map((offer: Json) => offer.driver_mobile ?? offer.mobile);
    assert.ok(!asked.includes(leaves.phone), JSON.stringify(offers));
    assert.equal(asked[0], comes.phone, JSON.stringify(offers));
  });

  test("a stream at one hears what happens at the other, and only of what somebody listens for", async () => {
    const driver = await addDriver(one, { phone: "84911222305", wallet: 1_000_000 });
    await driver.online(MARKET);
    const stream = await openEvents(`${other.url}/driver/v1/offers`, {
      authorization: `Bearer ${driver.token}`,
    });
    try {
      await next(stream, "offers");
      const before = await measure(other, 'giao_live_heard_total{notice="giao_orders"}');
      const orderId = await addOrder(one, token);
      const [offerId] = await offerTo(one, orderId, [driver.phone]);
      assert.equal((await next(stream, "offer")).order_id, orderId);
      ok(await driver.call("POST", `/offers/${offerId}/accept`));
      assert.equal((await next(stream, "order")).order_id, orderId);
      for (let nth = 0; nth < 5; nth++) await addOrder(one, token);
      assert.equal(await measure(other, 'giao_live_heard_total{notice="giao_orders"}'), before);
    } finally {
      await stream.close();
    }
  });
});

async function next(stream: EventSource, event: string): Promise<Json> {
  for (let heard = await stream.next(); heard; heard = await stream.next())
    if (heard.event === event) return heard.data;
  return assert.fail(`the stream ended before ${event}`);
}

async function measure({ call }: Pick<Giao, "call">, name: string): Promise<number> {
  const { body } = await call("GET", "/metrics", { operator: true });
  const line = String(body)
    .split("\n")
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
