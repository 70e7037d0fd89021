// What needs a person, as the operator is told of it, and what they can do about it.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { EXCEPTION_KINDS } from "../../src/domain/board/exceptions.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { DELIVERY, HANOI, orderBody, PICKUP, point, startOrderTests } from "../harness/orders.ts";
import { gone, ok, startReceiver } from "../harness/receiver.ts";

const giao = await startOrderTests();
const operator = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
  assertOk(answer);
  return answer.body;
};
const listed = async (city = "SGN"): Promise<readonly Json[]> =>
  (await operator("GET", `/exceptions?city_id=${city}`)).exceptions;
const about = async (orderId: string, city?: string): Promise<Json> =>
  (await listed(city)).find((one) => one.order?.order_id === orderId);
const twoDoors = () => orderBody({ path: [point(), point(DELIVERY), point({ lat: 10.785, lng: 106.705 })] });

async function taken(
  phone: string,
): Promise<{ readonly id: string; readonly driver: Awaited<ReturnType<typeof addDriver>> }> {
  const driver = await addDriver(giao, { phone, wallet: 1_000_000 });
  assertOk(await driver.online(PICKUP));
  const { _id: id } = await giao.created(twoDoors());
  await operator("POST", `/orders/${id}/assign`, { mobile: phone });
  return { id, driver };
}

