// A base map for tests of pages: one drawn street, made by the builder that makes the real ones. Without it a page's map asks
// for a style that is not there, which the browser reports as an error.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { buildMap } from "../../src/operations/build-map.ts";
import { BASE_MAP_WRITER } from "../../src/operations/map-writers.ts";
import { openBaseMaps } from "../../src/tiles/base-maps.ts";
import type { HouseWorld } from "../../src/wiring/house.ts";
import { drawScene, type Spot } from "../fixtures/little-scene.ts";

export async function drawnBaseMaps(): Promise<Pick<HouseWorld, "baseMaps">> {
  const dir = mkdtempSync(join(tmpdir(), "giao-base-map-"));
  const maps = openBaseMaps();
  after(async () => {
    await maps.close();
    rmSync(dir, { recursive: true });
  });
  const line: Spot[] = [
    [0.2, 0.3],
    [1.8, 0.7],
  ];
  const extract = drawScene({ ways: [{ line, tags: { highway: "primary", name: "Đường Điện Biên Phủ" } }] });
  const label = "one drawn street";
  const built = await buildMap([BASE_MAP_WRITER], { source: { extract }, dir, label, demo: true });
  if (isRefusal(built)) throw new Error(built.why);
  const trouble = await maps.take(built);
  if (trouble) throw new Error(trouble.why);
  return { baseMaps: { current: maps.current, find: maps.find, isComing: () => false } };
}
