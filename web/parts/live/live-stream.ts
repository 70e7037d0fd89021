// A stream of server-sent events that stays: `openLiveStream("/t/x/stream", { onEvent, poll })`. It comes back after a cut with
// growing pauses, at once when the phone is online or looked at again, and asks by `poll` while the stream stays away, so that a
// network that breaks streams still shows news. Read with fetch, not EventSource, because a session cookie counts only beside
// the pages' own header (call.ts), which EventSource cannot send.
import { PAGE_HEADER } from "../call.ts";
import { readEvents, type StreamEvent } from "./stream-events.ts";

export type LiveState = "connecting" | "live" | "away";

export type LiveStreamOptions = {
  readonly onEvent: (event: StreamEvent) => void;
  readonly onState?: (state: LiveState) => void;
  // Asked while there is no stream; what it throws counts as one more failed try.
  readonly poll?: () => Promise<void>;
  readonly headers?: Readonly<Record<string, string>>;
  // The wall clock, which goes on while a phone sleeps.
  readonly nowMs?: () => number;
};

export type LiveStream = { readonly close: () => void };

// The server sends a comment every 5 s; a stream that has missed two of them is dead, whatever TCP thinks. A phone that wakes up, or is on the
// network again, looks at once, and one that says it is off the network is believed at once.
const SILENCE_MS_MAX = 12_000;
// A line that does not open is tried anew, each time with more patience: a slow phone network needs seconds for the first word.
const OPENING_MS_FIRST = 3_000;
const PAUSE_MS_FIRST = 500;
// Somebody who looks at the page sees within three seconds that the server is back; nobody looks at a page that is hidden.
const PAUSE_MS_MAX = 1_600;
const PAUSE_MS_HIDDEN = 20_000;
// Answers that will not change by asking again: the thing is gone, or the caller may not see it. One last poll tells the page.
const FINAL_STATUSES = new Set([401, 403, 404, 410]);

export function openLiveStream(url: string, options: LiveStreamOptions): LiveStream {
  let isClosed = false;
  let attempt = new AbortController();
  let lastEventId: string | undefined;
  const { nowMs = Date.now } = options;
  let heardMs = nowMs();
  let wake: () => void = () => undefined;

  const follow = async (): Promise<void> => {
    let pauseMs = PAUSE_MS_FIRST;
    let openingMs = OPENING_MS_FIRST;
    while (!isClosed) {
      options.onState?.("connecting");
      const outcome = await readOnce(openingMs, () => {
        pauseMs = PAUSE_MS_FIRST;
        openingMs = OPENING_MS_FIRST;
        options.onState?.("live");
      });
      if (isClosed) return;
      options.onState?.("away");
      // Waited for, but not for long: an answer that does not come must not keep the line from coming back.
      await Promise.race([pollOnce(), new Promise((resolve) => setTimeout(resolve, PAUSE_MS_MAX))]);
      if (outcome === "final") return;
      openingMs = Math.min(openingMs * 2, SILENCE_MS_MAX);
      await pause(document.visibilityState === "visible" ? pauseMs : PAUSE_MS_HIDDEN);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
    }
  };

  const readOnce = async (openingMs: number, onOpen: () => void): Promise<"cut" | "final"> => {
    attempt = new AbortController();
    const { signal } = attempt;
    const giveUp = (): void => attempt.abort();
    let silence = setTimeout(giveUp, openingMs);
    try {
      const response = await fetch(url, {
        credentials: "same-origin",
        cache: "no-store",
        // It stays open: whatever the page still needs goes first, and the page is loaded without it.
        priority: "low",
        signal,
        headers: {
          accept: "text/event-stream",
          ...PAGE_HEADER,
          ...options.headers,
          ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        },
      });
      if (!response.ok || !response.body) return FINAL_STATUSES.has(response.status) ? "final" : "cut";
      heardMs = nowMs();
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS_MAX);
      onOpen();
      await readEvents(response.body, {
        onBytes: () => {
          heardMs = nowMs();
          clearTimeout(silence);
          silence = setTimeout(giveUp, SILENCE_MS_MAX);
        },
        onEvent: (event) => {
          lastEventId = event.id ?? lastEventId;
          options.onEvent(event);
        },
      });
      return "cut";
    } catch {
      // A cut line is what this loop is for; a fault in onEvent shows as a stream that keeps coming back.
      return "cut";
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
  };

  const pollOnce = async (): Promise<void> => {
    try {
      await options.poll?.();
    } catch {
      // Away it is already, and the next try is near.
    }
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      // Many pages lose one server together; they should not come back together.
      const timer = setTimeout(resolve, ms * (0.5 + Math.random()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const onNews = (): void => {
    if (document.visibilityState !== "visible") return;
    if (nowMs() - heardMs > SILENCE_MS_MAX) attempt.abort();
    wake();
  };
  const onOffline = (): void => attempt.abort();
  window.addEventListener("online", onNews);
  window.addEventListener("offline", onOffline);
  document.addEventListener("visibilitychange", onNews);
  void follow();
  return {
    close: () => {
      window.removeEventListener("online", onNews);
      window.removeEventListener("offline", onOffline);
      document.removeEventListener("visibilitychange", onNews);
      isClosed = true;
      attempt.abort();
      wake();
    },
  };
}
