// The thread that answers what would take long, so that the one that answers requests does not stand still. It is handed the
// shared memory of a network once, and then questions; JSON is written here too.

import { type TransferListItem, workerData } from "node:worker_threads";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { RoadMatrix } from "../../domain/roads.ts";
import { answerOnThread } from "../../ports/thread-pool.ts";
import { openSearches } from "../engine.ts";
import { answerQuestion } from "../osrm-json/answers.ts";
import type { RoadJob, RoadReply, RoadThreadData } from "./road-threads.ts";

const { snapshot, version } = workerData as RoadThreadData;
const searches = openSearches(snapshot, version);

answerOnThread((job: RoadJob): readonly [RoadReply, readonly TransferListItem[]] => {
  if ("trace" in job) return [searches.drivenRoads(job.trace), []];
  if ("sources" in job) return handOver(searches.matrix(job.sources, job.targets, job.by));
  const answer = "tile" in job ? searches.tile(job.tile) : answerQuestion(searches, job);
  if (isRefusal(answer)) return [answer, []];
  const bytes = Uint8Array.from(answer);
  return [bytes, [bytes.buffer]];
});

function handOver(matrix: RoadMatrix | Refusal<"NO_SEGMENT">): readonly [RoadReply, readonly TransferListItem[]] {
  if (isRefusal(matrix)) return [matrix, []];
  const rows = [matrix.distancesMeters, matrix.durationsSeconds];
  return [matrix, rows.map(({ buffer }) => buffer as ArrayBuffer)];
}
