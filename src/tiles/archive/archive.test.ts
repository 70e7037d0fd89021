// Read back with the reader that browsers use.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { PMTiles, type Source, zxyToTileId } from "pmtiles";
import { isRefusal } from "../../domain/refusal.ts";
import { readHeader } from "./header.ts";
import { tileId } from "./tile-id.ts";
import { ArchiveWriter } from "./write-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "giao-archive-"));
after(() => rmSync(folder, { recursive: true }));

const ABOUT = {
  zoomMin: 0,
  zoomMax: 15,
  bounds: [105, 8, 109.5, 23.5],
  center: { zoom: 12, lng: 106.7, lat: 10.78 },
  metadata: { name: "a test" },
} as const;

type Tile = readonly [zoom: number, x: number, y: number, text: string];

async function writeTiles(tiles: readonly Tile[]): Promise<{ readonly file: Buffer; readonly reader: PMTiles }> {
  const writer = new ArchiveWriter();
  for (const [zoom, x, y, text] of tiles) writer.add(zoom, x, y, Buffer.from(text));
  const path = join(folder, "tiles.pmtiles");
  await writer.write(path, ABOUT);
  const file = readFileSync(path);
  const source: Source = {
    getKey: () => "file",
    getBytes: async (offset, length) => ({ data: Uint8Array.from(file.subarray(offset, offset + length)).buffer }),
  };
  return { file, reader: new PMTiles(source) };
}

async function textAt(reader: PMTiles, zoom: number, x: number, y: number): Promise<string | undefined> {
  const tile = await reader.getZxy(zoom, x, y);
  return tile && Buffer.from(tile.data).toString();
}

const place = fc
  .integer({ min: 0, max: 15 })
  .chain((zoom) => fc.tuple(fc.constant(zoom), fc.nat(2 ** zoom - 1), fc.nat(2 ** zoom - 1)));

test("a tile's number is the one every reader computes", () => {
  fc.assert(fc.property(place, ([zoom, x, y]) => assert.equal(tileId(zoom, x, y), zxyToTileId(zoom, x, y))));
});

test("every tile is found again, the same for many places or different for each, and no other is", async () => {
  const text = fc.constantFrom("sea", "land", "street".repeat(400));
  const tiles = fc.uniqueArray(fc.tuple(place, text), { selector: ([at]) => at.join(), minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(tiles, place, async (drawn, elsewhere) => {
      const { reader } = await writeTiles(drawn.map(([at, own]): Tile => [...at, own]));
      for (const [at, own] of drawn) assert.equal(await textAt(reader, ...at), own);
      const there = drawn.find(([at]) => at.join() === elsewhere.join());
      assert.equal(await textAt(reader, ...elsewhere), there?.[1]);
    }),
    { numRuns: 40 },
  );
});

test("more tiles than the first request can name are found through leaves", async () => {
  // Scattered, each of its own length: a directory that does not compress.
  const tiles = Array.from(
    { length: 12_000 },
    (_, i): Tile => [14, (i * 7919) % 16_384, (i * 104_729) % 16_384, `${i}`.repeat(1 + (i % 9))],
  );
  const { file, reader } = await writeTiles(tiles);
  const header = readHeader(file.subarray(0, 127), file.length);
  assert.ok(!isRefusal(header) && header.leaves.bytes > 0 && header.root.bytes + 127 <= 16_384);
  for (const [zoom, x, y, own] of tiles.filter((_, i) => i % 97 === 0))
    assert.equal(await textAt(reader, zoom, x, y), own);
});

test("tiles on end that look the same are kept once", async () => {
  const sea = Array.from({ length: 64 }, (_, i): Tile => [3, i % 8, Math.floor(i / 8), "nothing but sea"]);
  const { file } = await writeTiles(sea);
  const header = readHeader(file.subarray(0, 127), file.length);
  assert.ok(!isRefusal(header));
  assert.deepEqual([header.tilesAddressed, header.entries, header.contents], [64, 1, 1]);
});

test("the header tells readers what we wrote", async () => {
  const { reader } = await writeTiles([[0, 0, 0, "all"]]);
  const header = await reader.getHeader();
  assert.deepEqual([header.minLon, header.minLat, header.maxLon, header.maxLat], ABOUT.bounds);
  assert.deepEqual([header.centerZoom, header.centerLon, header.centerLat], [12, 106.7, 10.78]);
  assert.deepEqual([header.specVersion, header.clustered, header.tileType], [3, true, 1]);
  assert.deepEqual(await reader.getMetadata(), ABOUT.metadata);
});

test("a file that is cut short, or is something else, is refused", async () => {
  const { file } = await writeTiles([[0, 0, 0, "all"]]);
  const refusalOf = (bytes: Buffer) => {
    const header = readHeader(bytes.subarray(0, 127), bytes.length);
    return isRefusal(header) ? header.refused : undefined;
  };
  assert.equal(refusalOf(file), undefined);
  assert.equal(refusalOf(file.subarray(0, file.length - 1)), "ARCHIVE_TRUNCATED");
  assert.equal(refusalOf(file.subarray(0, 100)), "ARCHIVE_UNREADABLE");
  assert.equal(refusalOf(Buffer.alloc(0)), "ARCHIVE_UNREADABLE");
  assert.equal(
    refusalOf(Buffer.from("not an archive at all, but long enough to be taken for one".repeat(5))),
    "ARCHIVE_UNREADABLE",
  );
});
