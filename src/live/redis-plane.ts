// The live plane on Redis or Valkey (LIVE_URL), version 7 or newer.
import type { Clock } from "../ports/clock.ts";
import type { LivePlane, LiveState } from "../ports/live/live-plane.ts";
import type { LiveAddress } from "./live-address.ts";
import { openRedisCounts, openRedisTries } from "./redis-counts.ts";
import { openRedisLine } from "./redis-line.ts";
import { openRedisNotices } from "./redis-notices.ts";
import { openRedisPlaces } from "./redis-places.ts";

export type RedisPlaneOptions = {
  readonly address: LiveAddress;
  // Of this process alone.
  readonly name: string;
  readonly trueTime: Clock;
  readonly onChange: (state: LiveState, error?: unknown) => void;
  readonly onTrouble: (error: unknown) => void;
};

// Resolves when it is known whether it is there: one that is away comes in when it is back.
export async function openRedisPlane(options: RedisPlaneOptions): Promise<LivePlane> {
  const { address, name, trueTime, onChange, onTrouble } = options;
  const line = openRedisLine(address, name, onChange);
  const notices = openRedisNotices(address, line, name, onTrouble);
  await line.ready;
  return {
    places: openRedisPlaces(line, trueTime),
    notices,
    counts: openRedisCounts(line),
    tries: openRedisTries(line),
    state: () => {
      const state = line.state();
      return state.isUp && !notices.hears() ? { isUp: false, note: `${state.note}, but tells nothing` } : state;
    },
    figures: () => ({ told: notices.told(), heard: notices.heard(), failed: line.failed() }),
    close: async () => {
      notices.close();
      line.close();
    },
  };
}
