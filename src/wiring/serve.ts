// `giao serve`: opens the database, the house and the doors, greets, and drains when told to stop, also while it opens.
import type { Server as Listener } from "node:net";
import { greet } from "../cli/greeting.ts";
import { isLoopback, type Settings } from "../cli/settings.ts";
import { weekHourOf } from "../domain/eta/week-hours.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { findMap } from "../extract/map-folder.ts";
import { listen } from "../http/base/listen.ts";
import { joinLink } from "../http/operator/people.ts";
import { type LearnRoadsDeps, learnRoads } from "../operations/dispatch/learn-roads.ts";
import { linkForFirstOwner } from "../operations/operators/people.ts";
import { sealSecrets } from "../operations/secrets/seal-secrets.ts";
import { DEMO, seedCatalogue, seedSandbox } from "../operations/seed.ts";
import type { Loop } from "../ports/flow/loop.ts";
import { codeOf, DatabaseAway, openDatabase } from "../store/db.ts";
import { schemaNumber } from "../store/migrate.ts";
import { repeat } from "../worker/repeat.ts";
import { POSTS, startRobots } from "../worker/robots/robot-fleet.ts";
import { openDatabaseUrl } from "./database-url.ts";
import { openHeartbeat } from "./heartbeat.ts";
import { type House, openHouse } from "./house.ts";
import { openLog } from "./log.ts";
import { isApiProcess, startProcesses } from "./processes.ts";
import { openServer, type Server } from "./server.ts";
import { onStopSignal, type StopSignal } from "./stop-signals.ts";
import { noWorker, startWorker } from "./worker.ts";
import { openWorld } from "./world.ts";

// The platform promises to be gone within 10 s of SIGTERM, or some seconds after a longer time of grace.
const STOP_MS_MAX = 9_000;
const STOP_MS_AFTER_GRACE = 5_000;
// Of it, what requests under way leave to the rest.
const CLOSING_MS = 3_000;

export type Serving = {
  // Settles when the doors are open: undefined, or why they are not.
  readonly opened: Promise<Refusal<string> | undefined>;
  // May be called at any time; resolves when everything is closed again. What is still opening is left where it is.
  readonly stop: (how: StopSignal) => Promise<void>;
  readonly stopMsMax: number;
  // What is being closed, for the one who waits for it.
  readonly closing: () => string;
};

type Part = {
  readonly name: string;
  // Told first, all parts at once: what takes time begins.
  readonly announceEnd?: (how: StopSignal) => void;
  readonly close: (how: StopSignal) => Promise<void>;
};

