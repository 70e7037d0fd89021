// What finished trips and pickups say: how long drives really take, and how long goods do. Kept in memory and read again now and then.
import { type EtaOutcome, type EtaTables, learnStage, stageKey } from "../../domain/eta/eta-windows.ts";
import { addTrip, areaOf, correctionFactor, type SpeedCell } from "../../domain/eta/observed-speeds.ts";
import { counterOf, preparationSeconds } from "../../domain/eta/preparation.ts";
import { learnStays, type Stay, type StopTimes } from "../../domain/eta/stays.ts";
import type { LatLng } from "../../domain/geo.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import type { Clock } from "../../ports/clock.ts";
import { mapInSlices } from "../../ports/slices.ts";
import { listDrivenLegs } from "../../store/dispatch/etas.ts";
import { listOutcomes, type OutcomeRow } from "../../store/eta/promised-windows.ts";
import { listPickupWaits, listStays, type StayRow } from "../../store/eta/stays.ts";
import type { Services } from "../services.ts";

export type LearnedDeps = Pick<Services, "db" | "clock" | "catalogue">;

export type Learned = {
  // How much longer than the map says a drive takes from each of these places, now unless told when each is left.
  readonly factorsAt: (
    cityId: string,
    places: readonly LatLng[],
    leftAt?: (place: number) => Date,
  ) => Promise<readonly number[]>;
  // How long goods take at each counter from when they were ordered, by counterOf.
  readonly preparations: () => Promise<ReadonlyMap<string, number>>;
  // By city: how long stops take, and how far off ETAs were.
  readonly stops: () => Promise<ReadonlyMap<string, StopTimes>>;
  readonly windows: () => Promise<ReadonlyMap<string, EtaTables>>;
  // The hour on a city's clocks, 0 to 23.
  readonly hourIn: (cityId: string, at: Date) => number;
};

// Roadworks end, seasons and cooks change: what is older says nothing about today.
const DAYS = 28;
const ROWS_MAX = 100_000;
// Of windows and stays: what the newest of them say is enough, and sorting them is on the event loop.
const NEWEST_MAX = 40_000;
const READ_EVERY_MS = 10 * 60_000;

export function openLearned(deps: LearnedDeps): Learned {
  async function readSpeeds(since: Date): Promise<ReadonlyMap<string, Map<string, SpeedCell>>> {
    const cities = new Map<string, Map<string, SpeedCell>>();
    for (const { cityId, place, drivenAt, ...leg } of await listDrivenLegs(deps.db, since, ROWS_MAX)) {
      const cells = cities.get(cityId) ?? new Map<string, SpeedCell>();
      cities.set(cityId, cells);
      addTrip(cells, { ...leg, area: areaOf(place), hour: hourIn(cityId, drivenAt) });
    }
    return cities;
  }

  async function readPreparations(since: Date): Promise<ReadonlyMap<string, number>> {
    const byCounter = Map.groupBy(await listPickupWaits(deps.db, since, ROWS_MAX), counterOf);
    return new Map([...byCounter].map(([counter, waits]) => [counter, preparationSeconds(waits)]));
  }

  async function readStops(since: Date): Promise<ReadonlyMap<string, StopTimes>> {
    const byCity = Map.groupBy(await listStays(deps.db, since, NEWEST_MAX), ({ cityId }) => cityId);
    const learnt = await mapInSlices([...byCity], ([cityId, rows]) => [cityId, learnStays(rows.map(stayOf))] as const);
    return new Map(learnt);
  }

  function stayOf({ kind, cityId, serviceId, leftAt, seconds, arrivedAfterSeconds, ...place }: StayRow): Stay {
    const key = { counter: counterOf(place), serviceId, hour: hourIn(cityId, leftAt) };
    return kind === "pickup" ? { ...key, kind, seconds, arrivedAfterSeconds } : { ...key, kind, seconds };
  }

  async function readWindows(since: Date): Promise<ReadonlyMap<string, EtaTables>> {
    const rows = await listOutcomes(deps.db, { from: since }, NEWEST_MAX);
    const oldestFirst = rows.toSorted((a, b) => a.promisedAt.getTime() - b.promisedAt.getTime());
    const outcomes = oldestFirst.map((row) => ({ cityId: row.cityId, outcome: etaOutcomeOf(row, hourIn) }));
    const cells = [...Map.groupBy(outcomes, ({ cityId, outcome }) => `${cityId} ${stageKey(outcome)}`).values()];
    const now = deps.clock.now().getTime() / 1_000;
    const learnt = await mapInSlices(cells, (cell) =>
      learnStage(
        cell.map(({ outcome }) => outcome),
        now,
      ),
    );
    const cities = new Map<string, Map<string, EtaTables extends ReadonlyMap<string, infer Shape> ? Shape : never>>();
    for (const [at, [first]] of cells.entries()) {
      const tables = cities.get(first!.cityId) ?? new Map();
      for (const [key, shape] of learnt[at]!) tables.set(key, shape);
      cities.set(first!.cityId, tables);
    }
    return cities;
  }

  function hourIn(cityId: string, at: Date): number {
    const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? "Asia/Ho_Chi_Minh";
    return Math.floor(localTimeAt(zone, at).minuteOfDay / 60);
  }

  const speeds = readAgain(deps.clock, readSpeeds);
  const preparations = readAgain(deps.clock, readPreparations);
  return {
    factorsAt: async (cityId, places, leftAt) => {
      const cells = (await speeds()).get(cityId);
      if (!cells) return places.map(() => 1);
      const hourNow = hourIn(cityId, deps.clock.now());
      const known = new Map<string, number>();
      return places.map((place, at) => {
        const hour = leftAt ? hourIn(cityId, leftAt(at)) : hourNow;
        const area = areaOf(place);
        const key = `${hour} ${area}`;
        const factor = known.get(key) ?? correctionFactor(cells, area, hour);
        known.set(key, factor);
        return factor;
      });
    },
    preparations,
    stops: readAgain(deps.clock, readStops),
    windows: readAgain(deps.clock, readWindows),
    hourIn,
  };
}

export function etaOutcomeOf(row: OutcomeRow, hourIn: Learned["hourIn"]): EtaOutcome {
  const { stage, target, meters, plannedSeconds, etaSeconds: eta, lowSeconds: low, highSeconds: high } = row;
  const hour = hourIn(row.cityId, row.promisedAt);
  const forecast = { stage, target, hour, meters, aheadSeconds: plannedSeconds };
  const promisedAt = row.promisedAt.getTime() / 1_000;
  return {
    ...forecast,
    orderId: row.orderId,
    promisedAt,
    promised: { eta, low, high },
    actualSeconds: row.actualSeconds,
  };
}

// Whoever asks while it is read waits for the same reading. What could not be read is asked for again by the next caller.
function readAgain<T>(clock: Clock, read: (since: Date) => Promise<T>): () => Promise<T> {
  let known: { readonly at: number; readonly reading: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (!known || now - known.at > READ_EVERY_MS) {
      const reading = read(new Date(now - DAYS * 86_400_000));
      known = { at: now, reading };
      reading.catch(() => {
        known = undefined;
      });
    }
    return known.reading;
  };
}
