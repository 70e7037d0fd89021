import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { type EventSource, openEvents, type ServerEvent } from "../harness/event-source.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { accept, drive, FIRST_PLACE, follow, newDriver, ON_THE_WAY, PATH, step } from "../harness/tracking.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({ TRACKING_STREAMS: "30", TRACKING_STREAMS_PER_ADDRESS: "25" }, { roads: crowRoads });
const token = await giao.signIn();
const driver = await newDriver(giao);
const streamOf = (link: string, url = giao.url) => openEvents(`${url}${link}/stream`, {});

// What is said once more in between does not matter.
async function hear(stream: EventSource, isIt: (event: ServerEvent) => boolean): Promise<ServerEvent> {
  for (;;) {
    const event = await stream.next();
    if (!event) throw new Error("the stream has ended");
    if (isIt(event)) return event;
  }
}

describe("the stream of a delivery", () => {
  test("tells every change and where the driver is, on every replica", async () => {
    const replica = await giao.replica();
    const { orderId, link } = await follow(giao, token, PATH.slice(0, 2));
    const streams = [await streamOf(link), await streamOf(link, replica.url)];
    for (const stream of streams) {
      const first = await stream.next();
      assert.equal(first?.event, "state");
      assert.equal(first?.data.status, "ASSIGNING");
    }
    await accept(giao, driver, orderId);
    for (const stream of streams) {
      const accepted = await hear(stream, ({ event, data }) => event === "state" && data.status === "ACCEPTED");
      assert.equal(accepted.data.driver.plate_number, "59A1-1");
    }
    await step(driver, orderId, "pickup");
    for (const place of [ON_THE_WAY, { ...ON_THE_WAY, lat: ON_THE_WAY.lat + 0.001 }]) {
      await drive(driver, place);
      for (const stream of streams) {
        const told = await hear(stream, ({ data }) => data.driver?.position?.lat === place.lat);
        assert.equal(told.data.driver.position.coarse, false);
        if (told.event === "moved")
          assert.equal(told.data.route, undefined, "the line is not sent with every position");
      }
    }
    await drive(driver, FIRST_PLACE);
    await step(driver, orderId, "points/1/deliver");
    for (const stream of streams) {
      const ended = await hear(stream, ({ data }) => data.mode === "ended");
      assert.equal(ended.data.status, "COMPLETED");
    }
    assertOk(await replica.call("POST", `${link}/rating`, { body: { rating: 4 } }));
    for (const stream of streams) {
      const rated = await hear(stream, ({ data }) => data.rating?.stars === 4);
      assert.equal(rated.event, "state");
      await stream.close();
    }
  });

  test("two links to one order each hear what is theirs", async () => {
    const { orderId, stopLink } = await follow(giao, token);
    const [first, second] = [await streamOf(stopLink(1)), await streamOf(stopLink(2))];
    await accept(giao, driver, orderId);
    await step(driver, orderId, "pickup");
    await drive(driver, ON_THE_WAY);
    await hear(first, ({ data }) => data.driver?.position?.coarse === false);
    await hear(second, ({ data }) => data.driver?.position?.coarse === true);
    await step(driver, orderId, "points/1/deliver");
    await hear(first, ({ data }) => data.mode === "ended" && data.driver.position === undefined);
    await hear(second, ({ data }) => data.driver?.position?.coarse === false);
    await step(driver, orderId, "points/2/deliver");
  });

  test("one link, one address and one process have so many streams and no more, and a closed one makes room", async () => {
    const links = await Promise.all([1, 2].map(() => follow(giao, token)));
    const open: EventSource[] = [];
    for (let at = 0; at < 20; at++) open.push(await streamOf(links[0]!.link));
    const refused = await giao.call("GET", `${links[0]!.link}/stream`);
    assertRefused(refused, 429, "TOO_MANY_REQUESTS");
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    for (let at = 0; at < 5; at++) open.push(await streamOf(links[1]!.link));
    assertRefused(await giao.call("GET", `${links[1]!.link}/stream`), 429, "TOO_MANY_REQUESTS");
    assertOk(await giao.call("GET", `${links[1]!.link}/state`));
    await open.pop()!.close();
    await opened(links[1]!.link, open);
    const small = await startGiao({ TRACKING_STREAMS: "1" }, { roads: crowRoads });
    const there = await follow(small, await small.signIn());
    const only = await openEvents(`${small.url}${there.link}/stream`, {});
    assertRefused(await small.call("GET", `${there.link}/stream`), 503, "SERVICE_UNAVAILABLE");
    await only.close();
    for (const stream of open) await stream.close();
  });

  test("the addresses of one IPv6 network share their streams", async () => {
    const behindProxy = await giao.replica({
      env: { TRACKING_STREAMS_PER_ADDRESS: "2", TRUSTED_PROXIES: "127.0.0.1" },
    });
    const { link } = await follow(giao, token);
    const from = (address: string) => openEvents(`${behindProxy.url}${link}/stream`, { "x-forwarded-for": address });
    const open = [await from("2001:db8:1:2::1"), await from("2001:db8:1:2:ffff::2")];
    await assert.rejects(from("2001:db8:1:2:3:4:5:6"), /429/);
    open.push(await from("2001:db8:1:3::1"));
    for (const stream of open) await stream.close();
  });

  // A server hears of a closed connection a moment after the reader has closed it.
  async function opened(link: string, open: EventSource[]): Promise<void> {
    const mayOpen = () =>
      streamOf(link).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes("429"))) throw error;
        return undefined;
      });
    open.push(await until("there is room for one more", mayOpen));
  }

  test("a server that stops ends its streams", async () => {
    const other = await startGiao({}, { roads: crowRoads });
    const { orderId, link } = await follow(other, await other.signIn());
    const stream = await openEvents(`${other.url}${link}/stream`, {});
    assert.equal((await stream.next())?.event, "state");
    await other.drain();
    assert.equal(await stream.next(), undefined);
    ok(await giao.call("GET", "/healthz"));
    assert.ok(orderId);
  });
});
