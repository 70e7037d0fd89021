// The directories of a PMTiles archive: which run of tile numbers lies where. Readers fetch the header and the root in one
// request of 16 KiB; what does not fit there goes into leaves that the root points to.
import { gzipSync } from "node:zlib";
import { ByteWriter } from "../../domain/vector-tile/byte-writer.ts";
import { HEADER_BYTES } from "./header.ts";

export type Entry = {
  readonly tileId: number;
  // Within the tiles, or of a leaf within the leaves.
  readonly offset: number;
  readonly bytes: number;
  // How many tiles on end look the same; 0 says that the entry is a leaf.
  readonly runLength: number;
};

export type Directories = { readonly root: Buffer; readonly leaves: Buffer };

const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 4096;

// Entries in order of their tile numbers.
export function writeDirectories(entries: readonly Entry[]): Directories {
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
  const writer = new ByteWriter();
  writer.varint(entries.length);
  let before = 0;
  for (const { tileId } of entries) {
    writer.varint(tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) writer.varint(runLength);
  for (const { bytes } of entries) writer.varint(bytes);
  for (const [i, { offset }] of entries.entries()) {
    const last = entries[i - 1];
    // 0: right after the one before.
    writer.varint(last && offset === last.offset + last.bytes ? 0 : offset + 1);
  }
  return gzipSync(writer.bytes(), { level: 9 });
}
