// Drivers' ways become road times. The trails of orders that are over are matched to the roads, in the order the orders were made, and
// summed up by road and hour of the week; every process that answers raises its roads with them, anew when the hour changes.
import { weekHourOf } from "../../domain/eta/week-hours.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import { PROFILES, type Profile, profileOf, type RoadLessons } from "../../domain/roads.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import {
  listDelivered,
  listRoadSpeeds,
  listTrails,
  moveLearnedTo,
  type RoadSpeed,
  readLearnedTo,
  saveRoadSpeeds,
  type TrailRow,
} from "../../store/dispatch/road-speeds.ts";
import { readNewestNumber, readNumberBefore } from "../../store/orders/orders.ts";
import type { Services } from "../services.ts";

export type LearnRoadsDeps = Pick<Services, "db" | "clock" | "catalogue" | "roads">;

// By then nearly every order is over; one that is not teaches nothing.
const AFTER_MS = 2 * 3_600_000;
const ORDERS_AT_ONCE = 20;
// Among so many are those looked for, delivered or not.
const NUMBERS_AT_ONCE = 10_000;
// Who is this near to a door is looking for it, or stands before it.
const DOOR_METERS = 60;
const SIGHTINGS_MIN = 3;
// Some fifty trips: fewer say nothing about a city.
const DRIVEN_HOURS_MIN = 6;
// A million sums are 30 MB and a second of reading; a city of this size has that many after a year.
const ROWS_MAX = 1_000_000;
const ROWS_AT_ONCE = 5_000;

// If another process was faster, what it saved counts and this is dropped.
export async function gatherDrivenRoads(deps: LearnRoadsDeps, goesOn: () => boolean): Promise<void> {
  const { learning } = deps.roads;
  while (learning && goesOn()) {
    const from = await readLearnedTo(deps.db);
    if (from < 0) {
      await moveLearnedTo(deps.db, from, await readNewestNumber(deps.db));
      continue;
    }
    const newest = await readNumberBefore(deps.db, new Date(deps.clock.now().getTime() - AFTER_MS));
    if (newest <= from) break;
    const upTo = Math.min(newest, from + NUMBERS_AT_ONCE);
    const driven = await listDelivered(deps.db, from, upTo, ORDERS_AT_ONCE);
    const to = driven.length === ORDERS_AT_ONCE ? driven.at(-1)!.number : upTo;
    const trails = Map.groupBy(
      await listTrails(
        deps.db,
        driven.map(({ order }) => order.id),
      ),
      ({ orderId }) => orderId,
    );
    const sums = new Map<Profile, Map<string, RoadSpeed>>();
    for (const { order } of driven) {
      const profile = profileOfOrder(deps, order);
      const known = sums.get(profile) ?? new Map<string, RoadSpeed>();
      sums.set(profile, known);
      for (const trace of tracesOf(trails.get(order.id) ?? [], order.points)) {
        const weekHour = weekHourOf(trace[0]!.at);
        for (const road of await learning.drivenRoads(profile, trace)) addTo(known, { ...road, weekHour });
      }
    }
    await inTransaction(deps.db, async (tx) => {
      if (!(await moveLearnedTo(tx, from, to))) return;
      for (const [profile, roads] of sums) await saveRoadSpeeds(tx, profile, [...roads.values()], deps.clock.now());
    });
  }
}

// The trail while it was driven: parted where the driver was at a door, and between drivers.
function tracesOf(trail: readonly TrailRow[], doors: readonly LatLng[]): readonly (readonly TrailRow[])[] {
  const traces: TrailRow[][] = [[]];
  let driver = trail[0]?.driverPhone;
  for (const row of trail) {
    const isAtDoor = doors.some((door) => metersBetween(door, row) < DOOR_METERS);
    if (isAtDoor || row.driverPhone !== driver) traces.push([]);
    if (!isAtDoor) traces.at(-1)!.push(row);
    driver = row.driverPhone;
  }
  return traces.filter((trace) => trace.length >= SIGHTINGS_MIN);
}

function profileOfOrder(deps: LearnRoadsDeps, { serviceId }: Order): Profile {
  return profileOf(deps.catalogue.current().services.get(serviceId)?.vehicle ?? "BIKE");
}

function addTo(sums: Map<string, RoadSpeed>, road: RoadSpeed): void {
  const key = `${road.edge} ${road.weekHour}`;
  const known = sums.get(key);
  const [mapMs, drivenMs] = [road.mapMs + (known?.mapMs ?? 0), road.drivenMs + (known?.drivenMs ?? 0)];
  sums.set(key, { ...road, mapMs, drivenMs });
}

// Raises the roads of this process with what was learnt, for departures in the hour that has begun. Answers the profiles it was done for.
export async function learnRoads(deps: LearnRoadsDeps): Promise<readonly Profile[]> {
  const { learning } = deps.roads;
  const learned: Profile[] = [];
  for (const profile of learning ? PROFILES : []) {
    const lessons = await readLessons(deps.db, profile);
    if (lessons.drivenMs.reduce((sum, ms) => sum + ms, 0) < DRIVEN_HOURS_MIN * 3_600_000) continue;
    await learning?.learn(profile, lessons, weekHourOf(deps.clock.now()));
    learned.push(profile);
  }
  return learned;
}

async function readLessons(db: Database, profile: Profile): Promise<RoadLessons> {
  const rows: RoadSpeed[] = [];
  let after = { edge: -1, weekHour: -1 };
  while (rows.length < ROWS_MAX) {
    const page = await listRoadSpeeds(db, profile, after, ROWS_AT_ONCE);
    rows.push(...page);
    after = page.at(-1) ?? after;
    if (page.length < ROWS_AT_ONCE) break;
  }
  return {
    edge: Float64Array.from(rows, ({ edge }) => edge),
    weekHour: Uint8Array.from(rows, ({ weekHour }) => weekHour),
    mapMs: Float64Array.from(rows, ({ mapMs }) => mapMs),
    drivenMs: Float64Array.from(rows, ({ drivenMs }) => drivenMs),
  };
}
