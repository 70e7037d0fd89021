// The last requests of this process, for the page that shows how it is doing. Prometheus has the long view.
import { startStopwatch } from "../../ports/clock.ts";
import type { ProcessFigures } from "../../store/console/processes.ts";

// Over the last minute.
export type RequestFigures = Pick<ProcessFigures, "perSecond" | "failedPerSecond" | "p50Ms" | "p99Ms">;
export type RecentRequests = {
  readonly count: (status: number, seconds: number) => void;
  readonly figures: () => RequestFigures;
};

const KEPT = 8_192;
const WINDOW_MS = 60_000;

export function openRecentRequests(): RecentRequests {
  const watch = startStopwatch();
  // Rings of numbers: counting a request makes nothing for the garbage collector.
  const at = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  const took = new Float64Array(KEPT);
  const failed = new Uint8Array(KEPT);
  let next = 0;
  return {
    count: (status, seconds) => {
      at[next] = watch.elapsedMs();
      took[next] = seconds * 1_000;
      failed[next] = status >= 500 ? 1 : 0;
      next = (next + 1) % KEPT;
    },
    figures: () => {
      const now = watch.elapsedMs();
      const isRecent = (_: number, slot: number): boolean => now - at[slot]! <= WINDOW_MS;
      // Sorted as numbers without a function that compares: with one, thousands held the event loop for 5 to 10 ms at each heartbeat.
      const sorted = took.filter(isRecent).sort();
      // A full ring reaches back less than a minute on a busy server: to what is written over next.
      const seconds = Math.max(1, (sorted.length === KEPT ? now - at[next]! : Math.min(now, WINDOW_MS)) / 1_000);
      const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
      const failures = failed.filter(isRecent).reduce((sum, one) => sum + one, 0);
      return {
        perSecond: sorted.length / seconds,
        failedPerSecond: failures / seconds,
        p50Ms: share(0.5),
        p99Ms: share(0.99),
      };
    },
  };
}
