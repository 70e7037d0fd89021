// What finished trips and pickups say: how long drives really take, and how long goods do. Kept in memory and read again now and then.
import {
  type EtaOutcome,
  type EtaTables,
  type Lesson,
  learningStage,
  type Shape,
  stageKey,
} from "../../domain/eta/eta-windows.ts";
import {
  addTrip,
  areaOf,
  correctionFactor,
  type ObservedSpeeds,
  type SpeedCell,
} from "../../domain/eta/observed-speeds.ts";
import { counterOf, type PickupWait, preparationSeconds } from "../../domain/eta/preparation.ts";
import { pushTo } from "../../domain/eta/push-to.ts";
import { gatherStays, type Stay, type StopTimes } from "../../domain/eta/stays.ts";
import type { LatLng } from "../../domain/geo.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import { readAgain } from "../../ports/flow/read-again.ts";
import { finishInSlices, mapInSlices } from "../../ports/slices.ts";
import type { Sql } from "../../store/db.ts";
import { listDrivenLegs } from "../../store/dispatch/etas.ts";
import { listHourNumbers, type OrderHours } from "../../store/eta/hours.ts";
import { listOutcomesIn, type OutcomeRow } from "../../store/eta/promised-windows.ts";
import { listPickupWaits, listStays, type StayRow } from "../../store/eta/stays.ts";
import type { Services } from "../services.ts";
import { HOURS, hoursBefore, readBack, type Stretches } from "./read-back.ts";

export type LearnedDeps = Pick<Services, "db" | "clock" | "catalogue">;

export type Learned = {
  // How much longer than the map says a drive takes from each of these places, now unless told when each is left.
  readonly factorsAt: (
    cityId: string,
    places: readonly LatLng[],
    leftAt?: (place: number) => Date,
  ) => Promise<readonly number[]>;
  // How long goods take at each counter of a city from when they were ordered, by counterOf.
  readonly preparations: (cityId: string) => Promise<ReadonlyMap<string, number>>;
  // How long stops take in a city, and how far off ETAs were.
  readonly stops: (cityId: string) => Promise<StopTimes>;
  readonly windows: (cityId: string) => Promise<EtaTables>;
  // The hour on a city's clocks, 0 to 23.
  readonly hourIn: (cityId: string, at: Date) => number;
};

// A city that is asked for all the time never waits for a reading.
const AGES = { againMs: 8 * 60_000, oldestMs: 10 * 60_000 };
// Of each city, back in time until so much is known; and how much of each hour is read of one where there is more.
const [LEGS, LEGS_OF_AN_HOUR] = [60_000, 120];
const [WAITS, WAITS_OF_AN_HOUR] = [100_000, 300];
const [STAYS, STAYS_OF_AN_HOUR] = [40_000, 64];
const [WINDOWS, WINDOWS_OF_AN_HOUR] = [40_000, 32];
// What lately is otherwise is seen by the newest (eta-windows.ts): of the last hours more of them.
const [LATELY_HOURS, LATELY_OF_AN_HOUR] = [4, 400];

