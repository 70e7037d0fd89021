// Sends events again: one, or all that were given up since a time. They go to the endpoint as it is set now.
import { parseEventId } from "../../domain/callbacks/event-id.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { findEvent } from "../../store/callbacks/events.ts";
import { resendEvent, resendGivenUp } from "../../store/callbacks/queue.ts";
import type { Sql } from "../../store/db.ts";

type Deps = { readonly db: Sql; readonly clock: Clock };

const BATCH = 500;

// `partnerId` undefined: the operator, who may resend anybody's.
export async function resendCallback(
  deps: Deps,
  partnerId: string | undefined,
  eventId: string,
): Promise<{ readonly queued: true } | Refusal<"EVENT_NOT_FOUND">> {
  const key = parseEventId(eventId);
  const owner = partnerId ?? (key && (await findEvent(deps.db, key))?.partnerId);
  const isQueued = key && owner !== undefined && (await resendEvent(deps.db, owner, key, deps.clock.now()));
  return isQueued
    ? { queued: true }
    : refuse("EVENT_NOT_FOUND", `There is no event ${eventId.slice(0, 60)} that could be sent again.`);
}

export async function resendGivenUpCallbacks(deps: Deps, partnerId: string, since: Date): Promise<number> {
  const now = deps.clock.now();
  let total = 0;
  for (;;) {
    const queued = await resendGivenUp(deps.db, partnerId, since, now, BATCH);
    total += queued;
    if (queued < BATCH) return total;
  }
}
