// Gives a price a quote_id and holds create to it (D14). A quote is no row: it carries its own measures, sealed.
import type { Caller } from "../../domain/accounts/account.ts";
import type { Service } from "../../domain/catalogue/service.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import type { Candidate } from "../../domain/orders/check/service-check.ts";
import type { ServiceAsk, ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import { chooseRequests } from "../../domain/pricing/chosen-request.ts";
import { type Price, type PriceInputs, priceInputs } from "../../domain/pricing/price.ts";
import { QUOTE_SECONDS, type Quote, readQuote, writeQuote } from "../../domain/pricing/quote.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { fingerprintOf, type Seals } from "../../ports/seals.ts";
import { findServiceVersion } from "../../store/catalogue/catalogue.ts";
import type { Database } from "../../store/db.ts";

export type QuoteDeps = { readonly db: Database; readonly quoteSeals: Seals };
// A price and all that it depends on besides the tariff.
export type Priced = { readonly inputs: PriceInputs; readonly price: Price };
type Asked = {
  readonly caller: Caller;
  // As sent: 0 for an immediate order, which may be created any time while the quote holds.
  readonly orderTime: number;
  readonly asked: ShapedOrder;
  readonly candidate: Candidate;
};

export type GivenQuote = { readonly quoteId: string; readonly expiresAt: Date };

export function quote(
  deps: QuoteDeps,
  question: Asked,
  distanceMeters: number,
  { inputs, price }: Priced,
  now: Date,
): GivenQuote {
  const expiresAt = new Date((Math.floor(now.getTime() / 1_000) + QUOTE_SECONDS) * 1_000);
  const text = writeQuote({
    expiresAt,
    tariffVersion: inputs.tariffVersion,
    distanceMeters,
    pricedFor: question.asked.at,
    total: price.total,
    fingerprint: fingerprint(question),
  });
  return { quoteId: deps.quoteSeals.seal(text), expiresAt };
}

export type HeldQuote = { readonly quote: Quote; readonly inputs: PriceInputs };

// What the quoted price was made of. The promo is judged anew: a quote keeps a price, not somebody's last use of a code.
export async function honour(
  deps: QuoteDeps,
  question: Asked,
  ask: ServiceAsk,
  quoteId: string,
  now: Date,
): Promise<HeldQuote | Refusal<"QUOTE_EXPIRED">> {
  const text = deps.quoteSeals.open(quoteId);
  const held = text === undefined ? undefined : readQuote(text);
  if (!held) return refuse("QUOTE_EXPIRED", "quote_id is not a quote of this service.");
  if (held.expiresAt <= now) return refuse("QUOTE_EXPIRED", "The quote has expired; ask for a new estimate.");
  if (held.fingerprint !== fingerprint(question)) {
    return refuse("QUOTE_EXPIRED", "The quote was given for another account, service, path, request or promo code.");
  }
  const service = await tariffOf(deps, question.candidate.service, held.tariffVersion);
  if (!service) return refuse("QUOTE_EXPIRED", "The tariff of the quote is no longer known.");
  const { asked, candidate } = question;
  const parcels = { itemValues: asked.points.map((point) => point.itemValue ?? undefined), packages: asked.packages };
  const route = { distanceMeters: held.distanceMeters, deliveryPoints: candidate.points.length - 1 };
  const local = localTimeAt(candidate.city.timeZone, held.pricedFor);
  const { chosen } = chooseRequests(service, ask.form, ask.requests, parcels);
  return { quote: held, inputs: priceInputs(service, route, local, chosen, null) };
}

function tariffOf(deps: QuoteDeps, current: Service, version: number): Promise<Service | undefined> | Service {
  return current.tariffVersion === version ? current : findServiceVersion(deps.db, current.id, version);
}

function fingerprint({ caller, orderTime, asked, candidate }: Asked): string {
  const parts = [
    caller.phone,
    candidate.service.id,
    orderTime,
    asked.promoCode,
    asked.isRouteOptimized,
    asked.points.map((point) => [point.given ?? point.address, point.itemValue]),
    candidate.requests.map((request) => [
      request.id,
      "num" in request ? request.num : null,
      "tierCode" in request ? request.tierCode : null,
    ]),
  ];
  return fingerprintOf(JSON.stringify(parts));
}
