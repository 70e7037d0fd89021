// The thread a map is built on; see build-aside.ts.
import { parentPort, workerData } from "node:worker_threads";
import { isRefusal } from "../domain/refusal.ts";
import { buildMap, rebuildMap } from "../operations/build-map.ts";
import { BASE_MAP_WRITER, MAP_WRITERS, ROAD_WRITERS } from "../operations/map-writers.ts";
import { DEMO_LABEL, drawDemoExtract } from "../roads/demo/demo-extract.ts";
import type { MapJob } from "./build-aside.ts";

const job = workerData as MapJob;
const drawDemo = (writers: typeof MAP_WRITERS) =>
  buildMap(writers, { source: { extract: drawDemoExtract() }, dir: job.dir, label: DEMO_LABEL, demo: true });

function build() {
  switch (job.build) {
    case "demo streets":
      return drawDemo(ROAD_WRITERS);
    case "demo base map":
      return drawDemo([BASE_MAP_WRITER]);
    case "again":
      return rebuildMap(MAP_WRITERS, job.dir, job.manifest);
  }
}

const built = await build();
if (isRefusal(built)) parentPort?.postMessage(built);
