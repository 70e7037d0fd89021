// PROCESSES > 1: several API processes on one port. This process keeps the database, the migrations and the worker's role
// and starts the others; one that dies is replaced, and all of them drain together.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { AggregatorRegistry, type Registry } from "prom-client";
import type { Settings } from "../cli/settings.ts";

export type Processes = {
  // Resolves when every process listens.
  readonly listening: Promise<void>;
  // Tells all of them at once; each drains as a server of its own does.
  readonly announceEnd: (signal: NodeJS.Signals) => void;
  // Resolves when they have ended.
  readonly stop: () => Promise<void>;
};

// A process that dies again and again is not helped by yet another start at once.
const RESTART_MS = 1_000;
const METRICS_ASKED = "giao:metrics?";
const METRICS_SENT = "giao:metrics";

export function isApiProcess(): boolean {
  return cluster.isWorker;
}

export function startProcesses(settings: Settings, databaseUrl: string, log: Logger): Processes {
  let ended: Promise<unknown> | undefined;
  const all = new AggregatorRegistry();

  function fork(): Worker {
    const worker = cluster.fork({
      DATABASE_URL: databaseUrl,
      DATABASE_URL_FILE: "",
      ROLE: "api",
      PROCESSES: "1",
      PORT: String(settings.port),
    });
    worker.on("message", (message: unknown) => {
      if (message !== METRICS_ASKED) return;
      all.clusterMetrics().then(
        (text) => worker.send({ [METRICS_SENT]: text }),
        (error: unknown) => {
          log.warn({ err: error }, "the processes' measures could not be gathered");
          worker.send({ [METRICS_SENT]: null });
        },
      );
    });
    worker.on("exit", (code, signal) => {
      if (ended) return;
      log.error({ code, signal }, "an API process ended; starting another");
      sleep(RESTART_MS).then(() => {
        if (!ended) fork();
      });
    });
    return worker;
  }

  const workers = Array.from({ length: settings.processes }, fork);
  const listening = Promise.all(workers.map((worker) => Promise.race([once(worker, "listening"), died(worker)])));
  const announceEnd = (signal: NodeJS.Signals): void => {
    if (ended) return;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    ended = Promise.all(running.map((worker) => once(worker, "exit")));
    for (const worker of running) worker.process.kill(signal);
  };
  return {
    listening: listening.then(() => undefined),
    announceEnd,
    stop: async () => {
      announceEnd("SIGTERM");
      await ended;
    },
  };
}

async function died(worker: Worker): Promise<never> {
  const [code] = await once(worker, "exit");
  throw new Error(`an API process ended with code ${String(code)} before it listened`);
}

// What this process answers at /metrics: its own measures, or those of all processes when it is one of several.
export function measuresText(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  // Making one is what makes this process answer when the first process gathers.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  return async () => {
    const gathered = new Promise<string>((resolve, reject) => {
      const listen = (message: unknown): void => {
        if (typeof message !== "object" || message === null || !(METRICS_SENT in message)) return;
        process.off("message", listen);
        const text = message[METRICS_SENT];
        if (typeof text === "string") resolve(text);
        else reject(new Error("the processes' measures could not be gathered"));
      };
      process.on("message", listen);
    });
    process.send?.(METRICS_ASKED);
    return gathered;
  };
}
