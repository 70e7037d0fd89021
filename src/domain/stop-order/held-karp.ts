// The cheapest open path, exactly: Held and Karp's table over every set of stops and the last stop reached in it.
// Grows with 2^n·n², so the caller keeps n small.

// `costs` is row-major and square; point 0 is the start. Answers the other points in visiting order.
export function cheapestPath(costs: Float64Array, size: number): number[] {
  const stops = size - 1;
  if (stops < 1) return [];
  const sets = 1 << stops;
  // best[set·stops + last]: cheapest way from the start through all of `set`, ending at `last`. Stop s is point s + 1.
  const best = new Float64Array(sets * stops).fill(Infinity);
  const before = new Int8Array(sets * stops).fill(-1);
  for (let stop = 0; stop < stops; stop++) best[(1 << stop) * stops + stop] = costs[stop + 1]!;
  for (let set = 1; set < sets; set++) {
    for (let lasts = set; lasts !== 0; lasts &= lasts - 1) {
      const last = 31 - Math.clz32(lasts & -lasts);
      const rest = set ^ (1 << last);
      if (rest === 0) continue;
      let cheapest = Infinity;
      let from = -1;
      for (let others = rest; others !== 0; others &= others - 1) {
        const other = 31 - Math.clz32(others & -others);
        const cost = best[rest * stops + other]! + costs[(other + 1) * size + last + 1]!;
        // An unreachable stop costs Infinity; the first one still counts, so that a path is always told.
        if (cost < cheapest || from < 0) {
          cheapest = cost;
          from = other;
        }
      }
      best[set * stops + last] = cheapest;
      before[set * stops + last] = from;
    }
  }
  return walkBack(best, before, stops);
}

function walkBack(best: Float64Array, before: Int8Array, stops: number): number[] {
  let set = (1 << stops) - 1;
  let last = 0;
  for (let stop = 1; stop < stops; stop++) {
    if (best[set * stops + stop]! < best[set * stops + last]!) last = stop;
  }
  const path: number[] = [];
  while (last >= 0) {
    path.push(last + 1);
    const from = before[set * stops + last]!;
    set ^= 1 << last;
    last = from;
  }
  return path.reverse();
}
