// Six clients on one route key who ask for the dearest routes there are: what becomes of another partner's orders meanwhile, and
// how late the event loop is. Then the same with other calls that could hold it up.
//   npm run bench -- costly              COSTLY_SECONDS (10)
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededChance } from "../src/domain/chance.ts";
import { bearer, openLoadWorld, say, share, took, writeOrder, writeRequest } from "./load-world.ts";
import type { PhaseSeen } from "./open-load.ts";

const SECONDS = Number(process.env.COSTLY_SECONDS ?? 10);
const CLIENTS = 6;
const ORDERS_PER_SECOND = 30;
const PATIENCE_MS = 20_000;
const DELAY = "giao_event_loop_delay_seconds";
const HCMC = "../shared/data/map/hcmc-2018.osm.pbf";

const mapDir = mkdtempSync(join(tmpdir(), "giao-bench-map-"));
if (existsSync(HCMC)) {
  say("building the map of Hồ Chí Minh City");
  const env = { ...process.env, MAP_DIR: mapDir };
  execFileSync(process.execPath, ["bin/giao.js", "map", "build", HCMC], { env, stdio: "ignore" });
} else say(`${HCMC} IS NOT THERE: these are figures of the demo streets, on which everything is cheaper.`);

const world = await openLoadWorld({ MAP_DIR: mapDir });
try {
  const other = await world.openPartner("other");
  const greedy = await world.openPartner("greedy");
  const tokens = await world.openAccounts(8, other.apiKey);
  const [greedyToken] = await world.openAccounts(1, greedy.apiKey);
  const creates = tokens.map((token) => writeRequest("POST", "/v3/orders", bearer(token), writeOrder()));
  const points = drawPoints(100);
  const path = points.map(({ lat, lng }) => `${lng},${lat}`).join(";");
  const key = { "api-key": greedy.routeKey };
  const routes = writeRequest("GET", `/routing/bike/route/v1/driving/${path}?steps=true&annotations=true`, key);
  const tables = writeRequest("GET", `/routing/bike/table/v1/driving/${path}?annotations=duration,distance`, key);
  const estimates = await writeLongEstimate(greedyToken!, points);

  const create = async (): Promise<PhaseSeen> => {
    const phases = [{ name: "create", seconds: SECONDS, perSecond: ORDERS_PER_SECOND }];
    const kinds = [{ name: "create", share: 1, requests: creates }];
    return (await world.drive({ kinds, phases, patienceMs: PATIENCE_MS })).phases[0]!;
  };
  // The first seconds of a program are slower than all others.
  await create();
  const alone = await watch("nothing else", create);
  for (const [name, request] of [
    ["routes of 100 points with steps and annotations", routes],
    ["tables of 100 by 100", tables],
    ["estimates of 100 deliveries, put in order", estimates],
  ] as const) {
    const kinds = [{ name: "costly", share: 1, requests: [request] }];
    const phases = [{ name, seconds: SECONDS, connections: CLIENTS }];
    const [beside] = await Promise.all([
      watch(`beside ${CLIENTS} clients: ${name}`, create),
      besides(name, kinds, phases),
    ]);
    say(`  p50 ${(beside / alone).toFixed(1)} times that of orders alone`);
  }

  async function besides(
    name: string,
    kinds: Parameters<typeof world.drive>[0]["kinds"],
    phases: Parameters<typeof world.drive>[0]["phases"],
  ) {
    const [seen] = (await world.drive({ kinds, phases, patienceMs: PATIENCE_MS })).phases;
    const good = took(seen!, "good");
    const refused = took(seen!, "refused").length;
    say(
      `  ${name}: ${(good.length / SECONDS).toFixed(1)}/s, p50 ${share(good, 0.5).toFixed(0)} ms; ${refused} refused`,
    );
  }
} finally {
  await world.close();
  rmSync(mapDir, { recursive: true, force: true });
}

async function watch(what: string, create: () => Promise<PhaseSeen>): Promise<number> {
  // Asking for it begins it anew.
  await world.measures(DELAY);
  const seen = await create();
  const delays = await world.measures(DELAY);
  const late = (quantile: string) =>
    `${((delays.get(`${DELAY}{quantile="${quantile}"}`) ?? Number.NaN) * 1000).toFixed(1)} ms`;
  const good = took(seen, "good");
  say(
    `orders of another partner, ${what}: p50 ${share(good, 0.5).toFixed(0)} ms  p99 ${share(good, 0.99).toFixed(0)} ms` +
      `  (${seen.seen.length - good.length} not taken);  event loop late by p50 ${late("0.5")}  p99 ${late("0.99")} (20 ms at most)  max ${late("1")}`,
  );
  return share(good, 0.5);
}

function drawPoints(count: number): readonly { readonly lat: number; readonly lng: number }[] {
  const chance = seededChance(14);
  const at = (from: number, width: number): number => Number((from + chance() * width).toFixed(6));
  return Array.from({ length: count }, () => ({ lat: at(10.74, 0.08), lng: at(106.64, 0.08) }));
}

async function writeLongEstimate(
  token: string,
  points: readonly { readonly lat: number; readonly lng: number }[],
): Promise<string> {
  const headers = { "x-operator-key": "sandbox-operator-key", "content-type": "application/json" };
  const body = JSON.stringify({ distance_fee: "10000 + x * 5000", max_stop_points: 100, max_distance: 1_000_000 });
  await world.call("/operator/v1/services/SGN-LONG", { method: "PUT", headers, body });
  const asked = {
    ...writeOrder(),
    service_id: undefined,
    path: points,
    route_optimized: true,
    services: [{ _id: "SGN-LONG" }],
  };
  return writeRequest("POST", "/v3/orders/estimates", bearer(token), asked);
}
