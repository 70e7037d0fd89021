import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedOrder, openedOrder, ordered, pickedUpOrder } from "../../../../test/fixtures/an-order.ts";
import { inHanoi } from "../../../../test/fixtures/little-catalogue.ts";
import { owner } from "../../../../test/fixtures/order-call.ts";
import type { Caller } from "../../accounts/account.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import type { Order } from "../order.ts";
import { type EditInput, planEdit } from "./edit-plan.ts";
import { EDIT_RULES } from "./edit-rules.ts";
import { type EditFacts, type Rerouted, settleEdit } from "./edit-settle.ts";

const HOSTED = { service_id: "VNM-PARTNER-DEMO" };
const sibling = { phone: "84900000002", partnerId: "demo", parentPhone: null };
const stranger = { phone: "84900000003", partnerId: "other", parentPhone: null };
const nothing: EditInput = {
  pathIndex: undefined,
  name: undefined,
  mobile: undefined,
  remarks: undefined,
  cod: undefined,
  addressInfo: undefined,
};
const addressInfo = { address: "1 Lê Lợi, Bến Nghé, Hồ Chí Minh" };

function codeOf(answer: unknown): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}
function touched(order: Order, more: Partial<Order["points"][number]>): Order {
  return { ...order, points: order.points.map((point, at) => (at === 1 ? { ...point, ...more } : point)) };
}

const promo = openedOrder({ ...HOSTED, promo_code: "GIAO10" });
const byRecipient = openedOrder({ ...HOSTED, payment_method: "CASH_BY_RECIPIENT" });
const name = { pathIndex: 1, name: "Lan" };
const both = { pathIndex: 1, cod: 1_000, addressInfo };

