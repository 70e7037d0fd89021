// How long of a span at least one of several stretches of time covers it: a driver with two orders in hand is busy once.
export type Stretch = { readonly from: Date; readonly to: Date };

export function coveredSeconds(span: Stretch, stretches: readonly Stretch[]): number {
  let coveredTo = span.from.getTime();
  let covered = 0;
  for (const { from, to } of stretches.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const start = Math.max(coveredTo, from.getTime());
    const end = Math.min(span.to.getTime(), to.getTime());
    if (end <= start) continue;
    covered += end - start;
    coveredTo = end;
  }
  return Math.round(covered / 1_000);
}
