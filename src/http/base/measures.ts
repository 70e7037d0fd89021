// What the operator's monitoring reads: latencies by route, the database pool, the event loop and memory.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { watchLoopDelays } from "../../ports/event-loop.ts";
import type { ClockState } from "../../store/shared-clock.ts";
import { openRecentRequests, type RecentRequests } from "./recent-requests.ts";

export type Measures = {
  readonly registry: Registry;
  readonly recent: RecentRequests;
  // `partner` is whom it was for; undefined where that is nobody's partner.
  readonly countRequest: (call: Answered, partner: string | undefined) => void;
};

type Answered = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

export type PoolCounts = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

// Drivers, the operator and strangers.
const OTHERS = "(others)";
const LATENCY_BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export function openMeasures(pool: PoolCounts): Measures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "giao_" });
  const latency = new Histogram({
    name: "giao_http_request_seconds",
    help: "Time to answer, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [registry],
  });
  new Gauge({
    name: "giao_database_connections",
    help: "Connections of this process's pool, by state; waiting counts statements that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  const loopDelays = watchLoopDelays();
  new Gauge({
    name: "giao_event_loop_delay_seconds",
    help: "How late the event loop was, since it was last asked: half of the time, one time in a hundred, at most.",
    labelNames: ["quantile"],
    registers: [registry],
    collect() {
      const { p50, p99, max } = loopDelays();
      this.set({ quantile: "0.5" }, p50);
      this.set({ quantile: "0.99" }, p99);
      this.set({ quantile: "1" }, max);
    },
  });
  const byPartner = new Counter({
    name: "giao_partner_requests_total",
    help: "Requests by the partner they were for, and whether they were done, refused, or failed on our side.",
    labelNames: ["partner", "outcome"],
    registers: [registry],
  });
  const partnerSeconds = new Counter({
    name: "giao_partner_request_seconds_total",
    help: "Time to answer them, by partner.",
    labelNames: ["partner"],
    registers: [registry],
  });
  const recent = openRecentRequests();
  return {
    registry,
    recent,
    countRequest: ({ method, route, status, seconds }, partner = OTHERS) => {
      latency.observe({ method, route, status }, seconds);
      recent.count(status, seconds);
      byPartner.inc({ partner, outcome: status >= 500 ? "failed" : status >= 400 ? "refused" : "done" });
      partnerSeconds.inc({ partner }, seconds);
    },
  };
}

// `counts` are kept by those who count, from the start of the process.
export function measureCounts(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  counts: () => Readonly<Record<string, number>>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(counts())) this.inc({ [label]: kind }, count);
    },
  });
}

// How far this machine's clock is off, which harms nothing, and how well the time is known, which does.
export function measureClock(registry: Registry, state: () => ClockState): void {
  const gauge = (name: string, help: string, aggregator: "max" | "min", read: (figures: ClockState) => number) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(read(state()));
      },
    });
  const ahead = "How far this machine's clock is ahead of the database's, which the program goes by.";
  gauge("giao_clock_skew_seconds", ahead, "max", ({ skewSeconds }) => skewSeconds);
  const off = "How far the program's time may be off the database's.";
  gauge("giao_clock_error_seconds", off, "max", ({ errorSeconds }) => errorSeconds);
  const certain = "1 while the time is certain; 0 while timed work waits until it is.";
  gauge("giao_clock_certain", certain, "min", (figures) => (figures.certain ? 1 : 0));
}

export function measureMessages(
  registry: Registry,
  messages: () => Promise<{ readonly waiting: number; readonly failed: number } | undefined>,
  onTrouble: (error: unknown) => void,
): void {
  new Gauge({
    name: "giao_recipient_messages",
    help: "Messages to recipients that wait, and that failed within the last day.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await messages().catch(onTrouble);
      if (!counts) return;
      this.set({ state: "waiting" }, counts.waiting);
      this.set({ state: "failed" }, counts.failed);
    },
  });
}
