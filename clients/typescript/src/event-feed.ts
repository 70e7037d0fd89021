// The event stream as something to loop over. It asks more rarely while nothing happens, outlasts a server that is away, and
// tells with each event where to go on after a restart.

import type { CallbackEvent } from "./callback.ts";
import type { Answer } from "./client.ts";
import { Refused, Unreachable } from "./refused.ts";
import { backoffMs, type Pause } from "./waiting.ts";

export type EventFeedOptions = {
  /** Whose events: the whole partner's unless told, or only those of the account's orders and its children's. */
  readonly of?: "partner" | "account";
  /** The cursor of the last event you have dealt with; absent: from the beginning. */
  readonly after?: string;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  /** Events asked for at once. */
  readonly limit?: number;
  /** The first pause after an empty answer, and the longest; 1,000 and 10,000 unless told. */
  readonly idleMs?: number;
  readonly idleMsMax?: number;
};

export type FedEvent = Answer<"readEvents">["events"][number] & {
  readonly order: CallbackEvent;
  /** Save it once you have dealt with the event. A restart in the middle of a page brings events of that page again. */
  readonly cursor: string | undefined;
};

type Page = Answer<"readEvents">;
type Read = (query: { after?: string; limit: number }, signal: AbortSignal | undefined) => Promise<Page>;

const IDLE_MS = 1_000;
const IDLE_MS_MAX = 10_000;
const LIMIT = 100;

export async function* followEvents(
  read: Read,
  pause: Pause,
  options: EventFeedOptions,
): AsyncGenerator<FedEvent, void, undefined> {
  const { signal, limit = LIMIT, idleMs = IDLE_MS, idleMsMax = IDLE_MS_MAX } = options;
  let after = options.after;
  let quiet = 0;
  while (!signal?.aborted) {
    try {
      const { events, next } = await nextPage(read, after, limit, signal);
      for (const [index, event] of events.entries()) {
        const cursor = index === events.length - 1 ? next : after;
        yield { ...event, order: event.order as CallbackEvent, cursor };
      }
      after = next;
      quiet = events.length > 0 ? 0 : quiet + 1;
      if (quiet > 0) await pause(backoffMs(quiet - 1, idleMs, idleMsMax), signal);
    } catch (thrown) {
      // The listener left: that ends the loop and is no failure.
      if (signal?.aborted) return;
      throw thrown;
    }
  }
}

// Empty while the server is away: the feed goes on where it was. What the server refuses for good is thrown.
async function nextPage(
  read: Read,
  after: string | undefined,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly events: Page["events"]; readonly next: string | undefined }> {
  try {
    return await read(after === undefined ? { limit } : { after, limit }, signal);
  } catch (thrown) {
    const isAway =
      thrown instanceof Unreachable || (thrown instanceof Refused && (thrown.status >= 500 || thrown.status === 429));
    if (!isAway) throw thrown;
    return { events: [], next: after };
  }
}
