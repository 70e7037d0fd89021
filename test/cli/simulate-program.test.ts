// The command as an operator types it: the real program, a real database, files on disk.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { crowRoads } from "../harness/crow-roads.ts";
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { newDataDir } from "../harness/streets.ts";
import { accept, follow, newDriver, PATH, step } from "../harness/tracking.ts";

const dir = await newDataDir("simulate");
const giao = await startGiao({}, { roads: crowRoads });
// What is lived through here is of one day.
await toHour(giao);

async function simulate(...words: readonly string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: giao.databaseUrl, DATA_DIR: dir, LOG_LEVEL: "error" };
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/giao.js", "simulate", ...words], { env });
  return stdout;
}

test("a day from files is run from beginning to end", async () => {
  writeFileSync(
    join(dir, "orders.csv"),
    "id,placed_at,ready_at,pickup_lat,pickup_lng,drop_lat,drop_lng\na,0,60,10.77,106.70,10.78,106.70\nb,30,90,10.77,106.69,10.79,106.70\n",
  );
  writeFileSync(join(dir, "drivers.csv"), "id,on_at,off_at,lat,lng\nx,0,7200,10.77,106.70\ny,0,7200,10.78,106.69\n");
  const run = JSON.parse(await simulate("--day", dir, "--crow-speed", "300", "--json"));
  assert.equal(run.policy, "ours");
  assert.equal(run.undelivered, 0);
  assert.deepEqual(run.deliveries.map(({ id }: { id: string }) => id).sort(), ["a", "b"]);
});

test("a date that was lived through the doors is run again beside what happened", async () => {
  const token = await giao.signIn();
  const driver = await newDriver(giao);
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await accept(giao, driver, orderId);
  await step(driver, orderId, "pickup");
  await step(driver, orderId, "points/1/deliver");
  ok(await driver.call("PUT", "/availability", { online: false }));
  // The day as the city's wall shows it, seven hours ahead.
  const today = new Date(giao.house.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  const said = await simulate("--replay", today, "--city", "SGN", "--crow-speed", "300");
  assert.match(said, new RegExp(`^${today}: 1 orders, 1 drivers`));
  assert.match(said, /^as it was /m);
  assert.match(said, /^ours /m);
});
