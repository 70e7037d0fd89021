// Raises a hierarchy on a thread of its own: both profiles of a map then take as long as one, where there are two cores.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Raised, ToRaise } from "../build/raise.ts";
import type { RaiseNews } from "./raise-thread.ts";

export async function raiseAside(toRaise: ToRaise, onProgress: (done: number, total: number) => void): Promise<Raised> {
  const worker = new Worker(new URL("./raise-thread.ts", import.meta.url), { workerData: toRaise });
  let raised: Raised | undefined;
  worker.on("message", (news: RaiseNews) => {
    if ("raised" in news) raised = news.raised;
    else onProgress(news.done, news.total);
  });
  // Rejects with what the thread threw, if it did.
  await once(worker, "exit");
  if (!raised) throw new Error("the thread ended before the hierarchy was raised");
  return raised;
}
