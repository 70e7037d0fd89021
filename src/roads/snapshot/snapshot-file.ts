// A network as a file: a mark, a header in JSON that says what is where, and the packed network as it lies in memory.
// Loading is one read into shared memory. A file of another format is refused, never guessed at: it is built again.
import { type FileHandle, open } from "node:fs/promises";
import { endianness } from "node:os";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { PROFILES, type Profile } from "../../domain/roads.ts";
import { SECTION_NAMES } from "../network.ts";
import { hashOf, type Layout, layOutSections, type PackedNetwork } from "./packed-network.ts";

export type Snapshot = PackedNetwork & { readonly profile: Profile };

export type SnapshotRefusal =
  | "SNAPSHOT_UNREADABLE" // not there, or not ours
  | "SNAPSHOT_OLD" // of another format of this program
  | "SNAPSHOT_DAMAGED"; // cut short, or its contents do not match its hash

// Raised whenever the meaning of a section, the profiles or the cost of a turn changes: roads built before must not
// price orders afterwards as if nothing had happened.
export const SNAPSHOT_FORMAT = 8;

const MARK = "GIAOROAD";
const HEADER_BYTES_MAX = 64 * 1024;

type Header = {
  readonly format: number;
  readonly profile: Profile;
  readonly hash: string;
  readonly endianness: "LE" | "BE";
  // By section, in the order of SECTION_NAMES.
  readonly lengths: readonly number[];
};

export async function writeSnapshot(file: string, { profile, hash, buffer, layout }: Snapshot): Promise<void> {
  const lengths = SECTION_NAMES.map((name) => layout[name].length);
  const header: Header = { format: SNAPSHOT_FORMAT, profile, hash, endianness: endianness(), lengths };
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(MARK.length + 4);
  prefix.write(MARK, "latin1");
  prefix.writeUInt32LE(text.length, MARK.length);
  const handle = await open(file, "w");
  try {
    await handle.writeFile(prefix);
    await handle.writeFile(text);
    await handle.writeFile(new Uint8Array(buffer));
    // A snapshot that is named in the manifest must survive a power cut.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function readSnapshot(file: string): Promised<Snapshot, SnapshotRefusal> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (fault) {
    return refuse("SNAPSHOT_UNREADABLE", fault instanceof Error ? fault.message : String(fault));
  }
  try {
    return await readFrom(handle, file);
  } finally {
    await handle.close();
  }
}

async function readFrom(handle: FileHandle, file: string): Promised<Snapshot, SnapshotRefusal> {
  const prefix = await readBytes(handle, Buffer.alloc(MARK.length + 4), 0);
  if (prefix?.toString("latin1", 0, MARK.length) !== MARK) {
    return refuse("SNAPSHOT_UNREADABLE", `${file} is no road snapshot.`);
  }
  const headerBytes = prefix.readUInt32LE(MARK.length);
  const text = headerBytes <= HEADER_BYTES_MAX && (await readBytes(handle, Buffer.alloc(headerBytes), prefix.length));
  const header = text ? parseHeader(text.toString()) : undefined;
  if (!header) return refuse("SNAPSHOT_DAMAGED", `The header of ${file} cannot be read. Build the map again.`);
  if (header.format !== SNAPSHOT_FORMAT || header.endianness !== endianness()) {
    const why = `${file} is of format ${header.format} (${header.endianness}), this program reads format ${SNAPSHOT_FORMAT} (${endianness()}).`;
    return refuse("SNAPSHOT_OLD", `${why} Build the map again.`);
  }
  if (header.lengths.length !== SECTION_NAMES.length) {
    return refuse("SNAPSHOT_DAMAGED", `${file} has ${header.lengths.length} sections. Build the map again.`);
  }
  const lengths = new Map(SECTION_NAMES.map((name, i) => [name, header.lengths[i]!]));
  const { layout, bytes } = layOutSections((name) => lengths.get(name)!);
  return readBody(handle, file, header, prefix.length + headerBytes, layout, bytes);
}

async function readBody(
  handle: FileHandle,
  file: string,
  { profile, hash }: Header,
  offset: number,
  layout: Layout,
  bytes: number,
): Promised<Snapshot, SnapshotRefusal> {
  const { size } = await handle.stat();
  // Compared before memory is asked for: a damaged length must not ask for all of it.
  if (size !== offset + bytes) {
    return refuse("SNAPSHOT_DAMAGED", `${file} has ${size} bytes instead of ${offset + bytes}. Build the map again.`);
  }
  const buffer = new SharedArrayBuffer(bytes);
  await readBytes(handle, new Uint8Array(buffer), offset);
  if (hashOf(buffer, layout) !== hash) {
    return refuse("SNAPSHOT_DAMAGED", `The contents of ${file} do not match their hash. Build the map again.`);
  }
  return { profile, hash, buffer, layout };
}

// Undefined when the file ends before.
async function readBytes<T extends Uint8Array>(handle: FileHandle, into: T, offset: number): Promise<T | undefined> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await handle.read(into, done, into.length - done, offset + done);
    if (bytesRead === 0) return undefined;
    done += bytesRead;
  }
  return into;
}

function parseHeader(text: string): Header | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
  const header = parsed as Partial<Header> | null;
  if (typeof header !== "object" || header === null || typeof header.format !== "number") return undefined;
  const isWhole = (length: unknown): boolean => Number.isSafeInteger(length) && (length as number) >= 0;
  if (header.format === SNAPSHOT_FORMAT) {
    if (!PROFILES.some((profile) => profile === header.profile) || typeof header.hash !== "string") return undefined;
    if (!Array.isArray(header.lengths) || !header.lengths.every(isWhole)) return undefined;
  }
  return header as Header;
}
