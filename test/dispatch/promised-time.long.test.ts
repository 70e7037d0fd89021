// One driver's time is promised once: to orders of different slots, of different services, and while a new plan is being made.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
const token = await giao.signIn();
const [pickup, door] = (orderBody() as { path: object[] }).path;
const HOUR = 3_600;
const FAR = 2_500;
const SERVICES = ["SGN-BIKE", "SGN-2H"] as const;
const ROLLING = {
  planning: "rolling",
  plan_within: 120,
  plan_lead: 20,
  plan_latest_offer: 20,
  plan_horizon: 360,
  plan_slot: 120,
  plan_refuse_late: true,
  max_bundle: 1,
};
let phones = 84_911_545_000;

for (const id of SERVICES) ok(await giao.call("PUT", `/operator/v1/services/${id}`, { operator: true, body: ROLLING }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const now = () => Math.floor(giao.house.clock.now().getTime() / 1_000);
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const create = (service_id: string, more: object) =>
  giao.call("POST", "/v3/orders", {
    token,
    body: orderBody({ path: [pickup, { ...door, ...north(FAR) }], payment_method: "CASH", service_id, ...more }),
  });
const left = async (slot: number): Promise<number> => {
  const way = `?lat=${MARKET.lat}&lng=${MARKET.lng}&to_lat=${north(FAR).lat}&to_lng=${MARKET.lng}`;
  const found = ok(await giao.call("GET", `/v3/services/SGN-BIKE/slots${way}`, { token }));
  return found.find((one: { slot: number }) => one.slot === slot).left;
};
const verdictOf = async (id: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${id}/dispatch`, { operator: true })).decisions[0].verdict;

// Each is in a route, or its driver is being asked about that route.
async function assertPlanned(ids: readonly string[]): Promise<void> {
  for (const id of ids) assert.ok(["IN_A_ROUTE", "OFFERED"].includes(await verdictOf(id)), await verdictOf(id));
}

// Slots end with the day.
await toHour(giao, 6);

// The clock stands at the first minute of a slot, and one driver's plan is in force.
async function begin(): Promise<{ slot: number; driver: TestDriver; first: string }> {
  await advance(2 * HOUR - ((now() + 7 * HOUR) % (2 * HOUR)) + 60);
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 50_000_000 });
  ok(await driver.online());
  const first = ok(await create("SGN-BIKE", {})).order_id;
  await advance(1);
  return { slot: now() - ((now() + 7 * HOUR) % (2 * HOUR)), driver, first };
}

async function end(driver: TestDriver, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
  ok(await driver.call("PUT", "/availability", { online: false }));
  await advance(1);
}

type Answer = Awaited<ReturnType<typeof create>>;
const wonOf = (answers: readonly Answer[]): string[] => {
  for (const { status, body } of answers)
    if (status !== 200) assert.deepEqual([status, body.code], [406, "INVALID_DELIVERY_TIME"]);
  return answers.flatMap(({ status, body }) => (status === 200 ? [body.order_id] : []));
};

describe("a driver's time is promised once", () => {
  test("to orders of two services that ask for the same hours at once", async () => {
    const { slot, driver, first } = await begin();
    const room = await left(slot + 2 * HOUR);
    assert.ok(room >= 5 && room < 20, `room for ${room}`);
    const answers = await Promise.all(
      Array.from({ length: 3 * room }, (_, at) => create(SERVICES[at % 2]!, { slot: slot + 2 * HOUR })),
    );
    const won = wonOf(answers);
    assert.equal(won.length, room, "as many as the plan has room for, over both services");
    await advance(1);
    await assertPlanned(won);
    await end(driver, [first, ...won]);
  });

  test("to orders of different slots, which one driver would have to deliver in the same hours", async () => {
    const { slot, driver, first } = await begin();
    const ends = [slot + 1.9 * HOUR, slot + 2.1 * HOUR];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => create("SGN-BIKE", { deliver_by: Math.round(ends[at % 2]!) })),
    );
    const won = wonOf(answers);
    assert.ok(won.length > 0 && won.length < 20, `${won.length} of 24`);
    await advance(1);
    await assertPlanned(won);
    await end(driver, [first, ...won]);
  });

  test("a promise that was made while a plan was being made has a place in that plan", async () => {
    const { slot, driver, first } = await begin();
    const won: string[] = [];
    for (let round = 0; round < 4; round++) {
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, (_, at) => create(SERVICES[at % 2]!, { slot: slot + 2 * HOUR }))),
        advance(1),
      ]);
      won.push(...wonOf(answers));
    }
    await advance(1);
    await assertPlanned(won);
    assert.ok((await left(slot + 2 * HOUR)) === 0, "all of it is promised");
    await end(driver, [first, ...won]);
  });
});
