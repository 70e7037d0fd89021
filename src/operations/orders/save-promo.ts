// The operator's promo codes: judged by the domain, replaced whole; the uses a code has had stay.

import { type PromoDraft, settlePromo } from "../../domain/catalogue/drafts/promo-draft.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import { type UsedPromo, upsertPromo } from "../../store/orders/promos.ts";
import type { CatalogueKeeper } from "../catalogue/keep-catalogue.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly catalogue: CatalogueKeeper };

export async function savePromo(
  deps: Deps,
  code: string,
  draft: PromoDraft,
): Promise<UsedPromo | Refusal<"INVALID_DATA">> {
  const promo = settlePromo(deps.catalogue.current(), code, draft);
  return isRefusal(promo) ? promo : upsertPromo(deps.db, promo, deps.clock.now());
}
