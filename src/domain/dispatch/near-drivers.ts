// Which drivers a round looks at for an order: the nearest by the crow who may be asked, free ones and busy ones, and a few who may
// not, for the explanation. Busy ones are near from where and when they will be free, or where a stop of theirs lies beside the pickup. They are
// found in a grid, because sorting a fleet of thousands for every order takes longer than a round.
import { lacksEquipment } from "../catalogue/equipment.ts";
import type { Service, Vehicle } from "../catalogue/service.ts";
import { type LatLng, METERS_PER_DEGREE } from "../geo.ts";
import { MANY, type Steps } from "../in-steps.ts";
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
    if (at % MANY === 0) yield;
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
  const held = new Set(holders.values());
  const placeOf = new Map(fleet.flatMap(({ phone }, at) => (held.has(phone) ? [[phone, at]] : [])));
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

// The drivers nearest to a pickup, so many of them, the nearest first. Metres are from the pickup, with those that the seconds until then are worth.
class Nearest {
  readonly ats: number[] = [];
  readonly #meters: number[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  // A driver may be added twice, by two stops, and counts by the nearer.
  add(at: number, meters: number): void {
    if (this.isFullWithin(meters)) return;
    const known = this.ats.indexOf(at);
    if (known >= 0 && this.#meters[known]! <= meters) return;
    if (known >= 0 || this.ats.length === this.#max) this.#remove(known);
    let slot = this.ats.length;
    for (; slot > 0 && this.#meters[slot - 1]! > meters; slot--) {
      this.ats[slot] = this.ats[slot - 1]!;
      this.#meters[slot] = this.#meters[slot - 1]!;
    }
    this.ats[slot] = at;
    this.#meters[slot] = meters;
  }

  isFullWithin(meters: number): boolean {
    return this.ats.length === this.#max && this.#meters[this.#max - 1]! <= meters;
  }

  // -1: the last.
  #remove(slot: number): void {
    this.ats.splice(slot, 1);
    this.#meters.splice(slot, 1);
  }
}

// Who was found for an order so far: by group, and how far each is of those who may be asked.
type Found = { readonly groups: readonly Nearest[]; readonly askableMeters: number[] };

class FleetGrid {
  readonly #fleet: readonly NearDriver[];
  // Whether nobody may ask them now, whatever the order is.
  readonly #isOut: Uint8Array;
  // By driver: the first of their stops, which follow one another; at the last they are free. Flat, because every order looks at hundreds of them.
  readonly #firstStop: Int32Array;
  readonly #driverOf: Int32Array;
  readonly #northMeters: Float64Array;
  readonly #eastMeters: Float64Array;
  readonly #inSeconds: Float64Array;
  // Stops by cell.
  readonly #cells = new Map<number, number[]>();
  readonly #doubted: readonly number[];
  // A degree of longitude here.
  readonly #lngMeters: number;

  constructor(fleet: readonly NearDriver[]) {
    this.#fleet = fleet;
    this.#isOut = new Uint8Array(fleet.length);
    this.#firstStop = new Int32Array(fleet.length + 1);
    const stops = fleet.reduce((sum, { ahead }) => sum + (ahead?.length ?? 1), 0);
    this.#driverOf = new Int32Array(stops);
    this.#northMeters = new Float64Array(stops);
    this.#eastMeters = new Float64Array(stops);
    this.#inSeconds = new Float64Array(stops);
    this.#doubted = fleet.flatMap(({ doubt }, at) => (doubt ? [at] : [])).slice(0, DOUBTED_MAX);
    const every = Math.ceil(fleet.length / MIDDLE_OF);
    const lats = fleet.filter((_, at) => at % every === 0).map(({ lat }) => lat);
    const middle = lats.sort((a, b) => a - b)[lats.length >> 1] ?? 0;
    this.#lngMeters = METERS_PER_DEGREE * Math.max(0.01, Math.cos((middle * Math.PI) / 180));
  }

  // One driver after another.
  settle(at: number): void {
    const driver = this.#fleet[at]!;
    this.#isOut[at] = driver.doubt || driver.hasOpenOffer || driver.isOnBreak ? 1 : 0;
    let stop = this.#firstStop[at]!;
    if (!driver.ahead) this.#addStop(stop++, at, driver, 0);
    for (const ahead of driver.ahead ?? []) this.#addStop(stop++, at, ahead, ahead.inSeconds);
    this.#firstStop[at + 1] = stop;
  }

