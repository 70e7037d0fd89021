import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { FetchSource, PMTiles } from "pmtiles";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { MapOnDisk } from "../../src/extract/map-folder.ts";
import { buildMap } from "../../src/operations/build-map.ts";
import { BASE_MAP_WRITER } from "../../src/operations/map-writers.ts";
import { openBaseMaps } from "../../src/tiles/base-maps.ts";
import { openBaseMap } from "../../src/tiles/open-base-map.ts";
import { BASE_MAP_FILE } from "../../src/tiles/write-base-map.ts";
import { drawScene, readTile, type Spot } from "../fixtures/little-scene.ts";
import { startGiao } from "../harness/giao.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-tiles-"));
after(() => rmSync(dir, { recursive: true }));

// A street of that name through two tiles.
async function build(name: string, demo = false): Promise<MapOnDisk> {
  const line: Spot[] = [
    [0.2, 0.5],
    [1.8, 0.5],
  ];
  const source = { extract: drawScene({ ways: [{ line, tags: { highway: "primary", name } }] }) };
  const built = await buildMap([BASE_MAP_WRITER], { source, dir, label: name, demo });
  if (isRefusal(built)) throw new Error(built.why);
  return built;
}
const fileOf = (map: MapOnDisk): string => join(map.folder, BASE_MAP_FILE);

let isComing = false;
const maps = openBaseMaps();
const baseMaps = { current: maps.current, find: maps.find, isComing: () => isComing };
const giao = await startGiao({}, { baseMaps });
after(() => maps.close());

test("before there is a base map the doors say whether one is coming", async () => {
  for (const path of ["/tiles/map.json", "/tiles/style/light.json"]) {
    isComing = true;
    const soon = await giao.call("GET", path);
    assert.deepEqual([soon.status, soon.body.code, soon.headers.get("retry-after")], [503, "SERVICE_UNAVAILABLE", "2"]);
    isComing = false;
    const none = await giao.call("GET", path);
    assert.deepEqual([none.status, none.body.code], [404, "NOT_FOUND"]);
  }
});

test("the map is described, and its style names its tiles", async () => {
  const built = await build("Đường Điện Biên Phủ");
  assert.equal(await maps.take(built), undefined);
  const { status, body, headers } = await giao.call("GET", "/tiles/map.json");
  const { version } = built.manifest;
  assert.equal(status, 200);
  assert.equal(body.version, version);
  assert.equal(body.tiles, `/tiles/${version}/base.pmtiles`);
  assert.deepEqual([body.demo, body.attribution], [false, "© OpenStreetMap contributors"]);
  assert.deepEqual([body.min_zoom, body.max_zoom], [6, 15]);
  const [west, south, east, north] = body.bounds;
  assert.ok(west <= body.center.lng && body.center.lng <= east && south <= body.center.lat && body.center.lat <= north);
  const again = await giao.call("GET", "/tiles/map.json", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
  for (const theme of ["light", "dark"]) {
    const style = await giao.call("GET", `/tiles/style/${theme}.json`);
    assert.equal(style.status, 200);
    assert.equal(style.body.sources.base.url, `pmtiles://http://giao.test/tiles/${version}/base.pmtiles`);
    assert.equal(style.body.sources.base.attribution, "© OpenStreetMap contributors");
  }
  assert.equal((await giao.call("GET", "/tiles/style/pink.json")).status, 404);
});

test("tiles are read by byte ranges, kept forever, and never twice", async () => {
  const built = await build("Nguyễn Thị Minh Khai");
  await maps.take(built);
  const whole = readFileSync(fileOf(built));
  const url = `${giao.url}/tiles/${built.manifest.version}/base.pmtiles`;
  const get = async (headers: Record<string, string>, method = "GET") => {
    const response = await fetch(url, { method, headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const { response: first, bytes } = await get({ range: "bytes=0-126" });
  assert.equal(first.status, 206);
  assert.deepEqual(bytes, whole.subarray(0, 127));
  assert.equal(first.headers.get("content-range"), `bytes 0-126/${whole.length}`);
  assert.equal(first.headers.get("content-length"), "127");
  assert.equal(first.headers.get("accept-ranges"), "bytes");
  assert.equal(first.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^"[0-9a-f]{16}"$/);

  assert.deepEqual((await get({ range: "bytes=-10" })).bytes, whole.subarray(-10));
  assert.deepEqual((await get({ range: "bytes=100-" })).bytes, whole.subarray(100));
  assert.deepEqual((await get({ range: "bytes=0-9", "if-range": etag })).bytes, whole.subarray(0, 10));
  const other = await get({ range: "bytes=0-9", "if-range": '"of another"' });
  assert.deepEqual([other.response.status, other.bytes.length], [200, whole.length]);
  const head = await get({ range: "bytes=0-9" }, "HEAD");
  assert.deepEqual(
    [head.response.status, head.response.headers.get("content-length"), head.bytes.length],
    [206, "10", 0],
  );
  assert.equal((await get({ "if-none-match": etag })).response.status, 304);

  const beyond = await get({ range: `bytes=${whole.length}-` });
  assert.equal(beyond.response.status, 416);
  assert.equal(beyond.response.headers.get("content-range"), `bytes */${whole.length}`);
  assert.equal(beyond.response.headers.get("cache-control"), "no-store");
  assert.equal(JSON.parse(beyond.bytes.toString()).code, "RANGE_NOT_SATISFIABLE");
});

test("a reader of the kind that browsers use finds the street in its tile", async () => {
  const built = await build("Lê Lợi");
  await maps.take(built);
  const reader = new PMTiles(new FetchSource(`${giao.url}/tiles/${built.manifest.version}/base.pmtiles`));
  const tile = await reader.getZxy(15, 26_113, 15_360);
  assert.ok(tile);
  const [street] = readTile(new Uint8Array(tile.data));
  assert.deepEqual([street?.layer, street?.tags.name], ["road", "Lê Lợi"]);
});

test("a new map takes the place of the old one, which stays for pages that are open on it; older ones go", async () => {
  const [first, second, third] = [await build("Một"), await build("Hai", true), await build("Ba", true)];
  const status = async (map: MapOnDisk) =>
    (await fetch(`${giao.url}/tiles/${map.manifest.version}/base.pmtiles`)).status;
  await maps.take(second);
  const { body } = await giao.call("GET", "/tiles/map.json");
  assert.deepEqual(
    [body.version, body.demo, body.attribution],
    [second.manifest.version, true, "Demo streets, not a real map"],
  );
  await maps.take(third);
  assert.deepEqual([await status(first), await status(second), await status(third)], [404, 200, 200]);
});

test("a base map that is cut short is refused, and the one before stays in use", async () => {
  const before = maps.current()?.version;
  const broken = await build("Bốn");
  truncateSync(fileOf(broken), 300);
  const refusal = await maps.take(broken);
  assert.equal(refusal?.refused, "ARCHIVE_TRUNCATED");
  assert.equal(maps.current()?.version, before);
  rmSync(fileOf(broken));
  const gone = await openBaseMap(broken);
  assert.equal(isRefusal(gone) && gone.refused, "BASE_MAP_MISSING");
});
