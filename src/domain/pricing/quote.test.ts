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
const lastMoment = new Date(quote.expiresAt.getTime() - 1);

test("a quote is read as it was written", () => {
  assert.deepEqual(readQuote(writeQuote(quote)), quote);
});

test("what is not a quote is not read as one", () => {
  for (const text of ["", "~~~~~", "x", `${writeQuote(quote)}~1`, writeQuote({ ...quote, fingerprint: "short" })]) {
    assert.equal(readQuote(text), undefined, text);
  }
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
    assert.match(answer.why, why);
  });
}

const changes: readonly Partial<QuotedOrder>[] = [
  { ownerPhone: "84900000002" },
  { serviceId: "SGN-ECO" },
  { points: order.points.toReversed() },
  { isRouteOptimized: true },
  { promoCode: "GIAO10" },
  { orderTime: 1_800_000_000 },
];
for (const change of changes) {
  test(`a quote is for one order: another ${Object.keys(change)[0]} is another key`, () => {
    assert.notEqual(quoteKey({ ...order, ...change }), quoteKey(order));
  });
}