// In the order of D11; each row peels off one fault.
const plans: readonly (readonly [string, Order | undefined, Caller, Partial<EditInput>, string | undefined])[] = [
  ["an unknown order", undefined, owner, {}, "ORDER_NOT_FOUND"],
  ["another partner's order in process", pickedUpOrder(), stranger, {}, "ORDER_NOT_FOUND"],
  ["a sibling's order in process", pickedUpOrder(), sibling, {}, "NOT_AUTHORIZED"],
  ["own order in process, nothing given", pickedUpOrder(), owner, {}, "ORDER_STATUS_NOT_ALLOWED"],
  ["no path_index", openedOrder(), owner, { name: 5 }, "MISSING_REQUIRED_INFO"],
  ["nothing to change", openedOrder(), owner, { pathIndex: 9 }, "MISSING_REQUIRED_INFO"],
  ["null is nothing", openedOrder(), owner, { pathIndex: 1, name: null, cod: null }, "MISSING_REQUIRED_INFO"],
  ["an index past the end", openedOrder(), owner, { pathIndex: 3, name: "Lan" }, "INVALID_DATA"],
  ["an index before the start", openedOrder(), owner, { pathIndex: -1, name: "Lan" }, "INVALID_DATA"],
  ["an index of the wrong type", openedOrder(), owner, { pathIndex: "1", name: "Lan" }, "INVALID_DATA"],
  ["a name of the wrong type", openedOrder(), owner, { pathIndex: 1, name: 5 }, "INVALID_DATA"],
  ["the order's own fields too", openedOrder(), owner, { ...name, hasOrderFields: true }, "INVALID_DATA"],
  ["half an index", openedOrder(), owner, { pathIndex: 0.5, name: "Lan" }, "INVALID_DATA"],
  ["only remarks", openedOrder(), owner, { pathIndex: 1, remarks: "ring" }, undefined],
  ["remarks of the wrong type", openedOrder(), owner, { pathIndex: 1, remarks: 5 }, "INVALID_DATA"],
  ["a phone of the wrong type", openedOrder(), owner, { pathIndex: 1, mobile: 84900000009 }, "INVALID_DATA"],
  ["a phone too long to be kept", openedOrder(), owner, { pathIndex: 1, mobile: `0${" ".repeat(40)}` }, "INVALID_DATA"],
  ["half a dong of COD", openedOrder(HOSTED), owner, { pathIndex: 1, cod: 0.5 }, "INVALID_DATA"],
  ["more COD than any amount", openedOrder(HOSTED), owner, { pathIndex: 1, cod: 1e12 + 1 }, "INVALID_DATA"],
  ["as much COD as an amount can be", openedOrder(HOSTED), owner, { pathIndex: 1, cod: 1e12 }, undefined],
  ["no COD", openedOrder(HOSTED), owner, { pathIndex: 1, cod: 0 }, undefined],
  ["COD of the wrong type", openedOrder(HOSTED), owner, { pathIndex: 1, cod: [5] }, "INVALID_DATA"],
  ["a list for an address", openedOrder(HOSTED), owner, { pathIndex: 1, addressInfo: [addressInfo] }, "INVALID_DATA"],
  ["a number for an address", openedOrder(HOSTED), owner, { pathIndex: 1, addressInfo: 5 }, "INVALID_DATA"],
  ["a blank address", openedOrder(HOSTED), owner, { pathIndex: 1, addressInfo: { address: " " } }, "INVALID_DATA"],
  [
    "an address too long to be kept",
    openedOrder(HOSTED),
    owner,
    { pathIndex: 1, addressInfo: { address: "x".repeat(501) } },
    "INVALID_DATA",
  ],
  [
    "lat of the wrong type",
    openedOrder(HOSTED),
    owner,
    { pathIndex: 1, addressInfo: { ...addressInfo, lat: "10", lng: 106 } },
    "INVALID_DATA",
  ],
  [
    "lng of the wrong type",
    openedOrder(HOSTED),
    owner,
    { pathIndex: 1, addressInfo: { ...addressInfo, lat: 10, lng: "106" } },
    "INVALID_DATA",
  ],
  ["a blank name", openedOrder(), owner, { pathIndex: 1, name: " " }, "INVALID_DATA"],
  ["a phone that is none", openedOrder(), owner, { pathIndex: 1, mobile: "x" }, "INVALID_DATA"],
  ["COD of the wrong type, on a public service", openedOrder(), owner, { pathIndex: 1, cod: "1" }, "INVALID_DATA"],
  ["negative COD", openedOrder(), owner, { pathIndex: 1, cod: -1 }, "INVALID_DATA"],
  ["COD on the pickup, with its address", openedOrder(), owner, { ...both, pathIndex: 0 }, "INVALID_DATA"],
  ["an address of the wrong type", openedOrder(), owner, { pathIndex: 1, addressInfo: "there" }, "INVALID_DATA"],
  [
    "address_info without address",
    openedOrder(),
    owner,
    { pathIndex: 1, addressInfo: { lat: 1, lng: 1 } },
    "INVALID_DATA",
  ],
  [
    "lat out of range",
    openedOrder(),
    owner,
    { pathIndex: 1, addressInfo: { ...addressInfo, lat: 99, lng: 1 } },
    "INVALID_DATA",
  ],
  [
    "the pickup's address, public service",
    openedOrder(),
    owner,
    { pathIndex: 0, addressInfo },
    "NOT_ALLOW_CHANGE_PICKUP_ADDRESS",
  ],
  [
    "address and COD on a public service",
    openedOrder({ payment_method: "CASH_BY_RECIPIENT" }),
    owner,
    both,
    "CHANGE_ADDRESS_NOT_ALLOWED",
  ],
  [
    "COD on a public service",
    openedOrder({ payment_method: "CASH_BY_RECIPIENT" }),
    owner,
    { pathIndex: 1, cod: 1 },
    "BAD_REQUEST",
  ],
  [
    "cash by the recipient, promo, edited",
    touched({ ...byRecipient, promoCode: "GIAO10" }, { isAddressEdited: true }),
    owner,
    both,
    "INVALID_PAYMENT_METHOD",
  ],
  ["COD with cash by the recipient", byRecipient, owner, { pathIndex: 1, cod: 1 }, "INVALID_PAYMENT_METHOD"],
  [
    "the address of an order with a promo code, edited",
    touched(promo, { isAddressEdited: true }),
    owner,
    both,
    "NOT_ALLOW_ORDER_WITH_PROMO_CODE",
  ],
  [
    "the address a second time",
    touched(openedOrder(HOSTED), { isAddressEdited: true }),
    owner,
    both,
    "STOP_POINT_EDITED",
  ],
  ["COD a second time", touched(openedOrder(HOSTED), { isCodEdited: true }), owner, both, "STOP_POINT_EDITED"],
  [
    "COD after the address",
    touched(openedOrder(HOSTED), { isAddressEdited: true }),
    owner,
    { pathIndex: 1, cod: 1 },
    undefined,
  ],
  ["COD of an order with a promo code", promo, owner, { pathIndex: 1, cod: 1 }, undefined],
  [
    "name, phone and remarks of a public service's pickup",
    acceptedOrder(),
    owner,
    { pathIndex: 0, name: "Mai", mobile: "0912345678", remarks: "" },
    undefined,
  ],
  ["both on a partner-hosted service", openedOrder(HOSTED), owner, both, undefined],
];

