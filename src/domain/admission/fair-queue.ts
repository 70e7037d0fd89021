// Who of those who wait comes next: callers take turns, partner by partner and within a partner account by account, each in the
// order it came. However much one of them asks, another's next request waits for one turn and not for all of theirs.

// `group` is a partner or an address; `member` one account or key of it, named unlike those of other groups.
export type Caller = { readonly group: string; readonly member: string };

type Members<T> = { size: number; readonly lines: Map<string, T[]> };

export class FairQueue<T> {
  // In the order of turns: whoever was served goes to the end.
  readonly #groups = new Map<string, Members<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push({ group, member }: Caller, waiting: T): void {
    const members = this.#groups.get(group) ?? { size: 0, lines: new Map<string, T[]>() };
    const line = members.lines.get(member);
    if (line) line.push(waiting);
    else members.lines.set(member, [waiting]);
    members.size += 1;
    this.#size += 1;
    this.#groups.set(group, members);
  }

  // The next of those who may go now; the others keep their place.
  take(mayGo: (caller: Caller) => boolean): T | undefined {
    for (const [group, members] of this.#groups) {
      for (const [member, line] of members.lines) {
        if (!mayGo({ group, member })) continue;
        const taken = line.shift();
        members.lines.delete(member);
        if (line.length > 0) members.lines.set(member, line);
        this.#groups.delete(group);
        this.#groups.set(group, members);
        this.#shrink(group, members, 1);
        return taken;
      }
    }
    return undefined;
  }

  // How many are served before the next one of this caller, if nobody else comes: each of the others has had as many turns as
  // this one needs to get through what it has waiting already.
  ahead({ group, member }: Caller): number {
    const own = this.#groups.get(group);
    const line = own?.lines.get(member)?.length ?? 0;
    let ahead = line;
    for (const [name, { length }] of own?.lines ?? []) if (name !== member) ahead += Math.min(length, line + 1);
    const before = ahead;
    for (const [name, { size }] of this.#groups) if (name !== group) ahead += Math.min(size, before + 1);
    return ahead;
  }

  // Whose line is the longest within the group that has most waiting.
  longest(): Caller | undefined {
    const [group, members] = mostOf(this.#groups, ({ size }) => size) ?? [];
    const [member] = (members && mostOf(members.lines, ({ length }) => length)) ?? [];
    return group === undefined || member === undefined ? undefined : { group, member };
  }

  // Waiting of the caller's group, and of the caller.
  countOf({ group, member }: Caller): { readonly group: number; readonly member: number } {
    const members = this.#groups.get(group);
    return { group: members?.size ?? 0, member: members?.lines.get(member)?.length ?? 0 };
  }

  dropLast({ group, member }: Caller): T | undefined {
    const members = this.#groups.get(group);
    const line = members?.lines.get(member);
    if (!members || !line) return undefined;
    const dropped = line.pop();
    if (line.length === 0) members.lines.delete(member);
    this.#shrink(group, members, 1);
    return dropped;
  }

  // Takes out all for whom it holds.
  drop(isOver: (waiting: T) => boolean): readonly T[] {
    const dropped: T[] = [];
    for (const [group, members] of this.#groups) {
      for (const [member, line] of members.lines) {
        if (!line.some(isOver)) continue;
        const kept = line.filter((waiting) => !isOver(waiting) || void dropped.push(waiting));
        if (kept.length === 0) members.lines.delete(member);
        else members.lines.set(member, kept);
        this.#shrink(group, members, line.length - kept.length);
      }
    }
    return dropped;
  }

  #shrink(group: string, members: Members<T>, by: number): void {
    members.size -= by;
    this.#size -= by;
    if (members.size === 0) this.#groups.delete(group);
  }
}

function mostOf<V>(entries: ReadonlyMap<string, V>, countOf: (value: V) => number): readonly [string, V] | undefined {
  let most: readonly [string, V] | undefined;
  for (const entry of entries) if (!most || countOf(entry[1]) > countOf(most[1])) most = entry;
  return most;
}
