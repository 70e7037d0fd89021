// Buckets of this process alone: with N processes a limit is up to N times as wide.
import { type Bucket, type Limit, type Taken, take } from "../../domain/rate-limit.ts";

const BUCKETS_MAX = 50_000;

export type OwnCounts = { readonly take: (key: string, limit: Limit, nowMs: number, cost: number) => Taken };

export function openCountsInMemory(): OwnCounts {
  const buckets = new Map<string, Bucket>();
  return {
    take: (key, limit, nowMs, cost) => {
      const taken = take(buckets.get(key), limit, nowMs, cost);
      buckets.delete(key);
      buckets.set(key, taken.bucket);
      // The least recently used bucket is the fullest one: forgetting it gives away next to nothing.
      if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? "");
      return taken;
    },
  };
}
