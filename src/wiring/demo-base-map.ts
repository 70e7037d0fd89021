// The base map of the demo streets, in a folder of its own beside them: the first start is not held up by it. Drawn on a
// thread, kept for the next start.
import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { isRefusal } from "../domain/refusal.ts";
import { findMap, MAP_MANIFEST, type MapOnDisk } from "../extract/map-folder.ts";
import { DEMO_LABEL } from "../roads/demo/demo-extract.ts";
import { buildAside } from "./build-aside.ts";

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
  const closing = new AbortController();
  let drawing: Promise<void> | undefined;
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
      const drawn = buildAside({ build: "demo base map", dir }, { signal: closing.signal, holdsProgram: false });
      drawing = drawn
        .then(async (refused) => {
          if (refused) throw new Error(refused.why);
          await onDrawn(await find());
        })
        .catch((error: unknown) => {
          if (!closing.signal.aborted) trouble(error);
        });
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
      closing.abort();
      await drawing;
    },
  };
}
