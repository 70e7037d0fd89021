// One map extract as plain values: what roads/, places/ and the base map are built from. A file, a drawing in a test and
// the generated demo streets all become this, so everything after it has one path.

export type Tags = Readonly<Record<string, string>>;

// Sorted by id. Coordinates are degrees.
export type NodeTable = {
  readonly ids: Float64Array;
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  // Tags of the few nodes that have any, by index into the arrays above.
  readonly tags: ReadonlyMap<number, Tags>;
};

// `refs` are node ids. A way clipped at the edge of an extract names nodes the table does not hold: it is cut there.
export type Way = { readonly id: number; readonly refs: readonly number[]; readonly tags: Tags };

export type Member = { readonly kind: "node" | "way" | "relation"; readonly ref: number; readonly role: string };

export type Relation = { readonly id: number; readonly members: readonly Member[]; readonly tags: Tags };

// In degrees.
export type Region = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

// Ways and relations are sorted by id, so that the same extract always builds the same files.
export type Extract = {
  readonly nodes: NodeTable;
  readonly ways: readonly Way[];
  readonly relations: readonly Relation[];
  // What each file it was read from covers with its streets and coasts: several cities are not all that lies between them. Absent
  // where it was drawn in one piece.
  readonly regions?: readonly Region[];
};

// Index of a node id in the table, or -1.
export function nodeIndex(nodes: NodeTable, id: number): number {
  let low = 0;
  let high = nodes.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = nodes.ids[middle]!;
    if (at === id) return middle;
    if (at < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

// Streets and coasts end where an extract was cut; boundaries run far beyond.
export function isLocal({ highway, natural }: Tags): boolean {
  return highway !== undefined || natural === "coastline";
}

// What lines of node ids cover; undefined when none of the nodes is there.
export function regionOf(nodes: NodeTable, lines: Iterable<readonly number[]>): Region | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const refs of lines) {
    for (const ref of refs) {
      const at = nodeIndex(nodes, ref);
      if (at < 0) continue;
      west = Math.min(west, nodes.lngs[at]!);
      east = Math.max(east, nodes.lngs[at]!);
      south = Math.min(south, nodes.lats[at]!);
      north = Math.max(north, nodes.lats[at]!);
    }
  }
  return west > east ? undefined : { west, south, east, north };
}
