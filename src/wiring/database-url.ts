// Where the database is: an outside server when DATABASE_URL names one, the embedded one otherwise.
import type { Logger } from "pino";
import type { Settings } from "../cli/settings.ts";
import { isRefusal, type Promised } from "../domain/refusal.ts";
import { startEmbedded, startOrJoinEmbedded } from "../store/embedded/embedded.ts";

export type DatabaseHandle = { readonly url: string; readonly close: () => Promise<void> };

// `mayJoin`: a command may work beside a server that runs on the same DATA_DIR; a second server may not.
export async function openDatabaseUrl(
  settings: Settings,
  log: Logger,
  mayJoin: boolean,
  signal?: AbortSignal,
): Promised<DatabaseHandle, string> {
  if (settings.databaseUrl !== undefined) return { url: settings.databaseUrl, close: async () => undefined };
  const lines = {
    debug: (line: string) => log.debug(line),
    info: (line: string) => log.info(line),
    error: (line: string) => log.error(line),
  };
  const start = mayJoin ? startOrJoinEmbedded : startEmbedded;
  const started = await start({ dataDir: settings.dataDir, log: lines, ...(signal ? { signal } : {}) });
  return isRefusal(started) ? started : { url: started.url, close: started.stop };
}
