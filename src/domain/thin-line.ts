// Douglas–Peucker on a plane: which points of a line must stay so that none that goes lay farther than the tolerance from
// what is left. The ends always stay.

export function keepFarthest(xs: Float64Array, ys: Float64Array, toleranceSquared: number): Uint8Array {
  const kept = new Uint8Array(xs.length);
  kept[0] = 1;
  kept[xs.length - 1] = 1;
  const stretches = [0, xs.length - 1];
  while (stretches.length > 0) {
    const to = stretches.pop()!;
    const from = stretches.pop()!;
    const farthest = farthestBeyond(xs, ys, from, to, toleranceSquared);
    if (farthest === -1) continue;
    kept[farthest] = 1;
    stretches.push(from, farthest, farthest, to);
  }
  return kept;
}

// Index of the point farthest from the straight line, or -1. Nothing is allocated here: it runs for every point of every
// line some ten times over.
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
  const scale = square === 0 ? 0 : 1 / square;
  let farthest = -1;
  let most = toleranceSquared;
  for (let i = from + 1; i < to; i += 1) {
    const px = xs[i]! - ax;
    const py = ys[i]! - ay;
    const along = (px * dx + py * dy) * scale;
    const share = along < 0 ? 0 : along > 1 ? 1 : along;
    const ex = px - share * dx;
    const ey = py - share * dy;
    const away = ex * ex + ey * ey;
    if (away > most) {
      most = away;
      farthest = i;
    }
  }
  return farthest;
}
