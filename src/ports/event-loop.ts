// How busy the event loop is, on which every request of this process takes its turn, and how long it makes them wait.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";

export type LoopWatch = {
  // Since it was last asked: the share of time in which there was something to do.
  readonly busyShare: () => number;
};

export function watchLoop(): LoopWatch {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}

export type LoopDelays = { readonly p50: number; readonly p99: number; readonly max: number };

const LOOK_MS = 5;

// What a timer was late by, in seconds, since it was last asked.
export function watchLoopDelays(): () => LoopDelays {
  const histogram = monitorEventLoopDelay({ resolution: LOOK_MS });
  histogram.enable();
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - LOOK_MS / 1e3) || 0;
  return () => {
    const seen = { p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) };
    histogram.reset();
    return seen;
  };
}
