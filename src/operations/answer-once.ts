// A keyed write is carried out once and answered the same for a day (D17). What the call saves and the answer it gives are
// committed together; a refusal has nothing to be committed with and is kept by itself.
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import type { Sql } from "../store/db.ts";
import { removeOld } from "../store/old-rows.ts";
import { type Answer, findKeptAnswer, type KeyedCall, KeyTaken, keepAnswer } from "../store/orders/idempotency.ts";
import type { Services } from "./services.ts";

// Given to an operation that saves something; it calls `keepResult` (or does the same) in its transaction.
export type Keep<Result> = {
  readonly call: KeyedCall;
  readonly render: (result: Result) => Answer;
};

export type Once<Result> = { readonly fresh: Result } | { readonly replayed: Answer };
export type OnceRefusal = "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
type Deps = Pick<Services, "db" | "clock">;

const KEPT_HOURS = 24;

export async function answerOnce<Result>(
  deps: Deps,
  keep: Keep<Result>,
  work: (keep: Keep<Result>) => Promise<Result>,
): Promised<Once<Result>, OnceRefusal> {
  const before = await findKept(deps, keep.call);
  if (before) return before;
  try {
    const result = await work(keep);
    // An engine that is away now may answer the next time: that is nobody's last word.
    if (isRefusal(result) && result.refused !== "SERVICE_UNAVAILABLE") await keepResult(deps.db, deps, keep, result);
    return { fresh: result };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    // Whoever has the key either committed its answer, which is now ours too, or is still at work.
    const answered = await findKept(deps, keep.call);
    return answered ?? refuse("IDEMPOTENCY_IN_PROGRESS", "A request with this Idempotency-Key is still running.");
  }
}

export async function keepResult<Result>(
  tx: Sql,
  deps: Deps,
  keep: Keep<Result> | undefined,
  result: Result,
): Promise<void> {
  if (!keep) return;
  const now = deps.clock.now();
  await keepAnswer(tx, keep.call, keep.render(result), now, keptUntil(now));
}

export function keptUntil(now: Date): Date {
  return new Date(now.getTime() + KEPT_HOURS * 3_600_000);
}

async function findKept(
  deps: Deps,
  call: KeyedCall,
): Promised<{ readonly replayed: Answer } | undefined, "IDEMPOTENCY_KEY_REUSED"> {
  const kept = await findKeptAnswer(deps.db, call, deps.clock.now());
  if (!kept) return undefined;
  if (call.sameFingerprints.some((one) => one.equals(kept.fingerprint)))
    return { replayed: { status: kept.status, body: kept.body } };
  return refuse("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another request.");
}

// Forgets the answers of keyed writes once their day is over (D17), a few at a time so that nobody waits for it.
const BATCH = 1_000;

export async function removeOldAnswers(deps: Pick<Services, "db" | "clock">): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) removed = await removeOld(deps.db, "idempotency_keys", deps.clock.now(), BATCH);
}
