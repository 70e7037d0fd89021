// The map that route benchmarks drive on: the Hồ Chí Minh City extract when it lies beside the repository, the demo streets
// otherwise. Built once a run, handed to other processes as a snapshot file.
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededChance } from "../src/domain/chance.ts";
import { type LatLng, metersBetween } from "../src/domain/geo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import type { Profile } from "../src/domain/roads.ts";
import { readExtract } from "../src/extract/read-extract.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { buildNetwork } from "../src/roads/build/build-network.ts";
import { drawDemoExtract } from "../src/roads/demo/demo-extract.ts";
import type { RoadEngine } from "../src/roads/path.ts";
import { packNetwork } from "../src/roads/snapshot/packed-network.ts";
import { type Snapshot, writeSnapshot } from "../src/roads/snapshot/snapshot-file.ts";

export type RouteMap = { readonly name: string; readonly snapshot: Snapshot; readonly snapshotFile: string };

const HCMC = "../shared/data/map/hcmc-2018.osm.pbf";

export async function buildRouteMap(profile: Profile): Promise<RouteMap> {
  const isReal = existsSync(HCMC);
  if (!isReal)
    process.stdout.write(
      `${HCMC} IS NOT THERE: these are figures of the demo streets, on which everything is cheaper.\n`,
    );
  const stopwatch = startStopwatch();
  const extract = isReal ? await readExtract([HCMC]) : drawDemoExtract();
  if (isRefusal(extract)) throw new Error(extract.why);
  const network = buildNetwork(extract, profile);
  if (isRefusal(network)) throw new Error(network.why);
  const snapshot = { ...packNetwork(network), profile };
  const name = isReal ? "Hồ Chí Minh City" : "demo streets";
  const megabytes = (snapshot.buffer.byteLength / 2 ** 20).toFixed(1);
  process.stdout.write(
    `${name}, ${profile}: built in ${(stopwatch.elapsedMs() / 1000).toFixed(1)} s, ${megabytes} MB\n`,
  );
  const snapshotFile = join(mkdtempSync(join(tmpdir(), "giao-bench-map-")), `${profile}.roads`);
  await writeSnapshot(snapshotFile, snapshot);
  return { name, snapshot, snapshotFile };
}

// Pairs of 2 to 8 km with a way between them, the same every run.
export function drawPairs(engine: RoadEngine, count: number, seed: number): readonly (readonly [LatLng, LatLng])[] {
  const chance = seededChance(seed);
  const anywhere = () => ({ lat: 10.72 + chance() * 0.14, lng: 106.6 + chance() * 0.16 });
  const pairs: (readonly [LatLng, LatLng])[] = [];
  while (pairs.length < count) {
    const pair = [anywhere(), anywhere()] as const;
    const meters = metersBetween(...pair);
    if (meters > 2000 && meters < 8000 && !isRefusal(engine.route(pair))) pairs.push(pair);
  }
  return pairs;
}
