// What a map consists of: the roads of each profile, and the places index.
import { PROFILES } from "../domain/roads.ts";
import { writePlacesIndex } from "../places/map-index/index-file.ts";
import { writeRoads } from "../roads/snapshot/roads-folder.ts";
import type { MapWriter } from "./build-map.ts";

export const MAP_WRITERS: readonly MapWriter[] = [
  ...PROFILES.map(
    (profile) =>
      ({
        name: `roads ${profile}`,
        write: (extract, folder, onProgress) => writeRoads(extract, profile, folder, onProgress),
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
