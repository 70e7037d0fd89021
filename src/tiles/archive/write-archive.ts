// Writes a PMTiles archive: tiles in the order of their numbers, the same bytes only once.
import { open } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { type Entry, writeDirectories } from "./directory.ts";
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
