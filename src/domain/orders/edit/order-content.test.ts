import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  driver,
  openedOrder,
  ordered,
  pickedUpOrder,
  RICH,
  when,
} from "../../../../test/fixtures/an-order.ts";
import { inSaigon, littleCatalogue } from "../../../../test/fixtures/little-catalogue.ts";
import { judgeAddress, noon, owner, point, reading } from "../../../../test/fixtures/order-call.ts";
import type { Service } from "../../catalogue/service.ts";
import { walletNeededFor } from "../../ledger/driver-wallet.ts";
import { price } from "../../pricing/price.ts";
import { isRefusal, type Refusal } from "../../refusal.ts";
import type { Order } from "../order.ts";
import type { Step } from "../order-step.ts";
import { accept } from "../steps/to-pickup.ts";
import { type ContentInput, type ContentPlan, planContent } from "./content-plan.ts";
import { type ContentFacts, checkLimits, checkPathCod, newPath, settleContent } from "./content-settle.ts";
import { CONTENT_RULES } from "./edit-rules.ts";

const { services, cities } = littleCatalogue();
const bike = services.get("SGN-BIKE")!;
const saigon = cities.get("SGN")!;
const facts = { now: noon, tariff: bike, judgeAddress };
const nowSeconds = noon.getTime() / 1_000;
const HOUR = 3_600;

const change = (body: Record<string, unknown>): ContentInput => reading.content(body)!;
const adding = (body: Record<string, unknown>): ContentInput => reading.point(point(body));
const removing = (pathIndex: unknown): ContentInput => ({ change: "remove point", pathIndex });
const plan = (order: Order, input: ContentInput, by = owner) => planContent(order, order.id, by, input, facts);
function planned(order: Order, input: ContentInput): ContentPlan {
  const found = plan(order, input);
  if (isRefusal(found)) throw new Error(`${found.refused}: ${found.why}`);
  return found;
}
const place = { ...inSaigon, place: { by: "given", confidence: 1, matched: null } } as const;
const contentFacts = (order: Order, more: Partial<ContentFacts> = {}): ContentFacts => ({
  tariff: bike,
  city: saigon,
  now: noon,
  routed: undefined,
  blocksDuplicates: false,
  inUse: [],
  wallet: { main: RICH, bonus: 0, creditLimit: 0 },
  driverWallet: order.driver ? RICH : Infinity,
  ...more,
});
const settle = (order: Order, input: ContentInput, more: Partial<ContentFacts> = {}) =>
  settleContent(planned(order, input), contentFacts(order, more));
function settled(order: Order, input: ContentInput, more: Partial<ContentFacts> = {}): Step {
  const step = settle(order, input, more);
  if (isRefusal(step)) throw new Error(`${step.refused}: ${step.why}`);
  return step;
}
// As the operation does it, on a road of so many metres.
function routed(order: Order, input: ContentInput, distanceMeters: number): Partial<ContentFacts> {
  const found = planned(order, input);
  return {
    routed: { points: newPath(found, found.added ? place : undefined), route: { ...order.route, distanceMeters } },
  };
}
const code = (answer: object | undefined): string =>
  answer && "refused" in answer ? (answer as Refusal<string>).refused : "nothing";
const effectsOf = ({ effects }: Step) => effects.map(({ effect }) => effect);

const opened = openedOrder();
const byRecipient = openedOrder({ payment_method: "CASH_BY_RECIPIENT" });
const promoted = openedOrder({ promo_code: "GIAO10" });
const tip = (num: number) => change({ requests: [{ _id: "SGN-BIKE-TIP", num }] });

