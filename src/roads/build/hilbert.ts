// Where a place lies along a Hilbert curve over the earth: places with near keys are near each other.

// 2^20 cells a side, some 40 m; the key has 40 bits.
const BITS = 20;
const SIDE = 2 ** BITS;

export function hilbertKey(lng: number, lat: number): number {
  let x = Math.min(SIDE - 1, Math.floor(((lng + 180) / 360) * SIDE));
  let y = Math.min(SIDE - 1, Math.floor(((lat + 90) / 180) * SIDE));
  let key = 0;
  for (let bit = SIDE >> 1; bit > 0; bit >>= 1) {
    const right = (x & bit) > 0 ? 1 : 0;
    const upper = (y & bit) > 0 ? 1 : 0;
    key = key * 4 + ((3 * right) ^ upper);
    if (upper === 1) continue;
    // The curve is turned in the lower quarters.
    if (right === 1) {
      x = SIDE - 1 - x;
      y = SIDE - 1 - y;
    }
    [x, y] = [y, x];
  }
  return key;
}
