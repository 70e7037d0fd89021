// Who holds an api-key, remembered for a moment: a route takes a fifth of a millisecond to find, and asking the database
// for the key each time would take longer than the route. A key that was rotated away works for at most that moment.
import type { Clock } from "../../ports/clock.ts";

export type RouteKeyHolder = { readonly id: string; readonly rateLimitPerMinute: number | null };
export type FindRouteKey = (key: string) => Promise<RouteKeyHolder | undefined>;

const REMEMBERED_MS = 5000;
const REMEMBERED_MAX = 10_000;

export function rememberRouteKeys(find: FindRouteKey, clock: Clock): FindRouteKey {
  const known = new Map<string, { readonly holder: RouteKeyHolder; readonly untilMs: number }>();
  return async (key) => {
    const nowMs = clock.now().getTime();
    const found = known.get(key);
    if (found && nowMs < found.untilMs) return found.holder;
    known.delete(key);
    const holder = await find(key);
    // Unknown keys are not remembered: strangers could fill the memory with them.
    if (!holder) return undefined;
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, { holder, untilMs: nowMs + REMEMBERED_MS });
    return holder;
  };
}
