// Routes and tables that take more than a few milliseconds, answered on threads that share the network's memory.
import type { LatLng } from "../../domain/geo.ts";
import type { Promised } from "../../domain/refusal.ts";
import type { DrivenBy, DrivenRoad, RoadMatrix, RoadsVersion } from "../../domain/roads.ts";
import type { Deadline } from "../../ports/deadline.ts";
import { openThreadPool } from "../../ports/thread-pool.ts";
import type { Network } from "../network.ts";
import type { NoAnswer, RoadsQuestion } from "../osrm-json/answers.ts";
import type { RoadEngine, Sighting, TileName } from "../path.ts";
import { openNetwork } from "../snapshot/packed-network.ts";
import type { Snapshot } from "../snapshot/snapshot-file.ts";

export type RoadThreadData = { readonly snapshot: Snapshot; readonly version: RoadsVersion };
// What is told in OSRM's words.
export type AnsweredJob = RoadsQuestion | { readonly tile: TileName };
export type RoadJob =
  | AnsweredJob
  | { readonly sources: readonly LatLng[]; readonly targets: readonly LatLng[]; readonly by: DrivenBy | undefined }
  | { readonly trace: readonly Sighting[] };
export type RoadReply = Uint8Array<ArrayBuffer> | RoadMatrix | readonly DrivenRoad[] | NoAnswer;

type Answer = Uint8Array | NoAnswer;

export type RoadThreads = {
  // JSON as bytes, or those of a tile. `work` is what it is asked for.
  readonly answer: (job: AnsweredJob, work: Deadline | undefined) => Promise<Answer>;
  readonly matrix: (
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    work: Deadline | undefined,
    by: DrivenBy | undefined,
  ) => Promised<RoadMatrix, "NO_SEGMENT">;
  readonly drivenRoads: (trace: readonly Sighting[]) => Promise<readonly DrivenRoad[]>;
  // Questions of the same caller's that wait for a thread.
  readonly waitingFor: (work: Deadline | undefined) => number;
  readonly close: () => void;
};

// `aside`: for questions that would hold up who asks; on a thread there is no other.
// `times`: how many times longer than it says a drive takes at the hour it was asked for.
export type ServedEngine = RoadEngine & { readonly aside?: RoadThreads; readonly times?: number };

// A network of so many states is a city's. A thread takes a third of a second to start, and compiles what it runs as it goes.
const CITY_STATES = 100_000;
const PRACTICE_TABLES = 4;
const PRACTICE_SOURCES = 200;
const PRACTICE_TARGETS = 16;

export function openRoadThreads({ profile, hash, buffer, layout }: Snapshot, version: RoadsVersion): RoadThreads {
  const data: RoadThreadData = { snapshot: { profile, hash, buffer, layout }, version };
  const pool = openThreadPool<RoadJob, RoadReply>(new URL("./road-thread.ts", import.meta.url), data);
  const matrix: RoadThreads["matrix"] = (sources, targets, work, by) =>
    pool.ask({ sources, targets, by }, work) as ReturnType<RoadThreads["matrix"]>;
  const network = openNetwork(buffer, layout);
  // On a city's map it starts at once and practises, so that the first round of dispatch finds it ready.
  let isClosed = false;
  if (network.stateEdge.length >= CITY_STATES) void practise(network, matrix, () => !isClosed);
  return {
    answer: (job, work) => pool.ask(job, work) as Promise<Answer>,
    matrix,
    drivenRoads: (trace) => pool.ask({ trace }, undefined) as Promise<readonly DrivenRoad[]>,
    waitingFor: pool.waitingFor,
    close: () => {
      isClosed = true;
      pool.close();
    },
  };
}

async function practise({ shape }: Network, matrix: RoadThreads["matrix"], goesOn: () => boolean): Promise<void> {
  const apart = Math.floor(shape.length / 2 / (PRACTICE_TABLES * PRACTICE_SOURCES));
  const places = Array.from({ length: PRACTICE_TABLES * PRACTICE_SOURCES }, (_, i) => ({
    lat: shape[2 * i * apart + 1]! / 1e6,
    lng: shape[2 * i * apart]! / 1e6,
  }));
  for (let table = 0; table < PRACTICE_TABLES && goesOn(); table++) {
    const sources = places.slice(table * PRACTICE_SOURCES, (table + 1) * PRACTICE_SOURCES);
    // A thread that cannot start says so to whoever asks it for something.
    await matrix(sources, sources.slice(0, PRACTICE_TARGETS), undefined, undefined).catch(() => undefined);
  }
}
