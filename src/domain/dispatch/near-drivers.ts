// Which drivers a round looks at for an order: the nearest by the crow who may be asked, free ones and busy ones, and a few who may
// not, for the explanation. They are found in a grid, because sorting a fleet of thousands for every order takes longer than a round.
import type { Vehicle } from "../catalogue/service.ts";
import { type LatLng, METERS_PER_DEGREE } from "../geo.ts";
import type { Steps } from "../in-steps.ts";
import type { Phone } from "../phone.ts";
import type { FleetDriver } from "./driver-route.ts";

export type NearDriver = Pick<
  FleetDriver,
  "phone" | "vehicle" | "wallet" | "hasOpenOffer" | "inHand" | "doubt" | "lat" | "lng"
>;

export type NearOrder = {
  readonly id: string;
  readonly pickup: LatLng;
  readonly reachMeters: number;
  readonly vehicle: Vehicle;
  readonly walletNeeded: number;
  readonly refusedBy: ReadonlySet<Phone>;
};

// The matcher looks at two dozen an order; by road some of them are farther than they look.
const FREE_MAX = 24;
const BUSY_MAX = 12;
// Only named.
const OTHERS_MAX = 8;
const DOUBTED_MAX = 4;
const GROUPS_MAX = [FREE_MAX, BUSY_MAX, OTHERS_MAX] as const;
// Among so many who may be asked, somebody who is free need not be sought any farther.
const ASKABLE_ENOUGH = 200;
const CELL_METERS = 500;
// Beyond this the whole fleet is looked through, which is seldom and takes less than that many cells.
const RINGS_MAX = 24;
const LNGS = 1e5;

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
  const near = new Map<string, Near>();
  for (const order of orders) {
    near.set(order.id, grid.choose(order));
    yield;
  }
  return near;
}

type Found = { readonly at: number; readonly meters: number };

class FleetGrid {
  readonly #fleet: readonly NearDriver[];
  readonly #cells = new Map<number, number[]>();
  readonly #doubted: readonly number[];
  // A degree of longitude here.
  readonly #lngMeters: number;

  constructor(fleet: readonly NearDriver[]) {
    this.#fleet = fleet;
    this.#doubted = fleet.flatMap(({ doubt }, at) => (doubt ? [at] : [])).slice(0, DOUBTED_MAX);
    const middle = fleet.map(({ lat }) => lat).sort((a, b) => a - b)[fleet.length >> 1] ?? 0;
    this.#lngMeters = METERS_PER_DEGREE * Math.max(0.01, Math.cos((middle * Math.PI) / 180));
    for (const [at, driver] of fleet.entries()) {
      const key = keyOf(this.#row(driver.lat), this.#column(driver.lng));
      const cell = this.#cells.get(key);
      if (cell) cell.push(at);
      else this.#cells.set(key, [at]);
    }
  }

  choose(order: NearOrder): Near {
    const groups: Found[][] = [[], [], []];
    for (let ring = 0; (ring - 1) * CELL_METERS <= order.reachMeters; ring++) {
      if (isEnough(groups, (ring - 1) * CELL_METERS)) break;
      if (ring > RINGS_MAX) {
        // Everybody, those already seen among them.
        for (const group of groups) group.length = 0;
        for (let at = 0; at < this.#fleet.length; at++) this.#put(at, order, groups);
        break;
      }
      this.#eachIn(order.pickup, ring, (at) => this.#put(at, order, groups));
    }
    const [free = [], busy = [], others = []] = groups.map((group, kind) => nearestOf(group, GROUPS_MAX[kind]!));
    const askable = inOrder([...free, ...busy]);
    // Where nobody is within reach, those who come nearest to it are named.
    const isEmpty = askable.length + others.length < OTHERS_MAX;
    const named = isEmpty ? nearestOf(this.#everybody(order), OTHERS_MAX) : others;
    // Whoever is doubted is named, wherever they are said to be.
    const doubted = this.#doubted.map((at) => ({ at, meters: 0 }));
    return { all: inOrder([...free, ...busy, ...named, ...doubted]), askable };
  }

  #everybody(order: NearOrder): Found[] {
    return this.#fleet.map((driver, at) => ({ at, meters: this.#meters(driver, order.pickup) }));
  }

  #put(at: number, order: NearOrder, groups: readonly Found[][]): void {
    const driver = this.#fleet[at]!;
    const kind = !mayBeAsked(driver, order) ? 2 : (driver.inHand ?? 0) > 0 ? 1 : 0;
    groups[kind]!.push({ at, meters: this.#meters(driver, order.pickup) });
  }

  #eachIn({ lat, lng }: LatLng, ring: number, see: (at: number) => void): void {
    const [row, column] = [this.#row(lat), this.#column(lng)];
    for (let down = -ring; down <= ring; down++) {
      const step = Math.abs(down) === ring ? 1 : 2 * ring;
      for (let right = -ring; right <= ring; right += step || 1) {
        for (const at of this.#cells.get(keyOf(row + down, column + right)) ?? []) see(at);
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
    return Math.hypot((a.lat - b.lat) * METERS_PER_DEGREE, (a.lng - b.lng) * this.#lngMeters);
  }
}

// As eligibility.ts will say it for good.
function mayBeAsked(driver: NearDriver, order: NearOrder): boolean {
  return (
    !driver.doubt &&
    !driver.hasOpenOffer &&
    driver.vehicle === order.vehicle &&
    driver.wallet >= order.walletNeeded &&
    !order.refusedBy.has(driver.phone)
  );
}

function keyOf(row: number, column: number): number {
  return row * LNGS + column;
}

// Whoever has not been seen is farther than `certainMeters`.
function isEnough([free, busy]: readonly Found[][], certainMeters: number): boolean {
  const within = (group: readonly Found[] = []) => group.filter(({ meters }) => meters <= certainMeters).length;
  return within(free) >= FREE_MAX || within(free) + within(busy) >= ASKABLE_ENOUGH;
}

function inOrder(found: readonly Found[]): readonly number[] {
  return [...new Set(found.map(({ at }) => at))].sort((a, b) => a - b);
}

function nearestOf(group: Found[], max: number): readonly Found[] {
  return group.length <= max ? group : group.sort((a, b) => a.meters - b.meters).slice(0, max);
}
