// The graph while it is being contracted: arcs in rows of numbers, linked per node, so that one can be taken out of its
// neighbours' lists and stay in the list of the node that was contracted, which is where the hierarchy reads it.

export const NEVER = 2 ** 31 - 1;

export type Arcs = {
  readonly tail: Int32Array;
  readonly head: Int32Array;
  readonly ms: Int32Array;
  readonly cm: Int32Array;
};

export class ArcLists {
  readonly firstOut: Int32Array;
  readonly firstIn: Int32Array;
  // Four numbers an arc, side by side because a search reads them together: where it leads, what it costs, the next arc out of the same
  // node, and how many turns it stands for.
  out: Int32Array;
  tail: Int32Array;
  cm: Int32Array;
  // The two arcs a shortcut stands for, -1 for a turn.
  first: Int32Array;
  second: Int32Array;
  nextIn: Int32Array;
  count = 0;

  constructor(nodes: number, arcs: Arcs) {
    this.firstOut = new Int32Array(nodes).fill(-1);
    this.firstIn = new Int32Array(nodes).fill(-1);
    const capacity = Math.max(64, arcs.tail.length * 3);
    const row = (): Int32Array => new Int32Array(capacity);
    this.out = new Int32Array(4 * capacity);
    this.tail = row();
    this.cm = row();
    this.first = row();
    this.second = row();
    this.nextIn = row();
    for (let arc = 0; arc < arcs.tail.length; arc++) {
      this.#append(arcs.tail[arc]!, arcs.head[arc]!, arcs.ms[arc]!, arcs.cm[arc]!, 1, -1, -1);
    }
  }

  head(arc: number): number {
    return this.out[4 * arc]!;
  }

  ms(arc: number): number {
    return this.out[4 * arc + 1]!;
  }

  nextOut(arc: number): number {
    return this.out[4 * arc + 2]!;
  }

  hops(arc: number): number {
    return this.out[4 * arc + 3]!;
  }

  // A shortcut over two arcs. An arc that joins the same nodes and is dearer becomes the shortcut: nothing can stand on it
  // yet, for neither of its nodes is contracted.
  join(first: number, second: number): void {
    const tail = this.tail[first]!;
    const head = this.head(second);
    const ms = this.ms(first) + this.ms(second);
    const cm = this.cm[first]! + this.cm[second]!;
    const hops = this.hops(first) + this.hops(second);
    // Through a dozen quarters that nobody may pass through: no way.
    if (ms >= NEVER) return;
    for (let arc = this.firstOut[tail]!; arc >= 0; arc = this.nextOut(arc)) {
      if (this.head(arc) !== head) continue;
      if (this.ms(arc) <= ms) return;
      this.out[4 * arc + 1] = ms;
      this.out[4 * arc + 3] = hops;
      this.cm[arc] = cm;
      this.first[arc] = first;
      this.second[arc] = second;
      return;
    }
    this.#append(tail, head, ms, cm, hops, first, second);
  }

  // Takes the node's arcs out of its neighbours' lists; its own lists keep them.
  detach(node: number): void {
    for (let arc = this.firstOut[node]!; arc >= 0; arc = this.nextOut(arc)) this.#unlinkIn(this.head(arc), arc);
    for (let arc = this.firstIn[node]!; arc >= 0; arc = this.nextIn[arc]!) this.#unlinkOut(this.tail[arc]!, arc);
  }

  #unlinkIn(node: number, arc: number): void {
    const { firstIn, nextIn } = this;
    if (firstIn[node] === arc) {
      firstIn[node] = nextIn[arc]!;
      return;
    }
    let before = firstIn[node]!;
    while (nextIn[before] !== arc) before = nextIn[before]!;
    nextIn[before] = nextIn[arc]!;
  }

  #unlinkOut(node: number, arc: number): void {
    const { firstOut, out } = this;
    if (firstOut[node] === arc) {
      firstOut[node] = this.nextOut(arc);
      return;
    }
    let before = firstOut[node]!;
    while (this.nextOut(before) !== arc) before = this.nextOut(before);
    out[4 * before + 2] = this.nextOut(arc);
  }

  #append(tail: number, head: number, ms: number, cm: number, hops: number, first: number, second: number): void {
    const arc = this.count++;
    if (arc === this.tail.length) this.#grow();
    this.out[4 * arc] = head;
    this.out[4 * arc + 1] = ms;
    this.out[4 * arc + 2] = this.firstOut[tail]!;
    this.out[4 * arc + 3] = hops;
    this.tail[arc] = tail;
    this.cm[arc] = cm;
    this.first[arc] = first;
    this.second[arc] = second;
    this.firstOut[tail] = arc;
    this.nextIn[arc] = this.firstIn[head]!;
    this.firstIn[head] = arc;
  }

  #grow(): void {
    const wider = (row: Int32Array): Int32Array => {
      const copy = new Int32Array(row.length + (row.length >> 1));
      copy.set(row);
      return copy;
    };
    this.out = wider(this.out);
    this.tail = wider(this.tail);
    this.cm = wider(this.cm);
    this.first = wider(this.first);
    this.second = wider(this.second);
    this.nextIn = wider(this.nextIn);
  }
}
