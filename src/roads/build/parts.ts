// Which strongly connected part each state is in: from any state of a part, every other one of it can be reached.

export type Graph = { readonly start: Int32Array; readonly to: Int32Array };
export type Parts = { readonly partOf: Int32Array; readonly sizes: Int32Array };

// Tarjan's algorithm with a stack of our own: a road network is deeper than the engine's call stack.
export function findParts({ start, to }: Graph): Parts {
  const count = start.length - 1;
  const partOf = new Int32Array(count).fill(-1);
  const sizes: number[] = [];
  const order = new Int32Array(count);
  const low = new Int32Array(count);
  const nextArc = start.slice(0, count);
  const path = new Int32Array(count);
  const open = new Int32Array(count);
  let openCount = 0;
  let visited = 0;

  for (let root = 0; root < count; root++) {
    if (order[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const state = path[depth]!;
      if (order[state] === 0) {
        order[state] = low[state] = ++visited;
        open[openCount++] = state;
      }
      let child = -1;
      while (nextArc[state]! < start[state + 1]!) {
        const target = to[nextArc[state]!++]!;
        if (order[target] === 0) {
          child = target;
          break;
        }
        if (partOf[target] === -1 && low[target]! < low[state]!) low[state] = low[target]!;
      }
      if (child >= 0) {
        path[++depth] = child;
        continue;
      }
      if (low[state] === order[state]) {
        const part = sizes.length;
        let size = 0;
        let member: number;
        do {
          member = open[--openCount]!;
          partOf[member] = part;
          size++;
        } while (member !== state);
        sizes.push(size);
      }
      depth--;
      if (depth >= 0 && low[state]! < low[path[depth]!]!) low[path[depth]!] = low[state]!;
    }
  }
  return { partOf, sizes: Int32Array.from(sizes) };
}
