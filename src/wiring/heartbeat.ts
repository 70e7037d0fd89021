// Every process tells all others how it does, through the database: whoever is asked can answer for every replica.
import { hostname } from "node:os";
import type { RequestFigures } from "../http/base/recent-requests.ts";
import { removeProcess, tellProcess } from "../store/console/processes.ts";
import { repeat } from "../worker/repeat.ts";
import type { House } from "./house.ts";

export type Heartbeat = { readonly stop: () => Promise<void> };

const BEAT_MS = 5_000;
const HOST_LENGTH_MAX = 80;
const NO_REQUESTS: RequestFigures = { perSecond: 0, failedPerSecond: 0, p50Ms: 0, p99Ms: 0 };

// The last letters tell two apart whose hosts call themselves the same.
export function nameProcess({ random }: Pick<House, "random">): string {
  return `${hostname().slice(0, HOST_LENGTH_MAX)}/${process.pid}-${random.hex(2)}`;
}

export async function startHeartbeat(
  { db, log, settings, vault }: House,
  name: string,
  requests: () => RequestFigures = () => NO_REQUESTS,
): Promise<Heartbeat> {
  const beat = () =>
    tellProcess(db, { name, role: settings.role, secretKeys: vault.keyIds }, process.uptime(), {
      ...requests(),
      connections: db.pool.totalCount,
      connectionsIdle: db.pool.idleCount,
      connectionsWaitedFor: db.pool.waitingCount,
      memoryBytes: process.memoryUsage.rss(),
    });
  await beat();
  const beats = repeat(BEAT_MS, beat, (error) => log.warn({ err: error }, "how this process does is told in 5 s"));
  return {
    stop: async () => {
      await beats.stop();
      // A minute later the row would vanish by itself.
      await removeProcess(db, name).catch((error) =>
        log.warn({ err: error }, "this process is still listed for a minute"),
      );
    },
  };
}
