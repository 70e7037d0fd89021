// Decides whether a promo code may be saved as the operator sent it. A PUT replaces the whole promo.
import { AMOUNT_MAX } from "../../amount.ts";
import type { Draft } from "../../draft.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import { canonicalPromoCode, PROMO_CODE, type Promo, type PromoOffer } from "../promo.ts";
import type { Catalogue } from "../service.ts";
import { Form, PERCENT } from "./form.ts";

export type PromoDraft = Draft<
  Omit<Promo, "code" | "offer"> & {
    readonly type: string;
    readonly value: number; // percent, or VND
    readonly discountMax: number;
  }
>;

const SERVICES_MAX = 500;
const USES_MAX = 1_000_000_000;

export function settlePromo(catalogue: Catalogue, code: string, draft: PromoDraft): Promo | Refusal<"INVALID_DATA"> {
  const canonical = canonicalPromoCode(code);
  if (!PROMO_CODE.test(canonical)) {
    return refuse(
      "INVALID_DATA",
      "A promo code is 2 to 32 letters, digits, - or _, and starts with a letter or digit.",
      "code",
    );
  }
  const form = new Form();
  const offer = readOffer(form, draft);
  const strangers = draft.serviceIds?.filter((id) => !isServiceOrGroup(catalogue, id)) ?? [];
  if (strangers.length > 0) form.fail("service_ids", `holds ${strangers[0]}, which is neither a service nor a group.`);
  if (draft.serviceIds && (draft.serviceIds.length === 0 || draft.serviceIds.length > SERVICES_MAX)) {
    form.fail("service_ids", `must name 1 to ${SERVICES_MAX} services; leave it out for all of them.`);
  }
  if (draft.startsAt && draft.endsAt && draft.startsAt >= draft.endsAt)
    form.fail("starts_at", "must be before ends_at.");
  const usesMax = draft.usesMax === undefined ? undefined : form.whole("uses_max", draft.usesMax, 1, 1, USES_MAX);
  if (form.refusal) return form.refusal;
  return {
    code: canonical,
    offer,
    serviceIds: draft.serviceIds,
    startsAt: draft.startsAt,
    endsAt: draft.endsAt,
    usesMax,
  };
}

function readOffer(form: Form, draft: PromoDraft): PromoOffer {
  if (draft.type === undefined) form.fail("type", "is missing.");
  if (draft.value === undefined) form.fail("value", "is missing.");
  const type = form.oneOf("type", draft.type, "PERCENT", ["PERCENT", "FLAT"]);
  const discountMax =
    draft.discountMax === undefined ? undefined : form.whole("max_discount", draft.discountMax, 1, 1, AMOUNT_MAX);
  if (type === "PERCENT") {
    const share = form.share("value", draft.value, 1, { ...PERCENT, min: 0.01 });
    return { type, share, discountMax };
  }
  const amount = form.whole("value", draft.value, 1, 1, AMOUNT_MAX);
  return { type, amount: Math.min(amount, discountMax ?? amount) };
}

function isServiceOrGroup(catalogue: Catalogue, id: string): boolean {
  if (catalogue.services.has(id)) return true;
  for (const service of catalogue.services.values()) if (service.groupId === id) return true;
  return false;
}
