// What a first start without a map waits for: the demo streets drawn, built for both profiles and kept; and what the next
// start waits for: the kept ones loaded.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefusal } from "../src/domain/refusal.ts";
import { buildMap } from "../src/operations/build-map.ts";
import { ROAD_WRITERS } from "../src/operations/map-writers.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { drawDemoExtract } from "../src/roads/demo/demo-extract.ts";
import { loadRoads } from "../src/roads/snapshot/roads-folder.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-bench-demo-"));
try {
  const all = startStopwatch();
  const extract = drawDemoExtract();
  const drawnMs = all.elapsedMs();
  const built = await buildMap(ROAD_WRITERS, { source: { extract }, dir, label: "generated demo streets", demo: true });
  if (isRefusal(built)) throw new Error(built.why);
  const builtMs = all.elapsedMs();
  const loading = startStopwatch();
  const loaded = await loadRoads(built);
  if (isRefusal(loaded)) throw new Error(loaded.why);
  const loadedMs = loading.elapsedMs();
  for (const engine of Object.values(loaded.engines)) engine.close();
  for (const [part, figures] of Object.entries(built.manifest.figures)) {
    process.stdout.write(`${part.padEnd(12)} ${JSON.stringify(figures)}\n`);
  }
  process.stdout.write(
    `drawn in ${Math.round(drawnMs)} ms, first start ${(builtMs / 1000).toFixed(1)} s (5 s allowed), next start ${Math.round(loadedMs)} ms\n`,
  );
} finally {
  rmSync(dir, { recursive: true });
}