export function openLearned(deps: LearnedDeps): Learned {
  async function readSpeeds(now: Date, cityId: string): Promise<ObservedSpeeds> {
    const legs = readBack(LEGS, (back, hours) =>
      listDrivenLegs(deps.db, cityId, { until: hoursBefore(now, back), hours }, LEGS_OF_AN_HOUR),
    );
    const cells = new Map<string, SpeedCell>();
    await takeEach(legs, ({ drivenAtSeconds, expectedSeconds, actualSeconds, ...place }) =>
      addTrip(cells, { expectedSeconds, actualSeconds, area: areaOf(place), hour: hourAt(cityId, drivenAtSeconds) }),
    );
    return cells;
  }

  // Of a city's orders so many of each hour. Hours are as of when they were read; what has been made since counts to the newest.
  function hourByHour<Row>(
    list: (db: Sql, cityId: string, hours: OrderHours) => Promise<readonly Row[]>,
    cityId: string,
    enough: number,
    atMost: (hour: number) => number,
  ): Stretches<Row> {
    return readBack(enough, async (back, hours) => {
      const [, ...numbers] = await hourNumbers();
      return list(deps.db, cityId, {
        first: numbers.slice(back, back + hours),
        next: [Number.MAX_SAFE_INTEGER, ...numbers].slice(back, back + hours),
        atMost: Array.from({ length: hours }, (_, nth) => atMost(back + nth)),
      });
    });
  }

  async function readPreparations(_now: Date, cityId: string): Promise<ReadonlyMap<string, number>> {
    const counters = new Map<string, PickupWait[]>();
    await takeEach(
      hourByHour(listPickupWaits, cityId, WAITS, () => WAITS_OF_AN_HOUR),
      ({ lat, lng, ...wait }) => pushTo(counters, counterOf({ lat, lng }), wait),
    );
    return new Map(
      await mapInSlices([...counters], ([counter, waits]) => [counter, preparationSeconds(waits)] as const),
    );
  }

  async function readStops(_now: Date, cityId: string): Promise<StopTimes> {
    const { add, times } = gatherStays();
    await takeEach(
      hourByHour(listStays, cityId, STAYS, () => STAYS_OF_AN_HOUR),
      (row) => add(stayOf(cityId, row)),
    );
    return times;
  }

  function stayOf(
    cityId: string,
    { kind, serviceId, leftAtSeconds, seconds, arrivedAfterSeconds, ...place }: StayRow,
  ): Stay {
    const key = { counter: counterOf(place), serviceId, hour: hourAt(cityId, leftAtSeconds) };
    return kind === "pickup" ? { ...key, kind, seconds, arrivedAfterSeconds } : { ...key, kind, seconds };
  }

  async function readWindows(now: Date, cityId: string): Promise<EtaTables> {
    const stages = new Map<string, Lesson[]>();
    const ofAnHour = (hour: number) => (hour < LATELY_HOURS ? LATELY_OF_AN_HOUR : WINDOWS_OF_AN_HOUR);
    await takeEach(
      hourByHour(listOutcomesIn, cityId, WINDOWS, ofAnHour),
      ({ plannedSeconds: aheadSeconds, toldAtSeconds: promisedAt, ...row }) => {
        const lesson = { ...row, aheadSeconds, promisedAt, hour: hourAt(cityId, promisedAt) };
        pushTo(stages, stageKey(lesson), lesson);
      },
    );
    const tables = new Map<string, Shape>();
    for (const seen of stages.values()) {
      const oldestFirst = seen.toSorted((a, b) => a.promisedAt - b.promisedAt);
      const learnt = await finishInSlices(learningStage(oldestFirst, now.getTime() / 1_000));
      for (const [cell, shape] of learnt) tables.set(cell, shape);
    }
    return tables;
  }

  function hourIn(cityId: string, at: Date): number {
    const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? "Asia/Ho_Chi_Minh";
    return Math.floor(localTimeAt(zone, at).minuteOfDay / 60);
  }

  const hourAt = (cityId: string, seconds: number): number => hourIn(cityId, new Date(seconds * 1_000));

  // City by city, so that what happens in one takes nothing from what is known of another.
  const kept = <T>(read: (now: Date, cityId: string) => Promise<T>) => readAgain(deps.clock, AGES, read);
  const speeds = kept(readSpeeds);
  const preparations = kept(readPreparations);
  const hourNumbers = kept((now) => listHourNumbers(deps.db, now, HOURS));
  return {
    factorsAt: async (cityId, places, leftAt) => {
      const cells = await speeds(cityId);
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
    stops: kept(readStops),
    windows: kept(readWindows),
    hourIn,
  };
}

async function takeEach<Row>(stretches: Stretches<Row>, take: (row: Row) => void): Promise<void> {
  for await (const rows of stretches) await mapInSlices(rows, take);
}

export function etaOutcomeOf(row: OutcomeRow, hourIn: Learned["hourIn"]): EtaOutcome {
  const { stage, target, meters, plannedSeconds, etaSeconds: eta, lowSeconds: low, highSeconds: high } = row;
  const promisedAt = row.toldAtSeconds;
  const hour = hourIn(row.cityId, new Date(promisedAt * 1_000));
  const forecast = { stage, target, hour, meters, aheadSeconds: plannedSeconds };
  return {
    ...forecast,
    orderId: row.orderId,
    promisedAt,
    promised: { eta, low, high },
    actualSeconds: row.actualSeconds,
  };
}
