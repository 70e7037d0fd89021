// The route calls on a server of their own, listening on a real loopback port.
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { enforceScopes } from "../../src/http/access/enforce-scopes.ts";
import { openApp } from "../../src/http/base/app.ts";
import { openMeasures } from "../../src/http/base/measures.ts";
import { admitRequests } from "../../src/http/limits/admission.ts";
import { openGate } from "../../src/http/limits/gate.ts";
import { openRateLimits } from "../../src/http/limits/rate-limits.ts";
import { type RouteCallDoor, registerRouteCalls } from "../../src/http/osrm/route-calls.ts";
import { type FindRouteKey, routeKeyOnly } from "../../src/http/osrm/route-keys.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import type { RemoteRoads } from "../../src/roads/remote/osrm-roads.ts";

export const KEY = "demo-route-key";

export type RouteServer = {
  // Asks under /routing, with the key unless told otherwise.
  readonly ask: (path: string, headers?: Readonly<Record<string, string>>) => Promise<RouteReply>;
  readonly url: string;
  readonly close: () => Promise<void>;
};
export type RouteReply = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

type Parts = {
  readonly engine?: RouteCallDoor["engine"];
  readonly remote?: RemoteRoads;
  readonly findRouteKey?: FindRouteKey;
  readonly clock?: Clock;
};

export async function startRouteServer(parts: Parts = {}): Promise<RouteServer> {
  const clock = parts.clock ?? { now: () => new Date(0) };
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  const measures = openMeasures(pool);
  const app = openApp({
    log: pino({ level: "silent" }),
    random: secureRandom,
    measures,
    publicUrl: "http://127.0.0.1",
  });
  admitRequests(app, {
    inFlight: undefined,
    queued: 512,
    deadlineSeconds: 60,
    registry: measures.registry,
    pool,
    gate: openGate(),
  });
  const findRouteKey: FindRouteKey =
    parts.findRouteKey ?? (async (key) => (key === KEY ? { id: "demo", rateLimitPerMinute: null } : undefined));
  const check = routeKeyOnly(findRouteKey, clock, openRateLimits(clock, false));
  enforceScopes(app, () => [check]);
  await registerRouteCalls(app, {
    engine: parts.engine ?? (() => undefined),
    remote: parts.remote,
    catalogue: { current: () => ({ version: 0, cities: new Map(), services: new Map() }) },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    ask: async (path, headers = { "api-key": KEY }) => {
      const response = await fetch(`${url}/routing/${path}`, { headers });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, unknown>,
      };
    },
    close: () => app.close(),
  };
}
