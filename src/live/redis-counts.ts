// Counts that all processes keep together in Redis: buckets of requests, and tries at secrets. The rules are the domain's (rate-limit.ts,
// tries.ts); what happens to a bucket is done inside Redis, because two processes may take from it at once.
import { type Bucket, take } from "../domain/rate-limit.ts";
import { type KeyedTries, LiveAway, type LiveCounts, type LiveTries } from "../ports/live/live-plane.ts";
import type { RedisLine } from "./redis-line.ts";

// The same as `take` does, and answers the bucket as it was, of which `take` then says what came of it.
const TAKE = `
local before = redis.call('GET', KEYS[1])
local per_ms, burst, now, cost = tonumber(ARGV[1]) / 60000, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local tokens, at = burst, now
if before then
  local gap = string.find(before, ' ', 1, true)
  tokens, at = tonumber(string.sub(before, 1, gap - 1)), tonumber(string.sub(before, gap + 1))
end
tokens = math.min(burst, tokens + math.max(0, now - at) * per_ms)
if tokens >= 1 then tokens = tokens - cost end
redis.call('SET', KEYS[1], string.format('%.6f %.0f', tokens, now), 'PX', math.ceil((burst - tokens) / per_ms) + 1000)
return before`;

export function openRedisCounts(line: RedisLine): LiveCounts {
  return {
    take: async (key, limit, nowMs, cost) => {
      const before = await line.use("limits", (redis) =>
        redis.eval(TAKE, 1, `giao:limit:${key}`, limit.perMinute, limit.burst, nowMs, cost),
      );
      return take(typeof before === "string" ? bucketOf(before) : undefined, limit, nowMs, cost);
    },
  };
}

function bucketOf(text: string): Bucket {
  const [tokens, atMs] = text.split(" ").map(Number);
  return { tokens: tokens!, atMs: atMs! };
}

// Saves them all if none has changed since it was read.
const CHANGE = `
for nth, key in ipairs(KEYS) do
  if (redis.call('GET', key) or '') ~= ARGV[3 * nth - 2] then return 0 end
end
for nth, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[3 * nth - 1], 'PX', ARGV[3 * nth])
end
return 1`;
// Of fifty who count the same at once, the last has lost 49 times.
const LOST_MAX = 200;

export function openRedisTries(line: RedisLine): LiveTries {
  // On one node of a cluster, so that several can be changed at once.
  const nameOf = (key: Buffer): string => `giao:{tries}:${key.toString("hex")}`;

  async function readTexts(keys: readonly Buffer[]): Promise<readonly string[]> {
    const texts = await line.use("tries", (redis) => redis.mget(...keys.map(nameOf)));
    return texts.map((text) => text ?? "");
  }

  return {
    read: async (keys) => triesOf(keys, await readTexts(keys)),
    change: async (keys, now, decide) => {
      for (let lost = 0; lost < LOST_MAX; lost++) {
        const texts = await readTexts(keys);
        const { answer, save = [] } = decide(triesOf(keys, texts));
        if (save.length === 0) return answer;
        const expected = new Map(keys.map((key, at) => [nameOf(key), texts[at]!]));
        const saved = await line.use("tries", (redis) =>
          redis.eval(
            CHANGE,
            save.length,
            ...save.map(({ key }) => nameOf(key)),
            ...save.flatMap(({ key, triedAt, forgottenAt }) => [
              expected.get(nameOf(key)) ?? "",
              `${triedAt.getTime()} ${forgottenAt.getTime()}`,
              Math.max(1, forgottenAt.getTime() - now.getTime()),
            ]),
          ),
        );
        if (saved === 1) return answer;
      }
      throw new LiveAway("tries at one secret come too fast to be counted");
    },
    remove: async (keys) => {
      await line.use("tries", (redis) => redis.del(...keys.map(nameOf)));
    },
  };
}

function triesOf(keys: readonly Buffer[], texts: readonly string[]): readonly KeyedTries[] {
  return keys.flatMap((key, at) => {
    const text = texts[at]!;
    if (text === "") return [];
    const [triedMs, forgottenMs] = text.split(" ").map(Number);
    return [{ key, triedAt: new Date(triedMs!), forgottenAt: new Date(forgottenMs!) }];
  });
}
