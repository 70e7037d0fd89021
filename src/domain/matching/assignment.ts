// The assignment problem, exactly: every row takes one column or stays out at its own price, no column is taken twice, and the sum is
// the least possible. Rows name only the columns worth considering, so thousands of each stay a matter of milliseconds.
//
// Shortest augmenting paths with prices (Jonker and Volgenant's idea on sparse rows): rows enter one after another; each finds the
// cheapest chain of displacements by Dijkstra over reduced costs, which the prices keep from ever being negative.

export type Candidates = {
  readonly columns: readonly number[];
  readonly costs: readonly number[]; // one per column, any finite number
  readonly stayOutCost: number;
};

// Answers the column of each row, -1 for a row that stays out.
export function assign(rows: readonly Candidates[], columnCount: number): Int32Array {
  const columnOf = new Int32Array(rows.length).fill(-1);
  const rowOf = new Int32Array(columnCount).fill(-1);
  const price = new Float64Array(columnCount);
  const distance = new Float64Array(columnCount).fill(Infinity);
  const cameFrom = new Int32Array(columnCount).fill(-1);
  const settled = new Uint8Array(columnCount);
  const heap = new ColumnHeap(distance);
  const seen: number[] = [];
  const done: number[] = [];

  for (let entering = 0; entering < rows.length; entering++) {
    // The cheapest way to end: a free column, or some row on the chain staying out.
    let endColumn = -1;
    let endRow = entering;
    let endDistance = rows[entering]!.stayOutCost;
    let row = entering;
    let reached = 0;
    for (;;) {
      const { columns, costs } = rows[row]!;
      const held = columnOf[row]!;
      // What this row's own column costs it now; the chain continues from the difference.
      const base = held < 0 ? 0 : reached - (costOf(rows[row]!, held) - price[held]!);
      for (const [at, column] of columns.entries()) {
        if (settled[column]) continue;
        const total = base + costs[at]! - price[column]!;
        if (total >= distance[column]! || total >= endDistance) continue;
        if (distance[column] === Infinity) seen.push(column);
        distance[column] = total;
        cameFrom[column] = row;
        heap.push(column);
      }
      const nearest = heap.pop(settled);
      if (nearest < 0 || distance[nearest]! >= endDistance) break;
      settled[nearest] = 1;
      done.push(nearest);
      reached = distance[nearest]!;
      const holder = rowOf[nearest]!;
      if (holder < 0) {
        endColumn = nearest;
        endDistance = reached;
        break;
      }
      row = holder;
      const out = reached - (costOf(rows[holder]!, nearest) - price[nearest]!) + rows[holder]!.stayOutCost;
      if (out < endDistance) {
        endDistance = out;
        endRow = holder;
        endColumn = -1;
      }
    }
    for (const column of done) price[column]! += distance[column]! - endDistance;
    // Walk the chain back: each row on it takes the column it was reached through.
    let column = endColumn;
    let taker = endColumn < 0 ? endRow : cameFrom[endColumn]!;
    while (taker !== entering || column >= 0) {
      const freed = columnOf[taker]!;
      columnOf[taker] = column;
      if (column >= 0) rowOf[column] = taker;
      if (taker === entering) break;
      column = freed;
      taker = cameFrom[freed]!;
    }
    for (const touched of seen) {
      distance[touched] = Infinity;
      settled[touched] = 0;
    }
    seen.length = 0;
    done.length = 0;
    heap.clear();
  }
  return columnOf;
}

function costOf(row: Candidates, column: number): number {
  return row.costs[row.columns.indexOf(column)]!;
}

// Columns by their distance. Entries are never lowered in place: a column may stand twice, and the settled one is skipped.
class ColumnHeap {
  private readonly distance: Float64Array;
  private readonly columns: number[] = [];
  private readonly keys: number[] = [];
  constructor(distance: Float64Array) {
    this.distance = distance;
  }

  clear(): void {
    this.columns.length = 0;
    this.keys.length = 0;
  }

  push(column: number): void {
    const { columns, keys } = this;
    const key = this.distance[column]!;
    let at = columns.length;
    columns.push(column);
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      columns[at] = columns[parent]!;
      keys[at] = keys[parent]!;
      at = parent;
    }
    columns[at] = column;
    keys[at] = key;
  }

  // The nearest column not settled yet, or -1.
  pop(settled: Uint8Array): number {
    while (this.columns.length > 0) {
      const nearest = this.take();
      if (!settled[nearest]) return nearest;
    }
    return -1;
  }

  private take(): number {
    const { columns, keys } = this;
    const nearest = columns[0]!;
    const column = columns.pop()!;
    const key = keys.pop()!;
    const length = columns.length;
    if (length === 0) return nearest;
    let at = 0;
    for (let child = 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      columns[at] = columns[child]!;
      keys[at] = keys[child]!;
      at = child;
    }
    columns[at] = column;
    keys[at] = key;
    return nearest;
  }
}
