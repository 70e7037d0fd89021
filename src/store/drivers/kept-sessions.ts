// Drivers' sessions in memory, for the one call that comes a thousand times a second. A session that ends is forgotten as soon as
// the notice of it arrives, and whatever becomes of notices, after a minute: so long a phone that was signed out may still
// say where it is, and nothing else.
import { startStopwatch } from "../../ports/clock.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { EVERYTHING } from "../../ports/live/live-notices.ts";
import type { Notices } from "../notices.ts";
import type { DriverSession } from "./sessions.ts";

type Find = (tokenHash: string) => Promise<DriverSession | undefined>;

const KEPT_MS = 60_000;
const KEPT_MAX = 50_000;

export function keepSessions(find: Find, notices: Notices): Find {
  const watch = startStopwatch();
  const kept = new NewestMap<string, { readonly session: DriverSession; readonly untilMs: number }>(KEPT_MAX);
  let changes = 0;
  notices.on("giao_drivers", (phone) => {
    changes++;
    if (phone === EVERYTHING) kept.clear();
    else for (const [hash, { session }] of kept) if (session.phone === phone) kept.delete(hash);
  });
  return async (tokenHash) => {
    const known = kept.get(tokenHash);
    if (known && watch.elapsedMs() < known.untilMs) return known.session;
    kept.delete(tokenHash);
    const before = changes;
    const session = await find(tokenHash);
    // What was read while somebody's session changed may be the one from before.
    if (!session || before !== changes) return session;
    kept.set(tokenHash, { session, untilMs: watch.elapsedMs() + KEPT_MS });
    return session;
  };
}
