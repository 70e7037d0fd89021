// The thread a hierarchy is raised on; see raise-aside.ts.
import { parentPort, workerData } from "node:worker_threads";
import { type Raised, raiseHierarchy, type ToRaise } from "../build/raise.ts";

export type RaiseNews = { readonly done: number; readonly total: number } | { readonly raised: Raised };

const tell = (news: RaiseNews): void => parentPort?.postMessage(news);

tell({ raised: raiseHierarchy(workerData as ToRaise, (done, total) => tell({ done, total })) });
