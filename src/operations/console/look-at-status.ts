// How the platform does, for partners: looked at once in ten seconds, however many ask. Since when a part is not up is kept in the database, so that every
// process tells the same, after a restart too. While the database is away each tells what it saw itself.
import { CALM_SECONDS } from "../../domain/alerts/incidents.ts";
import { judgeStatus, type PartStatus } from "../../domain/health/platform-status.ts";
import type { Clock } from "../../ports/clock.ts";
import { sharedInFlight } from "../../ports/flow/in-flight.ts";
import { listProcesses } from "../../store/console/processes.ts";
import { keepTroubles } from "../../store/console/status-troubles.ts";
import { DatabaseAway, type Sql } from "../../store/db.ts";
import { listCityStandings } from "../../store/dispatch/leases.ts";

export const STATUS_KEPT_MS = 10_000;

export type StatusDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  // Of this process.
  readonly readiness: () => Promise<readonly { readonly ready: boolean }[]>;
};
export type Told = { readonly parts: readonly PartStatus[]; readonly toldAt: Date };

export function openStatus(deps: StatusDeps): () => Promise<Told> {
  const shared = sharedInFlight<Told>();
  let told: Told | undefined;
  const look = async (): Promise<Told> => {
    const [parts, work] = await Promise.all([deps.readiness(), lookAtWork(deps.db)]);
    const now = deps.clock.now();
    const seen = { isReady: parts.every(({ ready }) => ready), ...work };
    told = { parts: await withKeptSince(deps.db, judgeStatus(seen, told?.parts ?? [], now)), toldAt: now };
    return told;
  };
  return async () => {
    const isFresh = told && Math.abs(deps.clock.now().getTime() - told.toldAt.getTime()) < STATUS_KEPT_MS;
    return isFresh && told ? told : shared(look);
  };
}

async function lookAtWork(db: Sql) {
  const seen = await unlessAway(Promise.all([listProcesses(db), listCityStandings(db)]));
  if (!seen) return { workers: undefined, oldestWaitSeconds: undefined };
  const [processes, cities] = seen;
  const waits = cities.map(({ isLed, figures }) => (isLed ? figures.oldestSeconds : 0));
  return { workers: processes.filter(({ role }) => role !== "api").length, oldestWaitSeconds: Math.max(0, ...waits) };
}

async function withKeptSince(db: Sql, parts: readonly PartStatus[]): Promise<readonly PartStatus[]> {
  const troubles = parts.flatMap(({ part, since }) => (since ? [{ part, since }] : []));
  const kept = await unlessAway(keepTroubles(db, troubles, CALM_SECONDS));
  return parts.map((one) => ({ ...one, since: kept?.find(({ part }) => part === one.part)?.since ?? one.since }));
}

async function unlessAway<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    return undefined;
  }
}
