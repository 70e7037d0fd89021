// Redis killed, emptied, full, cut off, silent and slow, under two replicas: nothing is lost, nothing is late by more than seconds, and
// everybody is told.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { crowRoads } from "../harness/crow-roads.ts";
import { type EventSource, openEvents } from "../harness/event-source.ts";
import { type Fault, openFaultProxy } from "../harness/fault-proxy.ts";
import { addDriver, addOrder, MARKET, ok } from "../harness/fleet.ts";
import { type Giao, startGiao } from "../harness/giao.ts";
import { type Seen, startReceiver } from "../harness/receiver.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";
import { until } from "../harness/until.ts";

// Longer than an answer may take.
const SLOW_MS = 1_500;
const PAUSE_MS = 1_500;

describe("replicas whose Redis fails", { skip: REDIS_MISSING }, async () => {
  if (REDIS_MISSING) return;
  const redis = await startRedis();
  after(redis.stop);
  const proxy = await openFaultProxy(redis.url, { slowMs: SLOW_MS });
  after(proxy.close);
  const receiver = await startReceiver();
  after(receiver.close);
  const one = await startGiao({ LIVE_URL: proxy.url, RATE_LIMITS: "on" }, { roads: crowRoads }, { dispatches: true });
  const other = await one.replica();
  ok(
    await one.call("PATCH", "/operator/v1/partners/demo", {
      operator: true,
      body: { callback: { url: receiver.url("/hook") } },
    }),
  );
  const token = await one.signIn();
  let nth = 0;

  // A report is all it takes, and one that met Redis away is followed by the next.
  const reportedAnew = ({ phone, call }: Awaited<ReturnType<typeof addDriver>>, lat: number) =>
    until(
      "a report is in Redis, and read there by the other",
      async () => {
        ok(await call("POST", "/positions", { positions: [{ lat, lng: MARKET.lng }] }));
        const kept = redis.ask("hget", "giao:{SGN}:places", phone);
        return kept.includes(String(lat)) && readsPlace(other, phone, lat);
      },
      { everyMs: 500 },
    );

  const through = (fault: Fault) => ({ begin: () => proxy.set(fault), end: () => proxy.set("none") });
  const FAULTS: Readonly<Record<string, { readonly begin: () => Promise<void>; readonly end: () => Promise<void> }>> = {
    killed: { begin: redis.kill, end: redis.start },
    silent: through("silent"),
    "cut off": through("reset"),
    refusing: through("refuse"),
    slow: through("slow"),
    full: {
      begin: async () => void redis.ask("config", "set", "maxmemory", "1"),
      end: async () => void redis.ask("config", "set", "maxmemory", "0"),
    },
  };

  for (const [name, { begin, end }] of Object.entries(FAULTS)) {
    test(`${name}: orders, steps, callbacks, positions, streams and limits go on, and it is told`, async () => {
      const driver = await addDriver(one, { phone: `8491133${String(1000 + nth++)}`, wallet: 1_000_000 });
      ok(await driver.online());
      const stream = await openEvents(`${other.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
      const reading = readOn(stream);
      try {
        await heard(stream, "event: offers");
        await begin();
        await until("that it is away is told", async () => !(await isUp(one)) && !(await isUp(other)));
        const orderId = await addOrder(one, token);
        // Dispatch asks them, who alone are online, and asks again when they are late.
        await heard(stream, orderId);
        await until("they accept", async () => {
          const { offers } = ok(await driver.call("GET", "/offers"));
          const offer = offers.find((some: { order_id: string }) => some.order_id === orderId);
          return offer && (await driver.call("POST", `/offers/${offer.id}/accept`)).status === 200;
        });
        await heard(stream, '"ACCEPTED"', "event: reload");
        const there = { lat: MARKET.lat + 0.001, lng: MARKET.lng };
        ok(await driver.call("POST", "/positions", { positions: [there] }));
        await until("the other reads where they are", () => readsPlace(other, driver.phone, there.lat));
        const isTold = ({ body }: Seen): boolean => {
          const told = JSON.parse(body.toString());
          return told._id === orderId && told.status === "ACCEPTED";
        };
        await until("the partner is called back", () => receiver.seen().some(isTold));

        await end();
        await until("that it is back is told", async () => (await isUp(one)) && (await isUp(other)));
        await reportedAnew(driver, MARKET.lat + 0.002);
        ok(await one.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "Not needed" } }));
      } finally {
        await stream.close();
        await reading;
        await end();
        await driver.call("PUT", "/availability", { online: false });
      }
    });
  }

  test("emptied: the next report is all it takes", async () => {
    const driver = await addDriver(one, { phone: "84911339999" });
    ok(await driver.online());
    redis.ask("flushall");
    await reportedAnew(driver, MARKET.lat + 0.003);
  });

  test("a process that was paused itself does not take it for away", async () => {
    const { phone, ...driver } = await addDriver(one, { phone: "84911339998" });
    ok(await driver.online());
    await reportedAnew({ phone, ...driver }, MARKET.lat);
    const reading = one.house.live.apart!.read([{ phone, cityId: "SGN" }]);
    // It has been asked, and the answer comes while nobody reads.
    await turnOfTheLoop();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    assert.ok((await reading).has(phone));
  });

  test("money and the ledger are whole", async () => {
    assert.equal(ok(await one.call("GET", "/operator/v1/ledger/verify", { operator: true })).ok, true);
  });
});

async function isUp({ call }: Pick<Giao, "call">): Promise<boolean> {
  const { parts } = (await call("GET", "/readyz")).body;
  const { note, ready } = parts.find((part: { name: string }) => part.name === "live plane");
  assert.equal(ready, true, "no balancer is turned away");
  const { body } = await call("GET", "/metrics", { operator: true });
  return !/AWAY|tells nothing/.test(note) && /^giao_live_up 1$/m.test(body);
}

async function readsPlace({ call }: Pick<Giao, "call">, phone: string, lat: number): Promise<boolean> {
  return ok(await call("GET", `/operator/v1/drivers/${phone}`, { operator: true })).lat === lat;
}

async function heard(stream: EventSource, ...words: readonly string[]): Promise<void> {
  await until(`${words} is heard`, () => words.some((word) => stream.heard().includes(word)));
}

// To its end, which is ours.
async function readOn(stream: EventSource): Promise<void> {
  while (await stream.next());
}
