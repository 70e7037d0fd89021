// Whole numbers by name, which may be added to those of another hour, service or city: what figures are kept as. Percentages, means and
// middle times are made of them only when they are read (measures.ts).

export type Counts = Readonly<Record<string, number>>;

export function addCounts(...all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all) addTo(sum, counts);
  return withoutZeros(sum);
}

// Into what is added up already: of the thousands of orders of an hour each would copy the sum otherwise.
export function addTo(sum: Record<string, number>, counts: Counts): void {
  for (const name in counts) sum[name] = (sum[name] ?? 0) + counts[name]!;
}

// What is zero is not there: two ways to the same figures give the same row. Name by name: objects made of entries cost several times as much.
export function withoutZeros(counts: Counts): Counts {
  const kept: Record<string, number> = {};
  for (const name in counts) if (counts[name] !== 0) kept[name] = counts[name]!;
  return kept;
}

// Times are counted in buckets, each a tenth wider than the one before: any number of them can be added, and a middle time
// read from them is off by less than a twentieth (the geometric middle of a bucket is within √1.1 of all in it).
const GROWTH = Math.log(1.1);
// 30 days; what is longer is a fault of somebody's clock.
const SECONDS_MAX = 2_592_000;

export function timeName(name: string, seconds: number): string {
  return `${name}.${Math.floor(Math.log(Math.min(SECONDS_MAX, Math.max(1, seconds))) / GROWTH)}`;
}

// The time within which a share of all counted ones lies, undefined where none was counted.
export function quantileOf(counts: Counts, name: string, share: number): number | undefined {
  const buckets = listOf(counts, name)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const all = buckets.reduce((sum, { count }) => sum + count, 0);
  const nth = Math.max(1, Math.ceil(all * share));
  let passed = 0;
  for (const { bucket, count } of buckets) {
    passed += count;
    if (passed >= nth) return Math.exp((bucket + 0.5) * GROWTH);
  }
  return undefined;
}

// The names behind a name and a dot, with their counts.
export function listOf(counts: Counts, name: string): readonly (readonly [string, number])[] {
  return Object.entries(counts)
    .filter(([key]) => key.startsWith(`${name}.`))
    .map(([key, count]) => [key.slice(name.length + 1), count] as const);
}
