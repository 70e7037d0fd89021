// What a promo code gives and when, for the operator who made it and for the partner who would use it.
import type { Static } from "typebox";
import type { Terms } from "../../contract/promo.ts";
import type { Promo } from "../../domain/catalogue/promo.ts";
import { unixSeconds } from "./time.ts";

export function encodeTerms({ offer, startsAt, endsAt }: Promo): Static<typeof Terms> {
  const discountMax = offer.type === "PERCENT" ? offer.discountMax : undefined;
  return {
    type: offer.type,
    value: offer.type === "PERCENT" ? offer.share / 100 : offer.amount,
    ...(discountMax === undefined ? {} : { max_discount: discountMax }),
    ...(startsAt ? { starts_at: unixSeconds(startsAt) } : {}),
    ...(endsAt ? { ends_at: unixSeconds(endsAt) } : {}),
  };
}
