// Builds a map on a thread of its own: the program goes on meanwhile, and can be told to stop.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Refusal } from "../domain/refusal.ts";
import { discardStaged, type MapManifest, stagedFolder } from "../extract/map-folder.ts";

export type MapJob = { readonly dir: string } & (
  | { readonly build: "demo streets" | "demo base map" }
  // From the extracts it was made of.
  | { readonly build: "again"; readonly manifest: MapManifest }
);

// Undefined: the map is in its folder. Rejects when the signal is given, and leaves nothing half built.
export async function buildAside(
  job: MapJob,
  { signal, holdsProgram }: { readonly signal: AbortSignal | undefined; readonly holdsProgram: boolean },
): Promise<Refusal<string> | undefined> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL("./build-map-thread.ts", import.meta.url), { workerData: job });
  if (!holdsProgram) thread.unref();
  let refused: Refusal<string> | undefined;
  thread.on("message", (refusal: Refusal<string>) => {
    refused = refusal;
  });
  const stop = (): void => void thread.terminate();
  signal?.addEventListener("abort", stop);
  try {
    // Rejects with what the thread threw, if it did.
    await once(thread, "exit");
  } finally {
    signal?.removeEventListener("abort", stop);
    if (signal?.aborted) await discardStaged(stagedFolder(job.dir));
  }
  signal?.throwIfAborted();
  return refused;
}
