// What partners may know of how the platform does: no figures, names or places. Looked at once in ten seconds, however many ask.
import { Type } from "typebox";
import { field, oneOf } from "../../contract/fields.ts";
import {
  judgeStatus,
  PART_STATES,
  type PartStatus,
  STATUS_PARTS,
  stateOfAll,
} from "../../domain/health/platform-status.ts";
import type { Clock } from "../../ports/clock.ts";
import { sharedInFlight } from "../../ports/flow/in-flight.ts";
import { listProcesses } from "../../store/console/processes.ts";
import { DatabaseAway, type Sql } from "../../store/db.ts";
import { listCityStandings } from "../../store/dispatch/leases.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";
import type { Readiness } from "./health.ts";

const KEPT_MS = 10_000;

export type StatusDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  readonly readiness: () => Promise<readonly Readiness[]>;
};
export type Told = { readonly parts: readonly PartStatus[]; readonly toldAt: Date };
type StatusDoor = { readonly status: () => Promise<Told> };

export function openStatus(deps: StatusDeps): () => Promise<Told> {
  const shared = sharedInFlight<Told>();
  let told: Told | undefined;
  const look = async (): Promise<Told> => {
    const [parts, work] = await Promise.all([deps.readiness(), lookAtWork(deps.db)]);
    const now = deps.clock.now();
    const seen = { isReady: parts.every(({ ready }) => ready), ...work };
    told = { parts: judgeStatus(seen, told?.parts ?? [], now), toldAt: now };
    return told;
  };
  return async () => {
    const isFresh = told && Math.abs(deps.clock.now().getTime() - told.toldAt.getTime()) < KEPT_MS;
    return isFresh && told ? told : shared(look, "status");
  };
}

async function lookAtWork(db: Sql) {
  try {
    const [processes, cities] = await Promise.all([listProcesses(db), listCityStandings(db)]);
    const waits = cities.map(({ isLed, figures }) => (isLed ? figures.oldestSeconds : 0));
    return { workers: processes.filter(({ role }) => role !== "api").length, oldestWaitSeconds: Math.max(0, ...waits) };
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    return { workers: undefined, oldestWaitSeconds: undefined };
  }
}

const state = oneOf(PART_STATES);
const call = callsOf<StatusDoor>("Public");

export const statusCalls = [
  call.plain({
    id: "seeStatus",
    at: "GET /status/v1/state",
    headers: { "cache-control": "public, max-age=10" },
    summary: "Whether the platform is up or delayed, and since when",
    description: "For partners, as the page `/status` shows it; looked at every ten seconds.",
    answer: Type.Object(
      {
        state,
        time: field.number("When it was looked at."),
        parts: Type.Array(
          Type.Object({
            part: oneOf(STATUS_PARTS),
            state,
            since: field.number("Since when it is not up; 0 while it is."),
          }),
          {
            description:
              "`api`: calls are answered. `work`: drivers are sought and callbacks sent. `drivers`: orders find one in time.",
          },
        ),
      },
      { title: "PlatformStatus" },
    ),
    run: async (_request, deps) => {
      const { parts, toldAt } = await deps.status();
      return {
        state: stateOfAll(parts),
        time: unixSeconds(toldAt),
        parts: parts.map(({ part, state, since }) => ({ part, state, since: unixSeconds(since) })),
      };
    },
  }),
];
