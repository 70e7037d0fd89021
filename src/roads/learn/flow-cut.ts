// The fewest nodes that part the first of a row from the last of it: a greatest flow of paths that share no node (Dinic 1970), and the nodes
// it is stopped at.

// Neighbours of node n are `near[start[n]]` up to `near[start[n + 1]]`, both ways.
export type Neighbours = { readonly start: Uint32Array; readonly near: Int32Array };

// Which side of the cut a node is on.
export const BEHIND = 0;
export const ON_CUT = 1;
export const AHEAD = 2;

const NONE = -1;

// Kept between cuts: each is of the size of the whole network.
export class FlowCut {
  readonly side: Uint8Array;
  readonly #graph: Neighbours;
  // The flow through each node comes from one and goes on to one: NONE without a flow, the node itself where it begins or ends.
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  // How many steps from the beginning one can come to a node, and on from it, without passing one whose flow would be shared; 0: not at all.
  readonly #levelIn: Int32Array;
  readonly #levelOut: Int32Array;
  // Where to go on looking from a node.
  readonly #nextIn: Uint8Array;
  readonly #nextOut: Uint32Array;
  readonly #queue: Int32Array;
  readonly #path: Int32Array;
  readonly #part: Int32Array;
  readonly #isEnd: Uint8Array;

  // `part`: by node, the part that a row is all of.
  constructor(graph: Neighbours, part: Int32Array) {
    const count = graph.start.length - 1;
    this.#graph = graph;
    this.#part = part;
    this.side = new Uint8Array(count);
    this.#before = new Int32Array(count);
    this.#after = new Int32Array(count);
    this.#levelIn = new Int32Array(count);
    this.#levelOut = new Int32Array(count);
    this.#nextIn = new Uint8Array(count);
    this.#nextOut = new Uint32Array(count);
    this.#queue = new Int32Array(2 * count);
    this.#path = new Int32Array(2 * count);
    this.#isEnd = new Uint8Array(count);
  }

  // Parts `row`, of which the first `ends` and the last `ends` are to come apart; `side` says how. The answer is how many are on the cut.
  cut(row: Int32Array, ends: number): number {
    for (const node of row) {
      this.#before[node] = NONE;
      this.#after[node] = NONE;
    }
    for (let i = row.length - ends; i < row.length; i++) this.#isEnd[row[i]!] = 1;
    let flow = 0;
    while (this.#findLevels(row, ends)) {
      for (let i = 0; i < ends; i++) if (this.#before[row[i]!] !== row[i] && this.#push(row[i]!)) flow++;
    }
    for (const node of row) {
      this.side[node] = this.#levelOut[node]! > 0 ? BEHIND : this.#levelIn[node]! > 0 ? ON_CUT : AHEAD;
      this.#isEnd[node] = 0;
    }
    return flow;
  }

  // Breadth first; whether an end can be come to.
  #findLevels(row: Int32Array, ends: number): boolean {
    const { start, near } = this.#graph;
    const [levelIn, levelOut, queue] = [this.#levelIn, this.#levelOut, this.#queue];
    for (const node of row) {
      levelIn[node] = 0;
      levelOut[node] = 0;
      this.#nextIn[node] = 0;
      this.#nextOut[node] = start[node]!;
    }
    const here = this.#part[row[0]!];
    let tail = 0;
    let isReached = false;
    for (let i = 0; i < ends; i++) {
      levelIn[row[i]!] = 1;
      queue[tail++] = 2 * row[i]!;
    }
    for (let head = 0; head < tail; head++) {
      const node = queue[head]! >> 1;
      if ((queue[head]! & 1) === 0) {
        // Through it where no flow is, else back along the flow.
        const before = this.#before[node]!;
        const to = before === NONE ? node : before;
        if (before !== node && levelOut[to] === 0) {
          levelOut[to] = levelIn[node]! + 1;
          queue[tail++] = 2 * to + 1;
        }
        continue;
      }
      if (this.#isEnd[node] === 1 && this.#after[node] !== node) isReached = true;
      const level = levelOut[node]! + 1;
      if (this.#before[node] !== NONE && levelIn[node] === 0) {
        levelIn[node] = level;
        queue[tail++] = 2 * node;
      }
      for (let i = start[node]!; i < start[node + 1]!; i++) {
        const other = near[i]!;
        if (this.#part[other] !== here || levelIn[other]! > 0) continue;
        levelIn[other] = level;
        queue[tail++] = 2 * other;
      }
    }
    return isReached;
  }

  // Depth first along the levels; whether it came to an end.
  #push(first: number): boolean {
    const path = this.#path;
    let length = 0;
    path[length++] = 2 * first;
    while (length > 0) {
      const node = path[length - 1]! >> 1;
      if (path[length - 1]! & 1 && this.#isEnd[node] === 1 && this.#after[node] !== node) {
        this.#change(length);
        return true;
      }
      const next = path[length - 1]! & 1 ? this.#onward(node) : this.#through(node);
      if (next === NONE) length--;
      else path[length++] = next;
    }
    return false;
  }

  #through(node: number): number {
    if (this.#nextIn[node] === 1) return NONE;
    this.#nextIn[node] = 1;
    const before = this.#before[node]!;
    const to = before === NONE ? node : before;
    return before !== node && this.#levelOut[to] === this.#levelIn[node]! + 1 ? 2 * to + 1 : NONE;
  }

  #onward(node: number): number {
    const { start, near } = this.#graph;
    const level = this.#levelOut[node]! + 1;
    while (this.#nextOut[node]! < start[node + 1]!) {
      const other = near[this.#nextOut[node]!++]!;
      if (this.#part[other] === this.#part[node] && this.#levelIn[other] === level && this.#nextIn[other] === 0) {
        return 2 * other;
      }
    }
    // Last, back through its own flow.
    return this.#before[node] !== NONE && this.#levelIn[node] === level && this.#nextIn[node] === 0 ? 2 * node : NONE;
  }

  // Lays a path's flow. Where it went back along a flow, that one is gone.
  #change(length: number): void {
    const path = this.#path;
    const last = path[length - 1]! >> 1;
    const first = path[0]! >> 1;
    const joined: [from: number, to: number][] = [];
    for (let i = 1; i < length; i++) {
      const [from, to] = [path[i - 1]!, path[i]!];
      // From a node's way out to another's way in.
      if (from & 1 && (to & 1) === 0 && from >> 1 !== to >> 1) joined.push([from >> 1, to >> 1]);
    }
    for (let i = 1; i < length; i++) {
      const [from, to] = [path[i - 1]!, path[i]!];
      if ((from & 1) === 0 && to & 1 && from >> 1 !== to >> 1) {
        this.#before[from >> 1] = NONE;
        this.#after[to >> 1] = NONE;
      }
      if (from & 1 && (to & 1) === 0 && from >> 1 === to >> 1) {
        this.#before[from >> 1] = NONE;
        this.#after[from >> 1] = NONE;
      }
    }
    for (const [from, to] of joined) {
      this.#after[from] = to;
      this.#before[to] = from;
    }
    if (this.#before[first] === NONE) this.#before[first] = first;
    this.#after[last] = last;
  }
}
