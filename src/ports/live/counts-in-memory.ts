// Buckets of this process alone: with N processes a limit is up to N times as wide.
import { type Bucket, type Limit, type Taken, take } from "../../domain/rate-limit.ts";
import { NewestMap } from "../flow/newest-map.ts";

const BUCKETS_MAX = 50_000;

export type OwnCounts = { readonly take: (key: string, limit: Limit, nowMs: number, cost: number) => Taken };

export function openCountsInMemory(): OwnCounts {
  // The least recently used bucket is the fullest one: forgetting it gives away next to nothing.
  const buckets = new NewestMap<string, Bucket>(BUCKETS_MAX);
  return {
    take: (key, limit, nowMs, cost) => {
      const taken = take(buckets.get(key), limit, nowMs, cost);
      buckets.set(key, taken.bucket);
      return taken;
    },
  };
}
