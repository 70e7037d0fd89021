// How the server lets go of its connections when it stops, so that no request is lost (docs/high-availability.md). First every answer
// tells its client that the connection ends with it, while new connections are still taken. Then nobody listens any more: answers
// under way are finished, and only connections on which nothing can be under way are shut.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { startStopwatch } from "../../ports/clock.ts";
import type { App } from "./app-type.ts";

export type Connections = {
  readonly meet: (socket: Socket) => void;
  readonly note: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  // From now on an answer ends its connection.
  readonly announceEnd: () => void;
  // Closes the server; times count from the announcement. Tells how many connections had to be cut.
  readonly close: (app: App, times: EndTimes) => Promise<number>;
};

export type EndTimes = {
  // Until then everybody is answered.
  readonly graceMs: number;
  // What is under way then is cut.
  readonly cutMs: number;
};

type Connection = {
  readonly openFor: ReturnType<typeof startStopwatch>;
  // The answer to the newest request on it; none: it has not asked yet.
  newest: ServerResponse | undefined;
};

const CHECK_MS = 50;
// A client that has just connected is about to ask. Browsers also open connections ahead of need and leave them silent for minutes.
const SILENT_MS_MAX = 500;
// A balancer that still sends requests when the time of grace is over has not noticed yet: it gets some seconds more.
const ASKED_MS = 500;
const UNNOTICED_MS_MAX = 3_000;
// What remains of them for requests under way.
const UNDER_WAY_MS_MIN = 2_000;
// A listener resets what waits to be taken when it closes. Clients that ask again as soon as they are answered come no more while
// their requests wait, so just before it closes all of them do, until nobody has come for a moment.
const NOBODY_MS = 50;
const HOLD_MS_MAX = 1_000;
// Asked for as long as the program lives, by whoever watches over it.
const WATCHED = new Set(["/readyz", "/healthz", "/metrics"]);

export function followConnections(): Connections {
  const open = new Map<Socket, Connection>();
  let ending: ReturnType<typeof startStopwatch> | undefined;
  let askedFor: ReturnType<typeof startStopwatch> | undefined;
  let newestFor = startStopwatch();
  let held: (() => void)[] | undefined;

  function meet(socket: Socket): Connection {
    newestFor = startStopwatch();
    const met: Connection = { openFor: newestFor, newest: undefined };
    open.set(socket, met);
    socket.once("close", () => open.delete(socket));
    return met;
  }

  function note({ socket, url = "" }: IncomingMessage, response: ServerResponse, next: () => void): void {
    const connection = open.get(socket) ?? meet(socket);
    const { newest } = connection;
    connection.newest = response;
    if (!ending) {
      next();
      return;
    }
    if (!WATCHED.has(url)) askedFor = startStopwatch();
    // Of requests sent without waiting only the last answer may end the connection, or those behind it would be lost: what came
    // with this one is read before any of it is answered.
    if (newest && !newest.headersSent) newest.shouldKeepAlive = true;
    response.shouldKeepAlive = false;
    if (held) held.push(next);
    else setImmediate(next);
  }

  async function untilNobodyComes(): Promise<void> {
    const holding = startStopwatch();
    held = [];
    do {
      await sleep(NOBODY_MS);
      // Whoever came while the program slept is taken now.
      await turnOfTheLoop();
    } while (newestFor.elapsedMs() < NOBODY_MS && holding.elapsedMs() < HOLD_MS_MAX);
  }

  function release(): void {
    for (const next of held ?? []) setImmediate(next);
    held = undefined;
  }

  const isAnswering = (): boolean => open.values().some(({ newest }) => newest !== undefined && !newest.closed);

  // Node knows which are between two requests, and takes one that has not asked yet for busy.
  function shutUnused(shutIdle: () => void): void {
    shutIdle();
    for (const [socket, { newest, openFor }] of open) {
      if (!newest && socket.bytesRead === 0 && openFor.elapsedMs() > SILENT_MS_MAX) socket.destroy();
    }
  }

  return {
    meet,
    note,
    announceEnd: () => {
      if (ending) return;
      ending = startStopwatch();
      for (const { newest } of open.values()) if (newest && !newest.headersSent) newest.shouldKeepAlive = false;
    },
    close: async (app, { graceMs, cutMs }) => {
      const watch = ending ?? startStopwatch();
      let isClosed = false;
      await sleep(Math.max(0, graceMs - watch.elapsedMs()));
      const unnoticedMs = Math.min(graceMs + UNNOTICED_MS_MAX, cutMs - UNDER_WAY_MS_MIN);
      const isAsked = () => askedFor !== undefined && askedFor.elapsedMs() < ASKED_MS;
      while (graceMs > 0 && watch.elapsedMs() < unnoticedMs && isAsked()) await sleep(CHECK_MS);
      // Node would shut idle connections with the listener, and count one whose client is slow to read as idle.
      const shutIdle = app.server.closeIdleConnections.bind(app.server);
      app.server.closeIdleConnections = () => undefined;
      if (graceMs > 0) await untilNobodyComes();
      app.server.close();
      release();
      const closed = app.close().then(() => {
        isClosed = true;
      });
      // At `localhost` Fastify answers with a second server, which it does not wait for.
      while (!isClosed || isAnswering()) {
        // What has arrived is read before it is judged whether anything is under way.
        await turnOfTheLoop();
        // As long as the program lives for another's answer, it may as well hear who else asks.
        if (!isAnswering()) shutUnused(shutIdle);
        await (isClosed ? sleep(CHECK_MS) : Promise.race([closed, sleep(CHECK_MS)]));
        if (watch.elapsedMs() < cutMs) continue;
        const cut = open.size;
        for (const socket of open.keys()) socket.destroy();
        await closed;
        return cut;
      }
      return 0;
    },
  };
}
