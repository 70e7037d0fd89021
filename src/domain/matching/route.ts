// What a driver still has to do, when each step happens, and what one more order would cost them and everybody they carry for.
import type { Travel } from "./travel.ts";

// An order as the matcher sees it. Points are numbers of the round's Travel; instants are seconds on any one clock.
export type OrderTask = {
  readonly id: string;
  readonly pickup: number;
  // The doors in visiting order, as one block: where it begins and ends, and what it takes from the first arrival to the last goodbye.
  readonly firstDoor: number;
  readonly lastDoor: number;
  readonly doorsSeconds: number;
  readonly placedAt: number;
  // Not handed over before this; for most orders it is the moment they were placed.
  readonly readyAt: number;
  // Later than this is late, and every second counts more.
  readonly dueAt: number;
  readonly pickupSeconds: number;
  // How many orders, this one included, a driver carrying it may have on board.
  readonly bundleMax: number;
  // Of a planned service: any time until dueAt is as good as another, and being driven about meanwhile harms nobody.
  readonly isPlanned?: boolean;
  // Not wanted at the doors before this: the slot that was chosen begins.
  readonly opensAt?: number;
  // What it weighs and how much room it takes, where the sender said so.
  readonly load?: { readonly kg: number; readonly litres: number };
};

export type Visit = { readonly order: OrderTask; readonly kind: "pickup" | "doors" };

// A driver from the first moment at which they can be told where to go next.
export type RouteStart = {
  readonly point: number;
  readonly freeAt: number;
  // No pickup is finished after this.
  readonly offAt: number;
  readonly onBoard: readonly { readonly order: OrderTask; readonly pickedUpAt: number }[];
};

export type CostRules = {
  // What a second between placing and the last door costs …
  readonly delayWeight: number;
  // … and each second after dueAt on top of it, so that far orders do not starve.
  readonly lateWeight: number;
  // A second at the wheel, in the same coin: the price of driving, and of a driver being away.
  readonly drivingWeight: number;
  // Goods on board for longer than the straight way and this much are being driven about: each further second counts tenfold.
  readonly detourSecondsMax: number;
  // How much of what a service allows on board is used.
  readonly bundleShare: number;
};

// Where a new order goes: before which visit it is picked up and before which it is delivered. `cost` is the whole route's.
export type Insertion = { readonly cost: number; readonly pickupAt: number; readonly doorsAt: number };

// A route longer than this is no plan but a wish; orders beyond it wait for a later round.
const VISITS_MAX = 10;
const DETOUR_PENALTY = 10;
// A second beyond the promised time of a planned order: what delays it so far is not put before it.
const BEYOND = 10;
// Added for each limit a route breaks (carries too many, picks up after the shift). Finite, because a driver who has already
// broken one, by being late, must still be comparable with and without one more order.
const BROKEN = 1e9;

export function routeCost(start: RouteStart, visits: readonly Visit[], rules: CostRules, travel: Travel): number {
  return timetable.read(start, visits, rules, travel);
}

// The cheapest way to add an order to a route, which costs `base` now, for less than `addedMax` more and without breaking a limit.
// The sequence of what is there stays as it is.
export function bestInsertion(
  start: RouteStart,
  visits: readonly Visit[],
  base: number,
  order: OrderTask,
  rules: CostRules,
  travel: Travel,
  addedMax = BROKEN,
): Insertion | undefined {
  if (visits.length + 2 > VISITS_MAX || soonestCost(start, order, rules, travel) >= addedMax) return undefined;
  if (timetable.read(start, visits, rules, travel) === Infinity) return undefined;
  return timetable.cheapestPlace(order, base + Math.min(addedMax, BROKEN));
}

// What the order alone would cost if the driver turned to it first: no place in their route is cheaper.
function soonestCost(start: RouteStart, order: OrderTask, rules: CostRules, travel: Travel): number {
  const arriveAt = start.freeAt + travel.seconds(start.point, order.pickup);
  const pickedUpAt = Math.max(arriveAt, order.readyAt) + order.pickupSeconds;
  return orderCost(order, pickedUpAt + travel.seconds(order.pickup, order.firstDoor) + order.doorsSeconds, rules);
}

export function orderCost(order: OrderTask, deliveredAt: number, rules: CostRules): number {
  if (order.isPlanned) return Math.max(0, deliveredAt - order.dueAt) * (rules.delayWeight + rules.lateWeight) * BEYOND;
  return (deliveredAt - order.placedAt) * rules.delayWeight + Math.max(0, deliveredAt - order.dueAt) * rules.lateWeight;
}

export function insert(visits: readonly Visit[], order: OrderTask, at: Insertion): Visit[] {
  return [
    ...visits.slice(0, at.pickupAt),
    { order, kind: "pickup" },
    ...visits.slice(at.pickupAt, at.doorsAt),
    { order, kind: "doors" },
    ...visits.slice(at.doorsAt),
  ];
}

