// Gives a price a quote_id and holds create to it (D14). A quote is no row: it carries its own measures, sealed.
import type { Service } from "../../domain/catalogue/service.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import type { Candidate } from "../../domain/orders/check/service-check.ts";
import type { ServiceAsk, ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import { chooseRequests } from "../../domain/pricing/chosen-request.ts";
import { type Price, type PriceInputs, priceInputs } from "../../domain/pricing/price.ts";
import { judgeQuote, type Quote, quoteExpiry, quoteKey, readQuote, writeQuote } from "../../domain/pricing/quote.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { fingerprintOf, type Seals } from "../../ports/seals.ts";
import { findServiceVersion } from "../../store/catalogue/catalogue.ts";
import type { Database } from "../../store/db.ts";
import type { PathPlan } from "./plan-path.ts";

export type QuoteDeps = { readonly db: Database; readonly quoteSeals: Seals };
export type GivenQuote = { readonly quoteId: string; readonly expiresAt: Date };
export type HeldQuote = { readonly quote: Quote; readonly inputs: PriceInputs };

// The order as it was asked, which estimate and create must agree on.
export type Question = {
  readonly ownerPhone: string;
  readonly orderTime: number;
  readonly asked: ShapedOrder;
  readonly candidate: Candidate;
};

export function giveQuote(
  deps: QuoteDeps,
  question: Question,
  { distanceMeters, passages }: Pick<PathPlan, "distanceMeters" | "passages">,
  priced: { readonly inputs: PriceInputs; readonly price: Price },
  now: Date,
): GivenQuote {
  const expiresAt = quoteExpiry(now);
  const text = writeQuote({
    expiresAt,
    tariffVersion: priced.inputs.tariffVersion,
    distanceMeters,
    passages,
    pricedFor: question.asked.at,
    total: priced.price.total,
    fingerprint: fingerprint(question),
  });
  return { quoteId: deps.quoteSeals.seal(text), expiresAt };
}

// What the quoted price was made of. The promo is judged anew: a quote keeps a price, not somebody's last use of a code.
export async function honourQuote(
  deps: QuoteDeps,
  question: Question,
  ask: ServiceAsk,
  quoteId: string,
  now: Date,
): Promised<HeldQuote, "QUOTE_EXPIRED"> {
  const text = deps.quoteSeals.open(quoteId);
  const quote = judgeQuote(text === undefined ? undefined : readQuote(text), fingerprint(question), now);
  if (isRefusal(quote)) return quote;
  const { asked, candidate } = question;
  const service = await tariffOf(deps, candidate.service, quote.tariffVersion);
  if (!service) return refuse("QUOTE_EXPIRED", "The tariff of the quote is no longer known.");
  const parcels = { itemValues: asked.points.map((point) => point.itemValue ?? undefined), packages: asked.packages };
  const { chosen } = chooseRequests(service, ask.requests, parcels);
  const { distanceMeters, passages } = quote;
  const route = { distanceMeters, passages, deliveryPoints: candidate.points.length - 1 };
  const local = localTimeAt(candidate.city.timeZone, quote.pricedFor);
  return { quote, inputs: priceInputs(service, route, local, chosen, null) };
}

// The service as it was when a price was made.
export function tariffOf(
  deps: Pick<QuoteDeps, "db">,
  current: Service,
  version: number,
): Promise<Service | undefined> | Service | undefined {
  return current.tariffVersion === version ? current : findServiceVersion(deps.db, current.id, version);
}

function fingerprint({ ownerPhone, orderTime, asked, candidate }: Question): string {
  const { points, requests, service } = candidate;
  const { isRouteOptimized, promoCode } = asked;
  return fingerprintOf(
    quoteKey({ ownerPhone, serviceId: service.id, points, isRouteOptimized, requests, promoCode, orderTime }),
  );
}
