// The assignment problem, exactly: every row takes one column or stays out at its own price, no column is taken twice, and the sum is
// the least possible. Rows name only the columns worth considering, so thousands of each stay a matter of milliseconds.
//
// Shortest augmenting paths with prices (Jonker and Volgenant's idea on sparse rows): rows enter one after another; each finds the
// cheapest chain of displacements by Dijkstra over reduced costs, which the prices keep from ever being negative.

import { finish, type Steps } from "../in-steps.ts";

export type Candidates = {
  readonly columns: readonly number[];
  readonly costs: readonly number[]; // one per column, any finite number
  readonly stayOutCost: number;
};

// Answers the column of each row, -1 for a row that stays out.
export function assign(rows: readonly Candidates[], columnCount: number): Int32Array {
  return finish(assigning(rows, columnCount));
}

export function* assigning(rows: readonly Candidates[], columnCount: number): Steps<Int32Array> {
  const chains = new Chains(rows, columnCount);
  for (let row = 0; row < rows.length; row++) {
    chains.enter(row);
    yield;
  }
  return chains.columnOf;
}

// What each column is worth where every row takes one: a cost less its column's price is least, of its row, where the row takes it.
export function columnPrices(rows: readonly Candidates[], columnCount: number): Float64Array {
  const chains = new Chains(rows, columnCount);
  for (let row = 0; row < rows.length; row++) chains.enter(row);
  return chains.price;
}

// How a chain of displacements ends: in a free column, or (-1) with a row staying out.
type ChainEnd = { readonly column: number; readonly row: number; readonly distance: number };

class Chains {
  readonly columnOf: Int32Array;
  private readonly rows: readonly Candidates[];
  private readonly rowOf: Int32Array;
  readonly price: Float64Array;
  // Of the chain being searched: how far each column is, and from which row it was reached.
  private readonly distance: Float64Array;
  private readonly cameFrom: Int32Array;
  private readonly settled: Uint8Array;
  private readonly seen: number[] = [];
  private readonly heap: ColumnHeap;

  constructor(rows: readonly Candidates[], columnCount: number) {
    this.rows = rows;
    this.columnOf = new Int32Array(rows.length).fill(-1);
    this.rowOf = new Int32Array(columnCount).fill(-1);
    this.price = new Float64Array(columnCount);
    this.distance = new Float64Array(columnCount).fill(Infinity);
    this.cameFrom = new Int32Array(columnCount).fill(-1);
    this.settled = new Uint8Array(columnCount);
    this.heap = new ColumnHeap(this.distance);
  }

  enter(entering: number): void {
    const end = this.cheapestEnd(entering);
    for (const column of this.seen) {
      if (this.settled[column]) this.price[column]! += Math.min(0, this.distance[column]! - end.distance);
    }
    this.displace(entering, end);
    for (const column of this.seen) {
      this.distance[column] = Infinity;
      this.settled[column] = 0;
    }
    this.seen.length = 0;
    this.heap.clear();
  }

  private cheapestEnd(entering: number): ChainEnd {
    let end: ChainEnd = { column: -1, row: entering, distance: this.rows[entering]!.stayOutCost };
    let row = entering;
    let base = 0;
    for (;;) {
      this.reachFrom(row, base, end.distance);
      const column = this.heap.pop(this.settled);
      if (column < 0 || this.distance[column]! >= end.distance) return end;
      this.settled[column] = 1;
      const reached = this.distance[column]!;
      row = this.rowOf[column]!;
      if (row < 0) return { column, row: this.cameFrom[column]!, distance: reached };
      // Its holder would give the column up: the chain goes on from what it pays now.
      base = reached - (costOf(this.rows[row]!, column) - this.price[column]!);
      const out = base + this.rows[row]!.stayOutCost;
      if (out < end.distance) end = { column: -1, row, distance: out };
    }
  }

  private reachFrom(row: number, base: number, distanceMax: number): void {
    const { columns, costs } = this.rows[row]!;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      if (this.settled[column]) continue;
      const total = base + costs[at]! - this.price[column]!;
      if (total >= this.distance[column]! || total >= distanceMax) continue;
      if (this.distance[column] === Infinity) this.seen.push(column);
      this.distance[column] = total;
      this.cameFrom[column] = row;
      this.heap.push(column);
    }
  }

  // Walks the chain back: each row on it takes the column through which the next one was reached.
  private displace(entering: number, end: ChainEnd): void {
    let { column, row } = end;
    for (;;) {
      const given = this.columnOf[row]!;
      this.columnOf[row] = column;
      if (column >= 0) this.rowOf[column] = row;
      if (row === entering) return;
      column = given;
      row = this.cameFrom[column]!;
    }
  }
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
