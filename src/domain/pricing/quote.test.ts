import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder } from "../../../test/fixtures/an-order.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { judgeQuote, type Quote, type QuotedOrder, quoteExpiry, quoteKey } from "./quote.ts";

const order: QuotedOrder = {
  serviceId: "SGN-BIKE",
  points: [
    { lat: 10.77, lng: 106.7 },
    { lat: 10.8, lng: 106.65 },
  ],
  isRouteOptimized: false,
  requests: [],
  promoCode: null,
  scheduledFor: undefined,
};
const quote: Quote = {
  id: "q1",
  ownerPhone: "84900000001",
  key: quoteKey(order),
  inputs: openedOrder().pricing,
  expiresAt: quoteExpiry(noon),
};
const lastMoment = new Date(quote.expiresAt.getTime() - 1);

const cases: readonly (readonly [string, Quote | undefined, string, Partial<QuotedOrder>, Date, RegExp | undefined])[] =
  [
    ["an unknown one", undefined, "84900000001", {}, noon, /unknown/],
    ["another account's", quote, "84900000002", {}, noon, /unknown/],
    ["an expired one for another order", quote, "84900000001", { serviceId: "SGN-ECO" }, quote.expiresAt, /expired/],
    ["one for another service", quote, "84900000001", { serviceId: "SGN-ECO" }, lastMoment, /another order/],
    ["one for other points", quote, "84900000001", { points: order.points.toReversed() }, lastMoment, /another order/],
    ["one without the promo code", quote, "84900000001", { promoCode: "GIAO10" }, lastMoment, /another order/],
    ["one for now, used for later", quote, "84900000001", { scheduledFor: noon }, lastMoment, /another order/],
    ["one in its last moment", quote, "84900000001", {}, lastMoment, undefined],
  ];

for (const [name, kept, phone, change, now, why] of cases) {
  test(`a quote is ${why ? "refused" : "kept"}: ${name}`, () => {
    const answer = judgeQuote("q1", kept, phone, quoteKey({ ...order, ...change }), now);
    if (!why) return assert.equal(answer, quote);
    assert.ok(isRefusal(answer));
    assert.match(answer.why, why);
  });
}
