// What finished trips say about how long drives really take, kept in memory and read again now and then.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { addTrip, areaOf, correctionFactor, type SpeedCell } from "../../domain/eta/observed-speeds.ts";
import type { LatLng } from "../../domain/geo.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import { listDrivenLegs } from "../../store/dispatch/etas.ts";

export type ObservedSpeedsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: { readonly current: () => Catalogue };
};

export type SpeedKeeper = {
  // How much longer than the map says a drive takes at this place now.
  readonly factorAt: (cityId: string, place: LatLng) => Promise<number>;
};

// Roadworks end and seasons change: older trips say nothing about today.
const DAYS = 28;
const LEGS_MAX = 100_000;
const READ_EVERY_MS = 10 * 60_000;

export function openSpeedKeeper(deps: ObservedSpeedsDeps): SpeedKeeper {
  let reading:
    | { readonly at: number; readonly cells: Promise<ReadonlyMap<string, Map<string, SpeedCell>>> }
    | undefined;

  async function read(): Promise<ReadonlyMap<string, Map<string, SpeedCell>>> {
    const since = new Date(deps.clock.now().getTime() - DAYS * 86_400_000);
    const cities = new Map<string, Map<string, SpeedCell>>();
    for (const { cityId, place, drivenAt, ...leg } of await listDrivenLegs(deps.db, since, LEGS_MAX)) {
      const cells = cities.get(cityId) ?? new Map<string, SpeedCell>();
      cities.set(cityId, cells);
      addTrip(cells, { ...leg, area: areaOf(place), hour: hourIn(cityId, drivenAt) });
    }
    return cities;
  }

  function hourIn(cityId: string, at: Date): number {
    const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? "Asia/Ho_Chi_Minh";
    return Math.floor(localTimeAt(zone, at).minuteOfDay / 60);
  }

  return {
    factorAt: async (cityId, place) => {
      const now = deps.clock.now();
      if (!reading || now.getTime() - reading.at > READ_EVERY_MS) {
        const cells = read();
        reading = { at: now.getTime(), cells };
        // What could not be read is asked for again by the next caller.
        cells.catch(() => {
          reading = undefined;
        });
      }
      const cells = (await reading.cells).get(cityId);
      return cells ? correctionFactor(cells, areaOf(place), hourIn(cityId, now)) : 1;
    },
  };
}
