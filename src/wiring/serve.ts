// `giao serve`: opens the database, the house and the doors, greets, and drains when told to stop.
import type { Server } from "node:net";
import { greet } from "../cli/greeting.ts";
import { isLoopback, type Settings } from "../cli/settings.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { sealSecrets } from "../operations/secrets/seal-secrets.ts";
import { seedCatalogue, seedSandbox } from "../operations/seed.ts";
import { codeOf } from "../store/db.ts";
import { openDatabaseUrl } from "./database-url.ts";
import { nameProcess, openHeartbeat } from "./heartbeat.ts";
import { type House, openHouse } from "./house.ts";
import { openLog } from "./log.ts";
import { isApiProcess, startProcesses } from "./processes.ts";
import { startRobotsIfAny } from "./robots.ts";
import { openServer } from "./server.ts";
import { noWorker, startWorker } from "./worker.ts";
import { openWorld } from "./world.ts";

// The platform promises to be gone within 10 s of SIGTERM.
const DRAIN_MS_MAX = 9_000;

export type Serving = {
  // Settles when the doors are open: undefined, or why they are not.
  readonly opened: Promise<Refusal<string> | undefined>;
  // May be called at any time, while opening too; resolves when everything is closed again.
  readonly stop: () => Promise<void>;
  // What is being closed, for the one who waits for it.
  readonly closing: () => string;
};

type Part = { readonly name: string; readonly close: () => Promise<void> };

export function serve(settings: Settings, say: (line: string) => void): Serving {
  const log = openLog(settings.logLevel);
  const parts: Part[] = [];
  let closingPart = "the start";
  // A database that does not answer must not hold up the end.
  let hurry: () => void = () => undefined;
  const closeAll = async (): Promise<void> => {
    for (const { name, close } of parts.splice(0).reverse()) {
      closingPart = name;
      await close();
    }
  };
  const opened = openOrExplain();
  return {
    opened,
    stop: async () => {
      await opened;
      hurry();
      await closeAll();
    },
    closing: () => closingPart,
  };

  async function openOrExplain(): Promise<Refusal<string> | undefined> {
    try {
      const refusal = await open();
      if (refusal) await closeAll();
      return refusal;
    } catch (error) {
      await closeAll();
      if (codeOf(error) !== "EADDRINUSE") throw error;
      const { port, host } = settings;
      return refuse("PORT_TAKEN", `PORT ${port} is taken by another program on ${host}; set PORT to a free one.`);
    }
  }

  // Whatever opens is closed with the rest, also when what opens beside it does not.
  async function keep<T extends { readonly close: () => Promise<void> } | Refusal<string>>(
    name: string,
    part: Promise<T>,
  ): Promise<T> {
    const opened = await part;
    if (!isRefusal(opened)) parts.push({ name, close: opened.close });
    return opened;
  }

  async function open(): Promise<Refusal<string> | undefined> {
    // Side by side: on a first start each takes a second or two.
    const opening = [
      keep("the database", openDatabaseUrl(settings, log, false)),
      keep("the map", openWorld({ settings, log })),
    ] as const;
    await Promise.allSettled(opening);
    const [database, world] = await Promise.all(opening);
    if (isRefusal(database)) return database;
    const house = await keep("the connections to the database", openHouse(settings, log, database.url, world));
    if (isRefusal(house)) return house;
    hurry = house.db.hurry;
    if (!isApiProcess()) await seed(house);
    const root = settings.publicUrl ?? urlOf(settings, settings.port);
    // The sandbox's clock call runs what is due before it answers, so there every process can.
    const works = settings.role !== "api" || settings.mode === "sandbox";
    const worker = works ? startWorker(house, root) : noWorker;
    parts.push({ name: "the worker", close: worker.stop });
    if (settings.processes > 1) {
      // This process answers no requests; the ones it starts tell of theirs.
      const heartbeat = openHeartbeat(house, nameProcess(house));
      await heartbeat.start();
      parts.push({ name: "the heartbeat", close: heartbeat.stop });
      const processes = await startProcesses(settings, database.url, log);
      parts.push({ name: "the API processes", close: processes.stop });
      parts.push({ name: "the robots", close: startRobotsIfAny(house, urlOf(settings, settings.port)) });
      greet(say, settings, root);
    } else {
      const server = await openServer(house, root, worker);
      parts.push({ name: "the HTTP server", close: server.drain });
      await server.app.listen({ port: settings.port, host: settings.host });
      const here = urlOf(settings, portOf(server.app.server));
      parts.push({ name: "the robots", close: startRobotsIfAny(house, here) });
      if (!isApiProcess()) greet(say, settings, settings.publicUrl ?? here);
    }
    if (!isApiProcess() && settings.role !== "worker") world.drawWhatIsMissing();
    return undefined;
  }
}

async function seed(house: House): Promise<void> {
  // What an older program left plain, before anything else is done with it.
  await sealSecrets(house, {
    onTrouble: (error) => house.log.error({ err: error }, "a secret cannot be opened"),
  });
  if (house.settings.mode === "sandbox") await seedSandbox(house);
  else await seedCatalogue(house, false);
  await house.catalogue.refresh();
}

// Ends the program in order on SIGTERM or SIGINT, or at once when that takes too long. Further signals change nothing: a
// terminal's Ctrl-C arrives twice, from the terminal and from npm.
export function stopOnSignals(serving: Serving): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      process.stderr.write(`giao: ${serving.closing()} did not stop in ${DRAIN_MS_MAX / 1000} s; leaving at once\n`);
      process.exit(1);
    }, DRAIN_MS_MAX).unref();
    serving.stop().then(
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
