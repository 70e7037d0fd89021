// Which drivers a round looks at for an order: the nearest by the crow who may be asked, free ones and busy ones, and a few who may
// not, for the explanation. Busy ones are near from where and when they will be free, or where a stop of theirs lies beside the pickup. They are
// found in a grid, because sorting a fleet of thousands for every order takes longer than a round.
import { lacksEquipment } from "../catalogue/equipment.ts";
import type { Service, Vehicle } from "../catalogue/service.ts";
import { type LatLng, METERS_PER_DEGREE } from "../geo.ts";
import type { Steps } from "../in-steps.ts";
import { broadcastRadius } from "../matching/broadcast.ts";
import type { Phone } from "../phone.ts";
import type { FleetDriver } from "./driver-route.ts";
import { CROW_DETOUR, CROW_METERS_PER_SECOND } from "./numbered-places.ts";
import { type DispatchPolicy, POLICY, reachMeters } from "./policy.ts";
import type { StopAhead } from "./stops-ahead.ts";

export type NearDriver = Pick<
  FleetDriver,
  "phone" | "vehicle" | "equipment" | "wallet" | "hasOpenOffer" | "isOnBreak" | "inHand" | "doubt" | "lat" | "lng"
> & {
  // Of a busy one.
  readonly ahead?: readonly StopAhead[];
};

export type NearOrder = {
  readonly id: string;
  readonly pickup: LatLng;
  readonly reachMeters: number;
  // Busy drivers are not rung: within this they are asked alone.
  readonly busyReachMeters: number;
  readonly vehicle: Vehicle;
  readonly equipment?: readonly string[] | undefined;
  readonly walletNeeded: number;
  readonly refusedBy: ReadonlySet<Phone>;
};

// The matcher looks at two dozen an order; by road some of them are farther than they look.
const FREE_MAX = 24;
const BUSY_MAX = 8;
const PASSING_MAX = 4;
// Only named.
const OTHERS_MAX = 8;
const DOUBTED_MAX = 4;
const GROUPS_MAX = [FREE_MAX, BUSY_MAX, PASSING_MAX, OTHERS_MAX] as const;
const [FREE, BUSY, PASSING, OTHERS] = [0, 1, 2, 3] as const;
// Among so many who may be asked, somebody who is free need not be sought any farther.
const ASKABLE_ENOUGH = 200;
const CELL_METERS = 500;
// Beyond this the whole fleet is looked through, which is seldom and takes less than that many cells.
const RINGS_MAX = 24;
const LNGS = 1e5;
// So many tell in which latitude a fleet is.
const MIDDLE_OF = 100;
// What a second is worth in metres as the crow flies: who is free later is farther by that much.
const METERS_A_SECOND = CROW_METERS_PER_SECOND / CROW_DETOUR;
// A stop this near the pickup makes a driver worth looking at whatever they do afterwards.
const BESIDE_METERS = 500;
// Beyond this even roads twice as fast as the crow do not free a driver in time.
const LATE_SECONDS = 2 * POLICY.rules.lookAheadSeconds;

// How far an order's search has come.
export function nearReach(
  service: Pick<Service, "autoAssign" | "autoAssignDistanceMeters" | "broadcastDistanceMeters">,
  waitedSeconds: number,
  policy: DispatchPolicy,
): Pick<NearOrder, "reachMeters" | "busyReachMeters"> {
  const assigned = service.autoAssign ? reachMeters(service.autoAssignDistanceMeters, waitedSeconds, policy) : 0;
  const rung = broadcastRadius(service.broadcastDistanceMeters, waitedSeconds);
  return { reachMeters: Math.max(assigned, rung), busyReachMeters: assigned };
}

export type Near = {
  // Places in the fleet of all who are looked at …
  readonly all: readonly number[];
  // … and of those among them who may be asked.
  readonly askable: readonly number[];
};

// By order; undefined while the fleet is so small that everybody is looked at.
export function* nearDrivers(
  fleet: readonly NearDriver[],
  orders: readonly NearOrder[],
): Steps<ReadonlyMap<string, Near> | undefined> {
  if (fleet.length <= FREE_MAX) return undefined;
  const grid = new FleetGrid(fleet);
  for (const at of fleet.keys()) {
    grid.settle(at);
    yield;
  }
  const near = new Map<string, Near>();
  for (const order of orders) {
    near.set(order.id, grid.choose(order));
    yield;
  }
  return near;
}

