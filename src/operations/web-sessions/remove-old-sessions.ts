// Forgets browsers' sessions that are over, a few at a time so that nobody waits for it.
import { idleSince } from "../../domain/accounts/web-session.ts";
import type { Clock } from "../../ports/clock.ts";
import { removeOldWebSessions } from "../../store/accounts/web-sessions.ts";
import type { Database } from "../../store/db.ts";

const AT_ONCE = 1_000;

export async function removeOldSessions({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<void> {
  const now = clock.now();
  const idle = { portal: idleSince("portal", now), console: idleSince("console", now) };
  await removeOldWebSessions(db, now, idle, AT_ONCE);
}
