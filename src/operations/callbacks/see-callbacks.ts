// The log of tries and the stream of events, as their partner or the operator may see them, and sending again.
import type { Caller } from "../../domain/accounts/account.ts";
import { parseEventId } from "../../domain/callbacks/event-id.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { findEvent, listAccountEvents, listEvents, type StreamEvent } from "../../store/callbacks/events.ts";
import { resendEvent, resendGivenUp } from "../../store/callbacks/queue.ts";
import { type LoggedTry, listTriesBefore, type TriesOf, type TryPlace } from "../../store/callbacks/tries.ts";
import type { Database } from "../../store/db.ts";
import { visiblePhones } from "../accounts/child-accounts.ts";

export type SeeDeps = { readonly db: Database; readonly clock: Clock; readonly wakeCallbacks: () => void };

const RESEND_BATCH = 500;
const RESEND_BATCHES_MAX = 200;

export type LogPage = { readonly tries: readonly LoggedTry[]; readonly next: string | undefined };

// Newest first, as far back as tries are kept (D24). `after` is the `next` of the page before; the last page has none.
export async function seeCallbackLog(
  deps: Pick<SeeDeps, "db">,
  partnerId: string,
  of: TriesOf,
  after: string | undefined,
  limit: number,
): Promised<LogPage, "BAD_REQUEST"> {
  const before = after ? placeOf(after) : undefined;
  if (after && !before)
    return refuse("BAD_REQUEST", "next is not a cursor of this log; leave it out to start with the newest.", "next");
  // One more than asked for tells whether there is a page after this one.
  const found = await listTriesBefore(deps.db, partnerId, of, before, limit + 1);
  const tries = found.slice(0, limit);
  const last = found.length > limit ? tries.at(-1) : undefined;
  return { tries, next: last && `${last.triedAt.getTime()}-${last.id}` };
}

function placeOf(cursor: string): TryPlace | undefined {
  const [, triedAtMs, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  return triedAtMs === undefined ? undefined : { triedAt: new Date(Number(triedAtMs)), id: Number(id) };
}

export type EventPage = { readonly events: readonly StreamEvent[]; readonly next: string };

// Whose events: all of a partner's, or those of an account's orders and its children's (D12).
export type EventReader = { readonly partnerId: string } | Caller;

// `after` is a cursor of ours; a reader keeps `next` and asks with it again, also when the page was empty.
export async function readEvents(
  deps: Pick<SeeDeps, "db">,
  reader: EventReader,
  after: string | undefined,
  limit: number,
): Promised<EventPage, "BAD_REQUEST"> {
  const place = after === undefined || after === "" ? "0" : after;
  if (!/^\d{1,15}$/.test(place))
    return refuse("BAD_REQUEST", "after is not a cursor of this stream; leave it out to start at the beginning.");
  const { partnerId } = reader;
  const events =
    "phone" in reader
      ? await listAccountEvents(deps.db, partnerId, await visiblePhones(deps, reader), Number(place), limit)
      : await listEvents(deps.db, partnerId, Number(place), limit);
  const last = events.at(-1);
  return { events, next: last ? String(last.position) : place };
}

// `partnerId` undefined: the operator, who may resend anybody's.
export async function resendOne(
  deps: SeeDeps,
  partnerId: string | undefined,
  eventId: string,
): Promised<object, "NOT_FOUND"> {
  const key = parseEventId(eventId);
  const event = key && (await findEvent(deps.db, key));
  const isTheirs = event && (partnerId === undefined || event.partnerId === partnerId);
  if (!isTheirs || !(await resendEvent(deps.db, event.partnerId, event, deps.clock.now()))) {
    return refuse("NOT_FOUND", `There is no event ${eventId} that could be sent.`);
  }
  deps.wakeCallbacks();
  return {};
}

export async function resendSince(deps: SeeDeps, partnerId: string, since: Date): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < RESEND_BATCHES_MAX; batch++) {
    const queued = await resendGivenUp(deps.db, partnerId, since, deps.clock.now(), RESEND_BATCH);
    total += queued;
    if (queued < RESEND_BATCH) break;
  }
  if (total > 0) deps.wakeCallbacks();
  return total;
}