export function serve(settings: Settings, say: (line: string) => void): Serving {
  const log = openLog(settings.logLevel);
  const parts: Part[] = [];
  const graceMs = settings.drainSeconds * 1000;
  const stopMsMax = Math.max(STOP_MS_MAX, graceMs + STOP_MS_AFTER_GRACE);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  // Nobody may be waiting for anything just then.
  stopped.catch(() => undefined);
  let isOpen = false;
  let closingPart = "the start";
  // A database that does not answer must not hold up the end.
  let hurry: () => void = () => undefined;
  // One part that cannot be closed keeps no other open.
  const closeAll = async (how: StopSignal): Promise<void> => {
    const closing = parts.splice(0).reverse();
    for (const { announceEnd } of closing) announceEnd?.(how);
    const faults: unknown[] = [];
    for (const { name, close } of closing) {
      closingPart = name;
      await close(how).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
  };
  const opened = openOrExplain();
  return {
    opened,
    stop: async (how) => {
      // What is opening fails from here on, which is no news.
      if (!isOpen) log.level = "silent";
      stopping.abort();
      await opened;
      hurry();
      await closeAll(how);
    },
    stopMsMax,
    closing: () => closingPart,
  };

  async function openOrExplain(): Promise<Refusal<string> | undefined> {
    try {
      const refusal = await open();
      isOpen = refusal === undefined;
      if (refusal) await closeAll("SIGINT");
      return refusal;
    } catch (error) {
      await closeAll("SIGINT");
      if (signal.aborted) return undefined;
      if (codeOf(error) !== "EADDRINUSE") throw error;
      const { port, host } = settings;
      return refuse("PORT_TAKEN", `PORT ${port} is taken by another program on ${host}; set PORT to a free one.`);
    }
  }

  function unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, stopped]);
  }

  // Whatever opens is closed with the rest, also when what opens beside it does not.
  async function keep<T extends { readonly close: () => Promise<void> } | Refusal<string>>(
    name: string,
    part: Promise<T>,
  ): Promise<T> {
    const opened = await unlessStopped(part);
    if (!isRefusal(opened)) parts.push({ name, close: opened.close });
    return opened;
  }

  // For what would leave something behind if the program just ended: closing it waits for its opening, which obeys the signal too.
  function keepFromStart<T extends { readonly close: () => Promise<void> } | Refusal<string>>(
    name: string,
    opening: Promise<T>,
  ): Promise<T> {
    const close = async (): Promise<void> => {
      const [begun] = await Promise.allSettled([opening]);
      if (begun.status === "fulfilled" && !isRefusal(begun.value)) await begun.value.close();
    };
    parts.push({ name, close });
    return unlessStopped(opening);
  }

  async function open(): Promise<Refusal<string> | undefined> {
    const early = (await unlessStopped(missingMap(settings))) ?? (await unlessStopped(awayDatabase(settings)));
    if (early) return early;
    // Side by side: on a first start each takes a second or two.
    const opening = [
      keepFromStart("the database", openDatabaseUrl(settings, log, false, signal)),
      keepFromStart("the map", openWorld({ settings, log, signal })),
    ] as const;
    await Promise.allSettled(opening);
    const [database, world] = await Promise.all(opening);
    if (isRefusal(database)) return database;
    const house = await keep("the connections to the database", openHouse(settings, log, database.url, world));
    if (isRefusal(house)) return house;
    hurry = house.db.hurry;
    if (!isApiProcess()) await unlessStopped(seed(house));
    if (settings.mode === "production" && settings.smsUrl === undefined)
      log.warn("SMS_URL is not set: codes reach nobody by themselves; GET /operator/v1/sms shows them");
    const root = settings.publicUrl ?? urlOf(settings, settings.port);
    // The sandbox's clock call runs what is due before it answers, so there every process can.
    const works = settings.role !== "api" || settings.mode === "sandbox";
    const worker = works ? startWorker(house, root) : noWorker;
    // Timed work is others' from that moment; what goes wrong with that is told by whoever waits for it.
    parts.push({
      name: "the worker",
      announceEnd: () => void worker.stop().catch(() => undefined),
      close: worker.stop,
    });
    const lessons = startRoadLessons(house);
    parts.push({ name: "the lessons of the roads", close: lessons.stop });
    if (settings.processes > 1) {
      // This process answers no requests; the ones it starts tell of theirs.
      const heartbeat = openHeartbeat(house, house.processName);
      await heartbeat.start();
      parts.push({ name: "the heartbeat", close: heartbeat.stop });
      const processes = startProcesses(settings, database.url, log);
      parts.push({ name: "the API processes", announceEnd: processes.announceEnd, close: processes.stop });
      await unlessStopped(processes.listening);
      parts.push({ name: "the robots", close: startRobotsIfAny(house, urlOf(settings, settings.port)) });
      greet(say, settings, root, await ownerLinkOf(house, root));
    } else {
      const server = await openServer(house, root, worker, { keepsBuild: true });
      parts.push({
        name: "the HTTP server",
        announceEnd: server.announceEnd,
        close: (how) => drain(server, how),
      });
      await unlessStopped(listen(server.app, settings));
      const here = urlOf(settings, portOf(server.app.server));
      parts.push({ name: "the robots", close: startRobotsIfAny(house, here) });
      const shown = settings.publicUrl ?? here;
      if (!isApiProcess()) greet(say, settings, shown, await ownerLinkOf(house, shown));
    }
    if (!isApiProcess() && settings.role !== "worker") world.drawWhatIsMissing();
    return undefined;
  }

  // Nobody balances between workers, and a person who pressed Ctrl-C wants to see it end.
  function drain(server: Server, how: StopSignal): Promise<void> {
    const hasGrace = how === "SIGTERM" && settings.role !== "worker";
    return server.drain({ graceMs: hasGrace ? graceMs : 0, cutMs: stopMsMax - CLOSING_MS });
  }
}

