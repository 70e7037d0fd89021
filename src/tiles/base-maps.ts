// The base map in use, and the one before it for pages that are still open on it. A new one takes its place without a restart.
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { MapOnDisk } from "../extract/map-folder.ts";
import { type BaseMap, type BaseMapFault, openBaseMap } from "./open-base-map.ts";

export type BaseMaps = {
  readonly current: () => BaseMap | undefined;
  readonly find: (version: string) => BaseMap | undefined;
  // Undefined: taken. A refusal leaves the one before in use.
  readonly take: (found: MapOnDisk) => Promise<Refusal<BaseMapFault> | undefined>;
  readonly close: () => Promise<void>;
};

// As many as the map folder keeps.
const KEPT = 2;

export function openBaseMaps(): BaseMaps {
  let kept: readonly BaseMap[] = [];
  return {
    current: () => kept[0],
    find: (version) => kept.find((map) => map.version === version),
    take: async (found) => {
      if (kept[0]?.version === found.manifest.version) return undefined;
      const opened = await openBaseMap(found);
      if (isRefusal(opened)) return opened;
      const all = [opened, ...kept.filter(({ version }) => version !== opened.version)];
      const gone = [...all.slice(KEPT), ...kept.filter(({ version }) => version === opened.version)];
      kept = all.slice(0, KEPT);
      await Promise.all(gone.map((map) => map.close()));
      return undefined;
    },
    close: async () => {
      const all = kept;
      kept = [];
      await Promise.all(all.map((map) => map.close()));
    },
  };
}
