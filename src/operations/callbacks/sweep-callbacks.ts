// Ends what has no end of its own: events nobody could be told for two days, and rows past the operator's retention.
import { QUEUE_SECONDS_MAX } from "../../domain/callbacks/retry-schedule.ts";
import { giveUpOld } from "../../store/callbacks/queue.ts";
import { pruneEvents, pruneTries } from "../../store/callbacks/tries.ts";
import type { Sql } from "../../store/db.ts";

export type Retention = { readonly eventDays: number; readonly tryDays: number };

// Small enough that no row is locked for longer than a few milliseconds.
const BATCH = 500;
// A sweep that fell far behind goes on with the next one.
const BATCHES_MAX = 200;
const DAY_MS = 86_400_000;

export async function giveUpOldCallbacks(db: Sql, now: Date): Promise<number> {
  const queuedBefore = new Date(now.getTime() - QUEUE_SECONDS_MAX * 1000);
  return inBatches(() => giveUpOld(db, queuedBefore, now, BATCH));
}

export async function pruneCallbacks(db: Sql, now: Date, retention: Retention): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await inBatches(() => pruneTries(db, daysAgo(retention.tryDays), BATCH));
  // The log shows what was sent, so that an event outlives its tries.
  await inBatches(() => pruneEvents(db, daysAgo(Math.max(retention.eventDays, retention.tryDays)), BATCH));
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const done = await work();
    total += done;
    if (done < BATCH) break;
  }
  return total;
}
