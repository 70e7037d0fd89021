// What a partner was told, event by event, and sending again whatever a filter of that log finds.
import {
  type CallbackResult,
  callbackResultOf,
  type DeliveryState,
  deliveryStateOf,
} from "../../domain/callbacks/delivery-state.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import {
  countQueued,
  findEventAt,
  findStreamEnds,
  type LastTry,
  type LogPart,
  type LookedAtEvent,
  lookAtEvents,
  readLastTries,
} from "../../store/callbacks/event-log.ts";
import { resendEvents } from "../../store/callbacks/queue.ts";
import type { Sql } from "../../store/db.ts";
import { loggedSince } from "../portal/see-order-log.ts";
import type { SeeDeps } from "./see-callbacks.ts";

export type EventFilter = {
  readonly type?: string | undefined;
  // An order's id or a tracking number.
  readonly order?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly result?: CallbackResult | undefined;
};
export type LogDeps = SeeDeps & { readonly callbackLogDays: number };
type LoggedEvent = LookedAtEvent & {
  readonly state: DeliveryState;
  readonly lastTry: LastTry | undefined;
};
export type EventLogPage = { readonly events: readonly LoggedEvent[]; readonly next: string | undefined };

const LOOK = 1_000;
// A page may come short and be followed by another; what is sent again is known whole before.
const LOOKS_OF_PAGE = 10;
const LOOKS_OF_RESEND = 100;
// Looked through whole when no more wait or were given up.
const QUEUED_MAX = 5_000;
export const RESEND_MAX = 10_000;
const RESEND_BATCH = 500;
// By how much an event's place in the stream may be off its time.
const SLACK_MS = 600_000;

// `after` is the `next` of the page before.
export async function seeEventLog(
  deps: LogDeps,
  partnerId: string,
  filter: EventFilter,
  after: string | undefined,
  limit: number,
): Promised<EventLogPage, "BAD_REQUEST"> {
  if (after && !/^\d{1,15}$/.test(after))
    return refuse("BAD_REQUEST", "after is not a cursor of this log; leave it out to start with the newest.", "after");
  const before = after ? Number(after) : undefined;
  const { events, end } = await find(deps, partnerId, filter, before, { limit, looksMax: LOOKS_OF_PAGE });
  const tries = await readLastTries(deps.db, events);
  const since = loggedSince(deps);
  return {
    events: events.map((event) => ({
      ...event,
      state: stateOf(event, since),
      lastTry: event.lastTryId === null ? undefined : tries.get(event.lastTryId),
    })),
    next: end === undefined ? undefined : String(end),
  };
}

export type Resent = { readonly matching: number; readonly queued: number };

// Oldest first, or nothing when it would be too many. Asked twice it sends twice, as receivers must stand anyway.
export async function resendMatching(
  deps: LogDeps,
  partnerId: string,
  filter: EventFilter,
  isTrial: boolean,
): Promised<Resent, "BAD_REQUEST"> {
  const bounds = { limit: RESEND_MAX + 1, looksMax: LOOKS_OF_RESEND };
  const { events, end } = await find(deps, partnerId, filter, undefined, bounds);
  if (events.length > RESEND_MAX || end !== undefined) {
    return refuse(
      "BAD_REQUEST",
      `More than ${RESEND_MAX} events match, or very many would have to be looked at; ask for a shorter time.`,
    );
  }
  let queued = 0;
  for (let last = isTrial ? 0 : events.length; last > 0; last -= RESEND_BATCH) {
    const batch = events.slice(Math.max(0, last - RESEND_BATCH), last);
    queued += await resendEvents(deps.db, partnerId, batch, deps.clock.now());
  }
  if (queued > 0) deps.wakeCallbacks();
  return { matching: events.length, queued };
}

type Bounds = { readonly limit: number; readonly looksMax: number };

// `end`: below which to go on, when there may be more.
async function find(
  deps: LogDeps,
  partnerId: string,
  filter: EventFilter,
  beforePosition: number | undefined,
  { limit, looksMax }: Bounds,
): Promise<{ readonly events: readonly LookedAtEvent[]; readonly end: number | undefined }> {
  const part = await partOf(deps.db, partnerId, filter);
  const newest = part === "all" ? await placeAfter(deps.db, partnerId, filter.to) : Number.MAX_SAFE_INTEGER;
  let before = Math.min(beforePosition ?? Number.MAX_SAFE_INTEGER, newest);
  const isMeant = meaning(filter, loggedSince(deps));
  const found: LookedAtEvent[] = [];
  for (let look = 0; look < looksMax; look++) {
    const events = await lookAtEvents(deps.db, partnerId, part, before, LOOK);
    for (const event of events) {
      if (isMeant(event)) found.push(event);
      if (found.length === limit) return { events: found, end: event.position };
    }
    const last = events.at(-1);
    const isOver = filter.from !== undefined && last && last.happenedAt.getTime() < filter.from.getTime() - SLACK_MS;
    if (events.length < LOOK || isOver || !last) return { events: found, end: undefined };
    before = last.position;
  }
  return { events: found, end: before };
}

async function partOf(db: Sql, partnerId: string, { order, result }: EventFilter): Promise<LogPart> {
  if (order !== undefined) return { order };
  if (result !== "failed") return "all";
  return (await countQueued(db, partnerId, QUEUED_MAX + 1)) > QUEUED_MAX ? "all" : "queued";
}

// A place above all that happened until then. Events stand nearly in the order of their times: it is found by halves.
async function placeAfter(db: Sql, partnerId: string, to: Date | undefined): Promise<number> {
  const ends = to && (await findStreamEnds(db, partnerId));
  if (!to || !ends) return Number.MAX_SAFE_INTEGER;
  const late = to.getTime() + SLACK_MS;
  let low = ends.first - 1;
  let high = ends.last + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const event = await findEventAt(db, partnerId, middle);
    if (event && event.happenedAt.getTime() > late) high = event.position;
    else low = middle;
  }
  return high;
}

function meaning({ type, from, to, result }: EventFilter, since: Date): (event: LookedAtEvent) => boolean {
  return (event) =>
    (type === undefined || event.type === type) &&
    (from === undefined || event.happenedAt >= from) &&
    (to === undefined || event.happenedAt <= to) &&
    (result === undefined || callbackResultOf(stateOf(event, since), lastExchange(event)) === result);
}

function stateOf(event: LookedAtEvent, since: Date): DeliveryState {
  const last = lastExchange(event);
  return deliveryStateOf(event, last === undefined ? [] : [last], since);
}

function lastExchange({ outcome, code }: LookedAtEvent) {
  return outcome === null || code === null ? undefined : { outcome, code };
}
