// Whether an order of a service could use a promo code now: judged as an order is, and refused in the same words.
import type { Caller } from "../../domain/accounts/account.ts";
import { type PromoDraft, settlePromo } from "../../domain/catalogue/drafts/promo-draft.ts";
import { canonicalPromoCode, judgePromo, PROMO_CODE, type Promo } from "../../domain/catalogue/promo.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { findPromo, type UsedPromo, upsertPromo } from "../../store/orders/promos.ts";
import { getService } from "../catalogue/list-services.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock" | "catalogue">;
export type PromoRefusal = "MISSING_REQUIRED_INFO" | "SERVICE_NOT_FOUND" | "BAD_REQUEST";

export async function seePromo(
  deps: Deps,
  caller: Caller,
  typed: string,
  serviceId: string | undefined,
): Promised<Promo, PromoRefusal> {
  if (!serviceId) return refuse("MISSING_REQUIRED_INFO", "service_id is missing.", "service_id");
  const service = getService(deps.catalogue.current(), caller.partnerId, serviceId);
  if (isRefusal(service)) return service;
  const code = canonicalPromoCode(typed);
  // What cannot be a code is not asked for: it may hold characters that PostgreSQL refuses.
  const found = PROMO_CODE.test(code) ? await findPromo(deps.db, code) : undefined;
  return judgePromo(code, found?.promo, found?.uses ?? 0, service, deps.clock.now());
}

// The operator's promo codes: judged by the domain, replaced whole; the uses a code has had stay.
export async function savePromo(deps: Deps, code: string, draft: PromoDraft): Promised<UsedPromo, "INVALID_DATA"> {
  const promo = settlePromo(deps.catalogue.current(), code, draft);
  return isRefusal(promo) ? promo : upsertPromo(deps.db, promo, deps.clock.now());
}
