// Every process tells all others how it does, through the database: whoever is asked can answer for every replica. The same row is the
// proof that the database can be written to.
import type { RequestFigures } from "../http/base/recent-requests.ts";
import { startStopwatch } from "../ports/clock.ts";
import { sharedInFlight } from "../ports/flow/in-flight.ts";
import { notePacking } from "../store/callbacks/packed-body.ts";
import { removeGoneProcesses, removeProcess, reportProcess } from "../store/console/processes.ts";
import { repeat } from "../worker/repeat.ts";
import type { House } from "./house.ts";

export type Heartbeat = {
  // Resolves when a write has been committed in the last second; rejects, in two seconds at most, when none can be.
  readonly proveWrite: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const LOOP = "heartbeat";
const BEAT_MS = 5_000;
// However many ask, one row is written a second.
const PROOF_MS = 1_000;
const PROOF_SECONDS_MAX = 2;
const NO_REQUESTS: RequestFigures = { perSecond: 0, failedPerSecond: 0, p50Ms: 0, p99Ms: 0 };

export function openHeartbeat(
  { db, log, settings, rounds, vault }: House,
  name: string,
  requests: () => RequestFigures = () => NO_REQUESTS,
): Heartbeat {
  const inTime = db.with({ seconds: PROOF_SECONDS_MAX });
  const watch = startStopwatch();
  const shared = sharedInFlight<void>();
  let provenMs = Number.NEGATIVE_INFINITY;

  async function write(): Promise<void> {
    const askedMs = watch.elapsedMs();
    const allRead = await reportProcess(
      inTime,
      { name, role: settings.role, secretKeys: vault.keyIds },
      process.uptime(),
      {
        ...requests(),
        connections: db.pool.totalCount,
        connectionsIdle: db.pool.idleCount,
        connectionsWaitedFor: db.pool.waitingCount,
        memoryBytes: process.memoryUsage.rss(),
      },
    );
    notePacking(db, allRead);
    provenMs = askedMs;
  }

  async function proveWrite(): Promise<void> {
    if (watch.elapsedMs() - provenMs >= PROOF_MS) await shared(write);
  }

  async function beat(): Promise<void> {
    await proveWrite();
    await removeGoneProcesses(inTime);
  }

  let beats: ReturnType<typeof repeat> | undefined;
  return {
    proveWrite,
    start: async () => {
      // Told in 5 s if not now.
      await beat().catch((error) => rounds.failed(LOOP, error));
      beats = repeat({ name: LOOP, everyMs: BEAT_MS }, beat, rounds);
    },
    stop: async () => {
      await beats?.stop();
      // A minute later the row would vanish by itself.
      await removeProcess(inTime, name).catch((error) =>
        log.warn({ err: error }, "this process is still listed for a minute"),
      );
    },
  };
}