const REFUSED: readonly (readonly [string, string, Order, ContentInput])[] = [
  ["picked up", "ORDER_STATUS_NOT_ALLOWED", pickedUpOrder(), change({ items: 5 })],
  ["a time that was accepted", "ORDER_STATUS_NOT_ALLOWED", acceptedOrder(), change({ order_time: "x" })],
  ["a wrong type", "INVALID_DATA", opened, change({ items: 5, idle_until: 7 })],
  ["idle_until alone", "MISSING_REQUIRED_INFO", opened, change({ idle_until: nowSeconds + HOUR })],
  ["half a good", "MISSING_REQUIRED_INFO", opened, change({ items: [{ _id: "1" }], order_time: 5 })],
  ["a request without a name", "MISSING_REQUIRED_INFO", opened, change({ requests: [{}], order_time: 5 })],
  ["yesterday", "INVALID_DATA", opened, change({ order_time: nowSeconds - 301, requests: [{ _id: "NONE" }] })],
  ["too many", "INVALID_DATA", byRecipient, tip(6)],
  ["no such request", "REQUEST_NOT_FOUND", byRecipient, change({ requests: [{ _id: "NONE" }] })],
  ["a point of no name", "MISSING_REQUIRED_INFO", opened, adding({ name: " ", cod: -1 })],
  ["a point of a wrong type", "INVALID_DATA", opened, adding({ name: 5 })],
  ["a point that collects less than nothing", "INVALID_DATA", opened, adding({ cod: -1 })],
  ["a point nobody can call", "INVALID_DATA", opened, adding({ mobile: "113" })],
  ["goods below price", "INVALID_DATA", opened, change({ items: [{ _id: "1", name: "a", price: -1, num: 1 }] })],
  [
    "goods beside a time that was accepted",
    "ORDER_STATUS_NOT_ALLOWED",
    acceptedOrder(),
    change({ items: [], order_time: 0 }),
  ],
  [
    "goods beside a tip that a recipient pays",
    "INVALID_PAYMENT_METHOD",
    byRecipient,
    change({ items: [], requests: [] }),
  ],
  [
    "goods beside a tip on a promo",
    "NOT_ALLOW_ORDER_WITH_PROMO_CODE",
    promoted,
    change({ items: [], group_requests: [] }),
  ],
  ["before the pickup", "INVALID_DATA", opened, adding({ index: 0 })],
  ["behind the end", "INVALID_DATA", opened, adding({ index: 4 })],
  ["between two", "INVALID_DATA", opened, adding({ index: 1.5 })],
  ["among stops that are put in order", "INVALID_DATA", openedOrder({ route_optimized: true }), adding({ index: 1 })],
  ["no such point", "INVALID_DATA", opened, removing(3)],
  ["a point below zero", "INVALID_DATA", opened, removing(-1)],
  ["the pickup", "NOT_ALLOW_CHANGE_PICKUP_ADDRESS", byRecipient, removing(0)],
  [
    "what a recipient pays",
    "INVALID_PAYMENT_METHOD",
    openedOrder({ payment_method: "CASH_BY_RECIPIENT", promo_code: "GIAO10" }),
    removing(1),
  ],
  ["a promo", "NOT_ALLOW_ORDER_WITH_PROMO_CODE", promoted, tip(1)],
  [
    "more than insurance covers",
    "INVALID_DATA",
    openedOrder({ requests: [{ _id: "SGN-BIKE-INSURANCE" }] }),
    adding({ item_value: 999_999_999 }),
  ],
];

for (const [name, expected, order, input] of REFUSED) {
  test(`a change is refused: ${name}`, () => assert.equal(code(plan(order, input)), expected));
}

test("only the creator changes it, and only what is there", () => {
  assert.equal(code(plan(opened, tip(1), { ...owner, phone: "84900000099" })), "NOT_AUTHORIZED");
  assert.equal(code(plan(opened, tip(1), { ...owner, partnerId: "other" })), "ORDER_NOT_FOUND");
});

test("a refusal names what it is about", () => {
  const why = (order: Order, input: ContentInput, by = owner) => {
    const answer = plan(order, input, by);
    return isRefusal(answer) ? answer.why : "";
  };
  assert.match(why(opened, tip(1), { ...owner, phone: "84900000099" }), /may update it/);
  assert.match(why(opened, removing(3)), /^path_index must be a whole number from 0 to 2/);
  assert.match(why(opened, adding({ index: 9 })), /^index must be a whole number from 1 to 3/);
  assert.match(
    why(pickedUpOrder(), change({ items: [], order_time: 0 })),
    /its order_time and items can be changed in IDLE/,
  );
});

test("what is not named stays: goods, and special requests with their sizes and numbers", () => {
  const requests = [
    { _id: "SGN-BIKE-TIP", num: 2 },
    { _id: "SGN-BIKE-BULKY", tier_code: "TIER_3" },
  ];
  const item = { _id: "1", name: "Hoa", price: 5, num: 2 };
  const order = openedOrder({ requests, items: [item] });
  const input = adding({});
  const after = settled(order, input, routed(order, input, 3_000)).order;
  assert.deepEqual(after.pricing.requests, order.pricing.requests);
  assert.deepEqual(after.items, order.items);
  assert.deepEqual(settled(order, tip(1)).order.items, order.items);
  assert.equal(settled(opened, change({ group_requests: [{ _id: "TIP", num: 2 }] })).order.price.requestFee, 10_000);
  const { isCodEdited, isAddressEdited, isRetryAsked } = after.points.at(-1)!;
  assert.deepEqual([isCodEdited, isAddressEdited, isRetryAsked], [false, false, false]);
});

