// Stands before Fastify: while more comes than can be done, most of it is told so here, without the routing, hooks and serialising
// that the same answer costs further in. Who is turned away is admission's to say.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { refuse } from "../../domain/refusal.ts";
import { errorBody, inPlainWords } from "../base/answer.ts";
import type { Connections } from "../base/connections.ts";
import { statusOf } from "../base/statuses.ts";

export const BUSY = refuse(
  "SERVICE_UNAVAILABLE",
  "There is more to do than can be done in time; try again in a moment.",
);
const STATUS = statusOf(BUSY.refused);
// One after the other, so that those who were refused together do not come back together.
const RETRY_AFTER_SECONDS = [1, 2, 3];
// A client that asks again the moment it is refused would cost more than those who are served: it hears a little later, together
// with others, and still soon.
const HELD_MS = 20;
let refusals = 0;

export function retryAfterSeconds(): number {
  return RETRY_AFTER_SECONDS[refusals++ % RETRY_AFTER_SECONDS.length]!;
}

export type Gate = { turnsAway: (request: IncomingMessage) => boolean };

export function openGate(): Gate {
  return { turnsAway: () => false };
}

// To be called before the server listens.
export function putGate(
  server: Server,
  gate: Gate,
  connections: Connections | undefined,
  headersOf: (request: IncomingMessage) => Readonly<Record<string, string>>,
): void {
  const [handle] = server.listeners("request") as [(request: IncomingMessage, response: ServerResponse) => void];
  const written = JSON.stringify(errorBody(BUSY));
  const writtenForRoutes = JSON.stringify(inPlainWords(errorBody(BUSY), STATUS));

  let held: (() => void)[] = [];

  function refuseHeld(): void {
    const those = held;
    held = [];
    for (const refuseOne of those) refuseOne();
  }

  function refuseSoon(request: IncomingMessage, response: ServerResponse): void {
    if (held.push(() => refuseNow(request, response)) === 1) setTimeout(refuseHeld, HELD_MS);
  }

  function refuseNow(request: IncomingMessage, response: ServerResponse): void {
    const body = request.url?.startsWith("/routing/") ? writtenForRoutes : written;
    response.writeHead(STATUS, {
      ...headersOf(request),
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
      "retry-after": String(retryAfterSeconds()),
    });
    response.end(body);
  }

  server.removeListener("request", handle);
  server.on("request", (request, response) => {
    if (!gate.turnsAway(request)) handle(request, response);
    else if (connections) connections.note(request, response, () => refuseSoon(request, response));
    else refuseSoon(request, response);
  });
}
