// The thread that computes big tables, so that the one that answers requests does not stand still. It is handed the
// shared memory of a network once, and then places.
import { parentPort, workerData } from "node:worker_threads";
import type { Place } from "../search/grid.ts";
import { TableSearch } from "../search/table-search.ts";
import { type Layout, openNetwork } from "../snapshot/packed-network.ts";

export type TableThreadData = { readonly buffer: SharedArrayBuffer; readonly layout: Layout };
export type TableJob = { readonly id: number; readonly sources: readonly Place[]; readonly targets: readonly Place[] };
export type TableDone = { readonly id: number; readonly ms: Float64Array; readonly cm: Float64Array };

const { buffer, layout } = workerData as TableThreadData;
const search = new TableSearch(openNetwork(buffer, layout));

parentPort?.on("message", ({ id, sources, targets }: TableJob) => {
  const { ms, cm } = search.find(sources, targets);
  const done: TableDone = { id, ms, cm };
  parentPort?.postMessage(done, [ms.buffer as ArrayBuffer, cm.buffer as ArrayBuffer]);
});
