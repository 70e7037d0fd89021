import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  done,
  driver,
  openedOrder,
  ordered,
  otherDriver,
  pickedUpOrder,
  RICH,
  when,
} from "../../../../test/fixtures/an-order.ts";
import { noon } from "../../../../test/fixtures/order-call.ts";
import type { Service } from "../../catalogue/service.ts";
import { isRefusal, type Refusal } from "../../refusal.ts";
import { NO_DRIVER_COMMENT } from "../cancel-reasons.ts";
import type { Order } from "../order.ts";
import { cancelFor } from "../order-cancel.ts";
import type { Step } from "../order-step.ts";
import { dueAtOf, expire, wake } from "./by-clock.ts";
import { nextStep } from "./next-step.ts";
import { beginReturn, deliver, fail, finishReturn, near } from "./to-door.ts";
import { accept, arrive, board, confirm, giveUp, pay, pickUp, takeBack } from "./to-pickup.ts";

const me = driver.phone;
const because = { proof: null, comment: "nobody there" };

function bike(more: Partial<Service>) {
  return { services: { "SGN-BIKE": more } };
}
function codeOf(answer: Step | Refusal<string>): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}
function later(minutes: number): Date {
  return new Date(noon.getTime() + minutes * 60_000);
}

const cancelled = ordered(cancelFor("user", openedOrder(), null, noon));
const refused: readonly (readonly [string, Step | Refusal<string>, string])[] = [
  ["accept: an unknown order", accept(undefined, driver, RICH, when), "ORDER_NOT_FOUND"],
  ["accept: an order another driver has", accept(acceptedOrder(), otherDriver, RICH, when), "OFFER_TAKEN"],
  ["accept: an order they have already", accept(acceptedOrder(), driver, RICH, when), "INVALID_ORDER_STATUS"],
  ["accept: a cancelled order", accept(cancelled, driver, RICH, when), "INVALID_ORDER_STATUS"],
  ["accept: a wallet one dong short of the COD", accept(openedOrder(), driver, 499_999, when), "NOT_ENOUGH_CREDIT"],
  ["board: another driver's order", board(acceptedOrder(), otherDriver.phone, when), "ORDER_NOT_FOUND"],
  ["board: after arriving", board(arrivedOrder(), me, when), "INVALID_ORDER_STATUS"],
  ["arrive: twice", arrive(arrivedOrder(), me, when), "INVALID_ORDER_STATUS"],
  ["arrive: an order nobody has", arrive(openedOrder(), me, when), "ORDER_NOT_FOUND"],
  ["confirm: where nothing is to be confirmed", confirm(arrivedOrder(), noon), "INVALID_ORDER_STATUS"],
  ["pay: where nothing is to be paid", pay(arrivedOrder(), me, when), "INVALID_ORDER_STATUS"],
  ["pickup: another driver's order", pickUp(acceptedOrder(), otherDriver.phone, when, null), "ORDER_NOT_FOUND"],
  ["pickup: twice", pickUp(pickedUpOrder(), me, when, null), "INVALID_ORDER_STATUS"],
  ["give up: without a reason", giveUp(acceptedOrder(), me, " ", when), "MISSING_REQUIRED_INFO"],
  ["give up: with the goods in hand", giveUp(pickedUpOrder(), me, "tired", when), "INVALID_ORDER_STATUS"],
  ["deliver: before the pickup", deliver(acceptedOrder(), me, 1, when, done), "INVALID_ORDER_STATUS"],
  ["deliver: the pickup", deliver(pickedUpOrder(), me, 0, when, done), "INVALID_DATA"],
  ["deliver: a point that is not there", deliver(pickedUpOrder(), me, 3, when, done), "INVALID_DATA"],
  ["deliver: half a point", deliver(pickedUpOrder(), me, 1.5, when, done), "INVALID_DATA"],
  [
    "deliver: twice",
    deliver(ordered(deliver(pickedUpOrder(), me, 1, when, done)), me, 1, when, done),
    "INVALID_ORDER_STATUS",
  ],
  ["deliver: after all is done", deliver(completedOrder(), me, 1, when, done), "INVALID_ORDER_STATUS"],
  ["fail: without a reason", fail(pickedUpOrder(), me, 1, when, done), "MISSING_REQUIRED_INFO"],
  ["near: twice", near(ordered(near(pickedUpOrder(), me)), me), "INVALID_ORDER_STATUS"],
  ["return: nothing failed", beginReturn(completedOrder(), me), "INVALID_ORDER_STATUS"],
  ["return: not begun", finishReturn(completedOrder("FAILED"), me, when, null), "INVALID_ORDER_STATUS"],
  ["return: twice", beginReturn(ordered(beginReturn(completedOrder("FAILED"), me)), me), "INVALID_ORDER_STATUS"],
];