// Of a fleet those who are looked at for one order or another, and who for which: places among those few, because nobody else takes part.
// `holders` have an order that may be taken back, and are looked at for it too.
export function amongNear<Driver extends { readonly phone: Phone }>(
  fleet: readonly Driver[],
  near: ReadonlyMap<string, Near>,
  holders: ReadonlyMap<string, Phone>,
): {
  readonly fleet: readonly Driver[];
  readonly near: ReadonlyMap<string, readonly number[]>;
  readonly askable: ReadonlyMap<string, readonly number[]>;
} {
  const placeOf = new Map(fleet.map(({ phone }, at) => [phone, at]));
  const withHolder = (id: string, ats: readonly number[]) => {
    const holder = placeOf.get(holders.get(id) ?? "");
    return holder === undefined || ats.includes(holder) ? ats : [...ats, holder];
  };
  const chosen = [...new Set([...near].flatMap(([id, { all }]) => withHolder(id, all)))].sort((a, b) => a - b);
  const numberOf = new Map(chosen.map((at, number) => [at, number]));
  const numbered = (which: keyof Near) =>
    new Map([...near].map(([id, { [which]: ats }]) => [id, withHolder(id, ats).map((at) => numberOf.get(at)!)]));
  return { fleet: chosen.map((at) => fleet[at]!), near: numbered("all"), askable: numbered("askable") };
}

// Metres from the pickup, with those that the seconds until then are worth.
type Found = { readonly at: number; readonly meters: number };
// A driver may be in it twice, by two stops.
type Group = Found[];
type Stop = { readonly at: number; readonly place: LatLng; readonly inSeconds: number; readonly isFree: boolean };

class FleetGrid {
  readonly #fleet: readonly NearDriver[];
  readonly #stops: (readonly Stop[])[] = [];
  readonly #cells = new Map<number, Stop[]>();
  readonly #doubted: readonly number[];
  // A degree of longitude here.
  readonly #lngMeters: number;

  constructor(fleet: readonly NearDriver[]) {
    this.#fleet = fleet;
    this.#doubted = fleet.flatMap(({ doubt }, at) => (doubt ? [at] : [])).slice(0, DOUBTED_MAX);
    const every = Math.ceil(fleet.length / MIDDLE_OF);
    const lats = fleet.filter((_, at) => at % every === 0).map(({ lat }) => lat);
    const middle = lats.sort((a, b) => a - b)[lats.length >> 1] ?? 0;
    this.#lngMeters = METERS_PER_DEGREE * Math.max(0.01, Math.cos((middle * Math.PI) / 180));
  }

