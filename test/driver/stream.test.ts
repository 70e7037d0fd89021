import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const streamOf = (driver: TestDriver, more: Record<string, string> = {}, url = giao.url) =>
  openEvents(`${url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}`, ...more });
const cancel = (orderId: string, comment = "enough") =>
  giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment } });

describe("the stream of offers", () => {
  test("begins with what is open and tells what comes and goes, on every replica", async () => {
    const driver = await addDriver(giao, { phone: "84911600001" });
    const there = await addOrder(giao, token);
    await offerTo(giao, there, [driver.phone]);
    const replica = await giao.replica();
    const streams = [await streamOf(driver), await streamOf(driver, {}, replica.url)];
    for (const stream of streams) {
      const first = await stream.next();
      assert.equal(first?.event, "offers");
      assert.deepEqual(
        first?.data.offers.map((offer: { order_id: string }) => offer.order_id),
        [there],
      );
    }
    const coming = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, coming, [driver.phone]);
    for (const stream of streams) {
      const event = await stream.next();
      assert.equal(event?.event, "offer");
      assert.equal(event?.data.id, offerId);
    }
    ok(await cancel(coming));
    for (const stream of streams) {
      const event = await stream.next();
      assert.equal(event?.event, "offer_closed");
      assert.deepEqual(event?.data, { id: offerId, order_id: coming, answer: "withdrawn" });
      await stream.close();
    }
    ok(await cancel(there));
  });

  test("a stream that was cut goes on where it was, without a gap and without a repetition", async () => {
    const driver = await addDriver(giao, { phone: "84911600002" });
    const first = await streamOf(driver);
    assert.equal((await first.next())?.event, "offers");
    const one = await addOrder(giao, token);
    const [offerOne] = await offerTo(giao, one, [driver.phone]);
    const heard = await first.next();
    assert.equal(heard?.data.id, offerOne);
    await first.close();
    const two = await addOrder(giao, token);
    const [offerTwo] = await offerTo(giao, two, [driver.phone]);
    ok(await cancel(one));
    const second = await streamOf(driver, { "last-event-id": heard?.id ?? "" });
    const missed = [await second.next(), await second.next()];
    assert.deepEqual(
      missed.map((event) => [event?.event, event?.data.id]),
      [
        ["offer", offerTwo],
        ["offer_closed", offerOne],
      ],
    );
    await second.close();
    const strange = await streamOf(driver, { "last-event-id": "999999" });
    assert.equal((await strange.next())?.event, "offers");
    await strange.close();
    ok(await cancel(two));
  });

  test("a driver hears at once when the order in their hands is cancelled", async () => {
    const driver = await addDriver(giao, { phone: "84911600003" });
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [driver.phone]);
    const stream = await streamOf(driver);
    ok(await driver.call("POST", `/offers/${offerId}/accept`));
    ok(await cancel(orderId, "changed my mind"));
    const statuses: string[] = [];
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.event === "order") statuses.push(event.data.status);
      if (statuses.at(-1) === "CANCELLED") break;
    }
    assert.equal(statuses.at(-1), "CANCELLED");
    await stream.close();
  });

  test("a driver hears at once that the order in their hands was taken from them, and it is in their list no more", async () => {
    const driver = await addDriver(giao, { phone: "84911600007" });
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [driver.phone]);
    ok(await driver.call("POST", `/offers/${offerId}/accept`));
    const replica = await giao.replica();
    const stream = await streamOf(driver, {}, replica.url);
    assert.equal((await stream.next())?.event, "offers");
    const body = { comment: "he does not answer" };
    ok(await giao.call("POST", `/operator/v1/orders/${orderId}/reassign`, { operator: true, body }));
    const later = await addOrder(giao, token);
    await offerTo(giao, later, [driver.phone]);
    let heard = await stream.next();
    // That they have it may still be on its way to the other replica.
    while (heard?.event === "order") heard = await stream.next();
    assert.equal(heard?.event, "reload", "before anything that came later");
    assert.deepEqual(ok(await driver.call("GET", "/orders")).orders, []);
    await stream.close();
    for (const id of [orderId, later]) ok(await cancel(id));
  });

  test("many changes at once reach the driver in their order", async () => {
    const driver = await addDriver(giao, { phone: "84911600004" });
    const stream = await streamOf(driver);
    assert.equal((await stream.next())?.event, "offers");
    const orders = await Promise.all(Array.from({ length: 10 }, () => addOrder(giao, token)));
    await Promise.all(orders.map((orderId) => offerTo(giao, orderId, [driver.phone])));
    await Promise.all(orders.map((orderId) => cancel(orderId)));
    const open = new Set<string>();
    let lastId = 0;
    for (let closed = 0; closed < orders.length; ) {
      const event = await stream.next();
      assert.ok(event && Number(event.id) > lastId);
      lastId = Number(event.id);
      if (event.event === "offer") open.add(event.data.id);
      else {
        open.delete(event.data.id);
        closed++;
      }
    }
    assert.equal(open.size, 0);
    await stream.close();
  });

  test("a server with as many streams as it may have refuses one more, and still lists offers", async () => {
    const small = await startGiao({ DRIVER_STREAMS: "1" }, { roads: crowRoads });
    const driver = await addDriver(small, { phone: "84911600006" });
    const stream = await streamOf(driver, {}, small.url);
    assert.equal((await stream.next())?.event, "offers");
    const refused = await driver.call("GET", "/offers", undefined, { headers: { accept: "text/event-stream" } });
    assertRefused(refused, 503, "SERVICE_UNAVAILABLE");
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    ok(await driver.call("GET", "/offers"));
    await stream.close();
  });

  test("without a session there is no stream, and a server that stops ends its streams", async () => {
    const driver = await addDriver(giao, { phone: "84911600005" });
    const refused = await giao.call("GET", "/driver/v1/offers", { headers: { accept: "text/event-stream" } });
    assertRefused(refused, 401, "NOT_AUTHORIZED");
    const other = await startGiao({}, { roads: crowRoads });
    const there = await addDriver(other, { phone: driver.phone });
    const stream = await openEvents(`${other.url}/driver/v1/offers`, { authorization: `Bearer ${there.token}` });
    assert.equal((await stream.next())?.event, "offers");
    await other.drain();
    assert.equal(await stream.next(), undefined);
  });
});