test("goods change on any order that is not picked up, and cost nothing", () => {
  const item = { _id: "1", name: "Hoa", price: 5, num: 2 };
  for (const order of [byRecipient, promoted, acceptedOrder()]) {
    const step = settled(order, change({ items: [item] }));
    assert.deepEqual(step.order.items, [{ id: "1", name: "Hoa", price: 5, num: 2 }]);
    assert.deepEqual([step.event, effectsOf(step), step.order.price], ["edit", [], order.price]);
    assert.equal(step.order.seq, order.seq + 1);
  }
});

test("another tip is another price: the hold follows, and who is being asked is asked anew", () => {
  const step = settled(opened, tip(3));
  assert.equal(step.order.price.requestFee, 15_000);
  assert.equal(step.order.payment.onlinePay, opened.payment.onlinePay + 15_000);
  assert.deepEqual(effectsOf(step), ["adjust_hold", "withdraw_offers"]);
  assert.deepEqual(effectsOf(settled(openedOrder({ payment_method: "CASH" }), tip(3))), ["withdraw_offers"]);
  assert.deepEqual(effectsOf(settled(acceptedOrder(), tip(3))), ["adjust_hold"]);
  assert.equal(
    code(settle(opened, tip(3), { wallet: { main: 14_999, bonus: 0, creditLimit: 0 } })),
    "NOT_ENOUGH_CREDIT",
  );
  // Taken from either list, once.
  const both = { requests: [{ _id: "SGN-BIKE-TIP" }], group_requests: [{ _id: "TIP" }] };
  assert.equal(settled(opened, change(both)).order.price.requestFee, 5_000);
});

test("a point more is a stop more and the way it takes, where it was asked to stand", () => {
  const input = adding({ name: "Mai", index: 1, cod: 7 });
  const step = settled(opened, input, routed(opened, input, 9_000));
  const { points, price: after, pricing } = step.order;
  assert.deepEqual(
    points.map(({ name, stopNumber }) => [name, stopNumber]),
    [
      ["Lan", undefined],
      ["Mai", 1_001],
      ["Lan", 1],
      ["Lan", 2],
    ],
  );
  assert.deepEqual([pricing.x, pricing.deliveryPoints, points[1]?.cod, points[1]?.status], [9, 3, 7, ""]);
  assert.equal(after.stopFee, opened.price.stopFee + 5_500);
  assert.deepEqual(effectsOf(step), ["adjust_hold", "withdraw_offers"]);
  assert.deepEqual(after, price(pricing));
  const last = adding({ name: "Mai" });
  assert.equal(newPath(planned(opened, last), place).at(-1)?.name, "Mai");
});

test("a point less is not paid for, and the others keep their numbers", () => {
  const step = settled(opened, removing(1), routed(opened, removing(1), 2_000));
  assert.deepEqual([step.order.points.length, step.order.points[1]?.stopNumber], [2, 2]);
  assert.equal(step.order.price.stopFee, 0);
  const again = removing(1);
  assert.equal(newPath(planned(step.order, again), undefined).length, 1);
});

test("a number that is in use, or stands on two doors, is refused where the partner minds", () => {
  const input = adding({ tracking_number: "T1" });
  const more = { ...routed(opened, input, 9_000), blocksDuplicates: true };
  assert.equal(code(settle(opened, input, more)), "DUPLICATE_TRACKING_NUMBER");
  assert.equal(code(settle(opened, input, { ...more, blocksDuplicates: false })), "nothing");
  const fresh = adding({ tracking_number: "T9" });
  const elsewhere = { ...routed(opened, fresh, 9_000), blocksDuplicates: true, inUse: ["T9"] };
  assert.equal(code(settle(opened, fresh, elsewhere)), "DUPLICATE_TRACKING_NUMBER");
  assert.equal(code(settle(opened, fresh, { ...elsewhere, inUse: [] })), "nothing");
});

test("the driver's wallet must carry what the change adds, and never what was there before", () => {
  const order = ordered(accept(openedOrder({ payment_method: "CASH" }), driver, RICH, when));
  const input = adding({ cod: 100_000 });
  const more = routed(order, input, 3_000);
  assert.equal(
    code(settle(order, input, { ...more, driverWallet: 1 })),
    "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS",
  );
  const needed = walletNeededFor(settled(order, input, more).order);
  assert.equal(code(settle(order, input, { ...more, driverWallet: needed })), "nothing");
  assert.notEqual(code(settle(order, input, { ...more, driverWallet: needed - 1 })), "nothing");
  assert.equal(code(settle(acceptedOrder(), tip(3), { driverWallet: 1 })), "nothing");
  assert.equal(code(settle(order, removing(1), { ...routed(order, removing(1), 3_000), driverWallet: 1 })), "nothing");
});