for (const [name, answer, code] of refused) {
  test(`a driver is refused: ${name}`, () => assert.equal(codeOf(answer), code));
}

test("every step of a driver is refused alike for an order they do not hold, and for one that is not that far", () => {
  const steps: readonly ((order: Order | undefined, by: string) => Step | Refusal<string>)[] = [
    (order, by) => board(order, by, when),
    (order, by) => arrive(order, by, when),
    (order, by) => pay(order, by, when),
    (order, by) => pickUp(order, by, when, null),
    (order, by) => giveUp(order, by, "tired", when),
    (order, by) => near(order, by),
    (order, by) => deliver(order, by, 1, when, done),
    (order, by) => fail(order, by, 1, when, because),
    (order, by) => beginReturn(order, by),
    (order, by) => finishReturn(order, by, when, null),
  ];
  const ended = { ...cancelled, driver };
  for (const [at, step] of steps.entries()) {
    assert.equal(codeOf(step(undefined, me)), "ORDER_NOT_FOUND", String(at));
    assert.equal(codeOf(step(acceptedOrder(), otherDriver.phone)), "ORDER_NOT_FOUND", String(at));
    assert.equal(codeOf(step(ended, me)), "INVALID_ORDER_STATUS", String(at));
  }
});

test("a refusal names the event that is not possible", () => {
  const why = (answer: Step | Refusal<string>) => (isRefusal(answer) ? answer.why : "");
  assert.match(why(accept(cancelled, driver, RICH, when)), /CANCELLED: accept is not possible/);
  assert.match(why(confirm(openedOrder(), noon)), /ASSIGNING: confirm is not possible/);
});

test("a wallet with exactly what the order needs is enough", () => {
  assert.equal(codeOf(accept(openedOrder(), driver, 500_000, when)), undefined);
});

test("accepting sets the driver and where they were, and withdraws the other offers", () => {
  const step = accept(openedOrder(), driver, 500_000, when);
  assert.ok(!isRefusal(step));
  assert.deepEqual([step.order.status, step.order.seq, step.order.driver], ["ACCEPTED", 2, driver]);
  assert.deepEqual([step.order.acceptedAt, step.order.acceptedPlace], [when.at, when.place]);
  assert.deepEqual(step.effects, [{ effect: "withdraw_offers" }]);
});

test("near, then at the pickup: BOARDED, then ARRIVED, still ACCEPTED", () => {
  const boarded = ordered(board(acceptedOrder(), me, when));
  assert.deepEqual([boarded.status, boarded.subStatus, boarded.boardedAt], ["ACCEPTED", "BOARDED", when.at]);
  const at = later(9);
  const arrived = ordered(arrive(boarded, me, { at, place: null }));
  assert.deepEqual([arrived.status, arrived.subStatus], ["ACCEPTED", "ARRIVED"]);
  assert.deepEqual([arrived.boardedAt, arrived.arrivedAt], [when.at, at]);
  const unheard = ordered(arrive(acceptedOrder(), me, { at, place: null }));
  assert.deepEqual([unheard.boardedAt, unheard.arrivedAt], [at, at]);
  assert.equal(ordered(pickUp(arrived, me, when, null)).subStatus, "");
});

