// Encodes a line as Google's polyline text, straight from whole millionths of a degree.
import type { MicroLine } from "./path.ts";

export type PolylineDecimals = 5 | 6;

// One coordinate takes at most 6 characters at six decimals (360° = 3.6e8 < 2^30), a point at most 12.
const POINT_BYTES_MAX = 12;
let scratch = Buffer.alloc(64 * 1024);

export function encodePolyline(line: MicroLine, decimals: PolylineDecimals): string {
  if (scratch.length < line.length * POINT_BYTES_MAX) scratch = Buffer.alloc(line.length * POINT_BYTES_MAX * 2);
  const divisor = decimals === 5 ? 10 : 1;
  let at = 0;
  let lngBefore = 0;
  let latBefore = 0;
  for (let i = 0; i < line.length; i += 2) {
    const lng = Math.round(line[i]! / divisor);
    const lat = Math.round(line[i + 1]! / divisor);
    at = write(lat - latBefore, at);
    at = write(lng - lngBefore, at);
    lngBefore = lng;
    latBefore = lat;
  }
  return scratch.toString("latin1", 0, at);
}

function write(delta: number, from: number): number {
  let at = from;
  let rest = delta < 0 ? ~(delta << 1) : delta << 1;
  while (rest >= 0x20) {
    scratch[at++] = (0x20 | (rest & 0x1f)) + 63;
    rest >>>= 5;
  }
  scratch[at++] = rest + 63;
  return at;
}

// The inverse, for what another engine encoded. Text that ends in the middle of a number is cut before it.
export function decodePolyline(text: string, decimals: PolylineDecimals): MicroLine {
  const factor = decimals === 5 ? 10 : 1;
  const numbers: number[] = [];
  let rest = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const chunk = text.charCodeAt(i) - 63;
    rest |= (chunk & 0x1f) << shift;
    shift += 5;
    if (chunk >= 0x20) continue;
    numbers.push(rest & 1 ? ~(rest >> 1) : rest >> 1);
    rest = 0;
    shift = 0;
  }
  const line = new Int32Array(numbers.length - (numbers.length % 2));
  let lat = 0;
  let lng = 0;
  for (let i = 0; i < line.length; i += 2) {
    lat += numbers[i]!;
    lng += numbers[i + 1]!;
    line[i] = lng * factor;
    line[i + 1] = lat * factor;
  }
  return line;
}
