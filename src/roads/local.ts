// Roads of this process: the engines of a map, behind the interface orders and dispatch use. A new map takes the place of
// the old one between two questions.
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { Profile, Roads, RoadsRefusal, RoadsVersion } from "../domain/roads.ts";
import { thisWork } from "../ports/deadline.ts";
import { openTogether } from "../ports/together.ts";
import type { LocalEngine } from "./engine.ts";
import { joinLines } from "./join-lines.ts";
import { encodePolyline } from "./polyline.ts";
import type { ServedEngine } from "./threads/road-threads.ts";

export type LoadedRoads = {
  readonly version: RoadsVersion;
  readonly engines: Readonly<Record<Profile, LocalEngine>>;
};

export type LocalRoads = Roads & {
  // Undefined while no map is loaded.
  readonly engine: (profile: Profile) => ServedEngine | undefined;
  // From now on answers from these. What is under way finishes on the ones before.
  readonly swap: (loaded: LoadedRoads) => void;
  readonly close: () => void;
};

const NO_VERSION: RoadsVersion = { engine: "giao", map: "none", demo: false };

export function openLocalRoads(first?: LoadedRoads): LocalRoads {
  let current = first;
  // Estimates that come together are searched for one after the other, then priced.
  const together = openTogether();

  function loaded(profile: Profile): LocalEngine | Refusal<RoadsRefusal> {
    return current?.engines[profile] ?? refuse("ROADS_AWAY", "No map is loaded yet.");
  }

  function letGo(roads: LoadedRoads | undefined): void {
    for (const engine of Object.values(roads?.engines ?? {})) engine.close();
  }

  return {
    version: () => current?.version ?? NO_VERSION,
    engine: (profile) => current?.engines[profile],
    route: async (profile, points) => {
      const engine = loaded(profile);
      if (isRefusal(engine)) return engine;
      const answer = engine.route(points);
      if (isRefusal(answer)) return answer;
      const { distanceMeters, durationSeconds, legs } = answer.routes[0]!;
      return {
        distanceMeters,
        durationSeconds,
        legs: legs.map((leg) => ({ distanceMeters: leg.distanceMeters, durationSeconds: leg.durationSeconds })),
        polyline: encodePolyline(joinLines(legs.map((leg) => leg.line)), 5),
      };
    },
    matrix: (profile, sources, targets) =>
      new Promise((resolve, reject) => {
        const work = thisWork();
        together(() => {
          const engine = loaded(profile);
          const answer = isRefusal(engine) ? engine : engine.matrix(sources, targets, work);
          return () => resolve(answer);
        }, reject);
      }),
    swap: (next) => {
      const before = current;
      current = next;
      letGo(before);
    },
    close: () => {
      letGo(current);
      current = undefined;
    },
  };
}
