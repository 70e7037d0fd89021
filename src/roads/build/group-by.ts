// Items grouped by an owner below `owners`, as one row and where each owner's share of it starts.

export type Grouped = { readonly start: Uint32Array; readonly items: Uint32Array };

export function groupBy(owners: number, count: number, ownerOf: (item: number) => number): Grouped {
  const start = new Uint32Array(owners + 1);
  for (let item = 0; item < count; item++) start[ownerOf(item) + 1]!++;
  for (let owner = 0; owner < owners; owner++) start[owner + 1]! += start[owner]!;
  const next = start.slice(0, owners);
  const items = new Uint32Array(count);
  for (let item = 0; item < count; item++) items[next[ownerOf(item)]!++] = item;
  return { start, items };
}
