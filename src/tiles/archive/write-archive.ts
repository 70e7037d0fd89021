// Writes a PMTiles archive: tiles in the order of their numbers, the same bytes only once.
import { open } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { HEADER_BYTES, type Header, writeHeader } from "./header.ts";
import { tileId } from "./tile-id.ts";

export type ArchiveAbout = Pick<Header, "zoomMin" | "zoomMax" | "bounds" | "center"> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type ArchiveFigures = { readonly tiles: number; readonly bytes: number; readonly largestTileBytes: number };

// Tiles larger than this are hardly ever the same as another.
const ALIKE_BYTES_MAX = 1024;

export class ArchiveWriter {
  readonly #tiles: { readonly id: number; readonly bytes: Buffer }[] = [];

  add(zoom: number, x: number, y: number, tile: Uint8Array): void {
    this.#tiles.push({ id: tileId(zoom, x, y), bytes: gzipSync(tile) });
  }

  async write(file: string, about: ArchiveAbout): Promise<ArchiveFigures> {
    const tiles = this.#tiles.sort((a, b) => a.id - b.id);
    const { entries, contents } = arrange(tiles);
    const { root, leaves } = writeDirectories(entries);
    const metadata = gzipSync(JSON.stringify(about.metadata), { level: 9 });
    const parts = partsAfter(HEADER_BYTES, [root.length, metadata.length, leaves.length, sum(contents)]);
    const header = writeHeader({
      ...about,
      root: parts[0]!,
      metadata: parts[1]!,
      leaves: parts[2]!,
      tiles: parts[3]!,
      tilesAddressed: tiles.length,
      entries: entries.length,
      contents: contents.length,
    });
    await using handle = await open(file, "w");
    await handle.writev([header, root, metadata, leaves]);
    for (let at = 0; at < contents.length; at += 512) await handle.writev(contents.slice(at, at + 512));
    return {
      tiles: tiles.length,
      bytes: parts[3]!.offset + parts[3]!.bytes,
      largestTileBytes: tiles.reduce((most, tile) => Math.max(most, tile.bytes.length), 0),
    };
  }
}

function arrange(tiles: readonly { readonly id: number; readonly bytes: Buffer }[]) {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  const known = new Map<string, number>();
  let end = 0;
  for (const { id, bytes } of tiles) {
    const key = bytes.length <= ALIKE_BYTES_MAX ? bytes.toString("latin1") : undefined;
    const same = key === undefined ? undefined : known.get(key);
    const offset = same ?? end;
    const last = entries.at(-1);
    if (same !== undefined && last && last.offset === same && last.tileId + last.runLength === id) {
      entries[entries.length - 1] = { ...last, runLength: last.runLength + 1 };
      continue;
    }
    entries.push({ tileId: id, offset, bytes: bytes.length, runLength: 1 });
    if (same !== undefined) continue;
    if (key !== undefined) known.set(key, end);
    contents.push(bytes);
    end += bytes.length;
  }
  return { entries, contents };
}

function partsAfter(start: number, lengths: readonly number[]) {
  let offset = start;
  return lengths.map((bytes) => {
    const part = { offset, bytes };
    offset += bytes;
    return part;
  });
}

function sum(buffers: readonly Buffer[]): number {
  return buffers.reduce((total, { length }) => total + length, 0);
}

// The directories of a PMTiles archive: which run of tile numbers lies where. Readers fetch the header and the root in one
// request of 16 KiB; what does not fit there goes into leaves that the root points to.
type Entry = {
  readonly tileId: number;
  // Within the tiles, or of a leaf within the leaves.
  readonly offset: number;
  readonly bytes: number;
  // How many tiles on end look the same; 0 says that the entry is a leaf.
  readonly runLength: number;
};

type Directories = { readonly root: Buffer; readonly leaves: Buffer };

const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 4096;

// Entries in order of their tile numbers.
function writeDirectories(entries: readonly Entry[]): Directories {
  const alone = writeDirectory(entries);
  if (alone.length <= ROOT_BYTES_MAX) return { root: alone, leaves: Buffer.alloc(0) };
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const pointers: Entry[] = [];
    const leaves: Buffer[] = [];
    let offset = 0;
    for (let at = 0; at < entries.length; at += size) {
      const leaf = writeDirectory(entries.slice(at, at + size));
      pointers.push({ tileId: entries[at]!.tileId, offset, bytes: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = writeDirectory(pointers);
    if (root.length <= ROOT_BYTES_MAX) return { root, leaves: Buffer.concat(leaves) };
  }
}

function writeDirectory(entries: readonly Entry[]): Buffer {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  let before = 0;
  for (const { tileId } of entries) {
    writer.writeVarint(tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) writer.writeVarint(runLength);
  for (const { bytes } of entries) writer.writeVarint(bytes);
  for (const [i, { offset }] of entries.entries()) {
    const last = entries[i - 1];
    // 0: right after the one before.
    writer.writeVarint(last && offset === last.offset + last.bytes ? 0 : offset + 1);
  }
  return gzipSync(writer.finish(), { level: 9 });
}
