// What a promo code gives and when, for the operator who made it and for the partner who would use it.
import { Type } from "typebox";
import { givenMoment } from "./fields.ts";

const time = Type.Optional(givenMoment(1e11));

export const promoTerms = {
  type: Type.String({ description: "PERCENT or FLAT." }),
  value: Type.Number({ description: "Percent, or whole VND." }),
  max_discount: Type.Optional(Type.Number()),
  starts_at: time,
  ends_at: time,
};
export const Terms = Type.Object(promoTerms);
