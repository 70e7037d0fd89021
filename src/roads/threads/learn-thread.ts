// The thread a network with learned times is raised on; see learn-aside.ts. It works for later, so whoever answers now comes first.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { RoadLessons } from "../../domain/roads.ts";
import { type DrivenRows, learnFactors } from "../learn/edge-factors.ts";
import { edgeKeys } from "../learn/edge-keys.ts";
import { reweigh, type StateOrder, stateOrderOf } from "../learn/reweigh.ts";
import type { Network } from "../network.ts";
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

// A network with the times that drivers were seen to take at one hour of the week.
type LearnedNetwork = {
  readonly network: Network;
  // By hour of the week: how many times longer than the map says drives take on the whole.
  readonly byHour: Float32Array;
  // What it was raised in; given again, it saves half of the work.
  readonly order: StateOrder;
};

function learnNetwork(
  network: Network,
  lessons: RoadLessons,
  weekHour: number,
  order = stateOrderOf(network),
): LearnedNetwork {
  const classOf = (edge: number): number => network.segmentClass[edge >> 1]!;
  const rows = rowsOn(network, lessons);
  const { byEdge, byHour } = learnFactors(rows, classOf, network.edgeMs.length, weekHour);
  return { network: reweigh(network, byEdge, order), byHour, order };
}

// Of roads that are not on this map any more nothing is known.
function rowsOn(network: Network, { edge: keys, weekHour, mapMs, drivenMs }: RoadLessons): DrivenRows {
  const edgeOf = new Map<number, number>();
  for (const [edge, key] of edgeKeys(network).entries()) edgeOf.set(key, edge);
  const here = Array.from(keys.keys()).filter((row) => edgeOf.has(keys[row]!));
  return {
    edge: Int32Array.from(here, (row) => edgeOf.get(keys[row]!)!),
    hour: Uint8Array.from(here, (row) => weekHour[row]!),
    mapMs: Float64Array.from(here, (row) => mapMs[row]!),
    drivenMs: Float64Array.from(here, (row) => drivenMs[row]!),
  };
}
