// Several processes on one database lead as many cities each, whoever comes and goes, and any of them tells how each city goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useDatabase } from "../harness/database.ts";
import { addOrder, ok, orderBody } from "../harness/fleet.ts";
import { type Replica, startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const CITIES = {
  DAD: { lat: 16.0608, lng: 108.2144 },
  HAN: { lat: 21.0285, lng: 105.8542 },
  HUI: { lat: 16.4637, lng: 107.5909 },
  SGN: { lat: 10.7721, lng: 106.6983 },
} as const;

const { url: DATABASE_URL, db } = await useDatabase();
const DATA_DIR = await newDataDir("shared-cities");
const start = () => startReplica({ DATABASE_URL, DATA_DIR });

// How many cities each living leader has, most first.
async function sharesOf(): Promise<string> {
  const rows = await db<{ cityId: string; owner: string }>`
    select city_id, owner
    from dispatch_leases
    where held_until > clock_timestamp()
      and city_id = any(${Object.keys(CITIES)})`;
  const counts = [...Map.groupBy(rows, ({ owner }) => owner).values()].map((led) => led.length);
  return counts.sort((a, b) => b - a).join();
}
async function untilShared(shares: string): Promise<void> {
  await until(`cities are led ${shares}`, async () => (await sharesOf()) === shares, { everyMs: 100 });
}
async function end({ program }: Replica): Promise<void> {
  program.process.kill("SIGTERM");
  assert.equal(await program.exit(), 0, program.output());
}

test("cities are led by all processes alike, and by others when one is killed or comes", {
  timeout: 120_000,
}, async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const token = await tokenAt(other);
  const { path } = orderBody() as { path: object[] };
  for (const [cityId, place] of Object.entries(CITIES)) {
    // Nobody drives there: they wait as long as the test takes.
    await addOrder(other, token, {
      service_id: `${cityId}-BIKE`,
      path: [
        { ...path[0], ...place },
        { ...path[1], ...place, lat: place.lat + 0.003 },
      ],
    });
  }
  await untilShared("2,2");
  const third = await start();
  await untilShared("2,1,1");
  one.program.process.kill("SIGKILL");
  await one.program.exit();
  await untilShared("2,2");
  // Whoever took a city over has told of its first round.
  const figures = async () => ok(await other.call("GET", "/operator/v1/health", { operator: true })).dispatch;
  const dispatch = await until("each city has told of its orders", async () => {
    const cities = await figures();
    return cities.every(({ waiting }: { waiting: number }) => waiting > 0) && cities;
  });
  assert.deepEqual(
    dispatch.map(({ city_id, led, waiting, waiting_for }: Record<string, unknown>) => [
      city_id,
      led,
      waiting,
      waiting_for,
    ]),
    Object.keys(CITIES).map((cityId) => [cityId, true, 1, { NO_DRIVER_MAY_BE_ASKED: 1 }]),
  );
  assert.equal(new Set(dispatch.map(({ leader }: { leader: string }) => leader)).size, 2);
  for (const { oldest_seconds, rounds, acceptance, crow_share } of dispatch) {
    assert.ok(oldest_seconds > 0 && rounds.done > 0 && rounds.failed === 0 && acceptance === null && crow_share === 0);
  }
  await end(third);
  await untilShared("4");
  await end(other);
});
