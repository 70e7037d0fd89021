// What the estimate of a fee knows about time without asking anybody: figures kept in memory, read again beside the call that finds
// them old. Nobody waits for them; until they are first read, what is usual anywhere stands in.

import { UNKNOWN_TIMES, type UsualTimes } from "../../domain/eta/expected-times.ts";
import { areaOf } from "../../domain/eta/observed-speeds.ts";
import type { LatLng } from "../../domain/geo.ts";
import { withoutDeadline } from "../../ports/deadline.ts";
import { listUsualTimes } from "../../store/dispatch/usual-times.ts";
import type { Learned, LearnedDeps } from "./learned.ts";

export type UsualTimesKeeper = {
  readonly timesOf: (serviceId: string) => UsualTimes;
  // How much longer than the map says a drive takes here at this hour.
  readonly speedFactorAt: (cityId: string, place: LatLng) => number;
};

// A few thousand documents are some 20 ms of the database, once in this time and process that estimates.
const READ_EVERY_MS = 5 * 60_000;
const ORDERS_READ = 3_000;
// Fewer say more about who happened to be near.
const ORDERS_MIN = 5;
const AREAS_MAX = 10_000;

export type UsualTimesDeps = LearnedDeps & { readonly learned: Learned };

export function openUsualTimes(deps: UsualTimesDeps, onTrouble: (error: unknown) => void): UsualTimesKeeper {
  let times: ReadonlyMap<string, UsualTimes> = new Map();
  let timesReadAt = Number.NEGATIVE_INFINITY;
  const factors = new Map<string, { factor: number; readAt: number }>();

  function beside(work: () => Promise<void>): void {
    withoutDeadline(() => void work().catch(onTrouble));
  }

  return {
    timesOf: (serviceId) => {
      const now = deps.clock.now().getTime();
      if (now - timesReadAt > READ_EVERY_MS) {
        timesReadAt = now;
        beside(async () => {
          times = await listUsualTimes(deps.db, ORDERS_READ, ORDERS_MIN);
        });
      }
      return times.get(serviceId) ?? UNKNOWN_TIMES;
    },
    speedFactorAt: (cityId, place) => {
      const now = deps.clock.now().getTime();
      const key = `${cityId} ${areaOf(place)}`;
      const known = factors.get(key) ?? { factor: 1, readAt: Number.NEGATIVE_INFINITY };
      if (now - known.readAt > READ_EVERY_MS) {
        known.readAt = now;
        factors.delete(key);
        factors.set(key, known);
        if (factors.size > AREAS_MAX) factors.delete(factors.keys().next().value ?? "");
        beside(async () => {
          [known.factor = 1] = await deps.learned.factorsAt(cityId, [place]);
        });
      }
      return known.factor;
    },
  };
}
