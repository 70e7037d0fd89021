import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { MANIFEST } from "../../src/extract/map-folder.ts";
import { buildMap, type MapWriter } from "../../src/operations/build-map.ts";
import { MAP_WRITERS } from "../../src/operations/map-writers.ts";
import { PLACES_FILE } from "../../src/places/map-index/index-file.ts";
import { realClock } from "../../src/ports/clock.ts";
import { openPlaces } from "../../src/wiring/open-places.ts";
import { drawTown } from "../fixtures/little-town.ts";

const mapDir = mkdtempSync(join(tmpdir(), "giao-map-"));
const closers: (() => Promise<void>)[] = [];
// Watching a file keeps no process alive, so something else must while the test waits for it.
const alive = setInterval(() => undefined, 1_000);
after(async () => {
  clearInterval(alive);
  for (const close of closers) await close();
  rmSync(mapDir, { recursive: true });
});

const ADDRESS = "50 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh";
const TOWN = drawTown({
  streets: [
    {
      name: "Lê Lợi",
      line: [
        [0, 0],
        [900, 0],
      ],
    },
  ],
  houses: [{ number: "50", street: "Lê Lợi", at: [500, 10] }],
  areas: [
    { name: "Quận 1", level: 6, box: [-500, -500, 1500, 500] },
    { name: "Phường Bến Thành", level: 8, box: [-500, -500, 1500, 500] },
  ],
});

const WRITERS: readonly MapWriter[] = MAP_WRITERS.filter((writer) => writer.name === "places");

test("a map built while the program runs is taken up; demo streets and a damaged map leave it in use", async () => {
  const heard = new EventEmitter();
  const log = {
    info: () => void heard.emit("info"),
    warn: () => void heard.emit("warn"),
  };
  const settings = { mapDir: join(mapDir, "not-there-yet"), geocoderUrl: undefined };
  const places = await openPlaces({ settings, log, clock: realClock, lookAgainMs: 20 }, closers);
  const by = async () => {
    const answer = await places.locate(ADDRESS);
    return isRefusal(answer) ? answer.refused : answer.by;
  };
  const build = async (demo: boolean, town = TOWN) => {
    const request = { source: { extract: town }, dir: settings.mapDir, label: "town", demo };
    const built = await buildMap(WRITERS, request);
    assert.ok(!isRefusal(built));
    return built.folder;
  };
  assert.equal(await by(), "ward");
  await build(true);
  assert.equal(await by(), "ward");
  const taken = once(heard, "info");
  const folder = await build(false);
  await taken;
  assert.equal(await by(), "house");
  const refused = once(heard, "warn");
  writeFileSync(join(folder, PLACES_FILE), "half a file");
  const manifest = join(settings.mapDir, MANIFEST);
  writeFileSync(manifest, `${readFileSync(manifest, "utf8")}\n`);
  await refused;
  assert.equal(await by(), "house");
});
