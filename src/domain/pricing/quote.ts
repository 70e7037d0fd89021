// A quote is the price of an estimate, kept for ten minutes (D14): an order made from it gets exactly that price. It holds
// for the same account and the same order only, so the key names everything a price depends on.
import type { LatLng } from "../geo.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { ChosenRequest } from "./chosen-request.ts";
import type { PriceInputs } from "./price.ts";

export const QUOTE_SECONDS = 600;

export type QuotedOrder = {
  readonly serviceId: string;
  // In the order they were sent.
  readonly points: readonly LatLng[];
  readonly isRouteOptimized: boolean;
  readonly requests: readonly ChosenRequest[];
  readonly promoCode: string | null;
  // undefined: immediate.
  readonly scheduledFor: Date | undefined;
};

export type Quote = {
  readonly id: string;
  readonly ownerPhone: Phone;
  readonly key: string;
  readonly inputs: PriceInputs;
  readonly expiresAt: Date;
};

export function quoteKey(order: QuotedOrder): string {
  return JSON.stringify([
    order.serviceId,
    order.points.map(({ lat, lng }) => [lat, lng]),
    order.isRouteOptimized,
    order.requests,
    order.promoCode,
    order.scheduledFor?.getTime() ?? null,
  ]);
}

export function quoteExpiry(now: Date): Date {
  return new Date(now.getTime() + QUOTE_SECONDS * 1_000);
}

// Answered where the order would be priced: after the checks of its service and route, before those of the store.
export function judgeQuote(
  quoteId: string,
  quote: Quote | undefined,
  ownerPhone: Phone,
  key: string,
  now: Date,
): Quote | Refusal<"QUOTE_EXPIRED"> {
  if (!quote || quote.ownerPhone !== ownerPhone)
    return refuse("QUOTE_EXPIRED", `quote_id ${quoteId} is unknown or long gone.`);
  if (now >= quote.expiresAt)
    return refuse("QUOTE_EXPIRED", `quote_id ${quoteId} has expired; ask for an estimate again.`);
  if (quote.key !== key) return refuse("QUOTE_EXPIRED", `quote_id ${quoteId} was given for another order.`);
  return quote;
}
