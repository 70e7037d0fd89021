import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { buildMap } from "../../src/operations/build-map.ts";
import { MAP_WRITERS } from "../../src/operations/map-writers.ts";
import { openWorld } from "../../src/wiring/world.ts";
import { drawTown } from "../fixtures/little-town.ts";

const dataDir = mkdtempSync(join(tmpdir(), "giao-world-"));
const mapDir = join(dataDir, "map");
// Watching a file keeps no process alive, so something else must while the test waits for it.
const alive = setInterval(() => undefined, 1_000);
after(() => {
  clearInterval(alive);
  rmSync(dataDir, { recursive: true });
});

const ADDRESS = "50 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh";
const TOWN = drawTown({
  streets: [
    {
      name: "Lê Lợi",
      line: [
        [0, 0],
        [900, 0],
        [900, 400],
        [0, 400],
        [0, 0],
      ],
    },
  ],
  houses: [{ number: "50", street: "Lê Lợi", at: [500, 10] }],
  areas: [
    { name: "Quận 1", level: 6, box: [-500, -500, 1500, 500] },
    { name: "Phường Bến Thành", level: 8, box: [-500, -500, 1500, 500] },
  ],
});

test("without a map there are demo streets, drawn when asked; a map built meanwhile is taken up, a damaged one leaves it in use", async () => {
  const heard = new EventEmitter();
  const log = { info: () => void heard.emit("info"), warn: () => void heard.emit("warn") };
  const settings = { mapDir, dataDir, roadsUrl: undefined, geocoderUrl: undefined };
  const world = await openWorld({ settings, log, lookAgainMs: 20 });
  try {
    const by = async () => {
      const answer = await world.places.locate(ADDRESS);
      return isRefusal(answer) ? answer.refused : answer.by;
    };
    assert.deepEqual(world.roads.version(), { engine: "giao", map: world.map()?.version, demo: true });
    assert.equal(await by(), "ward");
    const [center, north] = [
      { lat: 10.7769, lng: 106.7009 },
      { lat: 10.8, lng: 106.68 },
    ];
    const line = await world.roads.route("bike", [center, north]);
    assert.ok(!isRefusal(line) && line.distanceMeters > 3_000 && line.distanceMeters < 8_000);

    assert.deepEqual([world.baseMaps.current(), world.baseMaps.isComing()], [undefined, true]);
    const drawn = once(heard, "info");
    world.drawWhatIsMissing();
    await drawn;
    assert.equal(world.baseMaps.current()?.demo, true);

    const taken = once(heard, "info");
    const built = await buildMap(MAP_WRITERS, { source: { extract: TOWN }, dir: mapDir, label: "a town", demo: false });
    assert.ok(!isRefusal(built));
    await taken;
    assert.equal(world.roads.version().demo, false);
    assert.equal(world.baseMaps.current()?.version, built.manifest.version);
    assert.equal(await by(), "house");

    const refused = once(heard, "warn");
    writeFileSync(join(mapDir, "map.json"), "half a file");
    await refused;
    assert.equal(world.map()?.label, "a town");
    assert.equal(await by(), "house");
  } finally {
    await world.close();
  }

  // The demo streets and their base map were kept: a second start only loads them.
  const again = await openWorld({ settings: { ...settings, mapDir: join(dataDir, "none") }, log });
  after(() => again.close());
  assert.equal(again.map()?.demo, true);
  assert.equal(again.baseMaps.current()?.demo, true);
});
