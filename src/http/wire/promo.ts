// What a promo code gives and when, for the operator who made it and for the partner who would use it.
import { type Static, Type } from "typebox";
import type { Promo } from "../../domain/catalogue/promo.ts";
import { unixSeconds } from "./time.ts";

const time = Type.Optional(Type.Number({ minimum: 0, maximum: 1e11, description: "Unix timestamp." }));
export const promoTerms = {
  type: Type.String({ description: "PERCENT or FLAT." }),
  value: Type.Number({ description: "Percent, or whole VND." }),
  max_discount: Type.Optional(Type.Number()),
  starts_at: time,
  ends_at: time,
};
const Terms = Type.Object(promoTerms);

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
