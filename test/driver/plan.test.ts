// The sequence of stops a driver is told: by call and by stream, the same while it is driven, anew when it is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { addDriver, addOrder, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const { url } = giao;
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
type Stop = { order_id: string; kind: string; path_index: number; eta: number; address: string };
const planOf = async (
  driver: TestDriver,
): Promise<{ stops: Stop[]; why: string; changed_at: number; polyline: string }> =>
  ok(await driver.call("GET", "/plan"));

let phones = 84_911_740_000;
async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
  ok(await driver.online(north(meters)));
  return driver;
}
// Given straight to the driver, who takes it.
async function give(driver: TestDriver, from: number, to: number, more: object = {}): Promise<string> {
  const [pickup, door] = (orderBody() as { path: object[] }).path;
  const path = [
    { ...pickup, ...north(from) },
    { ...door, ...north(to) },
  ];
  const orderId = await addOrder(giao, token, { service_id: "SGN-ECO", path, ...more });
  await offerTo(giao, orderId, [driver.phone]);
  const [offer] = ok(await driver.call("GET", "/offers")).offers;
  ok(await driver.call("POST", `/offers/${offer.id}/accept`));
  return orderId;
}
const step = async (driver: TestDriver, orderId: string, path: string) =>
  ok(await driver.call("POST", `/orders/${orderId}/${path}`, {}));
const described = (stops: readonly Stop[], names: Readonly<Record<string, string>>) =>
  stops.map(({ order_id, kind }) => `${kind} ${names[order_id]}`).join(", ");

test("without orders there is no plan", async () => {
  const driver = await driverAt(0);
  assert.deepEqual(await planOf(driver), {
    stops: [],
    why: "",
    changed_at: 0,
    changes: [],
    distance: 0,
    polyline: "",
  });
});

test("a stop and an order tell how many parcels there are", async () => {
  const driver = await driverAt(0);
  const orderId = await give(driver, 100, 900, { package_detail: [{ weight: 1 }, { weight: 2 }, { weight: 3 }] });
  const { stops } = ok(await driver.call("GET", "/plan"));
  assert.deepEqual(
    stops.map(({ kind, parcels }: { kind: string; parcels: number }) => [kind, parcels]),
    [
      ["pickup", 3],
      ["delivery", 3],
    ],
  );
  const [held] = ok(await driver.call("GET", "/orders")).orders;
  assert.deepEqual([held.order_id, held.parcels], [orderId, 3]);
});

test("all stops in their sequence, the next one first, each later than the one before, and a line along them", async () => {
  const driver = await driverAt(-100);
  const far = await give(driver, 1_000, 3_000);
  const near = await give(driver, 0, 2_900);
  const { stops, why, polyline } = await planOf(driver);
  assert.equal(
    described(stops, { [far]: "far", [near]: "near" }),
    "pickup near, pickup far, delivery near, delivery far",
  );
  assert.equal(why, "NEW_ORDER");
  assert.ok(polyline.length > 0);
  for (const [at, { eta }] of stops.entries()) assert.ok(at === 0 || eta > stops[at - 1]!.eta, `${at}: ${eta}`);
});

test("it goes on while it is driven, says why when it changes, and the stream tells of it", async () => {
  const driver = await driverAt(-100);
  const stream = await openEvents(`${url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  const nextPlan = async () => {
    for (let event = await stream.next(); event; event = await stream.next())
      if (event.event === "plan") return event.data;
    throw new Error("the stream ended");
  };
  const first = await give(driver, 0, 2_000);
  await planOf(driver);
  const began = await nextPlan();
  assert.deepEqual([began.why, began.orders], ["NEW_ORDER", [first]]);
  const second = await give(driver, 4_000, 5_000);
  const names = { [first]: "first", [second]: "second" };
  const { changed_at } = await planOf(driver);
  assert.deepEqual((await nextPlan()).orders, [first, second]);

  await step(driver, first, "pickup");
  const going = await planOf(driver);
  assert.equal(described(going.stops, names), "delivery first, pickup second, delivery second");
  assert.equal(going.changed_at, changed_at, "nothing has changed but that it is driven");

  // At the second counter before the first door.
  ok(await driver.call("POST", "/positions", { positions: [north(4_000)] }));
  await step(driver, second, "pickup");
  const left = await planOf(driver);
  assert.equal(left.why, "LEFT_PLAN");
  assert.equal(described(left.stops, names), "delivery second, delivery first");
  assert.equal((await nextPlan()).why, "LEFT_PLAN");

  const third = await give(driver, 4_100, 4_300);
  await planOf(driver);
  assert.equal((await nextPlan()).why, "NEW_ORDER");
  ok(await giao.call("DELETE", `/v3/orders/${third}`, { token, body: { comment: "changed my mind" } }));
  const gone = await planOf(driver);
  assert.equal(gone.why, "ORDER_GONE");
  assert.ok(gone.stops.every(({ order_id }) => order_id !== third));
});

test("positions alone keep the plan: whoever drives away from it is told another one", async () => {
  const driver = await driverAt(0);
  const east = await give(driver, 1_000, 2_000);
  const west = await give(driver, -6_000, -5_500);
  const names = { [east]: "east", [west]: "west" };
  assert.match(described((await planOf(driver)).stops, names), /^pickup east/);
  ok(await driver.call("POST", "/positions", { positions: [north(-4_900)] }));
  const { stops, why } = await planOf(driver);
  assert.deepEqual([why, stops[0]?.order_id], ["LEFT_PLAN", west]);
});
