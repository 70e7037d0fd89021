// What a round asks of the roads, and no more: from drivers and their stops to the pickups they are looked at for, and, where two orders
// may be on board together, between the stops of both; the legs of what drivers have in hand and of what waits. Never from one driver to another. Orders that
// lie close together share a block, so that each driver is a source few times.
import type { LatLng } from "../geo.ts";
import type { Steps } from "../in-steps.ts";
import type { OrderTask } from "../matching/route.ts";
import { crowTravel, type Travel } from "../matching/travel.ts";
import type { RoadMatrix } from "../roads.ts";
import { CROW_DETOUR, CROW_METERS_PER_SECOND, NO_ROAD_SECONDS } from "./numbered-places.ts";

// Places by their numbers.
export type RoadBlock = {
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  // The orders whose pickups it tells the way to.
  readonly orderIds: readonly string[];
};

export type BlockDriver = {
  readonly point: number;
  readonly held: readonly { readonly task: OrderTask; readonly isOnBoard: boolean }[];
};
export type BlockOrder = { readonly task: OrderTask; readonly near: readonly BlockDriver[] };

// Fewer orders a block ask for each driver more often, more of them for more ways that nobody looks at.
const ORDERS_A_BLOCK = 16;
const PLACES_A_BLOCK = 400;
// Small enough to ask little that is not needed, too large to be answered on the event loop.
const LEGS_A_BLOCK = 40;

export function* planningBlocks(orders: readonly BlockOrder[], places: readonly LatLng[]): Steps<readonly RoadBlock[]> {
  const blocks: RoadBlock[] = [];
  const busy = new Set<BlockDriver>();
  const add = (from: readonly number[], to: readonly number[], orderIds: readonly string[] = []): void => {
    for (const targets of inPieces(distinct(to), PLACES_A_BLOCK)) {
      for (const sources of inPieces(distinct(from), PLACES_A_BLOCK)) blocks.push({ sources, targets, orderIds });
    }
  };
  for (const group of closeTogether(orders, ({ task }) => places[task.pickup]!, ORDERS_A_BLOCK)) {
    const drivers = [...new Set(group.flatMap(({ near }) => near))];
    const tasks = group.map(({ task }) => task);
    const held = drivers.flatMap((driver) => driver.held);
    const shared = tasks.filter(isShared);
    const heldShared = shared.length > 0 ? held.filter(({ task }) => isShared(task)) : [];
    // Whoever has done an order's doors may turn to anything; with its goods on board only to what is carried together with it.
    const left = [...held.map(lastDoorOf), ...tasks.map(({ lastDoor }) => lastDoor)];
    const fetched = [...heldShared.filter(isToFetch).map(pickupOf), ...shared.map(({ pickup }) => pickup)];
    const pickups = tasks.map(({ pickup }) => pickup);
    const orderIds = tasks.map(({ id }) => id);
    add([...drivers.map(({ point }) => point), ...left, ...fetched], pickups, orderIds);
    // Nobody goes to a door before its pickup, so no way leads there from where drivers are now.
    add(
      [...fetched, ...[...heldShared.map(({ task }) => task), ...shared].map(({ lastDoor }) => lastDoor)],
      shared.map(({ firstDoor }) => firstDoor),
    );
    add(
      [...tasks.map(({ lastDoor }) => lastDoor), ...shared.map(({ pickup }) => pickup)],
      [...held.filter(isToFetch).map(pickupOf), ...heldShared.map(({ task }) => task.firstDoor)],
    );
    for (const driver of drivers) if (driver.held.length > 0) busy.add(driver);
    yield;
  }
  const alone = orders.map(({ task }) => task).filter((task) => !isShared(task));
  const legs = [
    ...[...busy].map(legsOf),
    ...alone.map(({ pickup, firstDoor }) => ({ from: [pickup], to: [firstDoor] })),
  ];
  for (const group of closeTogether(legs, ({ from: [first] }) => places[first!]!, LEGS_A_BLOCK)) {
    add(
      group.flatMap(({ from }) => from),
      group.flatMap(({ to }) => to),
    );
    yield;
  }
  return blocks;
}

type HeldTask = BlockDriver["held"][number];

// Whether it may be on board beside another.
function isShared({ bundleMax }: OrderTask): boolean {
  return bundleMax > 1;
}

function isToFetch({ isOnBoard }: HeldTask): boolean {
  return !isOnBoard;
}

function pickupOf({ task }: HeldTask): number {
  return task.pickup;
}

function lastDoorOf({ task }: HeldTask): number {
  return task.lastDoor;
}

