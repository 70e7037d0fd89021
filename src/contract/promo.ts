// What a promo code gives and when, for the operator who made it and for the partner who would use it.
import { Type } from "typebox";
import { field, givenMoment, maybe } from "./fields.ts";

const time = maybe(givenMoment(1e11));

export const promoTerms = {
  type: field.text("PERCENT or FLAT."),
  value: field.number("Percent, or whole VND."),
  max_discount: maybe(Type.Number()),
  starts_at: time,
  ends_at: time,
};
export const Terms = Type.Object(promoTerms);
