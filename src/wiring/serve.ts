// `giao serve`: opens the database, the house and the doors, greets, and drains when told to stop.
import type { Logger } from "pino";
import { greet } from "../cli/greeting.ts";
import { isLoopback, type Settings } from "../cli/settings.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { seedCatalogue, seedSandbox } from "../operations/seed.ts";
import { codeOf } from "../store/db.ts";
import { startEmbedded } from "../store/embedded/embedded.ts";
import { openHouse } from "./house.ts";
import { openLog } from "./log.ts";
import { openServer } from "./server.ts";

// The platform promises to be gone within 10 s of SIGTERM.
const DRAIN_MS_MAX = 9_000;

export type Stoppable = { readonly stop: () => Promise<void> };

export async function serve(settings: Settings, say: (line: string) => void): Promise<Stoppable | Refusal<string>> {
  const log = openLog(settings.logLevel);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const databaseUrl = settings.databaseUrl ?? (await embedded(settings, log, stops));
    if (typeof databaseUrl !== "string") return databaseUrl;
    const house = await openHouse(settings, log, databaseUrl);
    if (isRefusal(house)) return await stopped(house);
    stops.push(house.close);
    if (settings.mode === "sandbox") await seedSandbox(house);
    else await seedCatalogue(house, false);
    await house.catalogue.refresh();
    const server = await openServer(house, settings.publicUrl ?? urlOf(settings, settings.port));
    stops.push(server.drain);
    await server.app.listen({ port: settings.port, host: settings.host });
    greet(say, settings, settings.publicUrl ?? urlOf(settings, portOf(server.app.server.address())));
    return { stop };
  } catch (error) {
    await stop();
    const taken = codeOf(error) === "EADDRINUSE";
    if (taken)
      return {
        refused: "PORT_TAKEN",
        why: `PORT ${settings.port} is taken by another program on ${settings.host}; set PORT to a free one.`,
      };
    throw error;
  }

  async function stopped<T>(refusal: T): Promise<T> {
    await stop();
    return refusal;
  }
}

// Ends the program in order on SIGTERM or SIGINT, or at once when that takes too long. Further signals change nothing: a
// terminal's Ctrl-C arrives twice, from the terminal and from npm.
export function stopOnSignals(running: Stoppable): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`giao: stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

async function embedded(
  settings: Settings,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<string | Refusal<string>> {
  const database = await startEmbedded({
    dataDir: settings.dataDir,
    log: { debug: (line) => log.debug(line), info: (line) => log.info(line), error: (line) => log.error(line) },
  });
  if (isRefusal(database)) return database;
  stops.push(database.stop);
  return database.url;
}

function urlOf(settings: Settings, port: number): string {
  const host =
    isLoopback(settings.host) || settings.host === "0.0.0.0" || settings.host === "::" ? "127.0.0.1" : settings.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function portOf(address: ReturnType<import("node:net").Server["address"]>): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
