// Big tables on threads of their own. They start with the first table, share the network's memory, and do not keep the
// program alive.
import { Worker } from "node:worker_threads";
import type { Place } from "../search/grid.ts";
import type { Costs } from "../search/table-search.ts";
import type { PackedNetwork } from "../snapshot/packed-network.ts";
import type { TableDone, TableJob, TableThreadData } from "./table-thread.ts";

export type TableThreads = {
  readonly find: (sources: readonly Place[], targets: readonly Place[]) => Promise<Costs>;
  // Ends the thread, after the tables under way. A table asked for later still gets a thread, for itself.
  readonly close: () => void;
};

type Waiting = { readonly resolve: (costs: Costs) => void; readonly reject: (fault: Error) => void };

export function openTableThreads({ buffer, layout }: PackedNetwork): TableThreads {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const data: TableThreadData = { buffer, layout };
    const started = new Worker(new URL("./table-thread.ts", import.meta.url), { workerData: data });
    started.on("message", ({ id, ms, cm }: TableDone) => {
      waiting.get(id)?.resolve({ ms, cm });
      waiting.delete(id);
      rest();
    });
    started.on("error", (fault: Error) => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
    });
    return started;
  }

  function rest(): void {
    if (!worker || waiting.size > 0) return;
    worker.unref();
    if (!isClosed) return;
    void worker.terminate();
    worker = undefined;
  }

  return {
    find: (sources, targets) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        worker.ref();
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        const job: TableJob = { id, sources: sources.map(placeOf), targets: targets.map(placeOf) };
        worker.postMessage(job);
      }),
    close: () => {
      isClosed = true;
      rest();
    },
  };
}

// Positions carry more than a thread needs.
function placeOf({ segment, alongCm }: Place): Place {
  return { segment, alongCm };
}
