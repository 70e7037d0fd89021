// Road engines of a drawn map, one a profile.
import { isRefusal } from "../../src/domain/refusal.ts";
import { PROFILES, type Profile } from "../../src/domain/roads.ts";
import type { RoadEngine } from "../../src/roads/path.ts";
import { buildEngine } from "../fixtures/roads/build-engine.ts";
import type { DrawnMap } from "../fixtures/roads/drawn-map.ts";

export function drawnEngines(map: DrawnMap): (profile: Profile) => RoadEngine {
  const engines = new Map(
    PROFILES.map((profile) => {
      // Every part of a drawing counts, however small.
      const engine = buildEngine(map.extract, profile, { partStatesMin: 1 });
      if (isRefusal(engine)) throw new Error(engine.why);
      return [profile, engine];
    }),
  );
  return (profile) => engines.get(profile)!;
}