for (const [name, order, by, input, code] of plans) {
  test(`edit: ${name}`, () => assert.equal(codeOf(planEdit(order, "26K7Q2ZD", by, { ...nothing, ...input })), code));
}

test("a refused edit says who may, and on what", () => {
  const why = (order: Order, by: Caller, input: Partial<EditInput>) => {
    const answer = planEdit(order, "26K7Q2ZD", by, { ...nothing, ...input });
    return isRefusal(answer) ? answer.why : "";
  };
  assert.match(why(openedOrder(), sibling, both), /may update it/);
  assert.match(why(openedOrder(HOSTED), owner, { pathIndex: 1, cod: -1 }), /^cod must be/);
  const twice = touched(openedOrder(HOSTED), { isAddressEdited: true, isCodEdited: true });
  assert.match(why(twice, owner, both), /The cod of point 1/);
});

const places: readonly (readonly [object, { lat: number; lng: number } | undefined])[] = [
  [{}, undefined],
  [{ lat: 10.5 }, undefined],
  [{ lng: 106.5 }, undefined],
  [{ lat: null, lng: 106.5 }, undefined],
  [
    { lat: 10.5, lng: 106.5 },
    { lat: 10.5, lng: 106.5 },
  ],
];
for (const [given, point] of places) {
  test(`half a coordinate is none, on an edit too: ${JSON.stringify(given)}`, () => {
    const input = { ...nothing, pathIndex: 1, addressInfo: { ...addressInfo, ...given } };
    const plan = planEdit(openedOrder(HOSTED), "26K7Q2ZD", owner, input);
    assert.deepEqual(isRefusal(plan) ? plan : plan.address, { ...addressInfo, point });
  });
}

test("an address that is no object is told as that", () => {
  for (const wrong of ["there", 5, true, [addressInfo]]) {
    const plan = planEdit(openedOrder(HOSTED), "26K7Q2ZD", owner, { ...nothing, pathIndex: 1, addressInfo: wrong });
    assert.match(isRefusal(plan) ? plan.why : "", /must be an object/);
  }
});

test("what may be changed, where and how often, as the table of 4.5 has it", () => {
  const free = {
    limit: "unlimited",
    services: ["public", "hosted"],
    points: ["pickup", "delivery"],
    payments: ["BALANCE", "CASH", "CASH_BY_RECIPIENT"],
  };
  const once = { limit: "once", services: ["hosted"], points: ["delivery"], payments: ["BALANCE", "CASH"] };
  assert.deepEqual(EDIT_RULES, { name: free, mobile: free, remarks: free, cod: once, address: once });
});

const facts: EditFacts = {
  rerouted: undefined,
  wallet: { main: 1_000_000, bonus: 0, creditLimit: 0 },
  codLimit: null,
  driverWallet: undefined,
};
const farther: Rerouted = {
  point: { lat: 10.9, lng: 106.6 },
  place: { by: "street", confidence: 0.8, matched: "Lê Lợi" },
  route: {
    distanceMeters: 10_000,
    durationSeconds: 1_800,
    polyline: "abc",
    roads: { engine: "giao", map: "little", demo: true },
  },
  isInArea: true,
};

