// A network in one block of memory that threads share, and where its sections are in it: the form in which it is kept on
// disk, handed to threads and searched.
import { createHash } from "node:crypto";
import { type Network, SECTION_NAMES, SECTIONS, type SectionName } from "../network.ts";

export type Layout = Readonly<Record<SectionName, { readonly offset: number; readonly length: number }>>;

export type PackedNetwork = {
  readonly buffer: SharedArrayBuffer;
  readonly layout: Layout;
  // Of the contents: same roads, same hash.
  readonly hash: string;
};

// A line of cache, so that no section begins in the middle of one.
const ALIGNMENT = 64;
const HASH_CHARACTERS = 16;
type Row = Int32Array | Int16Array | Uint8Array;
const ROWS = { ints: Int32Array, shorts: Int16Array, bytes: Uint8Array } as const;

export function packNetwork(network: Network): PackedNetwork {
  const { layout, bytes } = layOutSections((name) => network[name].length);
  const buffer = new SharedArrayBuffer(bytes);
  for (const name of SECTION_NAMES) view(buffer, layout, name).set(network[name]);
  return { buffer, layout, hash: hashOf(buffer, layout) };
}

// The rows of a packed network; nothing is copied.
export function openNetwork(buffer: SharedArrayBuffer, layout: Layout): Network {
  return Object.fromEntries(SECTION_NAMES.map((name) => [name, view(buffer, layout, name)])) as Network;
}

export function layOutSections(lengthOf: (name: SectionName) => number): {
  readonly layout: Layout;
  readonly bytes: number;
} {
  const sections: Partial<Record<SectionName, { offset: number; length: number }>> = {};
  let bytes = 0;
  for (const name of SECTION_NAMES) {
    const length = lengthOf(name);
    sections[name] = { offset: bytes, length };
    const size = length * ROWS[SECTIONS[name]].BYTES_PER_ELEMENT;
    bytes += Math.ceil(size / ALIGNMENT) * ALIGNMENT;
  }
  return { layout: sections as Layout, bytes };
}

export function hashOf(buffer: SharedArrayBuffer, layout: Layout): string {
  const hash = createHash("sha256").update(JSON.stringify(layout)).update(new Uint8Array(buffer));
  return hash.digest("hex").slice(0, HASH_CHARACTERS);
}

function view(buffer: SharedArrayBuffer, layout: Layout, name: SectionName): Row {
  const { offset, length } = layout[name];
  const Row: new (buffer: SharedArrayBuffer, offset: number, length: number) => Row = ROWS[SECTIONS[name]];
  return new Row(buffer, offset, length);
}
