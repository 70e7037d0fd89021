// The thread the demo's base map is drawn on; see demo-base-map.ts.
import { workerData } from "node:worker_threads";
import { isRefusal } from "../domain/refusal.ts";
import { buildMap } from "../operations/build-map.ts";
import { BASE_MAP_WRITER } from "../operations/map-writers.ts";
import { DEMO_LABEL, drawDemoExtract } from "../roads/demo/demo-extract.ts";

const { dir } = workerData as { readonly dir: string };
const source = { extract: drawDemoExtract() };
const built = await buildMap([BASE_MAP_WRITER], { source, dir, label: DEMO_LABEL, demo: true });
if (isRefusal(built)) throw new Error(built.why);