test("a service that needs confirmation waits in CONFIRMING until the sender confirms", () => {
  const scene = bike({ needConfirmBeforePickup: true });
  assert.equal(codeOf(pickUp(acceptedOrder({}, scene), me, when, null)), "INVALID_ORDER_STATUS");
  const waiting = arrivedOrder({}, scene);
  assert.equal(waiting.status, "CONFIRMING");
  assert.equal(codeOf(pickUp(waiting, me, when, null)), "INVALID_ORDER_STATUS");
  const confirmed = ordered(confirm(waiting, later(5)));
  assert.deepEqual([confirmed.status, confirmed.confirmedAt], ["CONFIRMING", later(5)]);
  assert.equal(codeOf(confirm(confirmed, later(6))), "INVALID_ORDER_STATUS");
  assert.equal(ordered(pickUp(confirmed, me, when, null)).status, "IN PROCESS");
});

test("cash is collected before the pickup only from a sender who pays cash, after confirming", () => {
  const collects = bike({ collectCashBeforePickup: true });
  assert.equal(arrivedOrder({}, collects).status, "ACCEPTED");
  assert.equal(arrivedOrder({ payment_method: "CASH_BY_RECIPIENT" }, collects).status, "ACCEPTED");
  assert.equal(arrivedOrder({ payment_method: "CASH" }).status, "ACCEPTED");
  const paying = arrivedOrder({ payment_method: "CASH" }, collects);
  assert.equal(paying.status, "PAYING");
  const paid = ordered(pay(paying, me, when));
  assert.deepEqual([paid.status, paid.paidAt], ["PAYING", when.at]);
  assert.equal(codeOf(pay(paid, me, when)), "INVALID_ORDER_STATUS");
  const both = bike({ collectCashBeforePickup: true, needConfirmBeforePickup: true });
  const confirming = arrivedOrder({ payment_method: "CASH" }, both);
  assert.equal(confirming.status, "CONFIRMING");
  assert.equal(ordered(confirm(confirming, noon)).status, "PAYING");
});

test("taking the goods of a cash order says that the cash was paid", () => {
  const paying = arrivedOrder({ payment_method: "CASH" }, bike({ collectCashBeforePickup: true }));
  assert.deepEqual(ordered(pickUp(paying, me, when, null)).paidAt, when.at);
  assert.equal(ordered(pickUp(acceptedOrder(), me, when, null)).paidAt, null);
});

test("an order given up is sought again twice; the third time it is cancelled with the driver's reason", () => {
  let order = openedOrder();
  for (const round of [1, 2]) {
    const step = giveUp(ordered(accept(order, driver, RICH, when)), me, `flat tyre ${round}`, when);
    assert.ok(!isRefusal(step));
    order = step.order;
    assert.deepEqual([order.status, order.driver, order.acceptedAt, order.subStatus], ["ASSIGNING", null, null, ""]);
    assert.deepEqual([order.rebroadcastComment, order.droppedBy.length], [`flat tyre ${round}`, round]);
    assert.deepEqual(step.effects, [{ effect: "free_driver", driver: me }]);
    assert.deepEqual(dueAtOf(order), new Date(when.at.getTime() + 600_000));
  }
  const last = giveUp(ordered(accept(order, otherDriver, RICH, when)), otherDriver.phone, "too far", when);
  assert.ok(!isRefusal(last));
  assert.deepEqual(
    [last.order.status, last.order.cancelledBy, last.order.cancelComment],
    ["CANCELLED", "driver", "too far"],
  );
  assert.ok(last.effects.some(({ effect }) => effect === "release_hold"));
});

test("each point is done on its own; the last one completes the order and settles the money", () => {
  const first = deliver(pickedUpOrder(), me, 2, when, { proof: { photo: "p" }, comment: " at the gate " });
  assert.ok(!isRefusal(first));
  assert.equal(first.order.status, "IN PROCESS");
  assert.deepEqual(first.effects, []);
  const point = first.order.points[2];
  assert.deepEqual(
    [point?.status, point?.doneAt, point?.proof, point?.comment],
    ["COMPLETED", when.at, { photo: "p" }, "at the gate"],
  );
  const last = deliver(first.order, me, 1, when, done);
  assert.ok(!isRefusal(last));
  assert.deepEqual([last.order.status, last.order.completedAt], ["COMPLETED", when.at]);
  assert.deepEqual(last.effects, [
    { effect: "collect_cod", pathIndex: 1, amount: 500_000 },
    { effect: "settle" },
    { effect: "free_driver", driver: me },
  ]);
});