describe("GET /operator/v1/exceptions", () => {
  test("an order nobody takes is listed after some minutes, in its city, and no more once somebody has it", async () => {
    const { _id: id } = await giao.created();
    assert.equal(await about(id), undefined);
    await giao.advance(200);
    const found = await about(id);
    assert.equal(found.kind, "NO_DRIVER");
    assert.ok(found.age_seconds >= 200 && found.age_seconds < 260, String(found.age_seconds));
    assert.deepEqual([found.actions, found.order.status, found.partner], [["assign", "cancel"], "ASSIGNING", "demo"]);
    assert.equal(await about(id, "HAN"), undefined);
    assert.ok((await operator("GET", "/exceptions")).counts.NO_DRIVER >= 1);
    await operator("POST", `/orders/${id}/assign`, { mobile: "84911000001" });
    assert.equal(await about(id), undefined);
  });

  test("a driver who is not heard of any more, with the goods", async () => {
    const { id, driver } = await taken("84911600001");
    assertOk(await driver.call("POST", `/orders/${id}/pickup`, PICKUP));
    assert.equal(await about(id), undefined);
    await giao.advance(240);
    const found = await about(id);
    assert.deepEqual([found.kind, found.actions], ["DRIVER_SILENT", ["call_driver"]]);
    assert.equal(found.order.supplier_id, driver.phone);
    assertOk(await driver.online(PICKUP));
    assert.equal(await about(id), undefined);
  });

  test("a suspended driver's orders, before the goods are taken and after", async () => {
    const { id } = await taken("84911600002");
    await operator("PATCH", "/drivers/84911600002", { status: "DEACTIVATED" });
    const found = await about(id);
    assert.deepEqual([found.kind, found.actions[0]], ["DRIVER_SUSPENDED", "reassign"]);
    await operator("POST", `/orders/${id}/reassign`, { comment: "suspended", seq: found.order.seq });
    assert.equal(await about(id), undefined);
  });

  test("an order that will not be there in time", async () => {
    const { id, driver } = await taken("84911600003");
    assertOk(await driver.call("POST", `/orders/${id}/pickup`, PICKUP));
    for (let passed = 0; passed < 3_600; passed += 170) {
      await giao.advance(170);
      assertOk(await driver.call("POST", "/positions", { positions: [PICKUP] }));
    }
    const found = await about(id);
    assert.equal(found.kind, "WILL_BE_LATE");
    assert.ok(found.late_seconds > 600, String(found.late_seconds));
  });

  test("what failed, the goods that go back, and that the operator notes them as back", async () => {
    const { id, driver } = await taken("84911600004");
    assertOk(await driver.call("POST", `/orders/${id}/pickup`, PICKUP));
    assertOk(await driver.call("POST", `/orders/${id}/points/1/deliver`, DELIVERY));
    assert.equal(await about(id), undefined);
    assertOk(await driver.call("POST", `/orders/${id}/points/2/fail`, { ...DELIVERY, comment: "Nobody at the door" }));
    const failed = await about(id);
    assert.deepEqual(
      [failed.kind, failed.cause, failed.order.outcome],
      ["FAILED", "Nobody at the door", "PARTLY_DELIVERED"],
    );
    const early = { operator: true, body: { done: true } };
    assertRefused(await giao.call("POST", `/operator/v1/orders/${id}/return`, early), 406, "INVALID_ORDER_STATUS");
    const begun = await operator("POST", `/orders/${id}/return`, { seq: failed.order.seq });
    assert.deepEqual([begun.sub_status, begun.outcome], ["IN_RETURN", "RETURNING"]);
    assert.deepEqual(
      [(await about(id)).kind, (await about(id)).actions],
      ["GOODS_TO_RETURN", ["call_driver", "note_returned"]],
    );
    assertRefused(
      await giao.call("POST", `/operator/v1/orders/${id}/return`, {
        operator: true,
        body: { done: true, seq: failed.order.seq },
      }),
      409,
      "ORDER_CHANGED",
    );
    const back = await operator("POST", `/orders/${id}/return`, { done: true });
    assert.deepEqual([back.sub_status, back.outcome, back.status], ["RETURNED", "RETURNED", "COMPLETED"]);
    assert.equal(await about(id), undefined);
  });

  test("goods that the sender asked for", async () => {
    const { _id: id } = await giao.created();
    for (const [type, more] of [["accept"], ["pickup"], ["fail", { path_index: 1, comment: "Moved" }]] as const)
      assertOk(await giao.play(id, type, more));
    assertOk(await giao.call("POST", `/v3/orders/${id}/return`, { token: giao.token, body: {} }));
    assert.deepEqual(
      [(await about(id)).kind, (await about(id)).actions],
      ["GOODS_TO_RETURN", ["call_driver", "begin_return"]],
    );
  });

  test("an endpoint that does not take callbacks, with what waits for it", async () => {
    const receiver = await startReceiver();
    after(receiver.close);
    receiver.script("/hooks", gone);
    await operator("PATCH", "/partners/demo", { callback: { url: receiver.url("/hooks") } });
    await giao.created();
    for (let tries = 0; !(await listed()).some((one) => one.kind === "ENDPOINT_DOWN") && tries < 50; tries++)
      await giao.advance(1);
    const found = (await listed()).find((one) => one.kind === "ENDPOINT_DOWN");
    assert.deepEqual([found?.partner, found?.actions, found?.order], ["demo", ["see_partner"], undefined]);
    assert.ok(found.waiting >= 1 && /410/.test(found.cause), JSON.stringify(found));
    receiver.script("/hooks", ok);
    await operator("PATCH", "/partners/demo", { callback: { url: receiver.url("/hooks") } });
    const isDown = (await listed()).some((one) => one.kind === "ENDPOINT_DOWN");
    assert.equal(isDown, false);
  });

  test("the most pressing come first, each order once, and the counts are of all", async () => {
    const { exceptions, counts } = await operator("GET", "/exceptions");
    const ranks = exceptions.map((one: Json) => EXCEPTION_KINDS.indexOf(one.kind));
    assert.deepEqual(
      ranks,
      [...ranks].sort((a, b) => a - b),
    );
    const ids = exceptions.flatMap((one: Json) => one.order?.order_id ?? []);
    assert.equal(new Set(ids).size, ids.length);
    const sum = Object.values<number>(counts).reduce((all, one) => all + one, 0);
    assert.equal(sum, exceptions.length);
  });

  test("an unknown city is refused, and a stranger is", async () => {
    assertRefused(
      await giao.call("GET", "/operator/v1/exceptions?city_id=ZZZ", { operator: true }),
      404,
      "CITY_NOT_FOUND",
    );
    assertRefused(await giao.call("GET", "/operator/v1/exceptions"), 401, "NOT_AUTHORIZED");
  });
});

