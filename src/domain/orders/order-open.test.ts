import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openedOrder } from "../../../test/fixtures/an-order.ts";
import { create, goodScene, noon } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { codTotal } from "./order.ts";
import { isOrderId, isTrackingToken, newOrderId, newTrackingToken } from "./order-ids.ts";
import { effectsOfCancelling } from "./order-step.ts";
import { dueAtOf } from "./steps/by-clock.ts";

function opened(body: object = {}) {
  const scene = goodScene();
  const step = create({ ...scene, body: { ...scene.body, ...body } });
  assert.ok(!isRefusal(step));
  return step;
}

test("an immediate order seeks a driver at once, for as long as its service waits", () => {
  const { order, event, effects } = opened();
  assert.deepEqual([order.status, event, order.seq], ["ASSIGNING", "create", 1]);
  assert.deepEqual(effects, [{ effect: "hold" }]);
  assert.deepEqual(dueAtOf(order), new Date(noon.getTime() + 600_000));
});

test("an order with idle_until in the future waits for it", () => {
  const at = noon.getTime() / 1_000 + 3_600;
  const { order, effects } = opened({ order_time: at, idle_until: at, payment_method: "CASH" });
  assert.equal(order.status, "IDLE");
  assert.equal(order.assigningAt, null);
  assert.deepEqual(effects, []);
  assert.deepEqual(dueAtOf(order), new Date(at * 1_000));
});

test("an order for later waits until then, whichever field says so", () => {
  const later = noon.getTime() / 1_000 + 3_600;
  for (const idle_until of [undefined, null, 0, "", later]) {
    const { order } = opened({ order_time: later, idle_until });
    assert.deepEqual([order.status, order.idleUntil], ["IDLE", new Date(later * 1_000)]);
  }
  assert.equal(opened({ order_time: later, idle_until: later - 3_601 }).order.status, "ASSIGNING");
});

test("a cash order holds nothing", () => {
  const { order, effects } = opened({ payment_method: "CASH_BY_RECIPIENT" });
  assert.deepEqual(order.payment, { totalPay: 32_940, onlinePay: 0, fromMain: 0, fromBonus: 0 });
  assert.ok(!effects.some(({ effect }) => effect === "hold"));
});

test("an order keeps the tariff it was priced with, and its promo code", () => {
  const order = openedOrder({ promo_code: "giao10" });
  assert.equal(order.promoCode, "GIAO10");
  assert.equal(order.pricing.distanceFee, "(25000 if x <= 4 else 25000 + (x - 4) * 5500)");
  assert.equal(order.pricing.tariffVersion, 1);
});

const anyDraw = fc.infiniteStream(fc.nat(1_000_000)).map((numbers) => (length: number, alphabet: string): string => {
  let text = "";
  for (const number of numbers.take(length)) text += alphabet[number % alphabet.length];
  return text;
});

test("order ids and tracking tokens have their shapes, whatever chance draws", () => {
  fc.assert(
    fc.property(
      anyDraw,
      fc.date({ min: new Date("2020-01-01"), max: new Date("2098-12-31"), noInvalidDate: true }),
      (draw, at) => {
        const id = newOrderId(draw, at);
        assert.ok(isOrderId(id) && id.startsWith(String(at.getUTCFullYear()).slice(2)));
        assert.ok(isTrackingToken(newTrackingToken(draw)));
      },
    ),
  );
  for (const text of ["", "short", "x".repeat(21), "x".repeat(23), `${"x".repeat(21)}-`]) {
    assert.equal(isTrackingToken(text), false, text);
  }
  for (const text of ["", "26K7Q2Z", "26k7q2zd", "26K7Q2ZDD", "AAK7Q2ZD", "26K7Q2ZD4M1", "AAK7Q2ZD4M"]) {
    assert.equal(isOrderId(text), false);
  }
  // Both lengths are in use.
  for (const text of ["26K7Q2ZD", "26K7Q2ZD4M"]) assert.equal(isOrderId(text), true);
});

test("a year is two digits, and a token is drawn from all letters and digits", () => {
  const first = (length: number, alphabet: string) => alphabet.slice(0, length);
  assert.match(newOrderId(first, new Date("2107-01-01T00:00:00Z")), /^07/);
  const token = (length: number, alphabet: string) => `${new Set(alphabet).size} ${length}`;
  assert.equal(newTrackingToken(token), "62 22");
});

test("an order of one dong holds it, and one that costs nothing holds nothing and gives nothing back", () => {
  const priced = (distanceFee: string) => {
    const scene = goodScene();
    const bike = { distanceFee, stopFee: 0, vatRate: 0 };
    const step = create({ ...scene, services: { "SGN-BIKE": bike } });
    assert.ok(!isRefusal(step));
    return [step.effects, effectsOfCancelling(step.order)].map((effects) => effects.map(({ effect }) => effect));
  };
  assert.deepEqual(priced("1"), [["hold"], ["withdraw_offers", "release_hold"]]);
  assert.deepEqual(priced("0"), [[], ["withdraw_offers"]]);
});

test("nothing has happened yet to an order that was just opened", () => {
  const { subStatus, driver, droppedBy, points } = openedOrder();
  assert.deepEqual([subStatus, driver, droppedBy], ["", null, []]);
  assert.ok(points.every((point) => point.status === "" && !point.isCodEdited && !point.isAddressEdited));
  assert.equal(codTotal([]), 0);
  assert.equal(codTotal(points), 500_000);
});
