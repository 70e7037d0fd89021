// Which of the cities that wait a worker leads, when there are several: as many as any other, or one more.

export type Shares = {
  // Those it leads, or may take.
  readonly take: ReadonlySet<string>;
  // Those it leads and should leave to somebody with less to do.
  readonly leave: readonly string[];
};

export function shareCities(
  self: string,
  waiting: readonly string[],
  leaderOf: ReadonlyMap<string, string>,
  workers: readonly string[],
): Shares {
  const others = workers.filter((worker) => worker !== self);
  const counts = new Map(others.map((worker) => [worker, 0]));
  const mine: string[] = [];
  const free: string[] = [];
  for (const city of waiting) {
    const leader = leaderOf.get(city);
    if (leader === self) mine.push(city);
    else if (leader === undefined) free.push(city);
    else counts.set(leader, (counts.get(leader) ?? 0) + 1);
  }
  const fewest = Math.min(Infinity, ...counts.values());
  // One a turn: the others see it go, and nobody takes back what was just left.
  const leave = mine.length - fewest >= 2 ? mine.slice(-1) : [];
  const share = Math.ceil(waiting.length / (others.length + 1));
  const room = leave.length > 0 ? 0 : Math.max(0, share - mine.length);
  return { take: new Set([...mine.filter((city) => !leave.includes(city)), ...free.slice(0, room)]), leave };
}
