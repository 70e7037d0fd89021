// A quote is the price of an estimate, kept for ten minutes (D14): an order made from it gets exactly that price. It is no
// row anywhere: it carries the measures the price was made of, small enough to travel sealed (ports/seals.ts) in the estimate.
// Create prices with these measures again; the same tariff, distance and moment give the same total, or the quote is void.
import type { Amount } from "../amount.ts";
import type { LatLng } from "../geo.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { ChosenRequest } from "./chosen-request.ts";
import type { Passages } from "./road-fees.ts";

const QUOTE_SECONDS = 600;

// It holds for the same account and the same order only: everything a price depends on besides the measures.
export type QuotedOrder = {
  readonly ownerPhone: Phone;
  readonly serviceId: string;
  // In the order they were sent.
  readonly points: readonly LatLng[];
  readonly isRouteOptimized: boolean;
  readonly requests: readonly ChosenRequest[];
  readonly promoCode: string | null;
  // Unix seconds as sent; 0: immediate, whenever it is created.
  readonly orderTime: number;
};

export type Quote = {
  readonly expiresAt: Date;
  readonly tariffVersion: number;
  readonly distanceMeters: number;
  // Where some are charged for.
  readonly passages?: Passages | undefined;
  // The moment whose local time gave h and the surge.
  readonly pricedFor: Date;
  readonly total: Amount;
  // Of the quoteKey of the order.
  readonly fingerprint: string;
};

export function quoteKey(order: QuotedOrder): string {
  return JSON.stringify([
    order.ownerPhone,
    order.serviceId,
    order.points.map(({ lat, lng }) => [lat, lng]),
    order.isRouteOptimized,
    // Not their prices: those are the tariff's, which the quote names.
    order.requests.map((request) => [request.id, quantityOf(request)]),
    order.promoCode,
    order.orderTime,
  ]);
}

function quantityOf(request: ChosenRequest): unknown {
  if (request.type === "PER_UNIT") return request.num;
  if (request.type === "TIER") return request.tierCode;
  return request.type === "COD_INSURANCE" ? request.itemValues : null;
}

export function quoteExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1_000) + QUOTE_SECONDS) * 1_000);
}

// Answered where the order would be priced: after the checks of its service and route, before those of the store.
export function judgeQuote(quote: Quote | undefined, fingerprint: string, now: Date): Quote | Refusal<"QUOTE_EXPIRED"> {
  if (!quote) return refuse("QUOTE_EXPIRED", "quote_id is not a quote of this service.");
  if (now >= quote.expiresAt) return refuse("QUOTE_EXPIRED", "quote_id has expired; ask for an estimate again.");
  if (quote.fingerprint !== fingerprint) return refuse("QUOTE_EXPIRED", "quote_id was given for another order.");
  return quote;
}

const FINGERPRINT = /^[\w-]{22}$/;
const RADIX = 36;

// Instants are whole seconds and distances tens of metres: no tariff reads anything finer.
export function writeQuote(quote: Quote): string {
  const figures = [
    Math.floor(quote.expiresAt.getTime() / 1_000),
    quote.tariffVersion,
    Math.round(quote.distanceMeters / 10),
    Math.floor(quote.pricedFor.getTime() / 1_000),
    quote.total,
  ];
  const { tolls, ferries } = quote.passages ?? NONE;
  // Only where there are some: a replica of before reads no more than the first six.
  const passages = tolls + ferries > 0 ? [tolls, ferries].map((count) => count.toString(RADIX)) : [];
  return [...figures.map((figure) => figure.toString(RADIX)), quote.fingerprint, ...passages].join("~");
}

const NONE: Passages = { tolls: 0, ferries: 0 };

export function readQuote(text: string): Quote | undefined {
  const [expires, version, tens, pricedFor, total, fingerprint, ...more] = text.split("~");
  const figures = [expires, version, tens, pricedFor, total].map((digits) => Number.parseInt(digits ?? "", RADIX));
  const [expiresSeconds = 0, tariffVersion = 0, tensOfMeters = 0, pricedSeconds = 0, amount = 0] = figures;
  if (!figures.every(Number.isSafeInteger) || !FINGERPRINT.test(fingerprint ?? "")) return undefined;
  const passages = readPassages(more);
  if (passages === undefined) return undefined;
  return {
    expiresAt: new Date(expiresSeconds * 1_000),
    tariffVersion,
    distanceMeters: tensOfMeters * 10,
    pricedFor: new Date(pricedSeconds * 1_000),
    total: amount,
    fingerprint: fingerprint ?? "",
    ...(passages !== NONE && { passages }),
  };
}

function readPassages(figures: readonly string[]): Passages | undefined {
  if (figures.length === 0) return NONE;
  const [tolls = Number.NaN, ferries = Number.NaN, ...more] = figures.map((digits) => Number.parseInt(digits, RADIX));
  return tolls >= 0 && ferries >= 0 && more.length === 0 ? { tolls, ferries } : undefined;
}
