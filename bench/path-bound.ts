// A cost below which no open path can lie: Held and Karp's bound for directed costs. Every path is a tree of arcs growing from the
// start; the cheapest such tree costs no more, and prices on leaving a point push it towards being a path.

const ROUNDS = 400;
const PATIENCE = 12;

// `costs` row-major and square, point 0 the start; `known` the cost of some path.
export function pathLowerBound(costs: Float64Array, size: number, known: number): number {
  const width = size + 1; // and a made-up end, reached from anywhere at no cost
  const prices = new Float64Array(size);
  const priced = new Float64Array(width * width);
  let bound = 0;
  let reach = 2;
  let fruitless = 0;
  for (let round = 0; round < ROUNDS && reach > 1e-4; round++) {
    priced.fill(Infinity);
    for (let from = 0; from < size; from++) {
      for (let to = 1; to < size; to++) {
        if (from !== to) priced[from * width + to] = costs[from * size + to]! + prices[from]!;
      }
      priced[from * width + size] = prices[from]!;
    }
    const parents = cheapestTree(priced, width);
    const leaving = new Float64Array(size).fill(-1);
    let total = -prices.reduce((sum, price) => sum + price, 0);
    for (let to = 1; to < width; to++) {
      total += priced[parents[to]! * width + to]!;
      leaving[parents[to]!]!++;
    }
    if (total > bound + 1e-9) {
      bound = total;
      fruitless = 0;
    } else if (++fruitless > PATIENCE) {
      reach /= 2;
      fruitless = 0;
    }
    const imbalance = leaving.reduce((sum, excess) => sum + excess * excess, 0);
    if (imbalance === 0) return total; // the tree is a path: nothing is cheaper
    const step = (reach * (known - total)) / imbalance;
    for (let from = 0; from < size; from++) prices[from]! += step * leaving[from]!;
  }
  return bound;
}

// Chu, Liu and Edmonds: the cheapest tree of arcs from point 0 to every point. Answers each point's parent.
function cheapestTree(costs: Float64Array, size: number): Int32Array {
  const parents = new Int32Array(size);
  for (let to = 1; to < size; to++) {
    let cheapest = to === 1 ? 0 : 1;
    for (let from = 0; from < size; from++) {
      if (from !== to && costs[from * size + to]! < costs[cheapest * size + to]!) cheapest = from;
    }
    parents[to] = cheapest;
  }
  const group = groupsOfCycles(parents, size);
  const groups = 1 + group.reduce((most, id) => Math.max(most, id), 0);
  if (groups === size) return parents;
  // Each cycle becomes one point; entering it at `to` gives back the arc that led to `to` inside it.
  const members = new Int32Array(groups);
  for (const id of group) members[id]!++;
  const merged = new Float64Array(groups * groups).fill(Infinity);
  const arcs = new Int32Array(groups * groups);
  for (let from = 0; from < size; from++) {
    for (let to = 1; to < size; to++) {
      if (group[from] === group[to]) continue;
      const inside = members[group[to]!]! > 1 ? costs[parents[to]! * size + to]! : 0;
      const at = group[from]! * groups + group[to]!;
      if (costs[from * size + to]! - inside >= merged[at]!) continue;
      merged[at] = costs[from * size + to]! - inside;
      arcs[at] = from * size + to;
    }
  }
  const above = cheapestTree(merged, groups);
  for (let id = 1; id < groups; id++) {
    const arc = arcs[above[id]! * groups + id]!;
    parents[arc % size] = Math.floor(arc / size);
  }
  return parents;
}

// One number per point, equal within a cycle of parents; the start keeps 0.
function groupsOfCycles(parents: Int32Array, size: number): Int32Array {
  const group = new Int32Array(size).fill(-1);
  const seenBy = new Int32Array(size).fill(-1);
  group[0] = 0;
  seenBy[0] = 0;
  let groups = 1;
  for (let begin = 1; begin < size; begin++) {
    let point = begin;
    while (seenBy[point]! < 0) {
      seenBy[point] = begin;
      point = parents[point]!;
    }
    if (seenBy[point] === begin && group[point]! < 0) {
      for (let inside = point; group[inside]! < 0; inside = parents[inside]!) group[inside] = groups;
      groups++;
    }
  }
  for (let point = 1; point < size; point++) if (group[point]! < 0) group[point] = groups++;
  return group;
}
