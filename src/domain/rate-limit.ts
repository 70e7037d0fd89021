// A token bucket as a value: it fills with time, each request takes a token or as many as it costs, an empty bucket says when to
// come back. While a token is left any request is let in and pays its whole price; what the bucket lacks is filled up first.

export type Limit = { readonly perMinute: number; readonly burst: number };
export type Bucket = { readonly tokens: number; readonly atMs: number };
export type Taken = {
  readonly allowed: boolean;
  readonly bucket: Bucket;
  readonly remaining: number;
  // Until the bucket is full again.
  readonly resetSeconds: number;
  // Until one token is there; 0 when the request was allowed.
  readonly retryAfterSeconds: number;
};

export function take(bucket: Bucket | undefined, limit: Limit, nowMs: number, cost = 1): Taken {
  const perMs = limit.perMinute / 60_000;
  const before = bucket ?? { tokens: limit.burst, atMs: nowMs };
  // A clock that went back fills nothing; a limit that was lowered takes the surplus away.
  const elapsedMs = Math.max(0, nowMs - before.atMs);
  const filled = Math.min(limit.burst, before.tokens + elapsedMs * perMs);
  const allowed = filled >= 1;
  const tokens = allowed ? filled - cost : filled;
  return {
    allowed,
    bucket: { tokens, atMs: nowMs },
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.ceil((limit.burst - tokens) / perMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1000)),
  };
}
