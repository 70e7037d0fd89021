// What the database keeps of positions that the live plane has: each driver's place once a minute, and the trail of orders in hand, once a
// second for all who reported. Whoever watches drivers with orders in hand is told then too.
import type { Position } from "../../domain/drivers/position.ts";
import type { Phone } from "../../domain/phone.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import type { LivePlace } from "../../ports/live/live-plane.ts";
import type { Database } from "../../store/db.ts";
import { type CarriedOrder, type DriverPosition, keepTrails, openPlaces } from "../../store/drivers/places.ts";
import { type Live, PLACE_KEPT_SECONDS } from "../live/open-live.ts";

// Told which orders the drivers who reported have in hand, and where those drivers are.
export type PositionWatch = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, Position>) => void;

export type PositionKeeper = {
  readonly keep: (places: readonly LivePlace[], trail: readonly DriverPosition[]) => void;
  readonly close: () => Promise<void>;
};

const KEEP_MS = 1_000;
// While the database is away; then the oldest go.
const TRAIL_MAX = 100_000;

// The database's is too old.
export function isToKeep({ keptAt }: Pick<LivePlace, "keptAt">, now: Date): boolean {
  return now.getTime() - keptAt.getTime() >= PLACE_KEPT_SECONDS * 1000;
}

export function openPositionKeeper(
  { db, live }: { readonly db: Database; readonly live: Live },
  watches: readonly PositionWatch[],
  onTrouble: (error: unknown) => void,
): PositionKeeper {
  let latest = new Map<Phone, LivePlace>();
  let due = new Map<Phone, LivePlace>();
  let trail: DriverPosition[] = [];
  // Whom somebody may be looking at.
  const carrying = new Set<Phone>();
  const keeping = openLoop({ work: keepAll, failed: onTrouble, everyMs: KEEP_MS });

  async function keepAll(): Promise<void> {
    if (latest.size === 0) return;
    const [reported, toKeep, points] = [latest, due, trail];
    latest = new Map();
    due = new Map();
    trail = [];
    try {
      // In one order of rows; one that somebody holds is left for the next second.
      const patient = db.with({ isPatient: false });
      if (toKeep.size > 0) await openPlaces(patient).write([...toKeep.values()]);
      const carried = await keepTrails(patient, [...reported.keys()], points);
      for (const phone of reported.keys()) carrying.delete(phone);
      for (const { phone } of carried) carrying.add(phone);
      for (const watch of watches) watch(carried, reported);
    } catch (error) {
      onTrouble(error);
      latest = new Map([...reported, ...latest]);
      due = new Map([...toKeep, ...due]);
      trail = [...points, ...trail].slice(-TRAIL_MAX);
    }
  }

  return {
    keep: (places, points) => {
      for (const place of places) {
        latest.set(place.phone, place);
        // Just written as kept: it is this process that keeps it.
        if (place.keptAt === place.heardAt || due.has(place.phone)) due.set(place.phone, place);
      }
      for (const point of points) trail.push(point);
      const moved = places.filter(({ phone }) => carrying.has(phone));
      if (moved.length > 0) {
        // Where it cannot be told, whoever looks finds it within a second.
        live.tellElsewhere(moved.map(({ phone }) => ({ notice: "giao_moves", payload: phone }))).catch(onTrouble);
      }
    },
    close: async () => {
      await keeping.stop();
      await keepAll();
    },
  };
}