  #addStop(stop: number, at: number, { lat, lng }: LatLng, inSeconds: number): void {
    this.#driverOf[stop] = at;
    this.#northMeters[stop] = lat * METERS_PER_DEGREE;
    this.#eastMeters[stop] = lng * this.#lngMeters;
    this.#inSeconds[stop] = inSeconds;
    const key = keyOf(cellOf(this.#northMeters[stop]!), cellOf(this.#eastMeters[stop]!));
    const cell = this.#cells.get(key);
    if (cell) cell.push(stop);
    else this.#cells.set(key, [stop]);
  }

  choose(order: NearOrder): Near {
    const north = order.pickup.lat * METERS_PER_DEGREE;
    const east = order.pickup.lng * this.#lngMeters;
    let found = nobodyYet();
    for (let ring = 0; (ring - 1) * CELL_METERS <= order.reachMeters; ring++) {
      if (isEnough(found, (ring - 1) * CELL_METERS)) break;
      if (ring > RINGS_MAX) {
        // Everybody, those already seen among them.
        found = nobodyYet();
        for (const stop of this.#driverOf.keys()) this.#put(stop, north, east, order, found);
        break;
      }
      this.#putRing(ring, north, east, order, found);
    }
    const askable = inOrder(found.groups.slice(0, OTHERS).flatMap(({ ats }) => ats));
    const others = found.groups[OTHERS]!.ats;
    // Where nobody is within reach, those who come nearest to it are named.
    const named = askable.length + others.length < OTHERS_MAX ? this.#nearestOfAll(north, east) : others;
    // Whoever is doubted is named, wherever they are said to be.
    return { all: inOrder([...askable, ...named, ...this.#doubted]), askable };
  }

  #nearestOfAll(north: number, east: number): readonly number[] {
    const nearest = new Nearest(OTHERS_MAX);
    for (const at of this.#fleet.keys()) nearest.add(at, this.#meters(this.#firstStop[at + 1]! - 1, north, east));
    return nearest.ats;
  }

  #putRing(ring: number, north: number, east: number, order: NearOrder, found: Found): void {
    const [row, column] = [cellOf(north), cellOf(east)];
    for (let down = -ring; down <= ring; down++) {
      const step = Math.abs(down) === ring ? 1 : 2 * ring;
      for (let right = -ring; right <= ring; right += step || 1) {
        const cell = this.#cells.get(keyOf(row + down, column + right));
        if (cell) for (const stop of cell) this.#put(stop, north, east, order, found);
      }
    }
  }

  #put(stop: number, north: number, east: number, order: NearOrder, found: Found): void {
    const at = this.#driverOf[stop]!;
    const last = this.#firstStop[at + 1]! - 1;
    const meters = this.#meters(stop, north, east);
    if (stop !== last && meters > BESIDE_METERS) return;
    const freeMeters = stop === last ? meters : this.#meters(last, north, east);
    const isAskable = this.#mayBeAsked(at, order, freeMeters, this.#inSeconds[last]!);
    const kind = !isAskable ? OTHERS : stop !== last ? PASSING : this.#isBusy(at) ? BUSY : FREE;
    const worth = meters + this.#inSeconds[stop]! * METERS_A_SECOND;
    found.groups[kind]!.add(at, worth);
    if (kind === FREE || kind === BUSY) found.askableMeters.push(worth);
  }

  // As eligibility.ts will say it for good, by road.
  #mayBeAsked(at: number, order: NearOrder, freeMeters: number, freeInSeconds: number): boolean {
    if (this.#isOut[at] === 1 || freeInSeconds > LATE_SECONDS) return false;
    if (freeMeters > (this.#isBusy(at) ? order.busyReachMeters : order.reachMeters)) return false;
    const driver = this.#fleet[at]!;
    return (
      driver.vehicle === order.vehicle &&
      !lacksEquipment(order, driver) &&
      driver.wallet >= order.walletNeeded &&
      !order.refusedBy.has(driver.phone)
    );
  }

  #isBusy(at: number): boolean {
    return (this.#fleet[at]!.inHand ?? 0) > 0;
  }

  #meters(stop: number, north: number, east: number): number {
    const [down, right] = [this.#northMeters[stop]! - north, this.#eastMeters[stop]! - east];
    // Math.hypot takes several times as long.
    return Math.sqrt(down * down + right * right);
  }
}

function nobodyYet(): Found {
  return { groups: GROUPS_MAX.map((max) => new Nearest(max)), askableMeters: [] };
}

function cellOf(meters: number): number {
  return Math.floor(meters / CELL_METERS);
}

function keyOf(row: number, column: number): number {
  return row * LNGS + column;
}

// Whoever has not been seen is farther than `certainMeters`.
function isEnough({ groups, askableMeters }: Found, certainMeters: number): boolean {
  if (groups[FREE]!.isFullWithin(certainMeters)) return true;
  if (askableMeters.length < ASKABLE_ENOUGH) return false;
  let within = 0;
  for (const meters of askableMeters) if (meters <= certainMeters) within++;
  return within >= ASKABLE_ENOUGH;
}

function inOrder(ats: readonly number[]): readonly number[] {
  return [...new Set(ats)].sort((a, b) => a - b);
}
