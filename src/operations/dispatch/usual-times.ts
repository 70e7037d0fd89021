// What the estimate of a fee knows about time without asking anybody: figures kept in memory, read again beside the call that finds
// them old. Nobody waits for them; until they are first read, what is usual anywhere stands in.

import { type EtaTables, NOTHING_LEARNT } from "../../domain/eta/eta-windows.ts";
import { expectTimes, UNKNOWN_TIMES, type UsualTimes } from "../../domain/eta/expected-times.ts";
import { areaOf } from "../../domain/eta/observed-speeds.ts";
import { counterOf } from "../../domain/eta/preparation.ts";
import { type QuotedEta, quotedEta } from "../../domain/eta/quoted-eta.ts";
import { type StopTimes, USUAL_STAYS } from "../../domain/eta/stays.ts";
import type { LatLng } from "../../domain/geo.ts";
import { withoutDeadline } from "../../ports/deadline.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { listUsualTimes } from "../../store/dispatch/learned-rows.ts";
import type { Learned, LearnedDeps } from "./learned.ts";

export type UsualTimesKeeper = {
  // When an order would be fetched and delivered. `readyAt`: where the sender says so; else the counter's past does.
  readonly quote: (
    way: QuotedWay,
    start: { readonly searchAt: Date; readonly readyAt: Date | null },
    now: Date,
  ) => QuotedEta;
};

type QuotedWay = {
  readonly cityId: string;
  readonly serviceId: string;
  readonly pickup: LatLng;
  readonly deliveryPoints: number;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
};

// A few thousand documents are some 20 ms of the database, once in this time and process that estimates.
const READ_EVERY_MS = 5 * 60_000;
const OF_EACH_CITY = 1_000;
// Fewer say more about who happened to be near.
const ORDERS_MIN = 5;
const AREAS_MAX = 10_000;

export type UsualTimesDeps = LearnedDeps & { readonly learned: Learned };

export function openUsualTimes(deps: UsualTimesDeps, onTrouble: (error: unknown) => void): UsualTimesKeeper {
  let times: ReadonlyMap<string, UsualTimes> = new Map();
  let timesReadAt = Number.NEGATIVE_INFINITY;
  const cities = new Map<string, { stops: StopTimes; tables: EtaTables; readAt: number }>();
  const factors = new NewestMap<string, { factor: number; readAt: number }>(AREAS_MAX);

  function beside(work: () => Promise<void>): void {
    withoutDeadline(() => void work().catch(onTrouble));
  }

  function timesOf(serviceId: string): UsualTimes {
    const now = deps.clock.now().getTime();
    if (now - timesReadAt > READ_EVERY_MS) {
      timesReadAt = now;
      beside(async () => {
        const cityIds = [...deps.catalogue.current().cities.keys()];
        times = await listUsualTimes(deps.db, cityIds, { ofEach: OF_EACH_CITY, least: ORDERS_MIN });
      });
    }
    return times.get(serviceId) ?? UNKNOWN_TIMES;
  }

  function knownOf(cityId: string): { readonly stops: StopTimes; readonly tables: EtaTables } {
    const now = deps.clock.now().getTime();
    const known = cities.get(cityId) ?? {
      stops: USUAL_STAYS,
      tables: NOTHING_LEARNT,
      readAt: Number.NEGATIVE_INFINITY,
    };
    if (now - known.readAt > READ_EVERY_MS) {
      known.readAt = now;
      cities.set(cityId, known);
      beside(async () => {
        known.stops = await deps.learned.stops(cityId);
        known.tables = await deps.learned.windows(cityId);
      });
    }
    return known;
  }

  // How much longer than the map says a drive takes here at that hour.
  function speedFactorAt(cityId: string, place: LatLng, at: Date, hour: number): number {
    const now = deps.clock.now().getTime();
    const key = `${cityId} ${areaOf(place)} ${hour}`;
    const known = factors.get(key) ?? { factor: 1, readAt: Number.NEGATIVE_INFINITY };
    if (now - known.readAt > READ_EVERY_MS) {
      known.readAt = now;
      factors.set(key, known);
      beside(async () => {
        [known.factor = 1] = await deps.learned.factorsAt(cityId, [place], () => at);
      });
    }
    return known.factor;
  }

  return {
    quote: ({ cityId, serviceId, pickup, distanceMeters, ...way }, { searchAt, readyAt }, now) => {
      const usual = timesOf(serviceId);
      const { stops, tables } = knownOf(cityId);
      // Nothing is unsure about waiting for an agreed time: what can be early or late begins with the search, at that hour.
      const from = searchAt > now ? searchAt : now;
      const hour = deps.learned.hourIn(cityId, from);
      const key = { counter: counterOf(pickup), serviceId, hour };
      const ride = {
        ...way,
        speedFactor: speedFactorAt(cityId, pickup, from, hour),
        pickupSeconds: stops.pickupSeconds(key),
        doorSeconds: stops.doorSeconds(key),
      };
      const ready = readyAt ?? new Date(searchAt.getTime() + stops.preparationSeconds(key) * 1_000);
      const expected = expectTimes(usual, ride, { searchAt, readyAt: ready });
      return quotedEta(expected, distanceMeters, tables, from, hour);
    },
  };
}
