// How long a base map takes to draw and how large it is, beside what a build without it takes to read the extract; then tiles
// served by byte range beside a bare route that answers with as many bytes.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefusal } from "../src/domain/refusal.ts";
import type { Extract } from "../src/extract/extract.ts";
import { readExtract } from "../src/extract/read-extract.ts";
import { buildMap } from "../src/operations/build-map.ts";
import { BASE_MAP_WRITER } from "../src/operations/map-writers.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { drawDemoExtract } from "../src/roads/demo/demo-extract.ts";
import { HCMC } from "../test/fixtures/real-roads.ts";
import { bareServer, compare, startProcess } from "./side-by-side.ts";

const RANGES = [400, 12_000, 60_000];

const dir = mkdtempSync(join(tmpdir(), "giao-bench-base-map-"));
try {
  await draw("demo streets", drawDemoExtract());
  if (existsSync(HCMC)) {
    const reading = startStopwatch();
    const extract = await readExtract([HCMC], () => undefined);
    if (isRefusal(extract)) throw new Error(extract.why);
    const readMs = reading.elapsedMs();
    const drawnMs = await draw("Hồ Chí Minh City", extract);
    process.stdout.write(`  ${(drawnMs / readMs).toFixed(1)} times as long as reading the extract\n`);
  } else process.stdout.write(`SKIPPED Hồ Chí Minh City: ${HCMC} is not there\n`);

  const ours = await startProcess("bench/base-map-server.ts", [JSON.stringify({ dir })]);
  const { tiles, bytes } = (await (await fetch(`${ours.url}/tiles/map.json`)).json()) as {
    tiles: string;
    bytes: number;
  };
  for (const length of RANGES) {
    const bare = await bareServer("x".repeat(length));
    const from = Math.floor(bytes / 2);
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    compare(`a tile of ${length} bytes`, ours.url, bare.url, { paths: [tiles], headers });
    bare.stop();
  }
  ours.stop();
} finally {
  rmSync(dir, { recursive: true });
}

async function draw(name: string, extract: Extract): Promise<number> {
  const stopwatch = startStopwatch();
  const built = await buildMap([BASE_MAP_WRITER], { source: { extract }, dir, label: name, demo: true });
  if (isRefusal(built)) throw new Error(built.why);
  const elapsedMs = stopwatch.elapsedMs();
  const figures = JSON.stringify(built.manifest.figures[BASE_MAP_WRITER.name]);
  process.stdout.write(`${name.padEnd(18)} ${(elapsedMs / 1000).toFixed(1)} s  ${figures}\n`);
  return elapsedMs;
}
