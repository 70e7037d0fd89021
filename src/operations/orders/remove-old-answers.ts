// Forgets the answers of keyed writes once their day is over (D17), a few at a time so that nobody waits for it.
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import { removeExpiredKeys } from "../../store/orders/idempotency.ts";

const BATCH = 1_000;

export async function removeOldAnswers(deps: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) removed = await removeExpiredKeys(deps.db, deps.clock.now(), BATCH);
}
