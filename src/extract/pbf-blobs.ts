// The outer frame of an .osm.pbf file: a run of blobs, each with a header, most of them compressed. Says where in the file
// a blob that cannot be read begins; what the blobs hold is pbf-block.ts's.
import { type FileHandle, open } from "node:fs/promises";
import { inflateSync, zstdDecompressSync } from "node:zlib";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { Cursor, ProtobufFault } from "./protobuf.ts";

export type ExtractFault =
  | "FILE_UNREADABLE" // cannot be opened or read at all
  | "FILE_TRUNCATED" // ends in the middle of something
  | "FILE_NOT_OSM"; // is no extract, or is damaged

export type ExtractRefusal = Refusal<ExtractFault> & { readonly file: string; readonly offsetBytes: number };

export type Blob = {
  readonly kind: "OSMHeader" | "OSMData";
  readonly offsetBytes: number;
  readonly message: Buffer;
};

// The format's own limits.
const HEADER_BYTES_MAX = 64 * 1024;
const BLOB_BYTES_MAX = 32 * 1024 * 1024;

export function refuseFile(code: ExtractFault, file: string, offsetBytes: number, why: string): ExtractRefusal {
  return { ...refuse(code, `${file}, byte ${offsetBytes}: ${why}`), file, offsetBytes };
}

// Gives the blobs one by one; stops after the first refusal.
export async function* readBlobs(file: string): AsyncGenerator<Blob | ExtractRefusal> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (fault) {
    yield refuseFile("FILE_UNREADABLE", file, 0, fault instanceof Error ? fault.message : String(fault));
    return;
  }
  try {
    const { size } = await handle.stat();
    let offset = 0;
    while (offset < size) {
      const blob = await readBlob(handle, file, offset, size);
      yield blob;
      if ("refused" in blob) return;
      offset = blob.endBytes;
    }
    if (size === 0) yield refuseFile("FILE_NOT_OSM", file, 0, "the file is empty.");
  } finally {
    await handle.close();
  }
}

async function readBlob(
  handle: FileHandle,
  file: string,
  offsetBytes: number,
  sizeBytes: number,
): Promise<(Blob & { readonly endBytes: number }) | ExtractRefusal> {
  const truncated = (what: string) =>
    refuseFile("FILE_TRUNCATED", file, offsetBytes, `the file ends inside ${what}; download it again.`);
  const notOsm = (what: string) => refuseFile("FILE_NOT_OSM", file, offsetBytes, what);

  if (offsetBytes + 4 > sizeBytes) return truncated("the length of a blob header");
  const headerBytes = (await readAt(handle, offsetBytes, 4)).readUInt32BE(0);
  if (headerBytes === 0 || headerBytes > HEADER_BYTES_MAX) return notOsm("no blob of an .osm.pbf file begins here.");
  if (offsetBytes + 4 + headerBytes > sizeBytes) return truncated("a blob header");
  try {
    const header = readHeader(await readAt(handle, offsetBytes + 4, headerBytes));
    if (header.bodyBytes < 0 || header.bodyBytes > BLOB_BYTES_MAX) return notOsm("a blob is over the format's 32 MiB.");
    if (header.kind !== "OSMHeader" && header.kind !== "OSMData")
      return notOsm(`blob type "${header.kind}" is unknown.`);
    if (offsetBytes === 0 && header.kind !== "OSMHeader") return notOsm("the file does not begin with an OSMHeader.");
    const bodyOffset = offsetBytes + 4 + headerBytes;
    const endBytes = bodyOffset + header.bodyBytes;
    if (endBytes > sizeBytes) return truncated("a blob");
    const message = unpack(await readAt(handle, bodyOffset, header.bodyBytes));
    return { kind: header.kind, offsetBytes, message, endBytes };
  } catch (fault) {
    // zlib and the cursor both throw on damage; whatever else is thrown is not about the file.
    if (fault instanceof ProtobufFault || isZlibFault(fault)) return notOsm(`the blob is damaged (${fault.message}).`);
    throw fault;
  }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, offset);
  if (bytesRead !== length) throw new Error(`read ${bytesRead} of ${length} bytes at ${offset}`);
  return bytes;
}

function readHeader(bytes: Buffer): { readonly kind: string; readonly bodyBytes: number } {
  const cursor = new Cursor(bytes);
  let kind = "";
  let bodyBytes = -1;
  while (cursor.next()) {
    if (cursor.field === 1) kind = cursor.text();
    else if (cursor.field === 3) bodyBytes = cursor.int();
    else cursor.skip();
  }
  return { kind, bodyBytes };
}

const PACKINGS: Readonly<Record<number, string>> = { 4: "lzma", 5: "bzip2", 6: "lz4" };

function unpack(bytes: Buffer): Buffer {
  const cursor = new Cursor(bytes);
  while (cursor.next()) {
    if (cursor.field === 1) return cursor.slice();
    if (cursor.field === 3) return inflateSync(cursor.slice(), { maxOutputLength: BLOB_BYTES_MAX });
    if (cursor.field === 7) return zstdDecompressSync(cursor.slice(), { maxOutputLength: BLOB_BYTES_MAX });
    const packing = PACKINGS[cursor.field];
    if (packing) throw new ProtobufFault(cursor.position, `packed with ${packing}, which is not understood`);
    cursor.skip();
  }
  throw new ProtobufFault(cursor.position, "it holds nothing");
}

function isZlibFault(fault: unknown): fault is Error {
  if (!(fault instanceof Error) || !("code" in fault)) return false;
  return /^(Z_|ERR_ZLIB|ZSTD_|ERR_BUFFER_TOO_LARGE)/.test(String(fault.code));
}
