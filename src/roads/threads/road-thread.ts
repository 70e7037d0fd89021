// The thread that answers what would take long, so that the one that answers requests does not stand still. It is handed the
// shared memory of a network once, and then questions; JSON is written here too.
import { type TransferListItem, workerData } from "node:worker_threads";
import type { LatLng } from "../../domain/geo.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { RoadMatrix, RoadsVersion } from "../../domain/roads.ts";
import { answerOnThread } from "../../ports/thread-pool.ts";
import { openSearches } from "../engine.ts";
import { answerQuestion, type RoadsAnswer, type RoadsQuestion } from "../osrm-json/answers.ts";
import type { Snapshot } from "../snapshot/snapshot-file.ts";
import type { TileName } from "../tile/road-tile.ts";

export type RoadThreadData = { readonly snapshot: Snapshot; readonly version: RoadsVersion };
// What is told in OSRM's words.
export type ToldJob = RoadsQuestion | { readonly tile: TileName };
export type RoadJob = ToldJob | { readonly sources: readonly LatLng[]; readonly targets: readonly LatLng[] };
// JSON as bytes.
export type RoadTold = Uint8Array<ArrayBuffer> | RoadMatrix | Exclude<RoadsAnswer, string>;

const { snapshot, version } = workerData as RoadThreadData;
const searches = openSearches(snapshot, version);
const encoder = new TextEncoder();

answerOnThread((job: RoadJob): readonly [RoadTold, readonly TransferListItem[]] => {
  if ("sources" in job) return handOver(searches.matrix(job.sources, job.targets));
  const answer = "tile" in job ? searches.tile(job.tile) : answerQuestion(searches, job);
  if (isRefusal(answer)) return [answer, []];
  const bytes = typeof answer === "string" ? encoder.encode(answer) : Uint8Array.from(answer);
  return [bytes, [bytes.buffer]];
});

function handOver(matrix: RoadMatrix | Refusal<"NO_SEGMENT">): readonly [RoadTold, readonly TransferListItem[]] {
  if (isRefusal(matrix)) return [matrix, []];
  const rows = [matrix.distancesMeters, matrix.durationsSeconds];
  return [matrix, rows.map(({ buffer }) => buffer as ArrayBuffer)];
}
