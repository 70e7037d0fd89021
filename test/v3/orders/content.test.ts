// Changing what an order is about before it is picked up (D11): points, time, goods, special requests; money, two at once, and who hears
// of it. What is refused is in content-refusals.test.ts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { keepWords } from "../../../src/operations/orders/find-orders.ts";
import { contentCalls, ITEM, ok, THIRD, three } from "../../harness/content-calls.ts";
import { openEvents } from "../../harness/event-source.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, orderBody, PICKUP, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const replica = await orders.replica();
const { now, patch, add, remove } = contentCalls(orders);
const names = (order: Json): readonly string[] => order.path.map(({ name }: Json) => name);

describe("points", () => {
  test("a point that is added is routed and priced, and the hold follows; removed, all is as before", async () => {
    const token = await orders.fundedAccount("84969100010", 500_000, 10_000);
    const before = await orders.created(orderBody({ requests: [{ _id: "SGN-BIKE-INSURANCE" }] }), token);
    const added = await ok(add(before._id, point({ ...THIRD, name: "Mai", item_value: 9_000_000, cod: 5_000 }), token));
    assert.deepEqual(names(added), ["Lan", "Lan", "Mai"]);
    assert.ok(added.distance > before.distance && added.polylines !== before.polylines);
    assert.equal(added.stop_fee, before.stop_fee + 5_500);
    // The value of the new parcel is insured as well.
    assert.ok(added.requests[0].price > before.requests[0].price);
    const estimated = await ok(
      orders.estimate(
        {
          ...orderBody({ path: added.path, service_id: null, requests: null }),
          services: [{ _id: "SGN-BIKE", requests: [{ _id: "SGN-BIKE-INSURANCE" }] }],
        },
        token,
      ),
    );
    assert.equal(added.total_fee, estimated[0].data.total_fee);
    assert.deepEqual(await orders.detail(before._id, token), added);
    const wallet = await orders.walletOf("84969100010");
    assert.deepEqual([wallet.main + wallet.bonus + wallet.held, wallet.held], [510_000, added.total_fee]);
    const removed = await ok(remove(before._id, 2, token));
    assert.deepEqual([removed.total_fee, removed.distance], [before.total_fee, before.distance]);
    assert.equal((await orders.walletOf("84969100010")).held, before.total_fee);
  });

  test("a point may stand anywhere behind the pickup, and where the stops are put in order it finds its own place", async () => {
    const { _id } = await orders.created(three());
    assert.deepEqual(names(await ok(add(_id, point({ ...THIRD, name: "First", index: 1 })))), [
      "Lan",
      "First",
      "Lan",
      "Lan",
    ]);
    const at = (name: string, lat: number) => point({ name, lat, lng: PICKUP.lng });
    const path = [point(), at("far", 10.85), at("near", 10.79)];
    const optimised = await orders.created(orderBody({ path, route_optimized: true }));
    assertRefused(await add(optimised._id, { ...at("middle", 10.81), index: 1 }), 400, "INVALID_DATA");
    const after = await ok(add(optimised._id, at("middle", 10.81)));
    assert.deepEqual(names(after), ["Lan", "near", "middle", "far"]);
  });

  test("a tracking number and the words of an address come and go with their point", async () => {
    const found = async (q: string): Promise<readonly string[]> => {
      const path = `/operator/v1/orders?partner_id=demo&q=${encodeURIComponent(q)}`;
      return (await ok(orders.call("GET", path, { operator: true }))).orders.map(({ _id }: Json) => _id);
    };
    const { _id } = await orders.created();
    // Once to see how many there are, and once to keep their words.
    for (let i = 0; i < 2; i++) await keepWords(orders.house, () => true, 0);
    const tracked = point({ ...THIRD, tracking_number: "CAME-LATER", address: "77 Hẻm Bông Sen" });
    await ok(add(_id, tracked));
    assert.deepEqual([await found("CAME-LATER"), await found("bong sen")], [[_id], [_id]]);
    await ok(remove(_id, 2));
    assert.deepEqual([await found("CAME-LATER"), await found("bong sen")], [[], []]);
  });

  test("an address without coordinates is located", async () => {
    const { _id } = await orders.created();
    const address = "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh";
    const order = await ok(add(_id, { address, name: "Lan", mobile: "0900000009" }));
    assert.notEqual(order.path[2].located_by, "given");
  });

  test("a recipient's link shows the recipient's own door, whoever else came or went", async () => {
    const link = (order: Json, index: number): string => new URL(order.path[index].shared_link).pathname;
    const own = async (path: string): Promise<Json> => {
      const answer = await orders.call("GET", `${path}/state`);
      return answer.status === 200 ? answer.body.stops.findIndex((stop: Json) => stop.own) : answer.status;
    };
    const order = await orders.created(three());
    const [one, two] = [link(order, 1), link(order, 2)];
    const more = await ok(add(order._id, point({ lat: 10.81, lng: 106.7, index: 1 })));
    const fresh = link(more, 1);
    assert.deepEqual([await own(fresh), await own(one), await own(two)], [1, 2, 3]);
    assert.deepEqual([link(more, 2), link(more, 3)], [one, two]);
    const stream = await openEvents(`${orders.url}${one}/stream`, {});
    await ok(remove(order._id, 2));
    assert.deepEqual([await own(fresh), await own(one), await own(two)], [1, 404, 2]);
    let told = await stream.next();
    while (told?.event === "state") told = await stream.next();
    assert.equal(told?.event, "gone");
    await stream.close();
    await ok(remove(order._id, 2));
    assert.deepEqual([await own(fresh), await own(two)], [1, 404]);
    // A number is never given twice, and the order's own link is not the new door's.
    const again = await ok(add(order._id, point(THIRD)));
    assert.equal(await own(two), 404);
    await ok(remove(order._id, 1));
    assert.equal(await own(link(again, 2)), 1);
    assert.equal(await own(new URL(order.shared_link).pathname), -1);
  });
});