export type TimedVisit = {
  readonly visit: Visit;
  // When the driver sets out for it, is there, and has done it.
  readonly leaveAt: number;
  readonly arriveAt: number;
  readonly doneAt: number;
};

export function timesOf(start: RouteStart, visits: readonly Visit[], travel: Travel): TimedVisit[] {
  let point = start.point;
  let now = start.freeAt;
  return visits.map((visit) => {
    const { order, kind } = visit;
    const leaveAt = now;
    const arriveAt = now + travel.seconds(point, kind === "pickup" ? order.pickup : order.firstDoor);
    now = kind === "pickup" ? Math.max(arriveAt, order.readyAt) + order.pickupSeconds : arriveAt + order.doorsSeconds;
    point = kind === "pickup" ? order.pickup : order.lastDoor;
    return { visit, leaveAt, arriveAt, doneAt: now };
  });
}

// Where and when they have done all they hold.
export function endOf(
  start: RouteStart,
  visits: readonly Visit[],
  travel: Travel,
): { readonly point: number; readonly at: number } {
  let { point, freeAt: at } = start;
  for (const { order, kind } of visits) {
    if (kind === "pickup") {
      at = Math.max(at + travel.seconds(point, order.pickup), order.readyAt) + order.pickupSeconds;
      point = order.pickup;
    } else {
      at += travel.seconds(point, order.firstDoor) + order.doorsSeconds;
      point = order.lastDoor;
    }
  }
  return { point, at };
}

function bundleOf({ bundleMax }: OrderTask, { bundleShare }: CostRules): number {
  return Math.ceil(bundleMax * bundleShare);
}

function goalOf({ order, kind }: Visit): number {
  return kind === "pickup" ? order.pickup : order.firstDoor;
}

// A route as it is driven. What comes before a new order is worked out once for all its places, and a place is given up as soon as it costs
// too much whatever comes after it.
class Timetable {
  private start!: RouteStart;
  private visits!: readonly Visit[];
  private rules!: CostRules;
  private travel!: Travel;
  // Before each visit, and after the last: where and when the driver is, what it has cost so far, how many are on board and may be.
  private readonly points: number[] = [];
  private readonly times: number[] = [];
  private readonly costs: number[] = [];
  private readonly carried: number[] = [];
  private readonly rooms: number[] = [];
  // Of each visit: the way to it, and what it costs without that way and without the price of a detour.
  private readonly legs: number[] = [];
  private readonly firm: number[] = [];
  // Of doors: the straight way, and which visit was their pickup; below 0 it is what was on board at the start.
  private readonly straight: number[] = [];
  private readonly pickupOf: number[] = [];
  // What remains from before a visit on, at least, for whoever comes there later than planned and from elsewhere.
  private readonly ahead: number[] = [];
  // Of pickups, in the walk that is going on.
  private readonly pickedUpAt: number[] = [];
  private point = 0;
  private now = 0;
  private cost = 0;
  private room = 0;

  // Answers what the route costs; Infinity where no way leads to one of its visits.
  read(start: RouteStart, visits: readonly Visit[], rules: CostRules, travel: Travel): number {
    this.start = start;
    this.visits = visits;
    this.rules = rules;
    this.travel = travel;
    this.go(start.point, start.freeAt, 0, Infinity);
    let carried = start.onBoard.length;
    for (const { order } of start.onBoard) this.room = Math.min(this.room, bundleOf(order, rules));
    for (let at = 0; ; at++) {
      this.points[at] = this.point;
      this.times[at] = this.now;
      this.costs[at] = this.cost;
      this.carried[at] = carried;
      this.rooms[at] = this.room;
      const visit = visits[at];
      if (!visit) return this.cost;
      const { order, kind } = visit;
      const leg = travel.seconds(this.point, goalOf(visit));
      if (leg === Infinity) return Infinity;
      this.legs[at] = leg;
      if (kind === "doors") {
        this.pickupOf[at] = this.pickupBefore(at, order);
        this.straight[at] = travel.seconds(order.pickup, order.firstDoor) + order.doorsSeconds;
      }
      const before = this.cost + leg * rules.drivingWeight;
      this.pass(at, leg, carried);
      carried += kind === "pickup" ? 1 : -1;
      this.firm[at] = kind === "pickup" ? this.cost - before : orderCost(order, this.now, rules);
    }
  }

