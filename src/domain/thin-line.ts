// Douglas–Peucker on a plane: which points of a line must stay so that none that goes lay farther than the tolerance from
// what is left. The ends always stay.

// Stretches still to be looked at, as pairs of points; kept between lines, because this runs for every line that is drawn.
let stretches = new Int32Array(1 << 10);

export function keepFarthest(xs: Float64Array, ys: Float64Array, length: number, toleranceSquared: number): Uint8Array {
  const kept = new Uint8Array(length);
  kept[0] = 1;
  kept[length - 1] = 1;
  // Every stretch that waits ends where another begins: there are fewer than points.
  if (stretches.length < 2 * length) stretches = new Int32Array(4 * length);
  const waiting = stretches;
  waiting[0] = 0;
  waiting[1] = length - 1;
  let top = 2;
  while (top > 0) {
    const to = waiting[top - 1]!;
    const from = waiting[top - 2]!;
    const farthest = farthestBeyond(xs, ys, from, to, toleranceSquared);
    if (farthest === -1) {
      top -= 2;
      continue;
    }
    kept[farthest] = 1;
    waiting[top - 1] = farthest;
    waiting[top] = farthest;
    waiting[top + 1] = to;
    top += 2;
  }
  return kept;
}

// Index of the point farthest from the straight line, or -1. Nothing is allocated here: it runs for every point of every
// line some seven times over.
function farthestBeyond(
  xs: Float64Array,
  ys: Float64Array,
  from: number,
  to: number,
  toleranceSquared: number,
): number {
  const ax = xs[from]!;
  const ay = ys[from]!;
  const dx = xs[to]! - ax;
  const dy = ys[to]! - ay;
  const square = dx * dx + dy * dy;
  if (square === 0) return farthestFromPoint(xs, ys, from, to, toleranceSquared);
  // Distances are compared times the length of the line, which spares a division a point: how far aside, and how far
  // before or beyond its ends. Nothing is asked of which of the three it is, so that a processor need not guess.
  let farthest = -1;
  let most = toleranceSquared * square;
  for (let i = from + 1; i < to; i += 1) {
    const px = xs[i]! - ax;
    const py = ys[i]! - ay;
    const along = px * dx + py * dy;
    const aside = px * dy - py * dx;
    const beyond = along - Math.min(Math.max(along, 0), square);
    const away = aside * aside + beyond * beyond;
    if (away > most) {
      most = away;
      farthest = i;
    }
  }
  return farthest;
}

// Of a stretch that ends where it began.
function farthestFromPoint(
  xs: Float64Array,
  ys: Float64Array,
  from: number,
  to: number,
  toleranceSquared: number,
): number {
  let farthest = -1;
  let most = toleranceSquared;
  for (let i = from + 1; i < to; i += 1) {
    const px = xs[i]! - xs[from]!;
    const py = ys[i]! - ys[from]!;
    const away = px * px + py * py;
    if (away > most) {
      most = away;
      farthest = i;
    }
  }
  return farthest;
}
