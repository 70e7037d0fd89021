// What the operator's monitoring reads: latencies by route, the database pool, the event loop and memory.

import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { watchLoopDelays } from "../../ports/event-loop.ts";
import type { AlertCounts } from "../../store/alerts/alert-messages.ts";
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
  measure(registry, Gauge, "giao_database_connections", {
    help: "Connections of this process's pool, by state; waiting counts statements that wait for one.",
    labels: ["state"],
    read: () => samplesBy("state", { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  });
  const loopDelays = watchLoopDelays();
  measure(registry, Gauge, "giao_event_loop_delay_seconds", {
    help: "How late the event loop was, since it was last asked: half of the time, one time in a hundred, at most.",
    labels: ["quantile"],
    read: () => {
      const { p50, p99, max } = loopDelays();
      return [
        [{ quantile: "0.5" }, p50],
        [{ quantile: "0.99" }, p99],
        [{ quantile: "1" }, max],
      ];
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

export type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, amount: number])[];

type Measured = {
  readonly help: string;
  readonly labels?: readonly string[];
  // How the figures of several processes become one; their sum unless it is said.
  readonly aggregator?: Aggregator;
  // Undefined where this process has nothing to tell.
  readonly read: () => Samples | undefined | Promise<Samples | undefined>;
};

// What is read when somebody asks for it.
export function measure(
  registry: Registry,
  kind: typeof Gauge | typeof Counter,
  name: string,
  { help, labels = [], aggregator = "sum", read }: Measured,
): void {
  new kind({
    name,
    help,
    labelNames: labels,
    aggregator,
    registers: [registry],
    async collect() {
      const samples = await read();
      this.reset();
      // Without labels a reset leaves a 0, which would be told by everybody.
      if (labels.length === 0) this.remove();
      for (const [of, amount] of samples ?? []) this.inc(of, amount);
    },
  });
}

// `counts` are kept by those who count, from the start of the process.
export function measureCounts(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  counts: () => Readonly<Record<string, number>>,
): void {
  measure(registry, Counter, name, { help, labels: [label], read: () => samplesBy(label, counts()) });
}

export function samplesBy(label: string, counts: Readonly<Record<string, number>>): Samples {
  return Object.entries(counts).map(([which, count]) => [{ [label]: which }, count]);
}

// How far this machine's clock is off, which harms nothing, and how well the time is known, which does.
export function measureClock(registry: Registry, state: () => ClockState): void {
  const gauge = (name: string, help: string, aggregator: "max" | "min", read: (figures: ClockState) => number) =>
    measure(registry, Gauge, name, { help, aggregator, read: () => [[{}, read(state())]] });
  const ahead = "How far this machine's clock is ahead of the database's, which the program goes by.";
  gauge("giao_clock_skew_seconds", ahead, "max", ({ skewSeconds }) => skewSeconds);
  const off = "How far the program's time may be off the database's.";
  gauge("giao_clock_error_seconds", off, "max", ({ errorSeconds }) => errorSeconds);
  const certain = "1 while the time is certain; 0 while timed work waits until it is.";
  gauge("giao_clock_certain", certain, "min", (figures) => (figures.certain ? 1 : 0));
}

export function measureAlerts(registry: Registry, alerts: () => Promise<AlertCounts | undefined>): void {
  const gauge = (name: string, help: string, labels: string[], read: (counts: AlertCounts) => Samples): void =>
    measure(registry, Gauge, name, {
      help,
      labels,
      read: async () => {
        const counts = await alerts();
        return counts && read(counts);
      },
    });
  const told = "Messages of alert rules that wait, and that failed within the last day.";
  gauge("giao_alert_messages", told, ["state"], ({ waiting, failed }) => samplesBy("state", { waiting, failed }));
  gauge("giao_alert_incidents", "Troubles that alert rules see at the moment.", [], ({ open }) => [[{}, open]]);
}

export function measureMessages(
  registry: Registry,
  messages: () => Promise<{ readonly waiting: number; readonly failed: number } | undefined>,
): void {
  measure(registry, Gauge, "giao_recipient_messages", {
    help: "Messages to recipients that wait, and that failed within the last day.",
    labels: ["state"],
    read: async () => {
      const counts = await messages();
      return counts && samplesBy("state", counts);
    },
  });
}
