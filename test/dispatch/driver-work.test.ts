// What drivers bring along, may carry and when they rest, from outside: in plans and in rounds alike.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
const token = await giao.signIn();
const [pickup, door] = (orderBody() as { path: object[] }).path;
let phones = 84_911_540_000;

const service = async (body: object) =>
  ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } })).now;
const change = (driver: TestDriver, body: object) =>
  giao.call("PATCH", `/operator/v1/drivers/${driver.phone}`, { operator: true, body });
const plan = async () => ok(await giao.call("GET", "/operator/v1/plans?city_id=SGN", { operator: true })).routes;
const mobiles = async () => (await plan()).map(({ mobile }: { mobile: string }) => mobile);
const candidates = async (id: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${id}/candidates`, { operator: true })).candidates;
const ruleOf = async (id: string, driver: TestDriver) =>
  (await candidates(id)).find(({ mobile }: { mobile: string }) => mobile === driver.phone)?.rule;
const order = (more: object = {}, goods: object = {}) =>
  addOrder(giao, token, {
    path: [pickup, { ...door, lat: MARKET.lat + 0.01, lng: MARKET.lng, ...goods }],
    payment_method: "CASH",
    ...more,
  });

// So that breaks lie where the tests want them.
await toHour(giao, 10);

async function driverNear(wallet = 5_000_000): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet });
  ok(await driver.call("PUT", "/availability", { online: true, lat: MARKET.lat + 0.001, lng: MARKET.lng }));
  return driver;
}

async function end(drivers: readonly TestDriver[], orders: readonly string[]): Promise<void> {
  for (const id of orders)
    await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
  for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
}

test("what is written down of a driver is read back, changed one by one, and faults are named", async () => {
  const driver = await driverNear();
  const own = { equipment: ["COLD-BOX"], cash_max: 2_000_000, breaks: [{ from: "12:00", to: "12:45" }] };
  const shown = async () => ok(await giao.call("GET", `/operator/v1/drivers/${driver.phone}`, { operator: true }));
  const { equipment, cash_max, breaks } = await shown();
  assert.deepEqual({ equipment, cash_max, breaks }, { equipment: [], cash_max: 0, breaks: [] });
  ok(await change(driver, own));
  ok(await change(driver, { name: "An" }));
  const kept = await shown();
  assert.deepEqual({ equipment: kept.equipment, cash_max: kept.cash_max, breaks: kept.breaks }, own);
  ok(await change(driver, { cash_max: 0 }));
  assert.deepEqual([(await shown()).cash_max, (await shown()).equipment], [0, ["COLD-BOX"]]);
  const faults: readonly (readonly [object, string])[] = [
    [{ equipment: ["cold box"] }, "equipment"],
    [{ equipment: ["RACK", "RACK"] }, "equipment"],
    [{ equipment: Array.from({ length: 11 }, (_, at) => `BOX-${at}`) }, "equipment"],
    [{ cash_max: -1 }, "cash_max"],
    [{ cash_max: 0.5 }, "cash_max"],
    [{ breaks: [{ from: "12:45", to: "12:00" }] }, "breaks"],
    [{ breaks: [{ from: "12:00", to: "24:00" }] }, "breaks"],
    [
      {
        breaks: [
          { from: "12:00", to: "13:00" },
          { from: "12:30", to: "14:00" },
        ],
      },
      "breaks",
    ],
    [{ name: " ", equipment: ["cold box"] }, "name"],
    [{ equipment: ["cold box"], breaks: [{ from: "1", to: "2" }] }, "equipment"],
  ];
  for (const [body, field] of faults) {
    const { status, body: said } = await change(driver, body);
    assert.deepEqual([status, said.code, said.field], [400, "INVALID_DATA", field], JSON.stringify(body));
  }
  const refused = await giao.call("PUT", "/operator/v1/services/SGN-BIKE", {
    operator: true,
    body: { equipment: ["cold box"] },
  });
  assert.deepEqual([refused.body.code, refused.body.field], ["INVALID_DATA", "equipment"]);
  await end([driver], []);
});

for (const [kind, planning] of [
  ["a plan", { planning: "rolling", plan_within: 120, plan_lead: 20, plan_latest_offer: 20, max_bundle: 5 }],
  ["a round", { planning: "immediate" }],
] as const) {
  test(`${kind} asks only drivers who have what the service needs, and says so`, async () => {
    await service({ ...planning, equipment: ["COLD-BOX"] });
    const [without, having] = [await driverNear(), await driverNear()];
    ok(await change(having, { equipment: ["RACK", "COLD-BOX"] }));
    const id = await order();
    await advance(1);
    assert.equal(await ruleOf(id, without), "EQUIPMENT_MISSING");
    if (kind === "a plan") assert.deepEqual(await mobiles(), [having.phone]);
    else assert.equal(ok(await having.call("GET", "/offers")).offers.length, 1);
    assert.deepEqual(ok(await without.call("GET", "/offers")).offers, []);
    await end([without, having], [id]);
    await service({ ...planning, equipment: [] });
  });

  test(`${kind} asks nobody in their break, and nobody for more cash than they may carry`, async () => {
    await service(planning);
    const [resting, careful] = [await driverNear(), await driverNear()];
    ok(await change(resting, { breaks: [{ from: "09:55", to: "14:00" }] }));
    ok(await change(careful, { cash_max: 400_000 }));
    const id = await order({}, { cod: 1_000_000 });
    await advance(1);
    assert.equal(await ruleOf(id, resting), "ON_BREAK");
    assert.equal(await ruleOf(id, careful), "WALLET_TOO_LOW");
    assert.deepEqual(await mobiles(), []);
    for (const driver of [resting, careful]) assert.deepEqual(ok(await driver.call("GET", "/offers")).offers, []);
    ok(await change(careful, { cash_max: 4_000_000 }));
    await advance(5);
    if (kind === "a plan") assert.deepEqual(await mobiles(), [careful.phone]);
    else assert.equal(ok(await careful.call("GET", "/offers")).offers.length, 1);
    await end([resting, careful], [id]);
    await service({ planning: "immediate" });
  });
}