// Between the stops of a busy driver, and the straight way of each order to which something may be added before its doors: of what is on board
// and rides alone it is the same with and without another order.
function legsOf({ point, held }: BlockDriver) {
  const changing = held.filter(({ task, isOnBoard }) => !isOnBoard || isShared(task));
  return {
    from: [point, ...changing.map(pickupOf), ...(held.length > 1 ? held.map(lastDoorOf) : [])],
    to: held.flatMap(({ task, isOnBoard }) => (isOnBoard ? [task.firstDoor] : [task.pickup, task.firstDoor])),
  };
}

function distinct(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)];
}

function inPieces<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const pieces = Math.ceil(all.length / size);
  return Array.from({ length: pieces }, (_, at) =>
    all.slice(Math.floor((at * all.length) / pieces), Math.floor(((at + 1) * all.length) / pieces)),
  );
}

// Halves along the longer side until each has `max` at most.
function closeTogether<T>(all: readonly T[], placeOf: (one: T) => LatLng, max: number): readonly (readonly T[])[] {
  if (all.length <= max) return all.length > 0 ? [all] : [];
  const lats = all.map((one) => placeOf(one).lat);
  const lngs = all.map((one) => placeOf(one).lng);
  const isTall = spread(lats) > spread(lngs);
  const along = (one: T): number => (isTall ? placeOf(one).lat : placeOf(one).lng);
  const sorted = all.toSorted((a, b) => along(a) - along(b));
  const half = Math.ceil(sorted.length / 2);
  return [sorted.slice(0, half), sorted.slice(half)].flatMap((part) => closeTogether(part, placeOf, max));
}

function spread(numbers: readonly number[]): number {
  let least = Infinity;
  let most = -Infinity;
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least;
}

export type MeasuredBlock = Pick<RoadBlock, "sources" | "targets"> & { readonly matrix: RoadMatrix };

// Times and ways between numbered places. What no block tells is the crow's, at the pace and with the detours of what they tell.
export function* joiningBlocks(places: readonly LatLng[], blocks: readonly MeasuredBlock[]): Steps<Travel> {
  const rowOf: Int32Array[] = [];
  // By place: the blocks in which it is a target, each followed by its column.
  const columnsOf: number[][] = places.map(() => []);
  for (const [block, { sources, targets }] of blocks.entries()) {
    const rows = new Int32Array(places.length).fill(-1);
    for (const [row, place] of sources.entries()) rows[place] = row;
    rowOf.push(rows);
    for (const [column, place] of targets.entries()) columnsOf[place]!.push(block, column);
    yield;
  }
  const crow = fittedCrow(places, blocks);
  yield;
  const cellOf = (from: number, to: number, known: (matrix: RoadMatrix, cell: number) => number): number => {
    const columns = columnsOf[to]!;
    for (let at = 0; at < columns.length; at += 2) {
      const row = rowOf[columns[at]!]![from]!;
      if (row < 0) continue;
      const { matrix } = blocks[columns[at]!]!;
      return known(matrix, row * matrix.targets + columns[at + 1]!);
    }
    return -1;
  };
  return {
    seconds: (from, to) => {
      const known = cellOf(from, to, secondsIn);
      return known < 0 ? crow.seconds(from, to) : Math.min(known, NO_ROAD_SECONDS);
    },
    meters: (from, to) => {
      const known = cellOf(from, to, metersIn);
      return known < 0 ? crow.meters(from, to) : known;
    },
  };
}

function secondsIn({ durationsSeconds }: RoadMatrix, cell: number): number {
  return durationsSeconds[cell]!;
}

function metersIn({ distancesMeters }: RoadMatrix, cell: number): number {
  return distancesMeters[cell]!;
}

// Enough to know a city's pace.
const FITTED_CELLS = 2_000;
const FITTED_METERS_MIN = 300;

function fittedCrow(places: readonly LatLng[], blocks: readonly MeasuredBlock[]): Travel {
  const straight = crowTravel(places, 1);
  let [seen, seconds, meters, crowMeters] = [0, 0, 0, 0];
  for (const { sources, targets, matrix } of blocks) {
    for (let cell = 0; cell < matrix.durationsSeconds.length && seen < FITTED_CELLS; cell += 7) {
      const from = sources[Math.floor(cell / targets.length)]!;
      const line = straight.meters(from, targets[cell % targets.length]!);
      const driven = matrix.durationsSeconds[cell]!;
      if (line < FITTED_METERS_MIN || driven === Infinity || driven === 0) continue;
      seen++;
      seconds += driven;
      meters += matrix.distancesMeters[cell]!;
      crowMeters += line;
    }
  }
  if (seen === 0) return crowTravel(places, CROW_METERS_PER_SECOND, CROW_DETOUR);
  return crowTravel(places, meters / seconds, meters / crowMeters);
}