test("a COD of one dong is collected, and a comment of blanks is none", () => {
  const one = pickedUpOrder();
  const points = one.points.with(1, { ...one.points[1]!, cod: 1 });
  const step = deliver({ ...one, points }, me, 1, when, { proof: null, comment: "  " });
  assert.ok(!isRefusal(step));
  assert.deepEqual(step.effects, [{ effect: "collect_cod", pathIndex: 1, amount: 1 }]);
  assert.equal(step.order.points[1]?.comment, null);
  assert.equal(codeOf(fail(one, me, 1, when, { proof: null, comment: "  " })), "MISSING_REQUIRED_INFO");
  assert.equal(codeOf(fail(step.order, me, 1, when, because)), "INVALID_ORDER_STATUS");
});

test("a failed point collects no COD, completes the order all the same, and can be brought back", () => {
  const half = ordered(deliver(pickedUpOrder(), me, 2, when, done));
  const step = fail(half, me, 1, when, because);
  assert.ok(!isRefusal(step));
  assert.deepEqual(
    [step.order.status, step.order.points[1]?.status, step.order.points[1]?.comment],
    ["COMPLETED", "FAILED", "nobody there"],
  );
  assert.ok(!step.effects.some(({ effect }) => effect === "collect_cod"));
  const returning = ordered(beginReturn(step.order, me));
  assert.deepEqual([returning.status, returning.subStatus], ["COMPLETED", "IN_RETURN"]);
  const back = ordered(finishReturn(returning, me, when, { signed: "Lan" }));
  assert.deepEqual([back.subStatus, back.returnedAt, back.returnProof], ["RETURNED", when.at, { signed: "Lan" }]);
});

test("being near a door shows as COMPLETING until that point is done", () => {
  const close = ordered(near(pickedUpOrder(), me));
  assert.deepEqual([close.status, close.subStatus], ["IN PROCESS", "COMPLETING"]);
  assert.equal(ordered(deliver(close, me, 1, when, done)).subStatus, "");
});

test("a scheduled order wakes at its time, not before, and only once", () => {
  const at = later(60).getTime() / 1_000;
  const idle = openedOrder({ order_time: at, idle_until: at });
  assert.equal(wake(idle, later(59)), undefined);
  const step = wake(idle, later(60));
  assert.deepEqual([step?.order.status, step?.order.assigningAt], ["ASSIGNING", later(60)]);
  assert.deepEqual(step?.effects, []);
  assert.deepEqual(dueAtOf(step!.order), later(70));
  assert.equal(wake(step!.order, later(61)), undefined);
});

test("an order nobody accepts within the timeout is cancelled, by nobody's wish, and its money goes back", () => {
  const order = openedOrder({ promo_code: "GIAO10" });
  assert.equal(expire(order, new Date(noon.getTime() + 599_999)), undefined);
  const step = expire(order, later(10));
  assert.deepEqual(
    [step?.order.status, step?.order.cancelledBy, step?.order.cancelComment],
    ["CANCELLED", "system", NO_DRIVER_COMMENT],
  );
  assert.deepEqual(step?.effects, [
    { effect: "withdraw_offers" },
    { effect: "release_hold" },
    { effect: "return_promo", code: "GIAO10" },
  ]);
  assert.equal(expire(acceptedOrder(), later(10)), undefined);
});

test("the next moment at which time alone moves an order", () => {
  const at = later(60).getTime() / 1_000;
  assert.deepEqual(dueAtOf(openedOrder({ idle_until: at })), later(60));
  assert.deepEqual(dueAtOf(openedOrder()), later(10));
  for (const order of [acceptedOrder(), pickedUpOrder(), completedOrder(), cancelled])
    assert.equal(dueAtOf(order), null);
});

