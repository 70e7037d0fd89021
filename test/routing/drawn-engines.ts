// Road engines of a drawn map, one a profile.
import { isRefusal } from "../../src/domain/refusal.ts";
import { PROFILES, type Profile } from "../../src/domain/roads.ts";
import { buildNetwork } from "../../src/roads/build/build-network.ts";
import type { DrawnMap } from "../../src/roads/drawn-map.ts";
import { openEngine } from "../../src/roads/engine.ts";
import type { RoadEngine } from "../../src/roads/path.ts";
import { packNetwork } from "../../src/roads/snapshot/packed-network.ts";

export function drawnEngines(map: DrawnMap): (profile: Profile) => RoadEngine {
  const engines = new Map(PROFILES.map((profile) => [profile, drawnEngine(map, profile)]));
  return (profile) => engines.get(profile)!;
}

function drawnEngine(map: DrawnMap, profile: Profile): RoadEngine {
  // Every part of a drawing counts, however small.
  const network = buildNetwork(map.extract, profile, { partStatesMin: 1 });
  if (isRefusal(network)) throw new Error(network.why);
  return openEngine({ ...packNetwork(network), profile }, { engine: "giao", map: "drawn", demo: false });
}
