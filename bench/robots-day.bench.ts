// A robots' day at speed 1: the whole program on the demo streets, robots as drivers, 300 orders, and what `giao eta report` says of the times
// people were told. The sandbox's clock runs SPEED times as fast as real life and so do the robots: by that clock they drive at speed 1.
// ORDERS, HOURS, SPEED and SEED change it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededChance } from "../src/domain/chance.ts";
import type { LatLng } from "../src/domain/geo.ts";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { openDriverClient } from "../src/worker/robots/driver-client.ts";
import { openRouteCall } from "../src/worker/robots/journey.ts";
import { proofPhoto } from "../src/worker/robots/proof-photo.ts";
import { liveAsRobot } from "../src/worker/robots/robot.ts";
import { startProcess } from "./side-by-side.ts";

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const ORDERS = setting("ORDERS", 300);
const HOURS = setting("HOURS", 6);
const SPEED = setting("SPEED", 12);
const ROBOTS = 24;
const PIN = "2580";
const CENTER: LatLng = { lat: 10.776, lng: 106.693 };
const OPERATOR_KEY = "sandbox-operator-key";
// After the last order is made, by the sandbox's clock.
const LAST_SECONDS = 3 * 3_600;

const chance = seededChance(setting("SEED", 1));
const around = (degrees: number): LatLng => ({
  lat: CENTER.lat + (chance() - 0.5) * degrees,
  lng: CENTER.lng + (chance() - 0.5) * degrees,
});
const folder = mkdtempSync(join(tmpdir(), "giao-robots-day-"));
// As drivers who count: those that race are left out of the report.
const env = { DATA_DIR: folder, PORT: "0", ROBOTS: "off", ROBOT_SPEED: "1", LOG_LEVEL: "warn" };
const giao = await startProcess("bin/giao.js", ["serve"], env);
const stopping = new AbortController();
const { signal } = stopping;
try {
  const { token } = await call("POST", "/v3/accounts/token", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  await call("POST", `/operator/v1/accounts/${DEMO.phone}/top-ups`, {
    amount: 90_000_000,
    wallet: "main",
    reference: "day",
  });
  const lives = Array.from({ length: ROBOTS }, (_, at) => drive(String(84_912_500_001 + at), around(0.05)));
  const ids: string[] = [];
  const watch = startStopwatch();
  let advanced = 0;
  let left = ORDERS;
  for (let now = 0; left > 0 || now < HOURS * 3_600 + LAST_SECONDS; ) {
    await sleep(1_000);
    const due = Math.floor((watch.elapsedMs() / 1_000) * (SPEED - 1)) - advanced;
    if (due > 0) await call("POST", "/sandbox/v1/clock/advance", { seconds: due });
    advanced += due;
    now = (watch.elapsedMs() / 1_000) * SPEED;
    for (; left > 0 && now >= ((ORDERS - left) * HOURS * 3_600) / ORDERS; left--) ids.push(await order(token));
    if (left === 0 && ids.length % 1 === 0 && (await areOver(token, ids))) break;
  }
  stopping.abort();
  await Promise.all(lives);
  await sleep(15_000);
  const report = spawnSync(process.execPath, ["bin/giao.js", "eta", "report", "--city", "SGN"], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  process.stdout.write(`${ORDERS} orders in ${HOURS} hours, ${ROBOTS} robots\n${report.stdout}${report.stderr}`);
} finally {
  stopping.abort();
  giao.stop();
  await giao.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

async function drive(mobile: string, home: LatLng): Promise<void> {
  const driver = {
    mobile,
    name: `Robot ${mobile}`,
    plate_number: mobile.slice(-5),
    vehicle: "BIKE",
    city_id: "SGN",
    pin: PIN,
  };
  await call("POST", "/operator/v1/drivers", { ...driver, robot: true });
  await call("POST", `/operator/v1/drivers/${mobile}/top-ups`, { amount: 20_000_000, reference: "day" });
  const client = openDriverClient(giao.url, { mobile, pin: PIN }, signal);
  const route = openRouteCall(giao.url, DEMO.routeKey, signal);
  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  const parts = {
    client,
    route,
    profile: "bike" as const,
    speed: SPEED,
    tickMs: 1_000,
    photo: proofPhoto(),
    sleep: wait,
  };
  let place = home;
  while (!signal.aborted) {
    try {
      place = await liveAsRobot(parts, place);
    } catch (error) {
      if (!signal.aborted) process.stderr.write(`a robot begins again: ${String(error)}\n`);
    }
    if (!signal.aborted) await wait(1_000).catch(() => undefined);
  }
}

async function order(token: string): Promise<string> {
  const point = (name: string, place: LatLng) => ({ address: name, ...place, name, mobile: "0900000009" });
  const path = [point("Sender", around(0.05)), point("Recipient", around(0.06))];
  const body = { order_time: 0, path, service_id: "SGN-BIKE", requests: [], payment_method: "BALANCE" };
  return (await call("POST", "/v3/orders", body, token)).order_id;
}

async function areOver(token: string, ids: readonly string[]): Promise<boolean> {
  const last = ids.slice(-50);
  const { orders } = await call("GET", `/v3/orders?ids=${last.join()}`, undefined, token);
  return orders.every(({ status }: { status: string }) => status === "COMPLETED" || status === "CANCELLED");
}

async function call(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(giao.url + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : { "x-operator-key": OPERATOR_KEY }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return JSON.parse(text);
}
