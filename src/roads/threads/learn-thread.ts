// The thread a network with learned times is raised on; see learn-aside.ts. It works for later, so whoever answers now comes first.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { learnNetwork } from "../learn/learn-network.ts";
import { openNetwork, packNetwork } from "../snapshot/packed-network.ts";
import type { LearnedSnapshot, ToLearn } from "./learn-aside.ts";

// Elsewhere than on Linux it would slow down the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { snapshot, lessons, weekHour, order: known } = workerData as ToLearn;
const built = openNetwork(snapshot.buffer, snapshot.layout);
const { network, byHour, order } = learnNetwork(built, lessons, weekHour, known);
// Its roads are the same: a hint for the one is good for the other.
const learned: LearnedSnapshot = {
  snapshot: { ...snapshot, ...packNetwork(network), hash: snapshot.hash },
  byHour,
  order,
};
parentPort?.postMessage(learned);
