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
  // Distances are compared times the length of the line, which spares a division a point; a line of no length has none.
  const scale = square === 0 ? 1 : square;
  let farthest = -1;
  let most = toleranceSquared * scale;
  for (let i = from + 1; i < to; i += 1) {
    const px = xs[i]! - ax;
    const py = ys[i]! - ay;
    const along = px * dx + py * dy;
    const aside = px * dy - py * dx;
    let away = aside * aside;
    if (along <= 0) away = (px * px + py * py) * scale;
    else if (along > square) away = ((px - dx) * (px - dx) + (py - dy) * (py - dy)) * scale;
    if (away > most) {
      most = away;
      farthest = i;
    }
  }
  return farthest;
}