describe("GET /operator/v1/orders/<id>/candidates", () => {
  const near = { lat: HANOI.lat + 0.004, lng: HANOI.lng };
  const hanoi = () =>
    orderBody({
      service_id: "HAN-BIKE",
      path: [point(HANOI), point({ ...near, cod: 300_000 })],
      payment_method: "CASH",
    });

  test("ranks who is out by when they are at the pickup, with load, wallet and the rule that stands in the way", async () => {
    const add = async (phone: string, metersNorth: number, more: object = {}) => {
      const driver = await addDriver(giao, { phone, cityId: "HAN", wallet: 1_000_000, ...more });
      assertOk(await driver.online({ lat: HANOI.lat + metersNorth / 111_195, lng: HANOI.lng }));
      return driver;
    };
    await add("84911700001", 1_500);
    await add("84911700002", 300);
    await add("84911700003", 100, { wallet: 0 });
    await add("84911700004", 200, { vehicle: "VAN" });
    const far = await add("84911700005", 900);
    const { _id: other } = await giao.created(hanoi());
    await operator("POST", `/orders/${other}/assign`, { mobile: far.phone });
    const { _id: id } = await giao.created(hanoi());
    const { candidates, wallet_needed, order_id, seq } = await operator("GET", `/orders/${id}/candidates`);
    assert.equal(order_id, id);
    assert.ok(wallet_needed >= 300_000);
    const brief = candidates.map((one: Json) => [one.mobile.slice(-1), one.rule, one.load, one.assignable]);
    assert.deepEqual(brief.slice(0, 2), [
      ["2", "", 0, true],
      ["1", "", 0, true],
    ]);
    const of = (digit: string) => candidates.find((one: Json) => one.mobile.endsWith(digit));
    assert.deepEqual([of("3").rule, of("3").wallet, of("3").assignable], ["WALLET_TOO_LOW", 0, false]);
    assert.deepEqual([of("4").rule, of("4").assignable], ["VEHICLE_DOES_NOT_FIT", true]);
    assert.equal(of("5").load, 1);
    assert.ok(of("5").wallet < 1_000_000, "what it has in hand is promised");
    assert.ok(of("5").pickup_in_seconds > of("1").pickup_in_seconds, "what it has in hand comes first");
    assert.ok(of("2").pickup_in_seconds < of("1").pickup_in_seconds && of("2").pickup_distance > 200);

    const given = await operator("POST", `/orders/${id}/assign`, { mobile: of("2").mobile, seq });
    assert.deepEqual([given.status, given.supplier_id], ["ACCEPTED", of("2").mobile]);
  });

  test("who refused it is told, an order that does not wait has no candidates, an unknown one does not exist", async () => {
    const { _id: id } = await giao.created(hanoi());
    await operator("POST", `/orders/${id}/assign`, { mobile: "84911700001" });
    assertRefused(
      await giao.call("GET", `/operator/v1/orders/${id}/candidates`, { operator: true }),
      406,
      "INVALID_ORDER_STATUS",
    );
    await operator("POST", `/orders/${id}/reassign`, { comment: "wants to go home" });
    const { candidates } = await operator("GET", `/orders/${id}/candidates`);
    assert.equal(candidates.find((one: Json) => one.mobile === "84911700001").rule, "REFUSED_BEFORE");
    assertRefused(
      await giao.call("GET", "/operator/v1/orders/26AAAAAAAA/candidates", { operator: true }),
      404,
      "ORDER_NOT_FOUND",
    );
  });
});
