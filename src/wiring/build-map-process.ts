// The process a map is built in; see build-aside.ts. It is told one job, says what came of it, and ends with the program that started it.
import { once } from "node:events";
import { isRefusal } from "../domain/refusal.ts";
import { buildMap, rebuildMap } from "../operations/build-map.ts";
import { BASE_MAP_WRITER, MAP_WRITERS, ROAD_WRITERS } from "../operations/map-writers.ts";
import { DEMO_LABEL, drawDemoExtract } from "../roads/demo/demo-extract.ts";
import type { Built, MapJob } from "./build-aside.ts";

process.on("disconnect", () => process.exit(1));
// A terminal's Ctrl-C reaches this process too: the program decides.
process.on("SIGINT", () => undefined);
const [job] = (await once(process, "message")) as [MapJob];
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
const result: Built = { refused: isRefusal(built) ? built : undefined };
process.send?.(result, undefined, undefined, () => process.exit(0));
