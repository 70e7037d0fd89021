// Joins lines of node ids end to end: the ways of a boundary, a river bank, a coast or a street. Lines are turned round
// where they must be; the first of each keeps its direction, so lines that already agree (a coast) still do.

type Refs = readonly number[];

export type Joined = {
  // Closed; the first id is not repeated.
  readonly rings: readonly Refs[];
  // Those that end somewhere.
  readonly chains: readonly Refs[];
};

export type Joining = {
  // Lines are joined only where exactly two of them end: a fork then ends all that meet in it.
  readonly onlyPairs?: boolean;
  // Lines are never turned round: the end of one meets the beginning of the next.
  readonly keepDirection?: boolean;
};

export function joinWays(lines: readonly Refs[], { onlyPairs = false, keepDirection = false }: Joining = {}): Joined {
  const open = new Set(lines.filter((line) => line.length > 1));
  const byEnd = new Map<number, Refs[]>();
  for (const line of open) {
    for (const end of [line[0]!, line.at(-1)!]) {
      const there = byEnd.get(end);
      if (there) there.push(line);
      else byEnd.set(end, [line]);
    }
  }
  const takeAt = (end: number, isOnward: boolean): Refs | undefined => {
    const there = byEnd.get(end)!;
    if (onlyPairs && there.length !== 2) return undefined;
    const fits = (line: Refs): boolean => !keepDirection || line.at(isOnward ? 0 : -1) === end;
    const next = there.find((line) => open.has(line) && fits(line));
    if (next) open.delete(next);
    return next;
  };
  const rings: Refs[] = [];
  const chains: Refs[] = [];
  for (const first of lines) {
    if (!open.delete(first)) continue;
    const onward = follow([...first], (end) => takeAt(end, true));
    if (isClosed(onward)) {
      rings.push(onward.slice(1));
      continue;
    }
    // Then back from the beginning; what is found there is put in front.
    const before = follow([onward[0]!], (end) => takeAt(end, false));
    chains.push(before.length > 1 ? [...before.toReversed(), ...onward.slice(1)] : onward);
  }
  return { rings, chains };
}

function follow(chain: number[], takeAt: (end: number) => Refs | undefined): number[] {
  while (chain.length < 2 || !isClosed(chain)) {
    const end = chain.at(-1)!;
    const next = takeAt(end);
    if (!next) break;
    const onward = next[0] === end ? next : next.toReversed();
    for (const ref of onward.slice(1)) chain.push(ref);
  }
  return chain;
}

function isClosed(chain: Refs): boolean {
  return chain[0] === chain.at(-1);
}
