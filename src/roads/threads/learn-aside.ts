// Raises a network with learned times on a thread of its own, so that the one that answers requests does not stand still.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RoadLessons } from "../../domain/roads.ts";
import type { StateOrder } from "../learn/reweigh.ts";
import type { Snapshot } from "../snapshot/snapshot-file.ts";

export type ToLearn = {
  readonly snapshot: Snapshot;
  readonly lessons: RoadLessons;
  readonly weekHour: number;
  // Of an earlier time on the same map.
  readonly order?: StateOrder | undefined;
};
export type LearnedSnapshot = {
  readonly snapshot: Snapshot;
  readonly byHour: Float32Array;
  readonly order: StateOrder;
};

export async function learnAside(toLearn: ToLearn): Promise<LearnedSnapshot> {
  const worker = new Worker(new URL("./learn-thread.ts", import.meta.url), { workerData: toLearn });
  worker.unref();
  let learned: LearnedSnapshot | undefined;
  worker.on("message", (snapshot: LearnedSnapshot) => {
    learned = snapshot;
  });
  // Rejects with what the thread threw, if it did.
  await once(worker, "exit");
  if (!learned) throw new Error("the thread ended before the roads were learnt");
  return learned;
}
