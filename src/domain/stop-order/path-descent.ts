// An open path under local search: moves that never cost more, tried until none is left. Costs are directed (one-way streets),
// so turning a stretch round is priced by running sums of both directions, not assumed free.
//
// The path has two fixed ends: the start, and a made-up end reached from anywhere at no cost, which makes it open.
//
// Every path leaves each point but the end once and enters each but the start once. So a sum may be taken off all arcs that leave a point, or enter it, and
// all paths stay apart by what they were. Taken off is what the cheapest assignment of arcs says (`columnPrices`): what is left of an arc is what it costs
// more than a good one there, which tells better than its length which arcs are near and which exchanges are worth trying.
import { columnPrices } from "../matching/assignment.ts";

// Arcs tried per point, cheapest first. Fewer are quicker and more often end where nothing better is in reach.
const NEAR_MAX = 12;
// Gains below this share of the costliest path imaginable are rounding noise; taking them could loop for ever.
const NOISE_SHARE = 1e-11;

export class PathDescent {
  // Points in visiting order; position 0 is the start, the last position the made-up end.
  readonly path: Int32Array;
  readonly last: number;
  private readonly width: number;
  private readonly costs: Float64Array;
  private readonly noise: number;
  private readonly near: number;
  private readonly nearOut: Int32Array;
  private readonly position: Int32Array;
  // Cost from the start to each position, driven forwards and driven backwards.
  private readonly forwards: Float64Array;
  private readonly backwards: Float64Array;
  private readonly block: Int32Array;
  private readonly kept: readonly [Int32Array, Int32Array, Float64Array, Float64Array];
  // Points whose surroundings changed since they were last looked at: a ring and a mark per point.
  private readonly queue: Int32Array;
  private readonly queued: Uint8Array;
  // How many points were looked at so far: what the search has cost, about a third of a microsecond each.
  looks = 0;
  private queueHead = 0;
  private queueLength = 0;

  // `costs` is row-major and square with finite entries; point 0 is the start.
  constructor(costs: Float64Array, size: number) {
    const width = size + 1;
    this.width = width;
    this.last = size;
    this.costs = new Float64Array(width * width);
    for (let from = 0; from < size; from++)
      this.costs.set(costs.subarray(from * size, (from + 1) * size), from * width);
    this.noise = NOISE_SHARE * size * costs.reduce((most, cost) => Math.max(most, cost), 0);
    this.near = Math.min(NEAR_MAX, size - 1);
    this.nearOut = new Int32Array(width * this.near);
    const takenOff = this.takeOffPrices();
    for (let point = 0; point < size; point++) this.keepNearest(point);
    this.path = Int32Array.from({ length: width }, (_, at) => at);
    this.position = new Int32Array(width);
    this.forwards = new Float64Array(width);
    this.backwards = new Float64Array(width);
    this.block = new Int32Array(width);
    this.queue = new Int32Array(width);
    this.queued = new Uint8Array(width);
    this.forwards[0] = takenOff;
    this.resum(0, size);
    this.kept = [this.path.slice(), this.position.slice(), this.forwards.slice(), this.backwards.slice()];
  }

  // Answers the sum taken off every path.
  private takeOffPrices(): number {
    const { costs, width, last } = this;
    const points = Array.from({ length: last }, (_, at) => at);
    const rows = points.map((from) => {
      const columns = points.filter((column) => column + 1 !== from);
      return { columns, costs: columns.map((column) => costs[from * width + column + 1]!), stayOutCost: Infinity };
    });
    const prices = columnPrices(rows, last);
    let sum = prices.reduce((total, price) => total + price, 0);
    for (const [from, row] of rows.entries()) {
      const least = row.columns.reduce((low, column, at) => Math.min(low, row.costs[at]! - prices[column]!), Infinity);
      for (const column of points) costs[from * width + column + 1]! -= prices[column]! + least;
      sum += least;
    }
    return sum;
  }

  private keepNearest(point: number): void {
    const { costs, width, near, nearOut } = this;
    const keys = costs.slice(point * width, (point + 1) * width);
    keys[0] = Infinity;
    keys[point] = Infinity;
    for (let kept = 0; kept < near; kept++) {
      let cheapest = 1;
      for (let to = 2; to < width; to++) if (keys[to]! < keys[cheapest]!) cheapest = to;
      nearOut[point * near + kept] = cheapest;
      keys[cheapest] = Infinity;
    }
  }

  // One of the points near to this one, by a chance from 0 to 1; the end counts as the start.
  nearTo(point: number, chance: number): number {
    return this.nearOut[point * this.near + Math.floor(chance * this.near)]! % this.last;
  }

  positionOf(point: number): number {
    return this.position[point]!;
  }

  cost(): number {
    return this.forwards[this.last]!;
  }

  // Takes over a whole path, of as many positions as its own.
  adopt(path: Int32Array): void {
    this.path.set(path);
    this.resum(0, this.last);
  }

  // Remembers the path as it is, and takes it up again: four copies, where summing anew looks every cost up.
  keep(): void {
    const [path, position, forwards, backwards] = this.kept;
    path.set(this.path);
    position.set(this.position);
    forwards.set(this.forwards);
    backwards.set(this.backwards);
  }

  goBack(): void {
    const [path, position, forwards, backwards] = this.kept;
    this.path.set(path);
    this.position.set(position);
    this.forwards.set(forwards);
    this.backwards.set(backwards);
  }

  touch(position: number): void {
    if (position < 0 || position >= this.last) return;
    const point = this.path[position]!;
    if (this.queued[point]) return;
    this.queued[point] = 1;
    let tail = this.queueHead + this.queueLength;
    if (tail >= this.queue.length) tail -= this.queue.length;
    this.queue[tail] = point;
    this.queueLength++;
  }

