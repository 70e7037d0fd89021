// The table of an order's life (src/domain/orders/order-life.ts) says which fields of the record an event sets, and the partner
// guide repeats it: so each event is played, and the record before is compared with the record after.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settleContent } from "../../../src/domain/orders/edit/content-settle.ts";
import type { Order } from "../../../src/domain/orders/order.ts";
import { cancelFor } from "../../../src/domain/orders/order-cancel.ts";
import { LIFE, type LifeRow } from "../../../src/domain/orders/order-life.ts";
import type { Step } from "../../../src/domain/orders/order-step.ts";
import { type Asking, askAgain, askBack } from "../../../src/domain/orders/steps/after-failure.ts";
import { expire, wake } from "../../../src/domain/orders/steps/by-clock.ts";
import { beginReturn, deliver, fail, finishReturn, near } from "../../../src/domain/orders/steps/to-door.ts";
import { accept, arrive, board, confirm, giveUp, pay, pickUp } from "../../../src/domain/orders/steps/to-pickup.ts";
import type { Refusal } from "../../../src/domain/refusal.ts";
import { encodeOrder } from "../../../src/http/wire/order.ts";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  driver,
  openedOrder,
  ordered,
  pickedUpOrder,
  RICH,
  when,
} from "../../fixtures/an-order.ts";
import { littleCatalogue } from "../../fixtures/little-catalogue.ts";
import { noon, owner } from "../../fixtures/order-call.ts";

const me = driver.phone;
const later = { at: new Date(noon.getTime() + 3_600_000), place: { lat: 10.9, lng: 106.9 } };
const done = { proof: { photo: "p" }, comment: "at the gate" };
const cash = { payment_method: "CASH" };
const careful = (needConfirmBeforePickup: boolean, collectCashBeforePickup: boolean) => ({
  services: { "SGN-BIKE": { needConfirmBeforePickup, collectCashBeforePickup } },
});
const halfDone = ordered(deliver(pickedUpOrder(), me, 2, when, done));
const dropped = ordered(giveUp(acceptedOrder(), me, "tired", when));
const droppedTwice = ordered(giveUp(ordered(accept(dropped, driver, RICH, when)), me, "tired", when));
const asking: Asking = {
  orderId: completedOrder().id,
  by: owner,
  shares: { secondAttempt: 5_000, return: 8_000 },
  wallet: { main: RICH, bonus: 0, creditLimit: 0 },
  now: later.at,
};
const retried = ordered(askAgain(completedOrder("FAILED"), 1, asking));
const returning = ordered(beginReturn(completedOrder("FAILED"), me));
const idle = openedOrder({ idle_until: noon.getTime() / 1_000 + 60 });