describe("time, goods and special requests", () => {
  test("an order that waits for its time waits for another, or for none", async () => {
    const at = now() + 7_200;
    const { _id } = await orders.created(orderBody({ order_time: at }));
    await ok(patch(_id, { order_time: at + 3_600 }));
    assert.deepEqual(
      await orders.detail(_id).then(({ status, order_time, idle_until }) => [status, order_time, idle_until]),
      ["IDLE", at + 3_600, at + 3_600],
    );
    await orders.advance(7_300);
    assert.equal((await orders.detail(_id)).status, "IDLE");
    await ok(patch(_id, { order_time: 0 }));
    await orders.advance(1);
    assert.equal((await orders.detail(_id)).status, "ASSIGNING");
  });

  test("an order that is sought can be moved into the future: it waits, and is not given up", async () => {
    const { _id } = await orders.created();
    const at = now() + 3_600;
    await ok(patch(_id, { order_time: at, idle_until: at - 600 }));
    const idle = await orders.detail(_id);
    assert.deepEqual([idle.status, idle.order_time, idle.idle_until], ["IDLE", at, at - 600]);
    await orders.advance(2_000);
    assert.equal((await orders.detail(_id)).status, "IDLE");
    await orders.advance(1_100);
    assert.equal((await orders.detail(_id)).status, "ASSIGNING");
  });

  test("another hour costs what that hour costs, by the tariff the order was made under", async () => {
    const service = { distance_fee: "(20000 if h >= 15 else 10000)" };
    const put = (body: Body) => orders.call("PUT", "/operator/v1/services/SGN-HOURLY", { operator: true, body });
    await ok(put(service));
    const midnight = Math.floor((now() + 7 * 3_600) / 86_400) * 86_400 - 7 * 3_600;
    const { _id, ...order } = await orders.created(orderBody({ service_id: "SGN-HOURLY" }));
    await ok(put({ distance_fee: "99000" }));
    await ok(patch(_id, { order_time: midnight + 86_400 + 16 * 3_600 }));
    const later = await orders.detail(_id);
    assert.deepEqual([order.distance_fee, later.distance_fee], [10_000, 20_000]);
    assert.equal(later.tariff_version, order.tariff_version);
  });

  test("requests are replaced whole, in either form, and goods too", async () => {
    const { _id, ...order } = await orders.created(orderBody({ requests: [{ _id: "SGN-BIKE-D2D" }] }));
    await ok(patch(_id, { requests: [{ _id: "SGN-BIKE-TIP", num: 3 }], items: [ITEM] }));
    const tipped = await orders.detail(_id);
    assert.deepEqual(
      tipped.requests.map(({ _id: id, num }: Json) => [id, num]),
      [["SGN-BIKE-TIP", 3]],
    );
    assert.deepEqual(tipped.items, [ITEM]);
    assert.equal(tipped.request_fee, 15_000);
    await ok(patch(_id, { group_requests: [{ _id: "TIP", num: 1 }] }));
    assert.equal((await orders.detail(_id)).request_fee, 5_000);
    await ok(patch(_id, { requests: [], items: [] }));
    const bare = await orders.detail(_id);
    assert.deepEqual([bare.requests, bare.items], [[], []]);
    assert.ok(bare.total_fee < order.total_fee);
  });
});

describe("who hears of it", () => {
  test("each change is an event and a line of history, and a keyed repeat is answered and not made again", async () => {
    const token = await orders.fundedAccount("84969100015", 500_000);
    const { _id } = await orders.created(orderBody(), token);
    const headers = { "idempotency-key": "content 1" };
    const call = { token, body: point(THIRD), headers };
    const first = await orders.call("POST", `/v3/orders/${_id}/points`, call);
    const again = await orders.call("POST", `/v3/orders/${_id}/points`, call);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    await ok(patch(_id, { items: [ITEM] }, token));
    const { history } = (await orders.call("GET", `/operator/v1/orders/${_id}`, { operator: true })).body;
    assert.deepEqual(
      history.map(({ event, actor }: Json) => `${event} by ${actor}`),
      ["create by user", "edit by user", "edit by user"],
    );
    const { events } = (await orders.call("GET", "/v3/orders/events", { token })).body;
    assert.deepEqual(
      events.map(({ order }: Json) => [order.event_type, order.event_seq, order.path.length]),
      [
        ["create", 1, 2],
        ["edit", 2, 3],
        ["edit", 3, 3],
      ],
    );
  });
});