test("the service's limits: stops, a month, its hours", () => {
  const limits = (input: ContentInput, service: Partial<Service> = {}) =>
    code(checkLimits(planned(opened, input), { service: { ...bike, ...service }, city: saigon }));
  assert.equal(limits(adding({}), { stopPointsMax: 2 }), "INVALID_MAX_STOP_POINT");
  assert.equal(limits(adding({}), { stopPointsMax: 3 }), "nothing");
  assert.equal(limits(removing(1), { stopPointsMin: 2 }), "INVALID_MIN_STOP_POINT");
  assert.equal(limits(removing(1)), "nothing");
  // A service that takes fewer by now minds only who changes them.
  assert.equal(limits(tip(1), { stopPointsMax: 1 }), "nothing");
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 13 * 60 }];
  assert.equal(limits(change({ order_time: nowSeconds + 31 * 24 * HOUR }), { hours }), "INVALID_FUTURE_ORDER_TIME");
  assert.equal(limits(change({ order_time: nowSeconds + HOUR }), { hours }), "INVALID_SERVICE_HOUR");
  assert.equal(limits(change({ order_time: nowSeconds + HOUR - 1 }), { hours }), "nothing");
  const points = newPath(planned(opened, adding({ cod: 1 })), place);
  assert.equal(code(checkPathCod(opened, points, 500_000)), "INVALID_MAX_COD");
  assert.equal(code(checkPathCod(opened, points, 500_001)), "nothing");
});

test("an order that waits is woken by its new time, or at once; one that is sought waits for it", () => {
  const idle = openedOrder({ order_time: nowSeconds + 2 * HOUR });
  const at = (seconds: number) => new Date((nowSeconds + seconds) * 1_000);
  const later = settled(idle, change({ order_time: nowSeconds + 3 * HOUR })).order;
  assert.deepEqual([later.status, later.orderAt, later.idleUntil], ["IDLE", at(3 * HOUR), at(3 * HOUR)]);
  const atOnce = settled(idle, change({ order_time: 0 })).order;
  assert.deepEqual([atOnce.status, atOnce.orderAt, atOnce.idleUntil], ["IDLE", noon, noon]);
  const early = change({ order_time: nowSeconds + 3 * HOUR, idle_until: nowSeconds + HOUR });
  const postponed = settled(opened, early);
  assert.deepEqual([postponed.event, effectsOf(postponed)], ["postpone", ["withdraw_offers"]]);
  const { status, orderAt, idleUntil, assigningAt } = postponed.order;
  assert.deepEqual([status, orderAt, idleUntil, assigningAt], ["IDLE", at(3 * HOUR), at(HOUR), null]);
  const still = settled(opened, change({ order_time: 0 })).order;
  assert.deepEqual([still.status, still.orderAt, still.idleUntil], ["ASSIGNING", noon, null]);
});

test("what is not routed anew keeps the way it was priced by, and numbers that were let in before", () => {
  const quoted = { ...opened, pricing: { ...opened.pricing, x: 7 } };
  assert.equal(settled(quoted, tip(1)).order.pricing.x, 7);
  const twice = { ...opened, points: opened.points.map((each) => ({ ...each, trackingNumber: "T1" })) };
  assert.equal(code(settle(twice, tip(1), { blocksDuplicates: true })), "nothing");
});

test("what remains must be insurable too", () => {
  const path = [point({ item_value: 999_999_999 }), point({ item_value: 5 }), point()];
  const order = openedOrder({ path, requests: [{ _id: "SGN-BIKE-INSURANCE" }] });
  assert.equal(code(settle(order, removing(1), routed(order, removing(1), 2_000))), "INVALID_DATA");
});

test("the rows that are added to the table of 4.5", () => {
  const priced = { statuses: ["IDLE", "ASSIGNING", "ACCEPTED"], payments: ["BALANCE", "CASH"], withPromo: false };
  assert.deepEqual(CONTENT_RULES, {
    points: priced,
    order_time: { ...priced, statuses: ["IDLE", "ASSIGNING"] },
    items: { ...priced, payments: ["BALANCE", "CASH", "CASH_BY_RECIPIENT"], withPromo: true },
    requests: priced,
  });
});

test("another hour has its own fee and surge, by the tariff of the order", () => {
  const during = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 14 * 60, toMinute: 15 * 60 };
  const tariff = { ...bike, surgeRules: [{ during, rate: 15_000 }] };
  const order = settled(opened, change({ order_time: nowSeconds + 2 * HOUR }), { tariff }).order;
  assert.deepEqual([order.pricing.h, order.pricing.surgeRate], [14, 15_000]);
  assert.equal(order.price.distanceFee, opened.price.distanceFee * 1.5);
});