  // Of the route that was read: where one more order costs least, if the whole then costs less than `costMax`.
  cheapestPlace(order: OrderTask, costMax: number): Insertion | undefined {
    const { rules, travel, visits } = this;
    const straight = travel.seconds(order.pickup, order.firstDoor) + order.doorsSeconds;
    this.lookAhead();
    let best: Insertion | undefined;
    let cheapest = costMax;
    // From the end backwards: adding at the end is most often the cheapest, and a low cost found early cuts the other walks short.
    for (let pickupAt = visits.length; pickupAt >= 0; pickupAt--) {
      const leg = travel.seconds(this.points[pickupAt]!, order.pickup);
      const pickedUpAt = Math.max(this.times[pickupAt]! + leg, order.readyAt) + order.pickupSeconds;
      this.go(order.pickup, pickedUpAt, this.costs[pickupAt]! + leg * rules.drivingWeight, this.rooms[pickupAt]!);
      this.makeRoom(order, this.carried[pickupAt]!);
      if (!(pickedUpAt <= this.start.offAt) || this.carried[pickupAt]! + 1 > this.room) continue;
      // Written so that what cannot be told, as where no way leads, is not less.
      if (!(this.cost + orderCost(order, pickedUpAt + straight, rules) + this.ahead[pickupAt]! < cheapest)) continue;
      for (let doorsAt = pickupAt; doorsAt <= visits.length; doorsAt++) {
        const { point, now, cost, room } = this;
        this.deliver(order, travel.seconds(point, order.firstDoor), pickedUpAt, straight);
        if (this.goOn(doorsAt, cheapest)) {
          cheapest = this.cost;
          best = { cost: cheapest, pickupAt, doorsAt };
        }
        this.go(point, now, cost, room);
        const next = visits[doorsAt];
        if (!next) break;
        const driving = doorsAt === pickupAt ? travel.seconds(point, goalOf(next)) : this.legs[doorsAt]!;
        this.pass(doorsAt, driving, this.carried[doorsAt]! + 1);
        if (!(this.cost + this.ahead[doorsAt + 1]! < cheapest)) break;
      }
    }
    return best;
  }

  private go(point: number, now: number, cost: number, room: number): void {
    this.point = point;
    this.now = now;
    this.cost = cost;
    this.room = room;
  }

  // The rest of the route from where the walk is; whether all of it costs less than `costMax`.
  private goOn(from: number, costMax: number): boolean {
    for (let at = from; at < this.visits.length; at++) {
      if (!(this.cost + this.ahead[at]! < costMax)) return false;
      const leg = at === from ? this.travel.seconds(this.point, goalOf(this.visits[at]!)) : this.legs[at]!;
      this.pass(at, leg, this.carried[at]!);
    }
    return this.cost < costMax;
  }

  private pass(at: number, leg: number, carried: number): void {
    const { order, kind } = this.visits[at]!;
    if (kind === "doors") {
      const pickup = this.pickupOf[at]!;
      const since = pickup < 0 ? this.start.onBoard[-1 - pickup]!.pickedUpAt : this.pickedUpAt[pickup]!;
      this.deliver(order, leg, since, this.straight[at]!);
      return;
    }
    this.now = Math.max(this.now + leg, order.readyAt) + order.pickupSeconds;
    this.point = order.pickup;
    this.cost += leg * this.rules.drivingWeight;
    if (this.now > this.start.offAt) this.cost += BROKEN;
    this.makeRoom(order, carried);
    if (carried + 1 > this.room) this.cost += BROKEN;
    this.pickedUpAt[at] = this.now;
  }

  private makeRoom(order: OrderTask, carried: number): void {
    const bundle = bundleOf(order, this.rules);
    this.room = carried === 0 ? bundle : Math.min(this.room, bundle);
  }

  private deliver(order: OrderTask, leg: number, pickedUpAt: number, straight: number): void {
    const { rules } = this;
    this.now += leg + order.doorsSeconds;
    this.point = order.lastDoor;
    this.cost += leg * rules.drivingWeight;
    this.cost += orderCost(order, this.now, rules);
    const detour = this.now - pickedUpAt - straight - rules.detourSecondsMax;
    if (detour > 0 && !order.isPlanned) this.cost += detour * DETOUR_PENALTY;
  }

  // Nobody gets anywhere sooner by doing more on the way, so costs only grow; but for that of a detour, when goods are picked up later.
  private lookAhead(): void {
    let rest = 0;
    this.ahead[this.visits.length] = 0;
    for (let at = this.visits.length - 1; at >= 0; at--) {
      this.ahead[at] = rest + this.firm[at]!;
      rest = this.ahead[at]! + this.legs[at]! * this.rules.drivingWeight;
    }
  }

  private pickupBefore(at: number, order: OrderTask): number {
    for (let pickup = at - 1; pickup >= 0; pickup--) if (this.visits[pickup]!.order === order) return pickup;
    const seat = this.start.onBoard.findIndex((carried) => carried.order === order);
    if (seat < 0) throw new Error(`order ${order.id} is delivered but never picked up`);
    return -1 - seat;
  }
}

// One route at a time: kept, so that millions of them allocate nothing.
const timetable = new Timetable();
