// A PNG, walked chunk by chunk. Kept are the chunks that make the picture and its colours; texts, times, places and chunks
// of somebody's own are not.
import { bytesView, lettersAt, PIECES_MAX, startsWith } from "./bytes.ts";
import type { Picture } from "./picture.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// A chunk is its length, its name, its content and a checksum over name and content.
const CHUNK_FRAME = 12;
const KEPT = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "bKGD", "pHYs"]);

export function isPng(file: Uint8Array): boolean {
  return startsWith(file, SIGNATURE);
}

export function readPng(file: Uint8Array): Picture | undefined {
  const view = bytesView(file);
  const parts = [file.subarray(0, SIGNATURE.length)];
  let at = SIGNATURE.length;
  let size = { width: 0, height: 0 };
  let inPasses = false;
  let hasPixels = false;
  for (let chunk = 0; chunk < PIECES_MAX && at + CHUNK_FRAME <= file.length; chunk++) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME + length;
    if (end > file.length || crc32(file, at + 4, end - 4) !== view.getUint32(end - 4)) return undefined;
    const name = lettersAt(file, at + 4, 4);
    if ((name === "IHDR") !== (chunk === 0)) return undefined;
    if (KEPT.has(name)) parts.push(file.subarray(at, end));
    if (name === "IHDR") {
      if (length !== 13) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
      inPasses = file[at + 20] !== 0;
    }
    if (name === "IDAT" && length > 0) hasPixels = true;
    if (name === "IEND")
      return hasPixels && length === 0 ? { mediaType: "image/png", ...size, inPasses, parts } : undefined;
    at = end;
  }
  return undefined;
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
