// How the platform is doing, on one page: requests, queues, the database, the map.

import { type Static, Type } from "typebox";
import { field, nullable } from "../../contract/fields.ts";
import { acceptanceIn, crowShareIn } from "../../domain/dispatch/city-figure.ts";
import type { Clock } from "../../ports/clock.ts";
import { readQueueFigures } from "../../store/callbacks/queue.ts";
import { countOpenWork, listProcesses, type ProcessRow } from "../../store/console/processes.ts";
import type { Database } from "../../store/db.ts";
import { type CityStanding, listCityStandings } from "../../store/dispatch/leases.ts";
import type { TableSize } from "../../store/server-figures.ts";
import type { ClockState } from "../../store/shared-clock.ts";
import type { StandbyState, Standbys } from "../../store/standbys.ts";
import type { PoolCounts } from "../base/measures.ts";
import type { RecentRequests, RequestFigures } from "../base/recent-requests.ts";
import { callsOf } from "../calls/call.ts";
import type { Readiness } from "../health/health.ts";

const count = Type.Integer();
const requests = {
  per_second: Type.Number(),
  failed_per_second: Type.Number(),
  p50_ms: Type.Number(),
  p99_ms: Type.Number(),
};
const ProcessRecord = Type.Object(
  {
    name: field.text("Host and process id."),
    role: field.text("all, api or worker."),
    answering: field.flag("It is the one that answers this call."),
    age_seconds: field.number("How old its figures are: they are told every 5 s."),
    up_seconds: Type.Number(),
    requests: Type.Object(requests, { description: "Over the minute before it told." }),
    database: Type.Object({ connections: count, idle: count, queue: count }),
    memory_bytes: count,
  },
  { title: "Process" },
);
const CityRecord = Type.Object(
  {
    city_id: Type.String(),
    leader: field.text("The process that leads it, or led it last."),
    led: field.flag("False where nobody leads it now: no order waits, or its leader is lost."),
    age_seconds: field.number("How old the figures are."),
    waiting: count,
    oldest_seconds: field.number("How long the oldest has waited; 0 when none waits."),
    waiting_for: Type.Record(Type.String(), count, { description: "By what was last said of each." }),
    drivers: count,
    rounds: Type.Object({ done: count, failed: count, capped: count, mean_ms: Type.Number() }),
    offers: Type.Record(Type.String(), count, {
      description: "Questions that ended in the last 10 minutes, by outcome.",
    }),
    acceptance: nullable(field.number("Accepted of all that were answered; null where none was.")),
    crow_share: field.number("Share of the ways that the roads did not tell."),
  },
  { title: "CityHealth" },
);
const HealthSummary = Type.Object(
  {
    time: field.number("The program's now."),
    clock: Type.Object(
      {
        certain: field.flag("False while timed work waits until the time is known again."),
        skew_seconds: field.number("How far its machine's clock is ahead of the database's; put right."),
        error_seconds: field.number("How far its time may be off the database's."),
      },
      { description: "Of the process that answers." },
    ),
    parts: Type.Array(Type.Object({ name: Type.String(), ready: Type.Boolean(), note: Type.String() })),
    requests: Type.Object(requests, { description: "Of the process that answers, over the last minute." }),
    processes: Type.Array(ProcessRecord, { description: "Every process that told of itself in the last minute." }),
    callbacks: Type.Object({
      waiting: count,
      given_up: count,
      oldest_seconds: field.number("Age of the oldest that is not delivered; 0 when none waits."),
    }),
    orders: Type.Object({ open: count, waiting: count }),
    drivers_online: count,
    dispatch: Type.Array(CityRecord, { description: "Each city in which orders waited in the last hour." }),
    database: Type.Object({
      bytes: count,
      connections: count,
      idle: count,
      queue: count,
      tables: Type.Array(
        Type.Object({
          name: Type.String(),
          bytes: field.integer("With indexes and all its months; looked at once a minute."),
          months: field.integer("0 for a table that is not kept by the month."),
        }),
        { description: "Every table, the largest first." },
      ),
      standbys: Type.Array(
        Type.Object({
          name: field.text("Host and port."),
          used: field.flag("It answers reads; otherwise the primary does."),
          lag_bytes: nullable(field.number("What it has not replayed; null while it does not answer.")),
          lag_seconds: nullable(field.number("The age of the last change it has replayed.")),
        }),
        { description: "Of DATABASE_READ_URL, as the process that answers sees them." },
      ),
    }),
    map: nullable(
      Type.Object(
        { label: Type.String(), version: Type.String(), demo: Type.Boolean() },
        { description: "The map in use." },
      ),
    ),
  },
  { title: "HealthSummary" },
);

