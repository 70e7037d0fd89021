// The base map of the demo streets, in a folder of its own beside them: the first start is not held up by it. Drawn on a
// thread, kept for the next start.
import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import { isRefusal } from "../domain/refusal.ts";
import { findMap, MAP_MANIFEST, type MapOnDisk } from "../extract/map-folder.ts";
import { DEMO_LABEL } from "../roads/demo/demo-extract.ts";

export type DemoBaseMap = {
  // The one kept there, if it shows the streets of this program.
  readonly find: () => Promise<MapOnDisk | undefined>;
  readonly draw: (onDrawn: Taker) => void;
  // It was tried and did not work; the log says why.
  readonly hasFailed: () => boolean;
  // Returns how to stop watching.
  readonly watch: (everyMs: number, onFound: Taker) => () => void;
  readonly close: () => Promise<void>;
};

type Taker = (found: MapOnDisk | undefined) => Promise<void>;
type Deps = { readonly dir: string; readonly log: Pick<FastifyBaseLogger, "info" | "warn"> };

export function openDemoBaseMap({ dir, log }: Deps): DemoBaseMap {
  let thread: Worker | undefined;
  let hasFailed = false;
  const trouble = (error: unknown): void => {
    hasFailed = true;
    log.warn({ err: error }, "the demo's base map is not shown");
  };

  async function find(): Promise<MapOnDisk | undefined> {
    const found = await findMap(dir);
    return isRefusal(found) || found.manifest.label !== DEMO_LABEL ? undefined : found;
  }

  return {
    find,
    draw: (onDrawn) => {
      thread = new Worker(new URL("./demo-base-map-thread.ts", import.meta.url), { workerData: { dir } });
      thread.on("error", trouble);
      thread.on("exit", () => {
        thread = undefined;
        if (!hasFailed) find().then(onDrawn).catch(trouble);
      });
      // A program that is done does not wait for it.
      thread.unref();
    },
    hasFailed: () => hasFailed,
    watch: (everyMs, onFound) => {
      const look = (): void => {
        find().then(onFound).catch(trouble);
      };
      const manifest = join(dir, MAP_MANIFEST);
      watchFile(manifest, { persistent: false, interval: everyMs }, look);
      return () => unwatchFile(manifest, look);
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}
