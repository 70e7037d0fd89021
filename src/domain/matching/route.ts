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
  return walk(start, visits, undefined, -1, -1, rules, travel, Infinity);
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
  let best: Insertion | undefined;
  let cheapest = base + Math.min(addedMax, BROKEN);
  // From the end backwards: adding at the end is most often the cheapest, and a low cost found early cuts the other walks short.
  for (let pickupAt = visits.length; pickupAt >= 0; pickupAt--) {
    for (let doorsAt = pickupAt; doorsAt <= visits.length; doorsAt++) {
      const cost = walk(start, visits, order, pickupAt, doorsAt, rules, travel, cheapest);
      if (cost >= cheapest) continue;
      cheapest = cost;
      best = { cost, pickupAt, doorsAt };
    }
  }
  return best;
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

// Who is on board during a walk. One walk at a time: kept outside so that millions of walks allocate nothing.
const boarded: (OrderTask | undefined)[] = [];
const boardedAt: number[] = [];

function bundleOf({ bundleMax }: OrderTask, { bundleShare }: CostRules): number {
  return Math.ceil(bundleMax * bundleShare);
}

function seatOf(order: OrderTask, carried: number): number {
  for (let seat = 0; seat < carried; seat++) if (boarded[seat] === order) return seat;
  throw new Error(`order ${order.id} is delivered but never picked up`);
}

// Walks the route, with `extra` picked up before visit number pickupAt and delivered before visit number doorsAt. Costs only grow on
// the way, so the walk ends as soon as they reach `costMax`.
function walk(
  start: RouteStart,
  visits: readonly Visit[],
  extra: OrderTask | undefined,
  pickupAt: number,
  doorsAt: number,
  rules: CostRules,
  travel: Travel,
  costMax: number,
): number {
  let point = start.point;
  let now = start.freeAt;
  let cost = 0;
  let carried = 0;
  let bundleMax = Infinity;
  for (const { order, pickedUpAt } of start.onBoard) {
    boarded[carried] = order;
    boardedAt[carried++] = pickedUpAt;
    bundleMax = Math.min(bundleMax, bundleOf(order, rules));
  }
  const steps = visits.length + (extra ? 2 : 0);
  let taken = 0;
  for (let step = 0; step < steps; step++) {
    let order: OrderTask;
    let isPickup: boolean;
    if (extra && step === pickupAt) {
      order = extra;
      isPickup = true;
    } else if (extra && step === doorsAt + 1) {
      order = extra;
      isPickup = false;
    } else {
      const visit = visits[taken++]!;
      order = visit.order;
      isPickup = visit.kind === "pickup";
    }
    const driving = travel.seconds(point, isPickup ? order.pickup : order.firstDoor);
    if (driving === Infinity) return Infinity; // no way leads there
    cost += driving * rules.drivingWeight;
    if (isPickup) {
      now = Math.max(now + driving, order.readyAt) + order.pickupSeconds;
      if (now > start.offAt) cost += BROKEN;
      point = order.pickup;
      bundleMax = carried === 0 ? bundleOf(order, rules) : Math.min(bundleMax, bundleOf(order, rules));
      boarded[carried] = order;
      boardedAt[carried++] = now;
      if (carried > bundleMax) cost += BROKEN;
      if (cost >= costMax) return cost;
      continue;
    }
    now += driving + order.doorsSeconds;
    point = order.lastDoor;
    cost += orderCost(order, now, rules);
    if (cost >= costMax) return cost;
    const seat = seatOf(order, carried);
    const straight = travel.seconds(order.pickup, order.firstDoor) + order.doorsSeconds;
    const detour = now - boardedAt[seat]! - straight - rules.detourSecondsMax;
    if (detour > 0 && !order.isPlanned) cost += detour * DETOUR_PENALTY;
    boarded[seat] = boarded[--carried];
    boardedAt[seat] = boardedAt[carried]!;
  }
  return cost;
}