type MapInUse = { readonly label: string; readonly version: string; readonly demo: boolean };

type HealthSummaryDoor = {
  readonly db: Database;
  readonly clock: Clock & { readonly state: () => ClockState };
  readonly recent: RecentRequests;
  readonly pool: PoolCounts;
  readonly self: string;
  readonly tableSizes: () => Promise<readonly TableSize[]>;
  readonly standbys: Pick<Standbys, "states">;
  readonly map: () => MapInUse | undefined;
  readonly readiness: () => Promise<readonly Readiness[]>;
};

const call = callsOf<HealthSummaryDoor>("Operator");

export const healthSummaryCalls = [
  call.plain({
    id: "seeHealth",
    at: "GET /operator/v1/health",
    summary: "How the platform is doing",
    answer: HealthSummary,
    run: async (_request, deps) => {
      const [parts, queue, work, processes, cities, tables] = await Promise.all([
        deps.readiness(),
        readQueueFigures(deps.db, undefined),
        countOpenWork(deps.db),
        listProcesses(deps.db),
        listCityStandings(deps.db),
        deps.tableSizes(),
      ]);
      const now = deps.clock.now().getTime();
      return {
        time: now / 1_000,
        clock: encodeClock(deps.clock.state()),
        parts: [...parts],
        requests: encodeRequests(deps.recent.figures()),
        map: encodeMap(deps.map()),
        processes: processes.map((one) => encodeProcess(one, deps.self)),
        callbacks: {
          waiting: queue.waiting,
          given_up: queue.givenUp,
          oldest_seconds: queue.oldestQueuedAt ? Math.max(0, (now - queue.oldestQueuedAt.getTime()) / 1_000) : 0,
        },
        orders: { open: work.openOrders, waiting: work.waitingOrders },
        drivers_online: work.driversOnline,
        dispatch: cities.map(encodeCity),
        database: {
          bytes: work.databaseBytes,
          connections: deps.pool.totalCount,
          idle: deps.pool.idleCount,
          queue: deps.pool.waitingCount,
          tables: tables.map(({ name, bytes, months }) => ({ name, bytes, months })),
          standbys: deps.standbys.states().map(encodeStandby),
        },
      };
    },
  }),
];

function encodeClock({ certain, skewSeconds, errorSeconds }: ClockState) {
  return { certain, skew_seconds: skewSeconds, error_seconds: errorSeconds };
}

function encodeMap(map: MapInUse | undefined): MapInUse | null {
  return map ? { label: map.label, version: map.version, demo: map.demo } : null;
}

function encodeStandby({ name, isUsed, lagBytes, lagSeconds }: StandbyState) {
  return { name, used: isUsed, lag_bytes: lagBytes, lag_seconds: lagSeconds };
}

function encodeRequests({ perSecond, failedPerSecond, p50Ms, p99Ms }: RequestFigures) {
  return { per_second: perSecond, failed_per_second: failedPerSecond, p50_ms: p50Ms, p99_ms: p99Ms };
}

function encodeCity({ cityId, holder, isLed, ageSeconds, figures }: CityStanding): Static<typeof CityRecord> {
  const { rounds, roundSeconds, waiting, oldestSeconds, waitingFor, drivers, outcomes, cells } = figures;
  return {
    city_id: cityId,
    leader: holder,
    led: isLed,
    age_seconds: ageSeconds,
    waiting: isLed ? waiting : 0,
    oldest_seconds: isLed ? oldestSeconds : 0,
    waiting_for: isLed ? waitingFor : {},
    drivers,
    rounds: { ...rounds, mean_ms: rounds.done === 0 ? 0 : (1000 * roundSeconds) / rounds.done },
    offers: outcomes,
    acceptance: acceptanceIn(outcomes) ?? null,
    crow_share: crowShareIn(cells),
  };
}

function encodeProcess(row: ProcessRow, self: string): Static<typeof ProcessRecord> {
  return {
    name: row.name,
    role: row.role,
    answering: row.name === self,
    age_seconds: row.ageSeconds,
    up_seconds: row.upSeconds,
    requests: encodeRequests(row),
    database: { connections: row.connections, idle: row.connectionsIdle, queue: row.connectionsWaitedFor },
    memory_bytes: row.memoryBytes,
  };
}
