// The route call on a server of its own, or the bare Fastify route beside it that answers the same questions with the same
// bytes and does nothing else.
//   node bench/route-call-server.ts '{"snapshotFile": …, "pathsFile": …, "bare": false, "processes": 1}'
import cluster from "node:cluster";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import fastify from "fastify";
import { pino } from "pino";
import { isRefusal } from "../src/domain/refusal.ts";
import { enforceScopes } from "../src/http/access/enforce-scopes.ts";
import { openApp } from "../src/http/base/app.ts";
import { openMeasures } from "../src/http/base/measures.ts";
import { admitRequests } from "../src/http/limits/admission.ts";
import { openGate } from "../src/http/limits/gate.ts";
import { openRateLimits } from "../src/http/limits/rate-limits.ts";
import { registerRouteCalls } from "../src/http/osrm/route-calls.ts";
import { routeKeyOnly } from "../src/http/osrm/route-keys.ts";
import { realClock } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";
import { openEngine } from "../src/roads/engine.ts";
import { readSnapshot } from "../src/roads/snapshot/snapshot-file.ts";

export type RouteCallServer = {
  readonly snapshotFile: string;
  readonly pathsFile: string;
  readonly bare: boolean;
  readonly processes: number;
};

const asked = JSON.parse(process.argv[2] ?? "") as RouteCallServer;

async function openRouteApp() {
  const snapshot = await readSnapshot(asked.snapshotFile);
  if (isRefusal(snapshot)) throw new Error(snapshot.why);
  const engine = openEngine(snapshot, { engine: "giao", map: snapshot.hash, demo: false });
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  const measures = openMeasures(pool);
  const app = openApp({
    // As the other benchmarks run the program: a line a request is the operator's choice.
    log: pino({ level: "warn" }),
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
  const limits = openRateLimits(realClock, false);
  const check = routeKeyOnly(async (key) => ({ id: key, rateLimitPerMinute: null }), realClock, limits);
  enforceScopes(app, () => [check]);
  const catalogue = { current: () => ({ version: 0, cities: new Map(), services: new Map() }) };
  await registerRouteCalls(app, { engine: () => engine, remote: undefined, catalogue });
  return app;
}

async function openBareApp() {
  const ours = await openRouteApp();
  const bodies = new Map<string, string>();
  for (const url of readFileSync(asked.pathsFile, "utf8").trim().split("\n")) {
    const { body } = await ours.inject({ url, headers: { "api-key": "bench" } });
    bodies.set(url.split(/[/?]/)[6] ?? "", body);
  }
  await ours.close();
  const bare = fastify({ routerOptions: { maxParamLength: 8000 } });
  bare.get<{ Params: { readonly coordinates: string } }>(
    "/routing/:profile/route/v1/driving/:coordinates",
    (request, reply) =>
      reply.type("application/json; charset=utf-8").send(bodies.get(request.params.coordinates) ?? "missing"),
  );
  return bare;
}

if (cluster.isPrimary && asked.processes > 1) {
  const workers = Array.from({ length: asked.processes }, () => cluster.fork());
  const ports = await Promise.all(workers.map(async (worker) => (await once(worker, "listening"))[0].port as number));
  process.on("SIGTERM", () => {
    for (const worker of workers) worker.kill();
    process.exit(0);
  });
  process.stdout.write(`http://127.0.0.1:${ports[0]}\n`);
} else {
  const app = asked.bare ? await openBareApp() : await openRouteApp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  if (cluster.isPrimary) process.stdout.write(`${url}\n`);
}
