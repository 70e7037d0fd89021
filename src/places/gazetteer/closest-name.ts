// Forgives one wrong, missing or added letter in the name of a unit, where exactly one unit is that near.

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

// One pass from the front and one from the back: what lies between is at most one letter on either side.
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let front = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front += 1;
  let back = 0;
  while (back < a.length - front && back < b.length - front && a.at(-1 - back) === b.at(-1 - back)) back += 1;
  return a.length - front - back <= 1 && b.length - front - back <= 1;
}
