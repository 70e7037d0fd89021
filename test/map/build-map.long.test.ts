import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { mapCommand } from "../../src/cli/map.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { Extract } from "../../src/extract/extract.ts";
import { findMap, type MapOnDisk } from "../../src/extract/map-folder.ts";
import { buildMap, rebuildMap } from "../../src/operations/build-map.ts";
import { MAP_WRITERS } from "../../src/operations/map-writers.ts";
import { openLocalRoads } from "../../src/roads/local.ts";
import { loadRoads } from "../../src/roads/snapshot/roads-folder.ts";
import { SNAPSHOT_FORMAT } from "../../src/roads/snapshot/snapshot-file.ts";
import { MONACO, skipWithout } from "../fixtures/real-roads.ts";
import { drawMap } from "../fixtures/roads/drawn-map.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-map-"));
after(() => rmSync(dir, { recursive: true }));
beforeEach(() => {
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
});

const town = drawMap("a-1-b-2-c\n|   |   |\nd-3-e-4-f", { gridMeters: 100 });
const village = drawMap("a-1-b-2-c", { gridMeters: 100 });

async function build({ extract }: { readonly extract: Extract }): Promise<MapOnDisk> {
  const built = await buildMap(MAP_WRITERS, { source: { extract }, dir, label: "a drawing", demo: true });
  assert.ok(!isRefusal(built));
  return built;
}

async function command(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = "";
  const keep = (text: string): void => {
    said += `${text}\n`;
  };
  const deps = { mapDir: dir, writers: MAP_WRITERS, screen: { write: keep } };
  const code = await mapCommand(words, { say: keep, complain: keep }, deps);
  return { code, said };
}

test("a map that was built is found, loaded and routed on", async () => {
  await build(town);
  const found = await findMap(dir);
  assert.ok(!isRefusal(found));
  const loaded = await loadRoads(found);
  assert.ok(!isRefusal(loaded));
  const roads = openLocalRoads(loaded);
  after(() => roads.close());
  const answer = await roads.route("bike", [town.at("1"), town.at("4")]);
  assert.ok(!isRefusal(answer));
  assert.equal(Math.round(answer.distanceMeters), 600);
  assert.deepEqual(roads.version(), { engine: "giao", map: found.manifest.version, demo: true });
});

test("the same extract is built to the same bytes", async () => {
  const bytes = (map: MapOnDisk): Buffer[] =>
    map.manifest.files.map(({ name }) => readFileSync(join(map.folder, name)));
  const first = await build(town);
  const before = bytes(first);
  const second = await build(town);
  assert.equal(second.manifest.version, first.manifest.version);
  assert.deepEqual(bytes(second), before);
});

test("a new map takes the place of the old one, which stays for those who read it; older ones go", async () => {
  const versions = [];
  for (const map of [town, village, drawMap("a-b\n|/\nc", { gridMeters: 50 })]) {
    versions.push((await build(map)).manifest.version);
  }
  const found = await findMap(dir);
  assert.ok(!isRefusal(found));
  assert.equal(found.manifest.version, versions[2]);
  assert.deepEqual(readdirSync(dir).sort(), ["map.json", versions[1], versions[2]].sort());
});

test("roads answer from the new map after a swap, and what was asked before is still answered", async () => {
  const load = async (map: MapOnDisk) => {
    const loaded = await loadRoads(map);
    assert.ok(!isRefusal(loaded));
    return loaded;
  };
  const roads = openLocalRoads(await load(await build(town)));
  after(() => roads.close());
  const points = Array.from({ length: 120 }, (_, i) => town.between("a", "c", i / 119));
  const asked = roads.matrix("car", points, points);
  const next = await load(await build(village));
  roads.swap(next);
  const matrix = await asked;
  assert.ok(!isRefusal(matrix));
  assert.equal(matrix.distancesMeters.length, 120 * 120);
  assert.equal(roads.version().map, next.version.map);
  const answer = await roads.route("car", [village.at("1"), village.at("2")]);
  assert.ok(!isRefusal(answer));
  assert.equal(Math.round(answer.distanceMeters), 400);
});

test("an extract without roads is refused and leaves the map before it in use", async () => {
  const { manifest } = await build(town);
  const { extract } = drawMap("a-b-c", { gridMeters: 100, allWays: { highway: "footway" } });
  const refused = await buildMap(MAP_WRITERS, { source: { extract }, dir, label: "paths", demo: false });
  assert.ok(isRefusal(refused));
  assert.equal(refused.refused, "NO_ROADS");
  const found = await findMap(dir);
  assert.equal(!isRefusal(found) && found.manifest.version, manifest.version);
  assert.deepEqual(readdirSync(dir).sort(), ["map.json", manifest.version].sort());
});

