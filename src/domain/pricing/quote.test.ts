import assert from "node:assert/strict";
import { test } from "node:test";
import { noon } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { judgeQuote, type Quote, type QuotedOrder, quoteExpiry, quoteKey, readQuote, writeQuote } from "./quote.ts";

const order: QuotedOrder = {
  ownerPhone: "84900000001",
  serviceId: "SGN-BIKE",
  points: [
    { lat: 10.77, lng: 106.7 },
    { lat: 10.8, lng: 106.65 },
  ],
  isRouteOptimized: false,
  requests: [],
  promoCode: null,
  orderTime: 0,
};
const quote: Quote = {
  expiresAt: quoteExpiry(noon),
  tariffVersion: 3,
  distanceMeters: 12_340,
  pricedFor: noon,
  total: 27_000,
  fingerprint: "abcdefghijklmnopqrstu_",
};
const passing = (tolls: number, ferries: number): Quote => ({ ...quote, passages: { tolls, ferries } });
const tolled = passing(2, 1);
const lastMoment = new Date(quote.expiresAt.getTime() - 1);

test("a quote is read as it was written", () => {
  assert.deepEqual(readQuote(writeQuote(quote)), quote);
  for (const each of [tolled, passing(1, 0), passing(0, 1), passing(1, 1)])
    assert.deepEqual(readQuote(writeQuote(each)), each);
  // One that passes nothing is written as it was before anything could be passed.
  assert.equal(writeQuote(passing(0, 0)), writeQuote(quote));
});

test("what is not a quote is not read as one", () => {
  const figures = writeQuote(quote).split("~");
  const without = figures.map((_, at) => figures.with(at, "-").join("~"));
  for (const text of [
    "",
    "~~~~~",
    "x",
    `${writeQuote(quote)}~1`,
    `${writeQuote(quote)}~1~-`,
    `${writeQuote(quote)}~-1~1`,
    `${writeQuote(quote)}~1~-1`,
    `${writeQuote(tolled)}~1`,
    figures.slice(0, 5).join("~"),
    ...without,
  ]) {
    assert.equal(readQuote(text), undefined, text);
  }
  for (const fingerprint of ["short", "", `${quote.fingerprint}x`]) {
    assert.equal(readQuote(writeQuote({ ...quote, fingerprint })), undefined);
  }
});

test("a quote keeps whole seconds, rounded down so that none outlives its promise, and tens of metres", () => {
  const fine = {
    ...quote,
    expiresAt: new Date(quote.expiresAt.getTime() + 999),
    pricedFor: new Date(noon.getTime() + 999),
    distanceMeters: 12_345,
  };
  assert.deepEqual(readQuote(writeQuote(fine)), { ...quote, distanceMeters: 12_350 });
  assert.equal(quoteExpiry(new Date(noon.getTime() + 999)).getTime() - noon.getTime(), 600_000);
});

const judged: readonly (readonly [string, Quote | undefined, string, Date, RegExp | undefined])[] = [
  ["an unknown one", undefined, quote.fingerprint, noon, /not a quote/],
  ["an expired one for another order", quote, "another", quote.expiresAt, /expired/],
  ["one for another order", quote, "another", lastMoment, /another order/],
  ["one in its last moment", quote, quote.fingerprint, lastMoment, undefined],
];
for (const [name, kept, fingerprint, now, why] of judged) {
  test(`a quote is ${why ? "refused" : "kept"}: ${name}`, () => {
    const answer = judgeQuote(kept, fingerprint, now);
    if (!why) return assert.equal(answer, quote);
    assert.ok(isRefusal(answer));
    assert.equal(answer.refused, "QUOTE_EXPIRED");
    assert.match(answer.why, why);
  });
}

const base = { groupId: "G", promoAllowed: true, vatApplies: true, commissionApplies: true } as const;
const sms = { ...base, id: "SMS", type: "BOOLEAN", price: 1 } as const;
const tip = { ...base, id: "TIP", type: "PER_UNIT", price: 1, num: 2 } as const;
const bulky = { ...base, id: "BULKY", type: "TIER", price: 1, tierCode: "TIER_2" } as const;
const insurance = { ...base, id: "INSURANCE", type: "COD_INSURANCE", blocks: [], itemValues: [5] } as const;

const changes: readonly Partial<QuotedOrder>[] = [
  { ownerPhone: "84900000002" },
  { serviceId: "SGN-ECO" },
  { points: order.points.toReversed() },
  { points: order.points.map(({ lat, lng }) => ({ lat: lat + 0.1, lng })) },
  { points: order.points.map(({ lat, lng }) => ({ lat, lng: lng + 0.1 })) },
  { requests: [sms] },
  { isRouteOptimized: true },
  { promoCode: "GIAO10" },
  { orderTime: 1_800_000_000 },
];
for (const change of changes) {
  test(`a quote is for one order: another ${Object.keys(change)[0]} is another key`, () => {
    assert.notEqual(quoteKey({ ...order, ...change }), quoteKey(order));
  });
}

test("a quote is for the requests in their quantity, whatever they cost by now", () => {
  const keyOf = (...requests: QuotedOrder["requests"]) => quoteKey({ ...order, requests });
  const others = [[tip], [{ ...tip, num: 3 }], [bulky], [{ ...bulky, tierCode: "TIER_3" }], [insurance]] as const;
  const more = [[{ ...insurance, itemValues: [6] }], [sms], [{ ...sms, id: "D2D" }], [sms, tip]] as const;
  const keys = [...others, ...more].map((requests) => keyOf(...requests));
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keyOf({ ...sms, price: 99 }, { ...tip, price: 99 }), keyOf(sms, tip));
});
