// `giao serve`: opens the database, the house and the doors, greets, and drains when told to stop.
import type { Server } from "node:net";
import { greet } from "../cli/greeting.ts";
import { isLoopback, type Settings } from "../cli/settings.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { seedCatalogue, seedSandbox } from "../operations/seed.ts";
import { codeOf } from "../store/db.ts";
import { openDatabaseUrl } from "./database-url.ts";
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
    const opened = await open();
    if (isRefusal(opened)) await stop();
    return opened;
  } catch (error) {
    await stop();
    if (codeOf(error) !== "EADDRINUSE") throw error;
    return refuse(
      "PORT_TAKEN",
      `PORT ${settings.port} is taken by another program on ${settings.host}; set PORT to a free one.`,
    );
  }

  async function open(): Promise<Stoppable | Refusal<string>> {
    const database = await openDatabaseUrl(settings, log, false);
    if (isRefusal(database)) return database;
    stops.push(database.stop);
    const house = await openHouse(settings, log, database.url);
    if (isRefusal(house)) return house;
    stops.push(house.close);
    if (settings.mode === "sandbox") await seedSandbox(house);
    else await seedCatalogue(house, false);
    await house.catalogue.refresh();
    const server = await openServer(house, settings.publicUrl ?? urlOf(settings, settings.port));
    stops.push(server.drain);
    await server.app.listen({ port: settings.port, host: settings.host });
    greet(say, settings, settings.publicUrl ?? urlOf(settings, portOf(server.app.server)));
    return { stop };
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

function urlOf(settings: Settings, port: number): string {
  const isEverywhere = settings.host === "0.0.0.0" || settings.host === "::";
  const host = isLoopback(settings.host) || isEverywhere ? "127.0.0.1" : settings.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