test("a folder without a map says so", async () => {
  const found = await findMap(dir);
  assert.equal(isRefusal(found) && found.refused, "MAP_MISSING");
});

const spoilt: readonly (readonly [string, string, (file: string) => void])[] = [
  ["of an older format", "SNAPSHOT_OLD", (file) => age(file)],
  ["cut short", "SNAPSHOT_DAMAGED", (file) => truncateSync(file, 2000)],
  ["with a byte changed", "SNAPSHOT_DAMAGED", (file) => rewriteLastByte(file)],
  ["that is something else", "SNAPSHOT_UNREADABLE", (file) => writeFileSync(file, "not a snapshot at all")],
  ["that is gone", "SNAPSHOT_UNREADABLE", (file) => rmSync(file)],
];
for (const [name, refused, spoil] of spoilt) {
  test(`a snapshot ${name} is refused as ${refused}`, async () => {
    const map = await build(town);
    spoil(join(map.folder, "roads-car.bin"));
    const loaded = await loadRoads(map);
    assert.equal(isRefusal(loaded) && loaded.refused, refused);
  });
}

test("a map whose snapshots are refused is built again from the extracts it came from", {
  skip: skipWithout(MONACO),
}, async () => {
  const built = await buildMap(MAP_WRITERS, { source: { files: [MONACO] }, dir, label: "Monaco", demo: false });
  assert.ok(!isRefusal(built));
  age(join(built.folder, "roads-car.bin"));
  assert.ok(isRefusal(await loadRoads(built)));
  const again = await rebuildMap(MAP_WRITERS, dir, built.manifest);
  assert.ok(!isRefusal(again));
  assert.equal(again.manifest.version, built.manifest.version);
  const loaded = await loadRoads(again);
  assert.ok(!isRefusal(loaded));
  for (const engine of Object.values(loaded.engines)) engine.close();
});

test("a map that was drawn cannot be built again, and says so", async () => {
  const { manifest } = await build(town);
  const again = await rebuildMap(MAP_WRITERS, dir, manifest);
  assert.equal(isRefusal(again) && again.refused, "SOURCES_UNKNOWN");
});

// As a program before this one wrote it.
function age(file: string): void {
  rewrite(file, `"format":${SNAPSHOT_FORMAT}`, `"format":${SNAPSHOT_FORMAT - 1}`);
}

function rewrite(file: string, from: string, to: string): void {
  const text = readFileSync(file, "latin1");
  assert.ok(text.includes(from));
  writeFileSync(file, text.replace(from, to), "latin1");
}

function rewriteLastByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 70] = bytes[bytes.length - 70]! ^ 1;
  writeFileSync(file, bytes);
}

test("map info tells what is there, and map build tells what is wrong with a file", async () => {
  assert.deepEqual(await command("info"), { code: 1, said: `There is no map in ${dir}.\n` });
  const { manifest } = await build(town);
  const info = await command("info");
  assert.equal(info.code, 0);
  assert.match(info.said, new RegExp(`${manifest.version} \\(demo`));
  assert.match(info.said, /roads bike +7 segments, 6 junctions, 14 states/);
  const broken = join(dir, "broken.osm.pbf");
  writeFileSync(broken, Buffer.from([0, 0, 0, 13, 1, 2, 3]));
  const refused = await command("build", broken);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /broken\.osm\.pbf, byte 0: the file ends inside a blob header/);
});

test("an operator's profile is told by map info, kept for the next build, and a faulty one builds nothing", {
  skip: skipWithout(MONACO),
}, async () => {
  const file = join(dir, "profile.json");
  writeFileSync(file, '{"car":{"speedsKmh":{"primary":"fast"}}}');
  const refused = await command("build", MONACO, "--profile", file);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /profile\.json: car\.speedsKmh\.primary must be km\/h/);
  assert.ok(isRefusal(await findMap(dir)));
  writeFileSync(file, '{"car":{"speedsKmh":{"primary":31}}}');
  assert.equal((await command("build", MONACO, "--profile", file)).code, 0);
  assert.match((await command("info")).said, /profile +car\.speedsKmh\.primary 31/);
  const found = await findMap(dir);
  assert.ok(!isRefusal(found));
  const again = await rebuildMap(MAP_WRITERS, dir, found.manifest);
  assert.ok(!isRefusal(again));
  assert.equal(again.manifest.version, found.manifest.version);
  assert.match(
    (await command("build", MONACO, "--profile", join(dir, "none.json"))).said,
    /none\.json: It cannot be read/,
  );
});
