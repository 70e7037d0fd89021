// Roads of this process: the engines of a map, behind the interface orders and dispatch use. A new map takes the place of
// the old one between two questions.
import { weekHourOf } from "../domain/eta/week-hours.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { Profile, RoadLessons, RoadMatrix, Roads, RoadsRefusal, RoadsVersion, Stretch } from "../domain/roads.ts";
import { thisWork } from "../ports/deadline.ts";
import { openTogether } from "../ports/together.ts";
import { type LocalEngine, openEngine } from "./engine.ts";
import { joinLines } from "./join-lines.ts";
import type { PathLeg } from "./path.ts";
import { encodePolyline } from "./polyline.ts";
import { type LearnedSnapshot, learnAside } from "./threads/learn-aside.ts";
import type { ServedEngine } from "./threads/road-threads.ts";

export type LoadedRoads = {
  readonly version: RoadsVersion;
  readonly engines: Readonly<Record<Profile, LocalEngine>>;
};

export type LocalRoads = Roads & {
  // With a departure the one that knows that hour. Undefined while no map is loaded.
  readonly engine: (profile: Profile, departAt?: Date) => ServedEngine | undefined;
  // From now on answers from these. What is under way finishes on the ones before.
  readonly swap: (loaded: LoadedRoads) => void;
  readonly close: () => void;
};

type Learned = Omit<LearnedSnapshot, "snapshot"> & { readonly weekHour: number; readonly engine: LocalEngine };
type Answered = RoadMatrix | Refusal<RoadsRefusal>;

const NO_VERSION: RoadsVersion = { engine: "giao", map: "none", demo: false };

export function openLocalRoads(first?: LoadedRoads): LocalRoads {
  let current = first;
  // Times as they were learnt, for the map in use.
  const learned = new Map<Profile, Learned>();
  // Estimates that come together are searched for one after the other, then priced.
  const together = openTogether();

  function loaded(profile: Profile): LocalEngine | Refusal<RoadsRefusal> {
    return current?.engines[profile] ?? refuse("ROADS_AWAY", "No map is loaded yet.");
  }

  function letGo(roads: LoadedRoads | undefined): void {
    for (const engine of Object.values(roads?.engines ?? {})) engine.close();
    for (const { engine } of learned.values()) engine.close();
    learned.clear();
  }

  // The engine that answers for a departure, and how many times longer than it says a drive takes.
  function engineFor(profile: Profile, departAt: Date | undefined) {
    const engine = loaded(profile);
    const known = learned.get(profile);
    if (isRefusal(engine) || !departAt || !known) return { engine, times: 1, isLearned: false };
    const hour = weekHourOf(departAt);
    if (hour === known.weekHour) return { engine: known.engine, times: 1, isLearned: true };
    return { engine, times: known.byHour[hour]!, isLearned: true };
  }

  async function learn(profile: Profile, lessons: RoadLessons, weekHour: number): Promise<void> {
    const engine = loaded(profile);
    if (isRefusal(engine)) return;
    const { snapshot, ...more } = await learnAside({
      snapshot: engine.snapshot,
      lessons,
      weekHour,
      order: learned.get(profile)?.order,
    });
    // Another map has come meanwhile: it is learnt for in its turn.
    if (current?.engines[profile] !== engine) return;
    learned.get(profile)?.engine.close();
    learned.set(profile, { ...more, weekHour, engine: openEngine(snapshot, engine.version) });
  }

  return {
    version: () => current?.version ?? NO_VERSION,
    engine: (profile, departAt) => {
      const { engine, times } = engineFor(profile, departAt);
      if (isRefusal(engine)) return undefined;
      return times === 1 ? engine : { ...engine, times };
    },
    route: async (profile, points, departAt, by) => {
      const { engine, times } = engineFor(profile, departAt);
      if (isRefusal(engine)) return engine;
      const answer = engine.route(points, by);
      if (isRefusal(answer)) return answer;
      const { distanceMeters, durationSeconds, legs } = answer.routes[0]!;
      return {
        distanceMeters,
        durationSeconds: durationSeconds * times,
        legs: legs.map((leg) => ({
          distanceMeters: leg.distanceMeters,
          durationSeconds: leg.durationSeconds * times,
        })),
        polyline: encodePolyline(joinLines(legs.map((leg) => leg.line)), 5),
        stretches: () => stretchesOf(legs),
      };
    },
    matrix: (profile, sources, targets, departAt, by) =>
      new Promise((resolve, reject) => {
        const work = thisWork();
        together(() => {
          const { engine, times, isLearned } = engineFor(profile, departAt);
          const answer = isRefusal(engine) ? engine : engine.matrix(sources, targets, work, by);
          return () => resolve(isLearned ? stretched(answer, times) : answer);
        }, reject);
      }),
    learning: {
      drivenRoads: async (profile, trace) => {
        const engine = loaded(profile);
        const sightings = trace.map(({ lat, lng, at }) => ({ lat, lng, atSeconds: at.getTime() / 1000 }));
        return isRefusal(engine) ? [] : engine.aside.drivenRoads(sightings);
      },
      learn,
    },
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

// A ferry that asks a toll is a ferry.
function stretchesOf(legs: readonly PathLeg[]): readonly Stretch[] {
  const kinds = legs
    .flatMap((leg) => leg.pieces())
    .filter((piece) => piece.distanceMeters > 0)
    .map(({ street: { classes } }) =>
      classes.includes("ferry") ? "ferry" : classes.includes("toll") ? "toll" : "free",
    );
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

async function stretched(answer: Answered | Promise<Answered>, times: number): Promise<Answered> {
  const matrix = await answer;
  if (isRefusal(matrix)) return matrix;
  return { ...matrix, durationsSeconds: matrix.durationsSeconds.map((seconds) => seconds * times), isLearned: true };
}