// Prices by streets that nobody drives would be wrong for every order.
async function missingMap({ mode, mapDir, demoStreets, roadsUrl }: Settings): Promise<Refusal<string> | undefined> {
  if (mode === "sandbox" || demoStreets || roadsUrl !== undefined) return undefined;
  const found = await findMap(mapDir);
  if (!isRefusal(found) || found.refused !== "MAP_MISSING") return undefined;
  return refuse("NO_MAP", `${found.why} Build one with: giao map build <extract.osm.pbf>, or set DEMO_STREETS=yes.`);
}

// An outside server that is not there, or does not let us in, is told of before a map is loaded.
async function awayDatabase({ databaseUrl, databaseLimits }: Settings): Promise<Refusal<string> | undefined> {
  if (databaseUrl === undefined) return undefined;
  const db = openDatabase(databaseUrl, { limits: databaseLimits });
  try {
    await schemaNumber(db);
    return undefined;
  } catch (error) {
    const why = error instanceof DatabaseAway ? error.message : `the database refused us: ${String(error)}`;
    return refuse("NO_DATABASE", `${why}. DATABASE_URL names ${new URL(databaseUrl).host}; giao check says more.`);
  } finally {
    await db.close();
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
  let isStopping = false;
  onStopSignal((signal) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      const seconds = serving.stopMsMax / 1000;
      process.stderr.write(`giao: ${serving.closing()} did not stop in ${seconds} s; leaving at once\n`);
      process.exit(1);
    }, serving.stopMsMax).unref();
    serving.stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`giao: stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

function urlOf(settings: Settings, port: number): string {
  const isEverywhere = settings.host === "0.0.0.0" || settings.host === "::";
  const host = isLoopback(settings.host) || isEverywhere ? "127.0.0.1" : settings.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function portOf(server: Listener): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

// Keeps the roads of this process at the times that were learnt: anew in every hour of the week, once enough has been driven.
const LOOK_EVERY_MS = 60_000;
// Raising both profiles of a city takes ten seconds of a thread that others come before.
const DEADLINE_MS = 10 * 60_000;

function startRoadLessons(house: LearnRoadsDeps & Pick<House, "rounds" | "log">): Loop {
  let done: { readonly weekHour: number; readonly map: string } | undefined;
  return repeat(
    { name: "learned roads", everyMs: LOOK_EVERY_MS, deadlineMs: DEADLINE_MS },
    async () => {
      const now = { weekHour: weekHourOf(house.clock.now()), map: house.roads.version().map };
      if (done?.weekHour === now.weekHour && done.map === now.map) return;
      const profiles = await learnRoads(house);
      done = now;
      if (profiles.length > 0)
        house.log.info({ profiles, weekHour: now.weekHour }, "roads take the times that were learnt");
    },
    house.rounds,
  );
}

// The sandbox's robots, started with the program where it both serves and works.
const ROBOT_TICK_MS = 1_000;

// Robots come through the doors, so they start when those are open and stop before they close. `root` is where this program
// answers on this machine.
function startRobotsIfAny(house: House, root: string): () => Promise<void> {
  const { settings } = house;
  const isTheirs = settings.robots && settings.mode === "sandbox" && settings.role === "all" && !isApiProcess();
  if (!isTheirs) return async () => undefined;
  const deps = {
    ...house,
    root,
    operatorKey: settings.operatorKeys[0],
    routeKey: DEMO.routeKey,
    speed: settings.robotSpeed,
    tickMs: ROBOT_TICK_MS,
  };
  return startRobots(deps, POSTS, (error) => house.log.warn({ err: error }, "a robot starts again in a moment")).stop;
}

// A sandbox has its one click; a worker answers nobody.
async function ownerLinkOf(house: House, root: string): Promise<string | undefined> {
  const { mode, role } = house.settings;
  const made = mode === "production" && role !== "worker" ? await linkForFirstOwner(house) : undefined;
  return made && joinLink(root, made.token);
}
