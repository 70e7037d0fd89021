// A promo code and whether an order may use it (D4 check 19). What it takes off a price is pricing's business.
import type { Amount, BasisPoints } from "../amount.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Service } from "./service.ts";

export type PromoOffer =
  | { readonly type: "PERCENT"; readonly share: BasisPoints; readonly discountMax: Amount | undefined }
  | { readonly type: "FLAT"; readonly amount: Amount };

export type Promo = {
  readonly code: string;
  readonly offer: PromoOffer;
  // Ids of services, or of groups (BIKE: in every city). undefined: every service.
  readonly serviceIds: readonly string[] | undefined;
  readonly startsAt: Date | undefined;
  readonly endsAt: Date | undefined;
  readonly usesMax: number | undefined;
};

export const PROMO_CODE = /^[A-Z0-9][A-Z0-9_-]{1,31}$/;

// People type codes in any case and with blanks around them.
export function canonicalPromoCode(typed: string): string {
  return typed.trim().toUpperCase();
}

// `uses` counts orders that hold the code now: a cancelled order gives its use back.
export function judgePromo(
  code: string,
  promo: Promo | undefined,
  uses: number,
  service: Pick<Service, "id" | "groupId">,
  now: Date,
): Promo | Refusal<"BAD_REQUEST"> {
  if (!promo) return refuse("BAD_REQUEST", `promo_code ${code} is unknown.`);
  if (promo.startsAt && now < promo.startsAt) return refuse("BAD_REQUEST", `promo_code ${code} is not valid yet.`);
  if (promo.endsAt && now >= promo.endsAt) return refuse("BAD_REQUEST", `promo_code ${code} has expired.`);
  if (promo.usesMax !== undefined && uses >= promo.usesMax) {
    return refuse("BAD_REQUEST", `promo_code ${code} has been used up.`);
  }
  if (promo.serviceIds && !promo.serviceIds.some((id) => id === service.id || id === service.groupId)) {
    return refuse("BAD_REQUEST", `promo_code ${code} is not for service ${service.id}.`);
  }
  return promo;
}