// For each row of the table an order as it is before, and the step.
const PLAYED: Readonly<Record<string, readonly [Order, (order: Order) => Step | Refusal<string> | undefined]>> = {
  "wake ASSIGNING": [idle, (order) => wake(order, later.at)],
  "postpone IDLE": [openedOrder(), (order) => postponed(order)],
  "accept ACCEPTED": [openedOrder(), (order) => accept(order, driver, RICH, when)],
  "expire CANCELLED": [openedOrder(), (order) => expire(order, later.at)],
  "board ACCEPTED": [acceptedOrder(), (order) => board(order, me, later)],
  "arrive ACCEPTED": [acceptedOrder(), (order) => arrive(order, me, later)],
  "arrive CONFIRMING": [acceptedOrder({}, careful(true, true)), (order) => arrive(order, me, later)],
  "arrive PAYING": [acceptedOrder(cash, careful(false, true)), (order) => arrive(order, me, later)],
  "confirm CONFIRMING": [arrivedOrder({}, careful(true, false)), (order) => confirm(order, later.at)],
  "confirm PAYING": [arrivedOrder(cash, careful(true, true)), (order) => confirm(order, later.at)],
  "pay PAYING": [arrivedOrder(cash, careful(false, true)), (order) => pay(order, me, later)],
  "pickup IN PROCESS": [arrivedOrder(cash, careful(false, true)), (order) => pickUp(order, me, later, done.proof)],
  "near IN PROCESS": [pickedUpOrder(), (order) => near(order, me)],
  "deliver IN PROCESS": [ordered(near(pickedUpOrder(), me)), (order) => deliver(order, me, 1, later, done)],
  "deliver COMPLETED": [ordered(near(halfDone, me)), (order) => deliver(order, me, 1, later, done)],
  "fail IN PROCESS": [ordered(near(pickedUpOrder(), me)), (order) => fail(order, me, 1, later, done)],
  "fail COMPLETED": [ordered(near(halfDone, me)), (order) => fail(order, me, 1, later, done)],
  "driver_cancel ASSIGNING": [arrivedOrder(), (order) => giveUp(order, me, "flat tyre", later)],
  "driver_cancel CANCELLED": [
    ordered(accept(droppedTwice, driver, RICH, when)),
    (order) => giveUp(order, me, "no", later),
  ],
  "retry IN PROCESS": [ordered(fail(pickedUpOrder(), me, 1, later, done)), (order) => askAgain(order, 1, asking)],
  "retry COMPLETED": [completedOrder("FAILED"), (order) => askAgain(order, 1, asking)],
  "redeliver COMPLETED": [retried, (order) => deliver(order, me, 1, later, done)],
  "refail COMPLETED": [retried, (order) => fail(order, me, 1, later, done)],
  "return_ask IN PROCESS": [ordered(fail(pickedUpOrder(), me, 1, later, done)), (order) => askBack(order, asking)],
  "return_ask COMPLETED": [completedOrder("FAILED"), (order) => askBack(order, asking)],
  "return_begin COMPLETED": [completedOrder("FAILED"), (order) => beginReturn(order, me)],
  "return_done COMPLETED": [returning, (order) => finishReturn(order, me, later, done.proof)],
  "cancel CANCELLED": [acceptedOrder(), (order) => cancelFor("user", order, "late", later.at)],
};

function postponed(order: Order): Step | Refusal<string> {
  const { services, cities } = littleCatalogue();
  const nothing = { added: undefined, removed: undefined, items: undefined, requests: undefined };
  const times = { at: later.at, isTooFarAhead: false, idleUntil: later.at };
  return settleContent(
    { order, ...nothing, times },
    {
      tariff: services.get("SGN-BIKE")!,
      city: cities.get("SGN")!,
      now: when.at,
      routed: undefined,
      blocksDuplicates: false,
      inUse: [],
      wallet: { main: 0, bonus: 0, creditLimit: 0 },
      driverWallet: 0,
    },
  );
}

// The status is the table's own column; the others say again what a field says, or count what happened.
const SAID_ELSEWHERE = new Set([
  ...["status", "supplier_plate_number", "comment", "notify_package_return"],
  ...["index", "pending_period"],
]);

function record(order: Order): ReadonlyMap<string, string> {
  const { path, ...rest } = encodeOrder(order, { ofOrder: () => "", ofStop: () => "" });
  const point = Object.entries(path[1] ?? {}).map(([key, value]) => [`path.${key}`, JSON.stringify(value)] as const);
  return new Map([...Object.entries(rest).map(([key, value]) => [key, JSON.stringify(value)] as const), ...point]);
}

function changed(before: Order, after: Order): readonly string[] {
  const [one, other] = [record(before), record(after)];
  const keys = [...new Set([...one.keys(), ...other.keys()])].filter((key) => !SAID_ELSEWHERE.has(key));
  return keys.filter((key) => one.get(key) !== other.get(key)).sort();
}

for (const { event, to, sets } of LIFE as readonly LifeRow[]) {
  test(`${event} to ${to} sets ${sets.join(", ") || "nothing"}, and nothing else`, () => {
    const played = PLAYED[`${event} ${to}`];
    assert.ok(played);
    const [before, play] = played;
    const step = play(before);
    assert.ok(step);
    const after = ordered(step);
    assert.equal(after.status, to);
    // Whose wish it was is told of every cancellation; "not the user's" is what it says before, too.
    const isUsers = event === "cancel" && to === "CANCELLED";
    assert.equal(record(after).get("cancel_by_user"), String(isUsers));
    const expected = sets.filter((field) => field !== "cancel_by_user" || isUsers);
    assert.deepEqual(changed(before, after), expected.sort());
    assert.equal(sets.includes("cancel_by_user"), to === "CANCELLED");
  });
}
