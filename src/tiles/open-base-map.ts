// A base map on disk, checked and open for reading: what the tile door serves.
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import type { MapOnDisk } from "../extract/map-folder.ts";
import { HEADER_BYTES, type Header, type HeaderFault, readHeader } from "./archive/header.ts";
import { BASE_MAP_FILE } from "./write-base-map.ts";

export type BaseMap = Pick<Header, "bounds" | "center" | "zoomMin" | "zoomMax"> & {
  readonly version: string;
  readonly label: string;
  readonly demo: boolean;
  readonly bytes: number;
  // Of its contents.
  readonly hash: string;
  // Both ends included.
  readonly read: (from: number, to: number) => Promise<Buffer>;
  readonly stream: (from: number, to: number) => Readable;
  // Reading that is under way is finished first.
  readonly close: () => Promise<void>;
};

export type BaseMapFault = HeaderFault | "BASE_MAP_MISSING"; // the map was built without one

export async function openBaseMap({ manifest, folder }: MapOnDisk): Promised<BaseMap, BaseMapFault> {
  const { version, label, demo } = manifest;
  const listed = manifest.files.find(({ name }) => name === BASE_MAP_FILE);
  const handle = listed && (await openIfThere(join(folder, BASE_MAP_FILE)));
  if (!handle) return refuse("BASE_MAP_MISSING", `The map ${version} has no base map.`);
  const { size } = await handle.stat();
  const read = (from: number, to: number): Promise<Buffer> => readFully(handle, from, to);
  const header = readHeader(await read(0, Math.min(size, HEADER_BYTES) - 1), size);
  if (isRefusal(header)) {
    await handle.close();
    return header;
  }
  const { bounds, center, zoomMin, zoomMax } = header;
  return {
    version,
    label,
    demo,
    bounds,
    center,
    zoomMin,
    zoomMax,
    bytes: size,
    hash: listed.sha256,
    read,
    stream: (from, to) => handle.createReadStream({ start: from, end: to, autoClose: false }),
    close: () => handle.close(),
  };
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
}

async function readFully(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from + 1));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  return bytesRead === bytes.length ? bytes : bytes.subarray(0, bytesRead);
}