test("an old timer does not end a search that began anew", () => {
  const again = ordered(giveUp(acceptedOrder(), me, "flat tyre", { at: later(9), place: null }));
  assert.equal(expire(again, later(10)), undefined);
  assert.equal(expire(again, later(19))?.order.status, "CANCELLED");
});

// Plays the steps that `continue` would, until nothing is left.
function play(order: Order): readonly string[] {
  const next = nextStep(order);
  if (!next) return [order.status];
  const steps: Record<string, () => Step | Refusal<string> | undefined> = {
    wake: () => wake(order, later(600)),
    accept: () => accept(order, driver, RICH, when),
    arrive: () => arrive(order, me, when),
    confirm: () => confirm(order, noon),
    pay: () => pay(order, me, when),
    pickup: () => pickUp(order, me, when, null),
    deliver: () => deliver(order, me, next.pathIndex ?? 0, when, done),
    return_begin: () => beginReturn(order, me),
    return_done: () => finishReturn(order, me, when, null),
  };
  return [next.event, ...play(ordered(steps[next.event]?.() ?? assert.fail(next.event)))];
}

const careful = bike({ needConfirmBeforePickup: true, collectCashBeforePickup: true });
const collects = bike({ collectCashBeforePickup: true });
const lives: readonly (readonly [string, Order, readonly string[]])[] = [
  ["a plain order", openedOrder(), ["accept", "pickup", "deliver", "deliver", "COMPLETED"]],
  [
    "a scheduled one",
    openedOrder({ idle_until: later(60).getTime() / 1_000 }),
    ["wake", "accept", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  [
    "a careful service",
    openedOrder({ payment_method: "CASH" }, careful),
    ["accept", "arrive", "confirm", "pay", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  [
    "a careful service paid online",
    openedOrder({}, careful),
    ["accept", "arrive", "confirm", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  [
    "a service that collects first",
    openedOrder({ payment_method: "CASH" }, collects),
    ["accept", "arrive", "pay", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  [
    "a service that collects first, paid online",
    openedOrder({}, collects),
    ["accept", "arrive", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  [
    "a service that confirms first",
    openedOrder({}, bike({ needConfirmBeforePickup: true })),
    ["accept", "arrive", "confirm", "pickup", "deliver", "deliver", "COMPLETED"],
  ],
  ["one with a failed point", completedOrder("FAILED"), ["return_begin", "return_done", "COMPLETED"]],
  ["a cancelled one", cancelled, ["CANCELLED"]],
];

test("only a delivery has a point", () => {
  assert.deepEqual(nextStep(openedOrder()), { event: "accept", pathIndex: undefined });
  assert.deepEqual(nextStep(pickedUpOrder()), { event: "deliver", pathIndex: 1 });
});

for (const [name, order, story] of lives) {
  test(`the normal life of ${name}`, () => assert.deepEqual(play(order), story));
}

test("recipients are told with the pickup, where the sender asked for it", () => {
  const effectsOf = (body: Parameters<typeof acceptedOrder>[0]) => {
    const step = pickUp(acceptedOrder(body), driver.phone, when, null);
    assert.ok(!isRefusal(step));
    return step.effects;
  };
  assert.deepEqual(effectsOf({ requests: [{ _id: "SGN-BIKE-SMS" }] }), [{ effect: "tell_recipients" }]);
  assert.deepEqual(effectsOf({}), []);
});

test("an order that is taken back is sought again, and its driver is free", () => {
  const { order, event, effects } = takeBack(acceptedOrder());
  assert.deepEqual([event, order.status, order.driver, order.droppedBy], ["driver_cancel", "ASSIGNING", null, []]);
  assert.deepEqual(effects, [{ effect: "free_driver", driver: driver.phone }]);
  assert.deepEqual(takeBack({ ...acceptedOrder(), driver: null }).effects, []);
});
