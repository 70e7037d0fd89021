// One city's trouble is its own.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { LatLng } from "../../src/domain/geo.ts";
import type { Roads } from "../../src/domain/roads.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, ok, orderBody } from "../harness/fleet.ts";
import { type Giao, startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

// One before and one after Hà Nội in the alphabet.
const CITIES = {
  DAD: { lat: 16.0608, lng: 108.2144 },
  HAN: { lat: 21.0285, lng: 105.8542 },
  SGN: { lat: 10.7721, lng: 106.6983 },
} as const satisfies Record<string, LatLng>;
type CityId = keyof typeof CITIES;
const driverIn = (cityId: CityId): LatLng => ({ ...CITIES[cityId], lat: CITIES[cityId].lat + 0.001 });
// What dispatch asks, and taking an order does not.
const isHanoi = (sources: readonly LatLng[]): boolean => sources.some(({ lat }) => lat === driverIn("HAN").lat);

const trouble: { throws: boolean; hangs: Promise<void> | undefined } = { throws: false, hangs: undefined };
const roads: Roads = {
  ...crowRoads,
  matrix: async (profile, sources, targets) => {
    if (isHanoi(sources) && trouble.throws) throw new Error("a fault in the roads of one city");
    if (isHanoi(sources)) await trouble.hangs;
    return crowRoads.matrix(profile, sources, targets);
  },
};

let phones = 84_911_600_000;
async function orderIn(giao: Giao, token: string, cityId: CityId): Promise<string> {
  const driver = await addDriver(giao, { phone: String(++phones), cityId });
  ok(await driver.online(driverIn(cityId)));
  const { path } = orderBody() as { path: object[] };
  const [lat, lng] = [CITIES[cityId].lat + 0.003, CITIES[cityId].lng];
  return addOrder(giao, token, {
    service_id: `${cityId}-BIKE`,
    path: [
      { ...path[0], ...CITIES[cityId] },
      { ...path[1], lat, lng },
    ],
  });
}
async function isOffered(giao: Giao, orderId: string): Promise<boolean> {
  const { offers } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
  return offers.length > 0;
}
async function untilOffered(giao: Giao, orderId: string): Promise<void> {
  await until("it is offered", () => isOffered(giao, orderId));
}
async function measure(giao: Giao, line: string): Promise<number> {
  const { body } = await giao.call("GET", "/metrics", { operator: true });
  const found = (body as string).split("\n").find((one) => one.startsWith(line));
  return found ? Number(found.slice(found.lastIndexOf(" "))) : 0;
}

describe("a fault in one city", { timeout: 60_000 }, () => {
  test("whose roads throw: it goes by the crow, others by road, and both are counted", async () => {
    const giao = await startGiao({ LOG_LEVEL: "fatal" }, { roads }, { dispatches: true });
    const token = await giao.signIn();
    trouble.throws = true;
    const ids = { DAD: "", HAN: "", SGN: "" };
    for (const cityId of ["HAN", "DAD", "SGN"] as const) ids[cityId] = await orderIn(giao, token, cityId);
    for (const [cityId, orderId] of Object.entries(ids)) {
      await untilOffered(giao, orderId);
      const story = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
      assert.equal(story.decisions[0].travel, cityId === "HAN" ? "crow" : "roads");
      const by = cityId === "HAN" ? "crow" : "roads";
      assert.ok((await measure(giao, `giao_dispatch_ways_total{city="${cityId}",by="${by}"}`)) > 0);
    }
    assert.ok((await measure(giao, 'giao_loop_rounds_failed_total{loop="roads of dispatch"}')) > 0);
    trouble.throws = false;
  });

  test("whose rounds fail: others are served, it is counted, and served when it is mended", async () => {
    const giao = await startGiao({ LOG_LEVEL: "fatal" }, { roads }, { dispatches: true });
    const { db } = giao.house;
    const token = await giao.signIn();
    // Held back until its row is broken.
    const broken = await orderIn(giao, token, "HAN");
    await untilOffered(giao, broken);
    await db`delete from offers where order_id = ${broken}`;
    const [kept] = await db<{ content: object }>`select content from orders where id = ${broken}`;
    await db`
      update orders
      set seq = seq + 1, content = jsonb_set(content::jsonb, '{points}', '[]')::json,
        state = jsonb_set(state::jsonb, '{points}', '[]')::json
      where id = ${broken}`;
    const failed = () => measure(giao, 'giao_dispatch_rounds_total{city="HAN",outcome="failed"}');
    await until("a round fails", async () => (await failed()) > 0);
    for (const cityId of ["DAD", "SGN"] as const) await untilOffered(giao, await orderIn(giao, token, cityId));
    assert.equal(await measure(giao, 'giao_dispatch_rounds_total{city="SGN",outcome="failed"}'), 0);
    const before = await failed();
    await until("another round fails", async () => (await failed()) > before);
    assert.equal(await isOffered(giao, broken), false);
    await db`
      update orders
      set seq = seq + 1, content = ${JSON.stringify(kept?.content)}::json,
        state = jsonb_set(state::jsonb, '{points}', '[{"status": ""}, {"status": ""}]')::json
      where id = ${broken}`;
    await untilOffered(giao, broken);
  });

  test("whose roads do not answer: others are served meanwhile", async () => {
    const giao = await startGiao({}, { roads }, { dispatches: true });
    const token = await giao.signIn();
    let answer = (): void => undefined;
    trouble.hangs = new Promise((resolve) => {
      answer = resolve;
    });
    const hanoi = await orderIn(giao, token, "HAN");
    for (const cityId of ["DAD", "SGN"] as const) await untilOffered(giao, await orderIn(giao, token, cityId));
    assert.equal(await isOffered(giao, hanoi), false);
    answer();
    await untilOffered(giao, hanoi);
    trouble.hangs = undefined;
  });
});

test("a process that has lost a city's lease does not claim to lead it", async () => {
  const giao = await startGiao({}, { roads }, { dispatches: true });
  await orderIn(giao, await giao.signIn(), "SGN");
  const leads = () => measure(giao, 'giao_dispatch_leads{city="SGN"}');
  await until("it leads", async () => (await leads()) === 1);
  await giao.house.db`
    update dispatch_leases
    set owner = 'somebody who died', held_until = clock_timestamp() + interval '1 hour'
    where city_id = 'SGN'`;
  await until("nobody leads", async () => (await leads()) === 0);
});
