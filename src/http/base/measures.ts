// What the operator's monitoring reads: latencies by route, the database pool, the event loop and memory.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Measures = {
  readonly registry: Registry;
  readonly countRequest: (method: string, route: string, status: number, seconds: number) => void;
};

export type PoolCounts = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

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
  return {
    registry,
    countRequest: (method, route, status, seconds) => latency.observe({ method, route, status }, seconds),
  };
}
