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

// The server sends a comment at least every 15 s; a stream that says nothing for three of them is dead, whatever TCP thinks.
const SILENCE_MS_MAX = 45_000;
// A phone that wakes up, or is on the network again, need not wait for that: after one comment that did not come, it tries anew.
const MISSED_MS = 20_000;
const PAUSE_MS_FIRST = 1_000;
const PAUSE_MS_MAX = 20_000;
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
    while (!isClosed) {
      options.onState?.("connecting");
      const outcome = await readOnce(() => {
        pauseMs = PAUSE_MS_FIRST;
        options.onState?.("live");
      });
      if (isClosed) return;
      options.onState?.("away");
      await pollOnce();
      if (outcome === "final") return;
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
    }
  };

  const readOnce = async (onOpen: () => void): Promise<"cut" | "final"> => {
    attempt = new AbortController();
    const { signal } = attempt;
    const giveUp = (): void => attempt.abort();
    let silence = setTimeout(giveUp, SILENCE_MS_MAX);
    try {
      const response = await fetch(url, {
        credentials: "same-origin",
        cache: "no-store",
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
      options.onState?.("away");
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
    if (nowMs() - heardMs > MISSED_MS) attempt.abort();
    wake();
  };
  window.addEventListener("online", onNews);
  document.addEventListener("visibilitychange", onNews);
  void follow();
  return {
    close: () => {
      window.removeEventListener("online", onNews);
      document.removeEventListener("visibilitychange", onNews);
      isClosed = true;
      attempt.abort();
      wake();
    },
  };
}
