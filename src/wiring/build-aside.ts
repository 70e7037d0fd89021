// Builds a map in a process of its own: the program goes on meanwhile, can be told to stop, and holds none of the memory that it took (a
// thread left 110 MB behind for good).
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Refusal } from "../domain/refusal.ts";
import { discardStaged, type MapManifest, stagedFolder } from "../extract/map-folder.ts";

export type MapJob = { readonly dir: string } & (
  | { readonly build: "demo streets" | "demo base map" }
  // From the extracts it was made of.
  | { readonly build: "again"; readonly manifest: MapManifest }
);

export type Built = { readonly refused: Refusal<string> | undefined };

// Undefined: the map is in its folder. Rejects when the signal is given, and leaves nothing half built.
export async function buildAside(
  job: MapJob,
  { signal, holdsProgram }: { readonly signal: AbortSignal | undefined; readonly holdsProgram: boolean },
): Promise<Refusal<string> | undefined> {
  signal?.throwIfAborted();
  const builder = fork(new URL("./build-map-process.ts", import.meta.url), { execArgv: [], serialization: "advanced" });
  if (!holdsProgram) {
    builder.unref();
    builder.channel?.unref();
  }
  let result: Built | undefined;
  builder.on("message", (built: Built) => {
    result = built;
  });
  const stop = (): void => void builder.kill("SIGKILL");
  signal?.addEventListener("abort", stop);
  try {
    // What it said is read to its end when the channel closes, which may be after its exit.
    const ended = Promise.all([once(builder, "exit"), once(builder, "disconnect")]);
    builder.send(job);
    await ended;
  } finally {
    signal?.removeEventListener("abort", stop);
    if (!result) await discardStaged(stagedFolder(job.dir, builder.pid));
  }
  signal?.throwIfAborted();
  // What it threw it has written itself.
  if (!result) throw new Error("the process that builds the map ended before it was done");
  return result.refused;
}
