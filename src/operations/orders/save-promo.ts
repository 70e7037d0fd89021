// The operator's promo codes: judged by the domain, replaced whole; the uses a code has had stay.

import { type PromoDraft, settlePromo } from "../../domain/catalogue/drafts/promo-draft.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { type UsedPromo, upsertPromo } from "../../store/orders/promos.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock" | "catalogue">;

export async function savePromo(
  deps: Deps,
  code: string,
  draft: PromoDraft,
): Promise<UsedPromo | Refusal<"INVALID_DATA">> {
  const promo = settlePromo(deps.catalogue.current(), code, draft);
  return isRefusal(promo) ? promo : upsertPromo(deps.db, promo, deps.clock.now());
}
