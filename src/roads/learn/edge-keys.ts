// A name for every edge that outlives the map it is on: made of where it begins, where it ends and how long it is, so that what was
// learnt of it holds when the map is built again. An edge that was redrawn is another one.
import type { Network } from "../network.ts";

const PRIME = 0x01000193;

// By edge; whole numbers of 52 bits.
export function edgeKeys({ shape, shapeStart, segmentCm }: Network): Float64Array {
  const keys = new Float64Array(segmentCm.length * 2);
  for (let edge = 0; edge < keys.length; edge++) {
    const segment = edge >> 1;
    const [first, last] = [shapeStart[segment]!, shapeStart[segment + 1]! - 1];
    const [from, to] = edge & 1 ? [last, first] : [first, last];
    const parts = [shape[2 * from]!, shape[2 * from + 1]!, shape[2 * to]!, shape[2 * to + 1]!, segmentCm[segment]!];
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (const part of parts) {
      low = mixed(low ^ part);
      high = mixed(high ^ Math.imul(part, PRIME));
    }
    keys[edge] = (high & 0xfffff) * 2 ** 32 + (low >>> 0);
  }
  return keys;
}

// The last step of MurmurHash3: every bit of what goes in moves every bit of what comes out.
function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
