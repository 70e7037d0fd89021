// What a map consists of: the roads of each profile, the places index and the base map.
import { PROFILES } from "../domain/roads.ts";
import { writePlacesIndex } from "../places/map-index/index-file.ts";
import { writeRoads } from "../roads/snapshot/roads-folder.ts";
import { writeBaseMap } from "../tiles/write-base-map.ts";
import type { MapWriter } from "./build-map.ts";

export const BASE_MAP_WRITER: MapWriter = { name: "base map", write: writeBaseMap };

// What prices and dispatch need; a demo starts with these alone.
export const ROAD_WRITERS: readonly MapWriter[] = [
  ...PROFILES.map(
    (profile) =>
      ({
        name: `roads ${profile}`,
        write: (extract, folder, onProgress, changes) => writeRoads(extract, profile, folder, onProgress, changes),
      }) satisfies MapWriter,
  ),
  {
    name: "places",
    write: async (extract, folder) => {
      const { areas, streets, doors, alleys } = writePlacesIndex(extract, folder);
      return { areas, streets, doors, alleys };
    },
  },
];

export const MAP_WRITERS: readonly MapWriter[] = [...ROAD_WRITERS, BASE_MAP_WRITER];