describe("two at once", () => {
  test("an edit against a pickup or a cancel: what came second is refused, and the money is what the order says", async () => {
    const token = await orders.fundedAccount("84969100020", 2_000_000);
    for (let round = 0; round < 6; round++) {
      const { _id } = await orders.created(orderBody(), token);
      if (round % 2) assertOk(await orders.play(_id, "accept"));
      const other = round % 2 ? orders.play(_id, "pickup") : orders.call("DELETE", `/v3/orders/${_id}`, { token });
      const [added, moved] = await Promise.all([add(_id, point(THIRD), token), other]);
      assertOk(moved);
      if (added.status !== 200) assertRefused(added, 403, "ORDER_STATUS_NOT_ALLOWED");
      const { path, total_fee, status } = await orders.detail(_id, token);
      assert.equal(path.length, added.status === 200 ? 3 : 2);
      const held = status === "CANCELLED" ? 0 : total_fee;
      const [row] = await orders.house.db<{ held: number }>`
        select held_main + held_bonus as held from orders where id = ${_id}`;
      assert.equal(row?.held, held);
    }
  });

  test("points added and removed by many at once are all there, or refused, and none is lost", async () => {
    const { _id } = await orders.created();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? replica : orders).call("POST", `/v3/orders/${_id}/points`, {
          token: orders.token,
          body: point({ lat: 10.78 + at / 200, lng: 106.7, name: `Point ${at}` }),
        }),
      ),
    );
    const made = answers.filter(({ status }) => status === 200).length;
    for (const answer of answers) {
      if (answer.status === 503) assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
      else if (answer.status !== 200) assertRefused(answer, 406, "INVALID_MAX_STOP_POINT");
    }
    const { path } = await orders.detail(_id);
    assert.equal(path.length, 2 + made);
    assert.equal(new Set(path.map(({ shared_link }: Json) => shared_link)).size, path.length);
    assert.ok(made >= 1 && path.length <= 6);
  });
});

test("of six orders that grow at once, as many do as the account can pay for", async () => {
  const phone = "84969100021";
  const token = await orders.fundedAccount(phone, 6 * 27_000 + 2 * 5_000 + 4_999);
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await orders.created(orderBody(), token))._id));
  // A tip bears no VAT.
  const answers = await Promise.all(ids.map((id) => patch(id, { requests: [{ _id: "SGN-BIKE-TIP", num: 1 }] }, token)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 406, "NOT_ENOUGH_CREDIT");
  const { main, held } = await orders.walletOf(phone);
  assert.deepEqual([main, held], [4_999, 6 * 27_000 + 2 * 5_000]);
});

test("whatever is edited in whatever order, what is held is the price", async () => {
  const token = await orders.fundedAccount("84969100030", 600_000, 30_000);
  const place = fc.record({
    lat: fc.double({ min: 10.74, max: 10.82, noNaN: true }),
    lng: fc.double({ min: 106.64, max: 106.72, noNaN: true }),
  });
  const step = fc.oneof(
    place.map((at) => ({ add: point(at) })),
    fc.nat({ max: 5 }).map((index) => ({ remove: index })),
    fc.nat({ max: 5 }).map((num) => ({ patch: { requests: num ? [{ _id: "SGN-BIKE-TIP", num }] : [] } })),
    fc.constantFrom(0, 5_000, 40_000).map((seconds) => ({ patch: { order_time: seconds && now() + seconds } })),
    fc.constant({ patch: { items: [ITEM] } }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps: readonly Body[]) => {
      const { _id } = await orders.created(orderBody(), token);
      for (const each of steps) {
        const answer = each.add
          ? await add(_id, each.add, token)
          : each.patch
            ? await patch(_id, each.patch, token)
            : await remove(_id, each.remove, token);
        assert.ok(answer.status < 500, JSON.stringify(answer.body));
        const order = await orders.detail(_id, token);
        const lines = order.distance_fee + order.request_fee + order.stop_fee + order.vat_fee - order.discount;
        const { main, bonus, held } = await orders.walletOf("84969100030");
        assert.deepEqual([order.total_fee, order.online_pay, held], [lines, lines, lines]);
        assert.equal(main + bonus + held, 630_000);
      }
      assertOk(await orders.call("DELETE", `/v3/orders/${_id}`, { token }));
      assert.equal((await orders.walletOf("84969100030")).bonus, 30_000);
    }),
    { numRuns: 12 },
  );
});

test("the ledger is clean after all that", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
