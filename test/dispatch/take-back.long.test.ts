// An accepted order that a better placed driver takes over: what both of them, the partner and the operator see of it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditDay } from "../../src/domain/simulation/audit-day.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addCrowdOfDrivers } from "../harness/crowd.ts";
import { openEvents } from "../harness/event-source.ts";
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { north, openTakeBackScenes } from "../harness/take-back.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const { advance, offersOf, driverAt, scene, end } = await openTakeBackScenes(giao, token);
const seen = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const dispatchOf = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
const service = (body: object) => giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body });

describe("taking back", () => {
  test("off, as services are, an accepted order stays with its driver", async () => {
    const { busy, near, first, second, waiting } = await scene();
    await advance(5);
    assert.deepEqual(await offersOf(near), []);
    await end([busy, near], [second, waiting]);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
  });

  test("on, somebody there sooner is asked, and has it when they accept; both are told, and it counts against nobody", async () => {
    ok(await service({ take_back: true }));
    const since = giao.house.clock.now().getTime() / 1000 - 1;
    const { busy, near, first, second, waiting } = await scene();
    const stream = await openEvents(`${giao.url}/driver/v1/offers`, { authorization: `Bearer ${busy.token}` });
    await advance(5);
    const [offer] = await offersOf(near);
    assert.equal(offer?.order_id, second);
    assert.equal((await seen(second)).supplier_id, busy.phone, "until then it is the first one's");
    assert.equal((await dispatchOf(second)).decisions[0].way, "take_back");
    ok(await near.call("POST", `/offers/${offer.id}/accept`));
    assert.deepEqual([(await seen(second)).status, (await seen(second)).supplier_id], ["ACCEPTED", near.phone]);
    const { body } = await giao.call("GET", `/operator/v1/orders/${second}`, { operator: true });
    assert.deepEqual(
      body.history.slice(-2).map(({ actor }: { actor: string }) => actor),
      ["system", "driver"],
    );
    let heard = await stream.next();
    while (heard && heard.event !== "taken_back") heard = await stream.next();
    assert.equal(heard?.data.order_id, second);
    await stream.close();
    const mine = ok(await busy.call("GET", "/orders"));
    assert.deepEqual(
      [
        mine.orders.map(({ order_id }: { order_id: string }) => order_id),
        mine.taken_back.map(({ order_id }: { order_id: string }) => order_id),
      ],
      [[first], [second]],
    );
    assert.deepEqual(await answersOf(busy.phone), [{ asked: 2, accepted: 2 }], "it took everything it was asked");
    assert.deepEqual((await dispatchOf(second)).dropped_by, []);
    // Once is enough.
    const third = await driverAt(90);
    await advance(30);
    assert.deepEqual(await offersOf(third), []);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
    ok(await near.call("POST", `/orders/${second}/pickup`, {}));
    await advance(120);
    ok(await near.call("POST", `/orders/${second}/points/1/deliver`, {}));
    await end([busy, near, third], [waiting]);
    const log = await giao.call("GET", `/operator/v1/dispatch/record?city_id=SGN&from=${since}&to=${since + 86_400}`, {
      operator: true,
    });
    assert.match(log.body, /"kind":"taken_back"/);
    assert.doesNotMatch(log.body, /"kind":"given_up"/);
    assert.deepEqual(auditDay(log.body).faults, []);
  });

  test("whoever is on the way to the pickup by now is not turned round; who has a door to see before may be", async () => {
    for (const isNext of [true, false]) {
      const { busy, near, first, second, waiting } = await scene();
      await advance(5);
      const [offer] = await offersOf(near);
      assert.equal(offer?.order_id, second);
      if (isNext) ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
      const { stops } = ok(await busy.call("GET", "/plan"));
      assert.equal(stops[0].order_id, isNext ? second : first);
      const answer = await near.call("POST", `/offers/${offer.id}/accept`);
      if (isNext) assert.deepEqual([answer.status, answer.body.code], [409, "OFFER_TAKEN"]);
      assert.equal((await seen(second)).supplier_id, isNext ? busy.phone : near.phone);
      await end([busy, near], [second, waiting]);
      if (!isNext) ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
    }
  });

  test("in a fleet too large to look at whole too", async () => {
    const { busy, near, first, second, waiting } = await scene();
    const phones = Array.from({ length: 30 }, (_, at) => String(84_962_000_000 + at));
    await addCrowdOfDrivers(
      giao.house.db,
      "SGN",
      phones,
      phones.map(() => north(25_000)),
    );
    await advance(5);
    const [offer] = await offersOf(near);
    assert.equal(offer?.order_id, second);
    assert.ok((await dispatchOf(second)).decisions[0].considered.length < phones.length);
    await giao.house.db`update driver_places set online = false where driver_phone = any(${phones})`;
    await end([busy, near], [second, waiting]);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
  });

  test("whoever has reached the pickup meanwhile keeps it", async () => {
    const { busy, near, first, second, waiting } = await scene();
    await advance(5);
    const [offer] = await offersOf(near);
    assert.equal(offer?.order_id, second);
    ok(await busy.call("POST", `/orders/${second}/arrive`, {}));
    const late = await near.call("POST", `/offers/${offer.id}/accept`);
    assert.deepEqual([late.status, late.body.code], [409, "OFFER_TAKEN"]);
    assert.equal((await seen(second)).supplier_id, busy.phone);
    await end([busy, near], [second, waiting]);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
  });
});

async function answersOf(phone: string) {
  return giao.house.db<{ asked: number; accepted: number }>`
    select asked, accepted from driver_answers where driver_phone = ${phone} and hour = -1`;
}
