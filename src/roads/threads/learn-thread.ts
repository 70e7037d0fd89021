// The thread a network with learned times is raised on; see learn-aside.ts. It works for later, so whoever answers now comes first.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { learnNetwork } from "../learn/learn-network.ts";
import { openNetwork, packNetwork } from "../snapshot/packed-network.ts";
import type { LearnedSnapshot, ToLearn } from "./learn-aside.ts";

// Elsewhere than on Linux it would slow down the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { snapshot, lessons, weekHour } = workerData as ToLearn;
const { network, byHour } = learnNetwork(openNetwork(snapshot.buffer, snapshot.layout), lessons, weekHour);
// Its roads are the same: a hint for the one is good for the other.
const told: LearnedSnapshot = { snapshot: { ...snapshot, ...packNetwork(network), hash: snapshot.hash }, byHour };
parentPort?.postMessage(told);
