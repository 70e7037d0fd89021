// Checks 19 to 21 of D4, with facts that only the store has: numbers in use, the promo code, the wallet.
import { judgePromo, type Promo } from "../../catalogue/promo.ts";
import type { Service } from "../../catalogue/service.ts";
import { type Payment, type PaymentMethod, splitPayment, type UserWallet } from "../../pricing/payment.ts";
import { type Price, type PriceInputs, price } from "../../pricing/price.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";

// The numbers to look for among the partner's orders that are not cancelled.
export function trackingNumbersOf(points: readonly { readonly trackingNumber: string | null }[]): readonly string[] {
  return [...new Set(points.flatMap((point) => point.trackingNumber ?? []))];
}

// The first number that two delivery points share. The pickup may carry the number of what is fetched there.
export function numberGivenTwice(points: readonly { readonly trackingNumber: string | null }[]): string | undefined {
  const numbers = points.slice(1).flatMap((point) => point.trackingNumber ?? []);
  return numbers.find((number, at) => numbers.indexOf(number) < at);
}

// 18. `inUse`: those of them that another order of the partner carries; an order that was cancelled frees its numbers.
export function checkTrackingNumbers({
  blocksDuplicates,
  givenTwice,
  inUse,
}: Pick<StoreFacts, "blocksDuplicates" | "givenTwice" | "inUse">): Refusal<"DUPLICATE_TRACKING_NUMBER"> | undefined {
  if (!blocksDuplicates) return undefined;
  if (givenTwice !== undefined)
    return refuse("DUPLICATE_TRACKING_NUMBER", `tracking_number ${givenTwice} stands on two delivery points.`);
  const [first] = inUse;
  if (first === undefined) return undefined;
  return refuse("DUPLICATE_TRACKING_NUMBER", `tracking_number ${first} is carried by another order.`);
}

// What the store knows of the promo code that was sent; undefined when none was.
export type PromoFact = { readonly code: string; readonly promo: Promo | undefined; readonly uses: number };

// 19, and the price with the promo in it. A price locked by a quote keeps the promo it was quoted with.
export function priceWithPromo(
  service: Pick<Service, "id" | "groupId">,
  inputs: PriceInputs,
  fact: PromoFact | undefined,
  now: Date,
): { readonly inputs: PriceInputs; readonly price: Price } | Refusal<"BAD_REQUEST"> {
  if (!fact) return { inputs, price: price(inputs) };
  const promo = judgePromo(fact.code, fact.promo, fact.uses, service, now);
  if (isRefusal(promo)) return promo;
  const discounted = { ...inputs, promo: { code: promo.code, offer: promo.offer } };
  return { inputs: discounted, price: price(discounted) };
}

export type StoreFacts = {
  readonly blocksDuplicates: boolean;
  readonly givenTwice: string | undefined;
  readonly inUse: readonly string[];
  readonly promo: PromoFact | undefined;
  readonly wallet: UserWallet;
};
export type Funded = { readonly inputs: PriceInputs; readonly price: Price; readonly payment: Payment };

// 18, 19, 20: create's last three answers. An estimate has the middle one alone, priceWithPromo.
export function checkAgainstStore(
  service: Pick<Service, "id" | "groupId">,
  inputs: PriceInputs,
  method: PaymentMethod,
  facts: StoreFacts,
  now: Date,
): Funded | Refusal<"DUPLICATE_TRACKING_NUMBER" | "BAD_REQUEST" | "NOT_ENOUGH_CREDIT"> {
  const duplicate = checkTrackingNumbers(facts);
  if (duplicate) return duplicate;
  const priced = priceWithPromo(service, inputs, facts.promo, now);
  if (isRefusal(priced)) return priced;
  const payment = splitPayment(method, priced.price.total, facts.wallet);
  return isRefusal(payment) ? payment : { ...priced, payment };
}
