// The route call over HTTP beside a bare Fastify route with the same bytes, and two processes beside one.
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openEngine } from "../src/roads/engine.ts";
import type { RouteCallServer } from "./route-call-server.ts";
import { buildRouteMap, drawPairs } from "./route-map.ts";
import { type Contender, compare, drive, memoryMegabytes, processorSeconds, startProcess } from "./side-by-side.ts";

const PAIRS = 1000;
const SEED = 3;
const SPENT_SECONDS = 3;

const { snapshot, snapshotFile } = await buildRouteMap("bike");
const folder = dirname(snapshotFile);
const pathsFile = join(folder, "paths");
try {
  const engine = openEngine(snapshot, { engine: "giao", map: snapshot.hash, demo: false });
  const pairs = drawPairs(engine, PAIRS, SEED);
  engine.close();
  process.stdout.write(`${PAIRS} pairs of 2 to 8 km, seed ${SEED}\n`);
  const place = ({ lat, lng }: { lat: number; lng: number }) => `${lng.toFixed(6)},${lat.toFixed(6)}`;
  const headers = { "api-key": "bench" };
  const start = (change: Partial<RouteCallServer>) =>
    startProcess("bench/route-call-server.ts", [
      JSON.stringify({ snapshotFile, pathsFile, bare: false, processes: 1, ...change }),
    ]);

  for (const [name, options] of [
    ["overview=full", "?overview=full"],
    ["defaults", ""],
    ["steps=true", "?steps=true"],
  ] as const) {
    const paths = pairs.map(([a, b]) => `/routing/bike/route/v1/driving/${place(a)};${place(b)}${options}`);
    writeFileSync(pathsFile, paths.join("\n"));
    const ours = await start({});
    const bare = await start({ bare: true });
    compare(`route, 2 points, ${name}`, ours.url, bare.url, { paths, headers });
    const spent = (contender: Contender) => {
      const before = processorSeconds(contender) ?? Number.NaN;
      const { perSecond } = drive(contender.url, { paths, headers }, SPENT_SECONDS);
      return (((processorSeconds(contender) ?? Number.NaN) - before) / (perSecond * SPENT_SECONDS)) * 1e6;
    };
    const [own, floor] = [spent(ours), spent(bare)];
    process.stdout.write(
      `  processor ${own.toFixed(0)} µs a request, bare ${floor.toFixed(0)} µs, ratio ${(floor / own).toFixed(2)};` +
        ` memory ${memoryMegabytes(ours)?.toFixed(0)} MB, bare ${memoryMegabytes(bare)?.toFixed(0)} MB\n`,
    );
    ours.stop();
    bare.stop();
  }

  const paths = pairs.map(([a, b]) => `/routing/bike/route/v1/driving/${place(a)};${place(b)}`);
  const [one, two] = [await start({}), await start({ processes: 2 })];
  const perSecond = (url: string) =>
    Math.max(...[1, 2, 2].map((seconds) => drive(url, { paths, headers }, seconds).perSecond));
  const [alone, together] = [perSecond(one.url), perSecond(two.url)];
  process.stdout.write(
    `one process ${Math.round(alone)}/s, two ${Math.round(together)}/s: ${(together / alone).toFixed(2)} times\n`,
  );
  one.stop();
  two.stop();
} finally {
  rmSync(folder, { recursive: true });
}
