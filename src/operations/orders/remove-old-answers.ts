// Forgets the answers of keyed writes once their day is over (D17), a few at a time so that nobody waits for it.
import { removeExpiredKeys } from "../../store/orders/idempotency.ts";
import type { Services } from "../services.ts";

const BATCH = 1_000;

export async function removeOldAnswers(deps: Pick<Services, "db" | "clock">): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) removed = await removeExpiredKeys(deps.db, deps.clock.now(), BATCH);
}
