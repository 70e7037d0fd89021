import assert from "node:assert/strict";
import { test } from "node:test";
import type { DriverOrder } from "../../clients/typescript/src/api.ts";
import { isInHand, nextTask, paysCashNow, projected, withOrder } from "./projected-order.ts";
import type { Step } from "./queue/queued-step.ts";

type Stop = DriverOrder["path"][number];

const stop = (index: number): Stop => ({
  index,
  lat: 10.77,
  lng: 106.7,
  address: "a",
  cod: 0,
  remarks: "",
  name: "n",
  mobile: "0900000001",
  status: "",
  short_address: "",
  done_time: 0,
});
const order: DriverOrder = {
  order_id: "A",
  service_id: "SGN-BIKE",
  remarks: "",
  distance: 1,
  earnings: 1,
  cod: 0,
  cash: 0,
  payment_method: "BALANCE",
  status: "ACCEPTED",
  sub_status: "",
  parcels: 1,
  seq: 1,
  path: [stop(0), stop(1), stop(2)],
  items: [],
  polylines: "",
  confirm_time: 0,
  pay_time: 0,
  city_id: "SGN",
  duration: 1,
  total_fee: 1,
  wallet_needed: 0,
  requests: [],
  index: 0,
  actions: [],
  accept_time: 0,
  board_time: 0,
  arrive_time: 0,
  pickup_time: 0,
  complete_time: 0,
  return_time: 0,
  cancel_time: 0,
  cancel_comment: "",
};
const step = (name: Step["name"], pathIndex?: number): Step => ({
  orderId: "A",
  name,
  ...(pathIndex === undefined ? {} : { pathIndex }),
});

test("what was pressed is seen as done, and the next task follows", () => {
  const walk = [
    step("arrive"),
    step("pickup"),
    step("deliver", 1),
    step("fail", 2),
    step("return_begin"),
    step("return_done"),
  ];
  const tasks = walk.map((_, at) => {
    const next = nextTask(projected(order, walk.slice(0, at)));
    return [next?.task, next?.stop.index];
  });
  assert.deepEqual(tasks, [
    ["arrive", 0],
    ["pickup", 0],
    ["deliver", 1],
    ["deliver", 2],
    ["return_begin", 0],
    ["return_done", 0],
  ]);
  assert.equal(isInHand(projected(order, walk)), false);
});

test("a second attempt at a door of an order that is over is the next task, and then the goods go back or all is done", () => {
  const over = { ...order, status: "COMPLETED", sub_status: "IN_REDELIVERY" } as const;
  const again: DriverOrder = { ...over, path: [stop(0), { ...stop(1), status: "COMPLETED" }, stop(2)] };
  assert.deepEqual([isInHand(again), nextTask(again)?.task, nextTask(again)?.stop.index], [true, "deliver", 2]);
  assert.equal(isInHand(projected(again, [step("deliver", 2)])), false);
  assert.equal(nextTask(projected(again, [step("fail", 2)]))?.task, "return_begin");
});

test("a step that the server has taken already changes nothing more", () => {
  const once = projected(order, [step("arrive"), step("pickup")]);
  assert.deepEqual(projected(once, [step("pickup")]), once);
});

test("an order with everything delivered, or given up, is no longer in hand", () => {
  assert.equal(isInHand(projected(order, [step("pickup"), step("deliver", 1), step("deliver", 2)])), false);
  assert.equal(isInHand(projected(order, [step("cancel")])), false);
});

test("the newest word of an order keeps its place among those in hand", () => {
  const other: DriverOrder = { ...order, order_id: "B" };
  const arrived: DriverOrder = { ...order, sub_status: "ARRIVED" };
  assert.deepEqual(withOrder([order, other], arrived), [arrived, other]);
  assert.deepEqual(withOrder([other], order), [other, order]);
  assert.deepEqual(withOrder([order, other], { ...order, status: "CANCELLED" }), [other]);
  assert.deepEqual(withOrder([other], { ...order, status: "CANCELLED" }), [other]);
});

test("steps of other orders are not this one's", () => {
  assert.deepEqual(projected(order, [{ ...step("pickup"), orderId: "B" }]), order);
});

test("the fee is asked of the sender before the pickup, or of the recipient at the door, and of nobody twice", () => {
  const ofSender = { ...order, cash: 20_000, payment_method: "CASH" } as const;
  const ofRecipient = { ...order, cash: 20_000, payment_method: "CASH_BY_RECIPIENT" } as const;
  assert.equal(paysCashNow(ofSender, "arrive"), "sender");
  assert.equal(paysCashNow(ofSender, "pickup"), "sender");
  assert.equal(paysCashNow(ofSender, "deliver"), undefined);
  assert.equal(paysCashNow(ofRecipient, "pickup"), undefined);
  assert.equal(paysCashNow(ofRecipient, "deliver"), "recipient");
  assert.equal(paysCashNow(ofRecipient, "return_begin"), undefined);
  assert.equal(paysCashNow(order, "pickup"), undefined);
});
