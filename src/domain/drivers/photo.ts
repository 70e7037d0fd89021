// Whether bytes are a photo, told by what they hold and never by what they are called. A file is walked from its first byte
// to the end of the picture; what follows the picture is not part of it and is not kept.
import { type Refusal, refuse } from "../refusal.ts";

export type MediaType = "image/jpeg" | "image/png";

export type Photo = {
  readonly mediaType: MediaType;
  readonly width: number;
  readonly height: number;
  // The length of the picture itself.
  readonly bytes: number;
};

export const PHOTO_BYTES_MAX = 5 * 1024 * 1024;
// A phone's camera stays below this; a picture that unpacks to gigabytes does not.
const SIDE_MAX = 20_000;
const PIXELS_MAX = 150_000_000;
const SEGMENTS_MAX = 10_000;

export function readPhoto(file: Uint8Array): Photo | Refusal<"INVALID_DATA"> {
  if (file.length > PHOTO_BYTES_MAX) return refuse("INVALID_DATA", "The photo is larger than 5 MB.");
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const photo = startsWith(file, PNG_SIGNATURE) ? readPng(file, view) : readJpeg(file, view);
  if (!photo) return refuse("INVALID_DATA", "The body is not a whole JPEG or PNG picture.");
  if (photo.width > SIDE_MAX || photo.height > SIDE_MAX || photo.width * photo.height > PIXELS_MAX) {
    return refuse("INVALID_DATA", `The photo is ${photo.width} by ${photo.height} pixels, which is too large.`);
  }
  return photo;
}

type Size = { readonly width: number; readonly height: number };

function pictureOf(mediaType: MediaType, size: Size | undefined, bytes: number): Photo | undefined {
  return size && size.width > 0 && size.height > 0 ? { mediaType, ...size, bytes } : undefined;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// A chunk is its length, its name, its content and a checksum over name and content.
const CHUNK_FRAME = 12;

function readPng(file: Uint8Array, view: DataView): Photo | undefined {
  let at = PNG_SIGNATURE.length;
  let size: Size | undefined;
  let hasPixels = false;
  for (let chunk = 0; chunk < SEGMENTS_MAX && at + CHUNK_FRAME <= file.length; chunk++) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME + length;
    if (end > file.length || crc32(file, at + 4, end - 4) !== view.getUint32(end - 4)) return undefined;
    const name = nameAt(file, at + 4);
    if ((name === "IHDR") !== (chunk === 0)) return undefined;
    if (name === "IHDR") {
      if (length !== 13) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (name === "IDAT" && length > 0) hasPixels = true;
    if (name === "IEND") {
      return hasPixels && length === 0 ? pictureOf("image/png", size, end) : undefined;
    }
    at = end;
  }
  return undefined;
}

const [MARK, SOI, EOI, SOS] = [0xff, 0xd8, 0xd9, 0xda];

function readJpeg(file: Uint8Array, view: DataView): Photo | undefined {
  if (!startsWith(file, [MARK, SOI, MARK])) return undefined;
  let at = 2;
  let size: Size | undefined;
  let hasPixels = false;
  for (let segment = 0; segment < SEGMENTS_MAX && at + 2 <= file.length; segment++) {
    if (file[at] !== MARK) return undefined;
    // Markers may be preceded by any number of fill bytes.
    while (file[at + 1] === MARK) at++;
    const marker = file[at + 1]!;
    at += 2;
    if (marker === EOI) {
      return hasPixels ? pictureOf("image/jpeg", size, at) : undefined;
    }
    if (isBareMarker(marker)) continue;
    if (at + 2 > file.length) return undefined;
    const end = at + view.getUint16(at);
    if (end < at + 2 || end > file.length) return undefined;
    if (isFrame(marker)) {
      if (end - at < 8) return undefined;
      size = { width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
    }
    at = end;
    if (marker !== SOS) continue;
    if (!size) return undefined;
    hasPixels = true;
    at = endOfScan(file, at);
  }
  return undefined;
}

// SOF0 to SOF15, without the tables that stand among them.
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

// Without a length: TEM, restart markers.
function isBareMarker(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Coded pixels end at the first marker that is neither a stuffed zero nor a restart.
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(MARK, from); at >= 0; at = file.indexOf(MARK, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) return file.length;
    if (next !== 0 && next !== MARK && !isBareMarker(next)) return at;
  }
  return file.length;
}

function startsWith(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => file[at] === byte);
}

function nameAt(file: Uint8Array, at: number): string {
  return String.fromCharCode(file[at]!, file[at + 1]!, file[at + 2]!, file[at + 3]!);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let code = byte;
  for (let bit = 0; bit < 8; bit++) code = code & 1 ? 0xedb88320 ^ (code >>> 1) : code >>> 1;
  return code;
});

function crc32(file: Uint8Array, from: number, to: number): number {
  let code = 0xffffffff;
  for (let at = from; at < to; at++) code = CRC_TABLE[(code ^ file[at]!) & 0xff]! ^ (code >>> 8);
  return (code ^ 0xffffffff) >>> 0;
}