  // Improves around every touched point until nothing more is found.
  descend(): void {
    while (this.queueLength > 0) {
      const point = this.queue[this.queueHead]!;
      if (++this.queueHead === this.queue.length) this.queueHead = 0;
      this.queueLength--;
      this.looks++;
      this.queued[point] = 0;
      // A move touches its own surroundings, so the point comes round again by itself.
      if (this.improveArcFrom(point) || this.improveTurnAt(point)) this.touch(this.position[point]!);
    }
  }

  // Turns positions from…to round.
  turn(from: number, to: number): void {
    const { path } = this;
    for (let low = from, high = to; low < high; low++, high--) {
      const point = path[low]!;
      path[low] = path[high]!;
      path[high] = point;
    }
    this.resum(from - 1, to + 1);
    this.touchSeam(from - 1);
    this.touchSeam(to);
  }

  // The blocks after+1…second, second+1…third and third+1…to come in the reverse order, each as it is. The last may be empty.
  swap(after: number, second: number, third: number, to: number): void {
    const { path, block } = this;
    let filled = 0;
    for (let at = third + 1; at <= to; at++) block[filled++] = path[at]!;
    for (let at = second + 1; at <= third; at++) block[filled++] = path[at]!;
    for (let at = after + 1; at <= second; at++) block[filled++] = path[at]!;
    for (let at = 0; at < filled; at++) path[after + 1 + at] = block[at]!;
    this.resum(after, to + 1);
    this.touchSeam(after);
    this.touchSeam(after + to - third);
    this.touchSeam(after + to - second);
    this.touchSeam(to);
  }

  private touchSeam(position: number): void {
    this.touch(position);
    this.touch(position + 1);
  }

  // Positions from…to have changed; what lies beyond costs as much as before, from another sum on.
  private resum(from: number, to: number): void {
    const { path, position, forwards, backwards, costs, width } = this;
    const until = Math.min(to, this.last);
    const aheadBefore = forwards[until]!;
    const backBefore = backwards[until]!;
    let point = path[from]!;
    position[point] = from;
    let ahead = forwards[from]!;
    let back = backwards[from]!;
    for (let at = from + 1; at <= until; at++) {
      const next = path[at]!;
      ahead += costs[point * width + next]!;
      back += costs[next * width + point]!;
      forwards[at] = ahead;
      backwards[at] = back;
      position[next] = at;
      point = next;
    }
    ahead -= aheadBefore;
    back -= backBefore;
    for (let at = until + 1; at < width; at++) {
      forwards[at]! += ahead;
      backwards[at]! += back;
    }
  }

  // What turning positions from…to round saves inside, its two ends apart.
  private turnGain(from: number, to: number): number {
    const { forwards, backwards } = this;
    return forwards[to]! - forwards[from]! - (backwards[to]! - backwards[from]!);
  }

  // Replaces the arc leaving the point by a cheaper one: closes up with a turn (2-opt) or with a swap of blocks (3-opt without turns).
  private improveArcFrom(point: number): boolean {
    const { path, position, costs, width, near, nearOut, last } = this;
    const at = position[point]!;
    const next = path[at + 1]!;
    for (let a = 0; a < near; a++) {
      const target = nearOut[point * near + a]!;
      const gain = costs[point * width + next]! - costs[point * width + target]!;
      if (gain <= this.noise) return false;
      const targetAt = position[target]!;
      if (targetAt > at && targetAt < last) {
        const beyond = path[targetAt + 1]!;
        const turned =
          gain + costs[target * width + beyond]! - costs[next * width + beyond]! + this.turnGain(at + 1, targetAt);
        if (turned > this.noise) {
          this.turn(at + 1, targetAt);
          return true;
        }
      }
      const before = path[targetAt - 1]!;
      const freed = gain + costs[before * width + target]!;
      for (let b = 0; b < near; b++) {
        const rejoin = nearOut[before * near + b]!;
        const left = freed - costs[before * width + rejoin]!;
        if (left <= this.noise) break;
        const rejoinAt = position[rejoin]!;
        const cut = path[rejoinAt - 1]!;
        if (left + costs[cut * width + rejoin]! - costs[cut * width + next]! <= this.noise) continue;
        // Of the three arcs removed, the two blocks between them change places; other orders would break the path.
        if (targetAt > at && rejoinAt > targetAt) this.swap(at, targetAt - 1, rejoinAt - 1, rejoinAt - 1);
        else if (targetAt > at && rejoinAt <= at) this.swap(rejoinAt - 1, at, targetAt - 1, targetAt - 1);
        else if (targetAt < at && rejoinAt > targetAt && rejoinAt <= at) this.swap(targetAt - 1, rejoinAt - 1, at, at);
        else continue;
        return true;
      }
    }
    return false;
  }

  // The other half of 2-opt: turns the stretch that begins at the point so that it ends before one of its neighbours.
  private improveTurnAt(point: number): boolean {
    const { path, position, costs, width, near, nearOut } = this;
    const at = position[point]!;
    if (at === 0) return false;
    const before = path[at - 1]!;
    for (let a = 0; a < near; a++) {
      const target = nearOut[point * near + a]!;
      // What the turn itself saves is not counted here: an arc dearer than the one it stands for seldom pays by that.
      if (costs[point * width + target]! >= costs[before * width + point]!) return false;
      const to = position[target]! - 1;
      if (to <= at) continue;
      const tail = path[to]!;
      const gain =
        costs[before * width + point]! -
        costs[before * width + tail]! +
        costs[tail * width + target]! -
        costs[point * width + target]! +
        this.turnGain(at, to);
      if (gain > this.noise) {
        this.turn(at, to);
        return true;
      }
    }
    return false;
  }
}
