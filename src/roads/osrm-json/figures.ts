// Metres and seconds as the route call writes them, with one decimal like OSRM's, and shares that add up: the rounded
// steps of a leg are the rounded leg, the rounded legs the rounded route.

export function tenths(amount: number): number {
  return Math.round(amount * 10);
}

// 1234 tenths are written 123.4.
export function writeTenths(whole: number): string {
  const rest = whole % 10;
  return rest === 0 ? String(whole / 10) : `${(whole - rest) / 10}.${rest}`;
}

// Splits `whole` in proportion to `parts`. Each share is within one of its exact size, none is negative.
export function shareOut(whole: number, parts: readonly number[]): readonly number[] {
  if (parts.length === 1) return [whole];
  const total = parts.reduce((sum, part) => sum + part, 0);
  let soFar = 0;
  let given = 0;
  return parts.map((part) => {
    soFar += part;
    const upTo = total === 0 ? 0 : Math.round((whole * Math.min(soFar, total)) / total);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