  settle(at: number): void {
    const stops = stopsOf(this.#fleet[at]!, at);
    this.#stops[at] = stops;
    for (const stop of stops) {
      const key = keyOf(this.#row(stop.place.lat), this.#column(stop.place.lng));
      const cell = this.#cells.get(key);
      if (cell) cell.push(stop);
      else this.#cells.set(key, [stop]);
    }
  }

  choose(order: NearOrder): Near {
    const groups: Group[] = GROUPS_MAX.map(() => []);
    for (let ring = 0; (ring - 1) * CELL_METERS <= order.reachMeters; ring++) {
      if (isEnough(groups, (ring - 1) * CELL_METERS)) break;
      if (ring > RINGS_MAX) {
        // Everybody, those already seen among them.
        for (const group of groups) group.length = 0;
        for (const stops of this.#stops) for (const stop of stops) this.#put(stop, order, groups);
        break;
      }
      this.#eachIn(order.pickup, ring, (stop) => this.#put(stop, order, groups));
    }
    const nearest = groups.map((group, kind) => nearestOf(group, GROUPS_MAX[kind]!));
    const others = nearest[OTHERS]!;
    const askable = inOrder(nearest.slice(0, OTHERS).flat());
    // Where nobody is within reach, those who come nearest to it are named.
    const isEmpty = askable.length + others.length < OTHERS_MAX;
    const named = isEmpty ? nearestOf(this.#everybody(order), OTHERS_MAX) : others;
    // Whoever is doubted is named, wherever they are said to be.
    const doubted = this.#doubted.map((at) => ({ at, meters: 0 }));
    const all = [...askable, ...inOrder([...named, ...doubted])];
    return { all: [...new Set(all)].sort((a, b) => a - b), askable };
  }

  #everybody(order: NearOrder): Group {
    return this.#stops.map((stops, at) => ({ at, meters: this.#meters(stops.at(-1)!.place, order.pickup) }));
  }

  #put({ at, place, inSeconds, isFree }: Stop, order: NearOrder, groups: readonly Group[]): void {
    const meters = this.#meters(place, order.pickup);
    if (!isFree && meters > BESIDE_METERS) return;
    const group = groups[!this.#mayBeAsked(at, order) ? OTHERS : !isFree ? PASSING : this.#isBusy(at) ? BUSY : FREE]!;
    group.push({ at, meters: meters + inSeconds * METERS_A_SECOND });
  }

  // As eligibility.ts will say it for good, by road.
  #mayBeAsked(at: number, order: NearOrder): boolean {
    const driver = this.#fleet[at]!;
    const free = this.#stops[at]!.at(-1)!;
    return (
      !driver.doubt &&
      !driver.hasOpenOffer &&
      !driver.isOnBreak &&
      driver.vehicle === order.vehicle &&
      !lacksEquipment(order, driver) &&
      driver.wallet >= order.walletNeeded &&
      !order.refusedBy.has(driver.phone) &&
      free.inSeconds <= LATE_SECONDS &&
      this.#meters(free.place, order.pickup) <= (this.#isBusy(at) ? order.busyReachMeters : order.reachMeters)
    );
  }

  #isBusy(at: number): boolean {
    return (this.#fleet[at]!.inHand ?? 0) > 0;
  }

  #eachIn({ lat, lng }: LatLng, ring: number, see: (stop: Stop) => void): void {
    const [row, column] = [this.#row(lat), this.#column(lng)];
    for (let down = -ring; down <= ring; down++) {
      const step = Math.abs(down) === ring ? 1 : 2 * ring;
      for (let right = -ring; right <= ring; right += step || 1) {
        for (const stop of this.#cells.get(keyOf(row + down, column + right)) ?? []) see(stop);
      }
    }
  }

  #row(lat: number): number {
    return Math.floor((lat * METERS_PER_DEGREE) / CELL_METERS);
  }

  #column(lng: number): number {
    return Math.floor((lng * this.#lngMeters) / CELL_METERS);
  }

  #meters(a: LatLng, b: LatLng): number {
    const [down, right] = [(a.lat - b.lat) * METERS_PER_DEGREE, (a.lng - b.lng) * this.#lngMeters];
    // Math.hypot takes several times as long.
    return Math.sqrt(down * down + right * right);
  }
}

function stopsOf(driver: NearDriver, at: number): readonly Stop[] {
  const ahead = driver.ahead ?? [{ lat: driver.lat, lng: driver.lng, inSeconds: 0 }];
  return ahead.map(({ lat, lng, inSeconds }, stop) => ({
    at,
    place: { lat, lng },
    inSeconds,
    isFree: stop === ahead.length - 1,
  }));
}

function keyOf(row: number, column: number): number {
  return row * LNGS + column;
}

// Whoever has not been seen is farther than `certainMeters`.
function isEnough([free, busy]: readonly Group[], certainMeters: number): boolean {
  let [freeWithin, busyWithin] = [0, 0];
  for (const { meters } of free ?? []) if (meters <= certainMeters) freeWithin++;
  for (const { meters } of busy ?? []) if (meters <= certainMeters) busyWithin++;
  return freeWithin >= FREE_MAX || freeWithin + busyWithin >= ASKABLE_ENOUGH;
}

function inOrder(found: readonly Found[]): readonly number[] {
  return [...new Set(found.map(({ at }) => at))].sort((a, b) => a - b);
}

function nearestOf(group: Group, max: number): readonly Found[] {
  if (group.length <= max) return group;
  const seen = new Set<number>();
  return group.sort((a, b) => a.meters - b.meters).filter(({ at }) => seen.size < max && seen.size < seen.add(at).size);
}
