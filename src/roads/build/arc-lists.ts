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
  tail: Int32Array;
  head: Int32Array;
  ms: Int32Array;
  cm: Int32Array;
  // How many turns an arc stands for.
  hops: Int32Array;
  // The two arcs a shortcut stands for, -1 for a turn.
  first: Int32Array;
  second: Int32Array;
  nextOut: Int32Array;
  nextIn: Int32Array;
  count = 0;

  constructor(nodes: number, arcs: Arcs) {
    this.firstOut = new Int32Array(nodes).fill(-1);
    this.firstIn = new Int32Array(nodes).fill(-1);
    const capacity = Math.max(64, arcs.tail.length * 3);
    const row = (): Int32Array => new Int32Array(capacity);
    this.tail = row();
    this.head = row();
    this.ms = row();
    this.cm = row();
    this.hops = row();
    this.first = row();
    this.second = row();
    this.nextOut = row();
    this.nextIn = row();
    for (let arc = 0; arc < arcs.tail.length; arc++) {
      this.#append(arcs.tail[arc]!, arcs.head[arc]!, arcs.ms[arc]!, arcs.cm[arc]!, 1, -1, -1);
    }
  }

  // A shortcut over two arcs. An arc that joins the same nodes and is dearer becomes the shortcut: nothing can stand on it
  // yet, for neither of its nodes is contracted.
  join(first: number, second: number): void {
    const tail = this.tail[first]!;
    const head = this.head[second]!;
    const ms = this.ms[first]! + this.ms[second]!;
    const cm = this.cm[first]! + this.cm[second]!;
    const hops = this.hops[first]! + this.hops[second]!;
    // Through a dozen quarters that nobody may pass through: no way.
    if (ms >= NEVER) return;
    for (let arc = this.firstOut[tail]!; arc >= 0; arc = this.nextOut[arc]!) {
      if (this.head[arc] !== head) continue;
      if (this.ms[arc]! <= ms) return;
      this.ms[arc] = ms;
      this.cm[arc] = cm;
      this.hops[arc] = hops;
      this.first[arc] = first;
      this.second[arc] = second;
      return;
    }
    this.#append(tail, head, ms, cm, hops, first, second);
  }

  // Takes the node's arcs out of its neighbours' lists; its own lists keep them.
  detach(node: number): void {
    for (let arc = this.firstOut[node]!; arc >= 0; arc = this.nextOut[arc]!) {
      unlink(this.firstIn, this.nextIn, this.head[arc]!, arc);
    }
    for (let arc = this.firstIn[node]!; arc >= 0; arc = this.nextIn[arc]!) {
      unlink(this.firstOut, this.nextOut, this.tail[arc]!, arc);
    }
  }

  #append(tail: number, head: number, ms: number, cm: number, hops: number, first: number, second: number): void {
    const arc = this.count++;
    if (arc === this.tail.length) this.#grow();
    this.tail[arc] = tail;
    this.head[arc] = head;
    this.ms[arc] = ms;
    this.cm[arc] = cm;
    this.hops[arc] = hops;
    this.first[arc] = first;
    this.second[arc] = second;
    this.nextOut[arc] = this.firstOut[tail]!;
    this.firstOut[tail] = arc;
    this.nextIn[arc] = this.firstIn[head]!;
    this.firstIn[head] = arc;
  }

  #grow(): void {
    const wider = (row: Int32Array): Int32Array => {
      const copy = new Int32Array(row.length * 2);
      copy.set(row);
      return copy;
    };
    this.tail = wider(this.tail);
    this.head = wider(this.head);
    this.ms = wider(this.ms);
    this.cm = wider(this.cm);
    this.hops = wider(this.hops);
    this.first = wider(this.first);
    this.second = wider(this.second);
    this.nextOut = wider(this.nextOut);
    this.nextIn = wider(this.nextIn);
  }
}

function unlink(firstOf: Int32Array, next: Int32Array, node: number, arc: number): void {
  if (firstOf[node] === arc) {
    firstOf[node] = next[arc]!;
    return;
  }
  let before = firstOf[node]!;
  while (next[before] !== arc) before = next[before]!;
  next[before] = next[arc]!;
}
