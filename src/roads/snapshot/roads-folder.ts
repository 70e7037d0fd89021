// The roads of a map on disk: one snapshot a profile in the map's folder. Writes them during a build, loads them into
// engines.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { PROFILES, type Profile, type RoadsVersion } from "../../domain/roads.ts";
import type { Extract } from "../../extract/extract.ts";
import type { MapOnDisk } from "../../extract/map-folder.ts";
import { finishNetwork, prepareNetwork } from "../build/build-network.ts";
import { openEngine } from "../engine.ts";
import type { LoadedRoads } from "../local.ts";
import { type ProfileChanges, profileVehicle } from "../profile/profile-file.ts";
import { raiseAside } from "../threads/raise-aside.ts";
import { packNetwork } from "./packed-network.ts";
import { readSnapshot, type SnapshotRefusal, writeSnapshot } from "./snapshot-file.ts";

export type RoadsFigures = {
  readonly segments: number;
  readonly junctions: number;
  readonly states: number;
  readonly megabytes: number;
  // Of all of them, and of those in parts that have no way to the others and back (build/build-network.ts).
  readonly kilometres: number;
  readonly "kilometres apart": number;
  readonly "parts apart": number;
};

function fileOf(folder: string, profile: Profile): string {
  return join(folder, `roads-${profile}.bin`);
}

export async function writeRoads(
  extract: Extract,
  profile: Profile,
  folder: string,
  onProgress: (share: number) => void,
  changes?: ProfileChanges,
): Promised<RoadsFigures, "NO_ROADS"> {
  const prepared = prepareNetwork(extract, profile, { vehicle: profileVehicle(profile, changes) });
  if (isRefusal(prepared)) return prepared;
  const raised = await raiseAside(prepared.toRaise, (done, total) => onProgress(done / total));
  const network = finishNetwork(prepared, raised);
  const file = fileOf(folder, profile);
  await writeSnapshot(file, { ...packNetwork(network), profile });
  return {
    segments: network.segmentCm.length,
    junctions: network.armStart.length - 1,
    states: network.stateEdge.length,
    megabytes: Math.round((await stat(file)).size / 1e5) / 10,
    kilometres: Math.round(network.segmentCm.reduce((sum, cm) => sum + cm, 0) / 1e5),
    "kilometres apart": prepared.apart.kilometres,
    "parts apart": prepared.apart.parts,
  };
}

export async function loadRoads({ manifest, folder }: MapOnDisk): Promised<LoadedRoads, SnapshotRefusal> {
  const version: RoadsVersion = { engine: "giao", map: manifest.version, demo: manifest.demo };
  const snapshots = await Promise.all(PROFILES.map((profile) => readSnapshot(fileOf(folder, profile))));
  const engines: Partial<Record<Profile, ReturnType<typeof openEngine>>> = {};
  for (const snapshot of snapshots) {
    if (isRefusal(snapshot)) return snapshot;
    engines[snapshot.profile] = openEngine(snapshot, version);
  }
  return { version, engines: engines as LoadedRoads["engines"] };
}