function settled(order: Order, input: Partial<EditInput>, more: Partial<EditFacts> = {}) {
  const plan = planEdit(order, "26K7Q2ZD", owner, { ...nothing, ...input });
  assert.ok(!isRefusal(plan), isRefusal(plan) ? plan.why : "");
  return settleEdit(plan, { ...facts, ...more });
}

test("a changed address is routed and priced again with the order's own tariff, and the hold follows", () => {
  const order = openedOrder(HOSTED);
  const dearTariff = { ...order, pricing: { ...order.pricing, distanceFee: "x * 10000" } };
  const step = settled(dearTariff, { pathIndex: 1, addressInfo }, { rerouted: farther });
  assert.ok(!isRefusal(step));
  const point = step.order.points[1];
  assert.deepEqual(
    [point?.lat, point?.lng, point?.address, point?.isAddressEdited],
    [10.9, 106.6, addressInfo.address, true],
  );
  assert.deepEqual([step.order.route.distanceMeters, step.order.price.distanceFee], [10_000, 100_000]);
  assert.equal(step.order.payment.onlinePay, step.order.price.total);
  assert.deepEqual(step.effects, [{ effect: "adjust_hold", before: order.payment }]);
  assert.deepEqual([step.event, step.order.seq, step.order.status], ["edit", 2, "ASSIGNING"]);
});

test("a changed address is charged for what is passed on the new way, by the order's own fees", () => {
  const order = openedOrder(HOSTED);
  const tolled = { ...order, pricing: { ...order.pricing, tollFee: 10_000, ferryFee: 5_000, tolls: 1, ferries: 0 } };
  const step = settled(
    tolled,
    { pathIndex: 1, addressInfo },
    { rerouted: { ...farther, passages: { tolls: 2, ferries: 1 } } },
  );
  assert.ok(!isRefusal(step));
  assert.equal(step.order.price.roadFee, 25_000);
});

test("a changed name changes nothing else", () => {
  const order = openedOrder();
  const step = settled(order, { pathIndex: 2, name: "Mai" });
  assert.ok(!isRefusal(step));
  assert.deepEqual(step.effects, []);
  assert.deepEqual(
    { ...step.order, seq: 1 },
    { ...order, points: order.points.with(2, { ...order.points[2]!, name: "Mai" }) },
  );
});

const tooFar: Rerouted = { ...farther, route: { ...farther.route, distanceMeters: 100_001 } };
const poor = { main: 0, bonus: 0, creditLimit: 0 };
const accepted = acceptedOrder(HOSTED);
const cash = acceptedOrder({ ...HOSTED, payment_method: "CASH" });
const settles: readonly (readonly [string, Order, Partial<EditInput>, Partial<EditFacts>, string | undefined])[] = [
  [
    "an address that cannot be located",
    accepted,
    both,
    { rerouted: refuse("ADDRESS_MALFORMED", "Nothing matches.") },
    "INVALID_DATA",
  ],
  ["COD above the service's limit", accepted, { pathIndex: 1, cod: 10_000_001 }, {}, "INVALID_DATA"],
  ["COD above the account's limit", accepted, { pathIndex: 1, cod: 1_001 }, { codLimit: 1_000 }, "INVALID_DATA"],
  ["COD of exactly the account's limit", accepted, { pathIndex: 1, cod: 1_000 }, { codLimit: 1_000 }, undefined],
  ["a name, whatever the COD limit is by now", accepted, { pathIndex: 1, name: "Mai" }, { codLimit: 0 }, undefined],
  [
    "an address as far away as the service goes",
    accepted,
    { pathIndex: 1, addressInfo },
    { rerouted: { ...farther, route: { ...farther.route, distanceMeters: 100_000 } } },
    undefined,
  ],
  ["more COD while nobody has the order", openedOrder(HOSTED), { pathIndex: 1, cod: 9_000_000 }, {}, undefined],
  [
    "an address out of the area",
    accepted,
    { pathIndex: 1, addressInfo },
    { rerouted: { ...farther, point: inHanoi, isInArea: false } },
    "CHANGE_ADDRESS_NOT_ALLOWED",
  ],
  [
    "an address too far away",
    accepted,
    { pathIndex: 1, addressInfo },
    { rerouted: tooFar },
    "CHANGE_ADDRESS_NOT_ALLOWED",
  ],
  [
    "an address the sender cannot pay",
    accepted,
    { pathIndex: 1, addressInfo },
    { rerouted: farther, wallet: poor },
    "CHANGE_ADDRESS_NOT_ALLOWED",
  ],
  [
    "COD the driver cannot carry",
    accepted,
    { pathIndex: 1, cod: 600_000 },
    { driverWallet: 599_999 },
    "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS",
  ],
  ["COD the driver can just carry", accepted, { pathIndex: 1, cod: 600_000 }, { driverWallet: 600_000 }, undefined],
  ["less COD, whatever the driver has", accepted, { pathIndex: 1, cod: 400_000 }, { driverWallet: 0 }, undefined],
  [
    "commission the driver cannot carry",
    cash,
    { pathIndex: 1, addressInfo },
    { rerouted: farther, driverWallet: 500_000 },
    "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS",
  ],
  [
    "a longer way paid online, whatever the driver has",
    accepted,
    { pathIndex: 1, addressInfo },
    { rerouted: farther, driverWallet: 0 },
    undefined,
  ],
];

