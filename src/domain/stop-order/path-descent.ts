// An open path under local search: moves that never cost more, tried until none is left. Costs are directed (one-way streets),
// so turning a stretch round is priced by running sums of both directions, not assumed free.
//
// The path has two fixed ends: the start, and a made-up end reached from anywhere at no cost, which makes it open.

// Candidate arcs kept per point, cheapest first. Of 168 searches of public tours 5 ended over 0.3 % above the best there is with 10, and 2 with 12.
const NEAR_MAX = 12;
// Longest run of stops moved and turned as one.
const RUN_MAX = 3;
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
  private readonly nearIn: Int32Array;
  private readonly position: Int32Array;
  // Cost from the start to each position, driven forwards and driven backwards.
  private readonly forwards: Float64Array;
  private readonly backwards: Float64Array;
  private readonly block: Int32Array;
  private readonly kept: readonly [Int32Array, Int32Array, Float64Array, Float64Array];
  // Points whose surroundings changed since they were last looked at: a ring and a mark per point.
  private readonly queue: Int32Array;
  private readonly queued: Uint8Array;
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
    this.nearIn = new Int32Array(width * this.near);
    const stopsAndEnd = Array.from({ length: size }, (_, at) => at + 1);
    const startAndStops = Array.from({ length: size }, (_, at) => at);
    for (let point = 0; point < size; point++) {
      this.keepNearest(this.nearOut, point, stopsAndEnd, (other) => this.costs[point * width + other]!);
      this.keepNearest(this.nearIn, point, startAndStops, (other) => this.costs[other * width + point]!);
    }
    this.path = Int32Array.from({ length: width }, (_, at) => at);
    this.position = new Int32Array(width);
    this.forwards = new Float64Array(width);
    this.backwards = new Float64Array(width);
    this.block = new Int32Array(width);
    this.queue = new Int32Array(width);
    this.queued = new Uint8Array(width);
    this.resum(0, size);
    this.kept = [this.path.slice(), this.position.slice(), this.forwards.slice(), this.backwards.slice()];
  }

  private keepNearest(
    into: Int32Array,
    point: number,
    others: readonly number[],
    cost: (other: number) => number,
  ): void {
    const keys = new Float64Array(others.length);
    for (const [at, other] of others.entries()) keys[at] = other === point ? Infinity : cost(other);
    for (let kept = 0; kept < this.near; kept++) {
      let cheapest = 0;
      for (let at = 1; at < keys.length; at++) if (keys[at]! < keys[cheapest]!) cheapest = at;
      into[point * this.near + kept] = others[cheapest]!;
      keys[cheapest] = Infinity;
    }
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
      this.queued[point] = 0;
      // A move touches its own surroundings, so the point comes round again by itself.
      if (this.improveArcFrom(point) || this.improveTurnAt(point) || this.improveRunAt(point))
        this.touch(this.position[point]!);
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
    this.touch(from - 1);
    this.touch(from);
    this.touch(to);
    this.touch(to + 1);
  }

  // The blocks after…middle and middle+1…to change places; either may be turned round on the way.
  swap(after: number, middle: number, to: number, turnFirst: boolean, turnSecond: boolean): void {
    const { path, block } = this;
    let filled = 0;
    if (turnSecond) for (let at = to; at > middle; at--) block[filled++] = path[at]!;
    else for (let at = middle + 1; at <= to; at++) block[filled++] = path[at]!;
    if (turnFirst) for (let at = middle; at > after; at--) block[filled++] = path[at]!;
    else for (let at = after + 1; at <= middle; at++) block[filled++] = path[at]!;
    for (let at = 0; at < filled; at++) path[after + 1 + at] = block[at]!;
    this.resum(after, to + 1);
    const seam = after + to - middle;
    this.touch(after);
    this.touch(after + 1);
    this.touch(seam);
    this.touch(seam + 1);
    this.touch(to);
    this.touch(to + 1);
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
        if (targetAt > at && rejoinAt > targetAt) this.swap(at, targetAt - 1, rejoinAt - 1, false, false);
        else if (targetAt > at && rejoinAt <= at) this.swap(rejoinAt - 1, at, targetAt - 1, false, false);
        else if (targetAt < at && rejoinAt > targetAt && rejoinAt <= at)
          this.swap(targetAt - 1, rejoinAt - 1, at, false, false);
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

  // Or-opt: a short run of stops that begins or ends at the point goes elsewhere, turned round. As it is it goes there by a swap of blocks,
  // which improveArcFrom finds: trying that here too took a quarter of the time.
  private improveRunAt(point: number): boolean {
    const at = this.position[point]!;
    if (at === 0) return false;
    for (let length = 2; length <= RUN_MAX; length++) {
      if (at + length <= this.last && this.moveRun(at, at + length - 1)) return true;
      if (at - length >= 0 && this.moveRun(at - length + 1, at)) return true;
    }
    return false;
  }

  // Tries the turned run between a near predecessor of its new head and that one's successor, and the mirror of it at its new tail.
  private moveRun(from: number, to: number): boolean {
    const { path, position, costs, width, near, nearIn, nearOut } = this;
    const head = path[to]!;
    const tail = path[from]!;
    const left = path[from - 1]!;
    const right = path[to + 1]!;
    const closed = costs[left * width + tail]! + costs[head * width + right]! - costs[left * width + right]!;
    const saved = closed + this.turnGain(from, to);
    for (let a = 0; a < near; a++) {
      const before = nearIn[head * near + a]!;
      const rest = saved - costs[before * width + head]!;
      // Any chain of exchanges that pays in the end can be begun where every partial sum pays: one that does not is left here.
      if (rest <= this.noise) break;
      const gap = position[before]!;
      if (gap >= from - 1 && gap <= to) continue;
      const after = path[gap + 1]!;
      if (rest - costs[tail * width + after]! + costs[before * width + after]! > this.noise)
        return this.placeTurned(from, to, gap);
    }
    for (let a = 0; a < near; a++) {
      const after = nearOut[tail * near + a]!;
      const rest = saved - costs[tail * width + after]!;
      if (rest <= this.noise) break;
      const gap = position[after]! - 1;
      if (gap >= from - 1 && gap <= to) continue;
      const before = path[gap]!;
      if (rest - costs[before * width + head]! + costs[before * width + after]! > this.noise)
        return this.placeTurned(from, to, gap);
    }
    return false;
  }

  private placeTurned(from: number, to: number, gap: number): true {
    if (gap > to) this.swap(from - 1, to, gap, true, false);
    else this.swap(gap, from - 1, to, false, true);
    return true;
  }
}
