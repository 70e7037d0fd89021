// Names of units that are nearly right: one wrong, missing or added letter is forgiven where exactly one unit is that near; for
// anything further off the nearest is found, to be named to whoever wrote it.

// Shorter names are all one letter apart.
const LENGTH_MIN = 5;

export function closestName<Unit extends { readonly key: string }>(
  keys: readonly string[],
  units: () => readonly Unit[],
): Unit | undefined {
  for (const key of keys) {
    if (key.length < LENGTH_MIN || /\d/.test(key)) continue;
    const near = units().filter((unit) => isOneApart(key, unit.key));
    if (new Set(near.map((unit) => unit.key)).size === 1) return near[0];
  }
  return undefined;
}

// The unit whose name takes the fewest changed letters; of equals the first.
export function nearestName<Unit extends { readonly key: string }>(
  keys: readonly string[],
  units: readonly Unit[],
): Unit | undefined {
  let nearest: Unit | undefined;
  let fewest = Infinity;
  for (const unit of units) {
    for (const key of keys) {
      const changes = changedLetters(key, unit.key);
      if (changes >= fewest) continue;
      fewest = changes;
      nearest = unit;
    }
  }
  return nearest;
}

// Levenshtein's distance, a row at a time.
function changedLetters(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

// One pass from the front and one from the back: what lies between is at most one letter on either side.
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let front = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front += 1;
  let back = 0;
  while (back < a.length - front && back < b.length - front && a.at(-1 - back) === b.at(-1 - back)) back += 1;
  return a.length - front - back <= 1 && b.length - front - back <= 1;
}
