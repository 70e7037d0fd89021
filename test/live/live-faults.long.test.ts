// Redis killed, emptied, full, cut off, silent and slow, under two replicas: nothing is lost, nothing is late by more than seconds, and
// everybody is told.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { type Fault, openFaultProxy } from "../harness/fault-proxy.ts";
import { addDriver, addOrder, MARKET, offerTo, ok } from "../harness/fleet.ts";
import { type Giao, startGiao } from "../harness/giao.ts";
import { type Seen, startReceiver } from "../harness/receiver.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";

// What a partner or a driver still calls at once, and what a listener calls soon.
const LATE_MS_MAX = 15_000;
const SLOW_MS = 1_500;

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
      try {
        await heard(stream, "event: offers");
        await begin();
        await until(async () => !(await isUp(one)) && !(await isUp(other)), "that it is away is told");
        const orderId = await addOrder(one, token);
        await offerTo(one, orderId, [driver.phone]);
        // Dispatch has perhaps been first; whoever asks, the stream says so.
        await heard(stream, orderId);
        const { offers } = ok(await driver.call("GET", "/offers"));
        const offer = offers.find((some: { order_id: string }) => some.order_id === orderId);
        ok(await driver.call("POST", `/offers/${offer.id}/accept`));
        await heard(stream, '"ACCEPTED"', "event: reload");
        const there = { lat: MARKET.lat + 0.001, lng: MARKET.lng };
        ok(await driver.call("POST", "/positions", { positions: [there] }));
        await readBy(other, driver.phone, there.lat);
        const isTold = ({ body }: Seen): boolean => {
          const told = JSON.parse(body.toString());
          return told._id === orderId && told.status === "ACCEPTED";
        };
        await until(async () => receiver.seen().some(isTold), "the partner is called back");

        await end();
        await until(async () => (await isUp(one)) && (await isUp(other)), "that it is back is told");
        const back = { lat: MARKET.lat + 0.002, lng: MARKET.lng };
        ok(await driver.call("POST", "/positions", { positions: [back] }));
        await readBy(other, driver.phone, back.lat);
        assert.match(redis.ask("hget", "giao:{SGN}:places", driver.phone), new RegExp(String(back.lat)));
        ok(await driver.call("POST", `/orders/${orderId}/cancel`, { comment: "Back soon" }));
      } finally {
        await stream.close();
        await end();
      }
    });
  }

  test("emptied: the next report is all it takes", async () => {
    const driver = await addDriver(one, { phone: "84911339999" });
    ok(await driver.online());
    redis.ask("flushall");
    const there = { lat: MARKET.lat + 0.003, lng: MARKET.lng };
    ok(await driver.call("POST", "/positions", { positions: [there] }));
    await readBy(other, driver.phone, there.lat);
    assert.match(redis.ask("hget", "giao:{SGN}:places", driver.phone), new RegExp(String(there.lat)));
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

async function readBy({ call }: Pick<Giao, "call">, phone: string, lat: number): Promise<void> {
  const seen = ok(await call("GET", `/operator/v1/drivers/${phone}`, { operator: true }));
  assert.equal(seen.lat, lat);
}

async function heard(stream: Awaited<ReturnType<typeof openEvents>>, ...words: readonly string[]): Promise<void> {
  const late = sleep(LATE_MS_MAX, "late" as const, { ref: false });
  while (!words.some((word) => stream.heard().includes(word))) {
    const came = await Promise.race([stream.next(), late]);
    assert.notEqual(came, "late", `${words} was not heard in ${LATE_MS_MAX} ms, but: ${stream.heard()}`);
  }
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const endAt = performance.now() + LATE_MS_MAX; performance.now() < endAt; await sleep(100)) {
    if (await isSo()) return;
  }
  assert.fail(`${what}: not in ${LATE_MS_MAX} ms`);
}
