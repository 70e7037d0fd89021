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
      const recent = Array.from(at.keys()).filter((slot) => now - at[slot]! <= WINDOW_MS);
      // A full ring reaches back less than a minute on a busy server.
      const oldest = recent.reduce((least, slot) => Math.min(least, at[slot]!), now);
      const seconds = Math.max(1, recent.length === KEPT ? (now - oldest) / 1_000 : Math.min(now, WINDOW_MS) / 1_000);
      const sorted = recent.map((slot) => took[slot]!).sort((a, b) => a - b);
      const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
      const failures = recent.filter((slot) => failed[slot] === 1).length;
      return {
        perSecond: recent.length / seconds,
        failedPerSecond: failures / seconds,
        p50Ms: share(0.5),
        p99Ms: share(0.99),
      };
    },
  };
}