for (const [name, order, input, more, code] of settles) {
  test(`edit, with what was asked outside: ${name}`, () => assert.equal(codeOf(settled(order, input, more)), code));
}

test("an edit keeps what it does not speak of, on the point and on the others", () => {
  const order = openedOrder(HOSTED);
  const step = ordered(settled(order, { pathIndex: 1, cod: 5 }));
  const point = order.points[1]!;
  assert.deepEqual(step.points, order.points.with(1, { ...point, cod: 5, isCodEdited: true }));
  const moved = ordered(settled(step, { pathIndex: 1, addressInfo }, { rerouted: farther }));
  const renamed = ordered(settled(moved, { pathIndex: 1, name: "Mai" }));
  assert.deepEqual([renamed.points[1]?.isAddressEdited, renamed.points[1]?.isCodEdited], [true, true]);
  assert.equal(renamed.points[1]?.mobile, point.mobile);
});

test("COD and address of one point may each be changed once, in two calls", () => {
  const once = ordered(settled(openedOrder(HOSTED), { pathIndex: 1, cod: 1_000 }));
  const twice = ordered(settled(once, { pathIndex: 1, addressInfo }, { rerouted: farther }));
  assert.deepEqual(
    [twice.points[1]?.cod, twice.points[1]?.isCodEdited, twice.points[1]?.isAddressEdited],
    [1_000, true, true],
  );
  const third = planEdit(twice, "26K7Q2ZD", owner, { ...nothing, pathIndex: 1, cod: 2_000 });
  assert.equal(codeOf(third), "STOP_POINT_EDITED");
  assert.ok(!isRefusal(planEdit(twice, "26K7Q2ZD", owner, { ...nothing, pathIndex: 2, cod: 2_000 })));
});

test("what is already so is no change of cod or address; what differs in one thing is", () => {
  const order = touched(openedOrder(HOSTED), { cod: 5_000 });
  const edited = touched(order, { isCodEdited: true, isAddressEdited: true });
  const { address, lat, lng } = order.points[1]!;
  const planned = (more: Partial<EditInput>, of = order) => {
    const plan = planEdit(of, of.id, owner, { ...nothing, pathIndex: 1, ...more });
    assert.ok(!isRefusal(plan), JSON.stringify(plan));
    return plan;
  };
  assert.equal(planned({ cod: 5_000 }, edited).cod, undefined);
  assert.equal(planned({ cod: 5_001 }).cod, 5_001);
  assert.equal(planned({ addressInfo: { address } }, edited).address, undefined);
  assert.equal(planned({ addressInfo: { address, lat, lng } }).address, undefined);
  assert.equal(planned({ addressInfo }).address?.address, addressInfo.address);
  for (const elsewhere of [
    { lat: lat + 0.001, lng },
    { lat, lng: lng + 0.001 },
  ])
    assert.deepEqual(planned({ addressInfo: { address, ...elsewhere } }).address?.point, elsewhere);
});
