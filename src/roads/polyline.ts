// Encodes a line as Google's polyline text, straight from whole millionths of a degree.
import { readPolyline } from "../domain/polyline.ts";
import type { MicroLine } from "./path.ts";

export type PolylineDecimals = 5 | 6;

// One coordinate takes at most 6 characters at six decimals (360° = 3.6e8 < 2^30), a point at most 12.
const POINT_BYTES_MAX = 12;
let scratch = Buffer.alloc(64 * 1024);

// Added before a coordinate is rounded, so that it is above zero: dividing whole numbers then rounds to the nearest, and
// without leaving whole numbers.
const LIFT = 1_800_000_000;

// Of the whole line, or from one of its points to another.
export function encodePolyline(
  line: MicroLine,
  decimals: PolylineDecimals,
  from = 0,
  to = line.length / 2 - 1,
): string {
  const bytesMax = (to - from + 1) * POINT_BYTES_MAX;
  if (scratch.length < bytesMax) scratch = Buffer.alloc(bytesMax * 2);
  const bytes = scratch;
  let at = 0;
  let lngBefore = 0;
  let latBefore = 0;
  for (let i = 2 * from; i <= 2 * to; i += 2) {
    const lng = decimals === 5 ? roundedTenth(line[i]!) : line[i]!;
    const lat = decimals === 5 ? roundedTenth(line[i + 1]!) : line[i + 1]!;
    at = write(bytes, at, lat - latBefore);
    at = write(bytes, at, lng - lngBefore);
    lngBefore = lng;
    latBefore = lat;
  }
  return bytes.toString("latin1", 0, at);
}

function roundedTenth(micro: number): number {
  return (((micro + LIFT + 5) / 10) | 0) - LIFT / 10;
}

// Nearly every number is one or two characters, and nobody can foresee which: both are written, and the second is written
// over when it was not needed. A processor that guesses wrong at every other number takes three times as long.
function write(bytes: Buffer, at: number, delta: number): number {
  const rest = (delta << 1) ^ (delta >> 31);
  if (rest >>> 10 !== 0) return writeLong(bytes, at, rest);
  const more = (31 - rest) >>> 31;
  bytes[at] = (rest & 0x1f) + 63 + (more << 5);
  bytes[at + 1] = (rest >> 5) + 63;
  return at + 1 + more;
}

function writeLong(bytes: Buffer, from: number, number: number): number {
  let at = from;
  let rest = number;
  while (rest >= 0x20) {
    bytes[at++] = (0x20 | (rest & 0x1f)) + 63;
    rest >>>= 5;
  }
  bytes[at++] = rest + 63;
  return at;
}

// The inverse, for what another engine encoded.
export function decodePolyline(text: string, decimals: PolylineDecimals): MicroLine {
  const factor = decimals === 5 ? 10 : 1;
  const numbers = readPolyline(text);
  const line = new Int32Array(numbers.length);
  for (let i = 0; i < line.length; i += 2) {
    line[i] = numbers[i + 1]! * factor;
    line[i + 1] = numbers[i]! * factor;
  }
  return line;
}
