// Rounds run when the sandbox's clock is moved, so every test decides when a second passes.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Roads } from "../../src/domain/roads.ts";
import { runDueDispatch } from "../../src/operations/dispatch/dispatch-timers.ts";
import { openOrderContext } from "../../src/wiring/order-context.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

// What happens while a round asks the roads: after it has read who is out, before it writes whom it asks.
let meanwhile: () => Promise<unknown> = async () => undefined;
const roads: Roads = {
  ...crowRoads,
  matrix: async (...asked) => {
    await meanwhile();
    return crowRoads.matrix(...asked);
  },
};
const giao = await startGiao({}, { roads });
const token = await giao.signIn();
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const why = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
const cancel = async (orderId: string) =>
  ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "test is over" } }));
const offersOf = async (driver: TestDriver) => ok(await driver.call("GET", "/offers")).offers;
const askedOf = async (orderId: string): Promise<string[]> =>
  (await why(orderId)).offers
    .filter((offer: { answer: string }) => offer.answer === "")
    .map((offer: { mobile: string }) => offer.mobile)
    .sort();
// North of the market, in metres.
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });

let phones = 84_911_700_000;
async function driverAt(meters: number, more: object = {}): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000, ...more });
  ok(await driver.online(north(meters)));
  return driver;
}
async function offline(...drivers: readonly TestDriver[]): Promise<void> {
  for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
}
const rounded = ({ lat, lng }: { lat: number; lng: number }) => ({ lat: +lat.toFixed(5), lng: +lng.toFixed(5) });
const keepAwake = (driver: TestDriver) => driver.call("POST", "/positions", { positions: [{ ...MARKET }] });

describe("auto assign", () => {
  test("the driver who is soonest at the pickup is asked, alone, and the operator can see why", async () => {
    const near = await driverAt(300);
    const far = await driverAt(900);
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [near.phone]);
    const [offer] = await offersOf(near);
    assert.equal(offer.order_id, orderId);
    assert.equal(offer.kind, "assign");
    assert.ok(offer.pickup_distance > 300 && offer.pickup_distance < 500, String(offer.pickup_distance));
    const { decisions } = await why(orderId);
    assert.equal(decisions[0].verdict, "OFFERED");
    assert.equal(decisions[0].travel, "roads");
    const verdicts = Object.fromEntries(
      decisions[0].considered.map((one: { mobile: string; verdict: string }) => [one.mobile, one.verdict]),
    );
    assert.equal(verdicts[near.phone], "OFFERED");
    assert.equal(verdicts[far.phone], "COSTS_MORE");
    const { lat, lng } = decisions[0].considered.find((one: { mobile: string }) => one.mobile === far.phone);
    assert.deepEqual({ lat, lng }, rounded(north(900)), "where they were then, to a metre");
    await cancel(orderId);
    await offline(near, far);
  });

  test("who declines is not asked again; the next one is, and a new driver after them", async () => {
    const first = await driverAt(100);
    const second = await driverAt(400);
    const orderId = await addOrder(giao, token);
    await advance(1);
    ok(await first.call("POST", `/offers/${(await offersOf(first))[0].id}/decline`));
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [second.phone]);
    ok(await second.call("POST", `/offers/${(await offersOf(second))[0].id}/decline`));
    for (let round = 0; round < 5; round++) await advance(70);
    assert.deepEqual(await askedOf(orderId), []);
    assert.equal((await why(orderId)).offers.length, 2);
    const third = await driverAt(700);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [third.phone]);
    await cancel(orderId);
    await offline(first, second, third);
  });

  test("an offer that is not answered in 20 seconds goes to the next driver", async () => {
    const first = await driverAt(100);
    const second = await driverAt(400);
    const orderId = await addOrder(giao, token);
    await advance(1);
    await advance(19);
    assert.deepEqual(await askedOf(orderId), [first.phone]);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [second.phone]);
    assert.deepEqual(await offersOf(first), []);
    await cancel(orderId);
    await offline(first, second);
  });

  test("a driver who gives an order up is not asked about it again, and after two it is cancelled with the reason", async () => {
    const drivers = [await driverAt(100), await driverAt(200), await driverAt(300)];
    const orderId = await addOrder(giao, token);
    for (const driver of drivers) {
      await advance(1);
      assert.deepEqual(await askedOf(orderId), [driver.phone]);
      ok(await driver.call("POST", `/offers/${(await offersOf(driver))[0].id}/accept`));
      ok(await driver.call("POST", `/orders/${orderId}/cancel`, { comment: `reason of ${driver.phone}` }));
    }
    const order = await detail(orderId);
    assert.equal(order.status, "CANCELLED");
    assert.equal(order.cancel_by_user, false);
    assert.equal(order.cancel_comment, `reason of ${drivers[2]?.phone}`);
    await offline(...drivers);
  });

  test("orders that wait together are matched together", async () => {
    // The crow knows: A is near both pickups, B only near the first. Nearest-first would send A to the first and B far.
    const a = await driverAt(450);
    const b = await driverAt(0);
    const at = (meters: number) => {
      const { path } = orderBody() as { path: object[] };
      return { path: [{ ...path[0], ...north(meters) }, path[1]] };
    };
    const middle = await addOrder(giao, token, at(250));
    const top = await addOrder(giao, token, at(900));
    await advance(1);
    assert.deepEqual(await askedOf(middle), [b.phone]);
    assert.deepEqual(await askedOf(top), [a.phone]);
    await cancel(middle);
    await cancel(top);
    await offline(a, b);
  });

  test("a vehicle that does not fit, a wallet that is too small, a city that is another: not asked, and told why", async () => {
    const van = await driverAt(100, { vehicle: "VAN" });
    const poor = await driverAt(150, { wallet: 10_000 });
    const elsewhere = await driverAt(200, { cityId: "HAN" });
    const { path } = orderBody() as { path: object[] };
    const orderId = await addOrder(giao, token, { path: [path[0], { ...path[1], cod: 500_000 }] });
    await advance(1);
    assert.deepEqual(await askedOf(orderId), []);
    const [decision] = (await why(orderId)).decisions;
    assert.equal(decision.verdict, "NO_DRIVER_MAY_BE_ASKED");
    const verdicts = new Map(
      decision.considered.map((one: { mobile: string; verdict: string }) => [one.mobile, one.verdict]),
    );
    assert.equal(verdicts.get(poor.phone), "WALLET_TOO_LOW");
    assert.ok(!verdicts.has(elsewhere.phone) && !verdicts.has(van.phone));
    await cancel(orderId);
    await offline(van, poor, elsewhere);
  });

  test("a driver whose phone has not been heard of for minutes is not asked", async () => {
    const gone = await driverAt(100);
    await giao.house.db`
      update driver_places set seen_at = clock_timestamp() - interval '4 minutes' where driver_phone = ${gone.phone}`;
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), []);
    ok(await keepAwake(gone));
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [gone.phone]);
    await cancel(orderId);
    await offline(gone);
  });

  test("what changed while a round was deciding is not asked about", async () => {
    const stranger = await driverAt(50_000);
    const leftOver: string[] = [];
    const changes: Readonly<Record<string, (driver: TestDriver, orderId: string) => Promise<unknown>>> = {
      "nothing changed": async () => undefined,
      "the driver went off": (driver) => offline(driver),
      "the operator shut the driver out": async (driver) => {
        const body = { status: "DEACTIVATED" };
        ok(await giao.call("PATCH", `/operator/v1/drivers/${driver.phone}`, { operator: true, body }));
      },
      "the driver was asked about another order": async (driver) => {
        const other = await addOrder(giao, token);
        await offerTo(giao, other, [driver.phone]);
        leftOver.push(other);
      },
      "somebody else was asked": (_, orderId) => offerTo(giao, orderId, [stranger.phone], "assign"),
      "the order was cancelled": (_, orderId) => cancel(orderId),
    };
    for (const [what, change] of Object.entries(changes)) {
      const driver = await driverAt(100);
      const orderId = await addOrder(giao, token);
      leftOver.push(orderId);
      meanwhile = async () => {
        meanwhile = async () => undefined;
        await change(driver, orderId);
      };
      await advance(1);
      assert.equal((await askedOf(orderId)).includes(driver.phone), what === "nothing changed", what);
      for (const each of leftOver.splice(0)) if ((await detail(each)).status !== "CANCELLED") await cancel(each);
      await driver.call("PUT", "/availability", { online: false });
    }
    await offline(stranger);
  });

  test("a driver with an order in hand is asked for the next one when nobody else is near", async () => {
    const busy = await driverAt(100);
    const first = await addOrder(giao, token);
    await advance(1);
    ok(await busy.call("POST", `/offers/${(await offersOf(busy))[0].id}/accept`));
    ok(await busy.call("POST", `/orders/${first}/pickup`));
    const second = await addOrder(giao, token);
    await advance(1);
    const [decision] = (await why(second)).decisions;
    assert.ok(["HELD_FOR_LATER", "OFFERED"].includes(decision.verdict), decision.verdict);
    assert.equal(decision.planned_for, busy.phone);
    for (let waited = 0; waited < 100; waited += 20) await advance(20);
    const asked = (await why(second)).offers;
    assert.equal(asked[0]?.mobile, busy.phone);
    assert.ok(asked[0].pickup_seconds > 60);
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`));
    await cancel(second);
    await offline(busy);
  });
});

describe("broadcast", () => {
  test("everybody near is asked, wider as time goes by, and the first to accept has it", async () => {
    const service = { auto_assign: false, advance_broadcast_distance: 1_000 };
    ok(await giao.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body: service }));
    const near = [await driverAt(100), await driverAt(600)];
    const far = await driverAt(1_100);
    const orderId = await addOrder(giao, token, { service_id: "SGN-ECO" });
    await advance(1);
    assert.deepEqual(await askedOf(orderId), near.map((driver) => driver.phone).sort());
    await advance(40);
    assert.deepEqual(await askedOf(orderId), [...near, far].map((driver) => driver.phone).sort());
    const [offer] = await offersOf(far);
    assert.equal(offer.kind, "broadcast");
    ok(await far.call("POST", `/offers/${offer.id}/accept`));
    assert.deepEqual(await askedOf(orderId), []);
    assert.deepEqual(await offersOf(near[0]!), []);
    assert.equal((await detail(orderId)).supplier_id, far.phone);
    await cancel(orderId);
    await offline(...near, far);
  });

  test("an order that nobody within auto_assign_distance can take is broadcast after a while", async () => {
    const far = await driverAt(3_500);
    const orderId = await addOrder(giao, token);
    await advance(1);
    assert.deepEqual(await askedOf(orderId), []);
    assert.equal((await why(orderId)).decisions[0].considered[0].verdict, "TOO_FAR");
    await advance(20);
    assert.deepEqual(await askedOf(orderId), [far.phone]);
    assert.equal((await offersOf(far))[0].kind, "broadcast");
    await cancel(orderId);
    await offline(far);
  });
});

describe("time", () => {
  test("when no driver accepts within the service's timeout the order is cancelled and the offer withdrawn", async () => {
    const driver = await driverAt(100);
    const orderId = await addOrder(giao, token);
    await advance(590);
    assert.deepEqual(await askedOf(orderId), [driver.phone]);
    await advance(10);
    const order = await detail(orderId);
    assert.equal(order.status, "CANCELLED");
    assert.equal(order.cancel_by_user, false);
    assert.equal(order.cancel_comment, "Auto cancel, no driver accepted");
    assert.deepEqual(await offersOf(driver), []);
    await offline(driver);
  });

  test("an order waits until idle_until and is offered then", async () => {
    const driver = await driverAt(100);
    const at = giao.house.clock.now().getTime() / 1000 + 3_600;
    const orderId = await addOrder(giao, token, { order_time: at, idle_until: at });
    await advance(3_500);
    ok(await keepAwake(driver));
    assert.deepEqual(await askedOf(orderId), []);
    await advance(101);
    assert.deepEqual(await askedOf(orderId), [driver.phone]);
    await cancel(orderId);
    await offline(driver);
  });

  test("a driver who is silent after accepting is asked, and then the order goes to others and not back to them", async () => {
    const silent = await driverAt(100);
    const orderId = await addOrder(giao, token);
    await advance(1);
    ok(await silent.call("POST", `/offers/${(await offersOf(silent))[0].id}/accept`));
    await advance(179);
    assert.equal((await giao.call("GET", `/operator/v1/sms?to=${silent.phone}`, { operator: true })).body.length, 0);
    await advance(1);
    const [question] = (await giao.call("GET", `/operator/v1/sms?to=${silent.phone}`, { operator: true })).body;
    assert.match(question.text, new RegExp(orderId));
    assert.equal((await detail(orderId)).status, "ACCEPTED");
    await advance(120);
    const order = await detail(orderId);
    assert.equal(order.status, "ASSIGNING");
    assert.equal(order.rebroadcast_comment, "The driver did not answer");
    await advance(5);
    assert.deepEqual(await askedOf(orderId), []);
    await cancel(orderId);
    await offline(silent);
  });

  test("a driver who answers the question keeps their order", async () => {
    const driver = await driverAt(100);
    const orderId = await addOrder(giao, token);
    await advance(1);
    ok(await driver.call("POST", `/offers/${(await offersOf(driver))[0].id}/accept`));
    await advance(181);
    ok(await keepAwake(driver));
    await advance(120);
    assert.equal((await detail(orderId)).status, "ACCEPTED");
    await cancel(orderId);
    await offline(driver);
  });

  test("an order moved along by the sandbox's tools is never taken from its driver for silence", async () => {
    const orderId = await addOrder(giao, token);
    ok(await giao.call("POST", `/sandbox/v1/orders/${orderId}/continue`, { token }));
    for (let hour = 0; hour < 3; hour++) await advance(3_600);
    assert.equal((await detail(orderId)).status, "ACCEPTED");
    await cancel(orderId);
  });
});

describe("robots and people", () => {
  test("an order marked sim:none is not offered to robots", async () => {
    const robot = String(++phones);
    const body = {
      mobile: robot,
      name: "Robot",
      plate_number: "R",
      vehicle: "BIKE",
      city_id: "SGN",
      pin: "1234",
      robot: true,
    };
    ok(await giao.call("POST", "/operator/v1/drivers", { operator: true, body }));
    const { token: robotToken } = ok(
      await giao.call("POST", "/driver/v1/sessions", { body: { mobile: robot, pin: "1234" } }),
    );
    ok(await giao.call("PUT", "/driver/v1/availability", { token: robotToken, body: { online: true, ...MARKET } }));
    const human = await driverAt(900);
    const orderId = await addOrder(giao, token, { remarks: "please sim:none" });
    await advance(1);
    assert.deepEqual(await askedOf(orderId), [human.phone]);
    const { considered } = (await why(orderId)).decisions[0];
    assert.equal(considered.find((one: { mobile: string }) => one.mobile === robot).verdict, "LEFT_TO_PEOPLE");
    await cancel(orderId);
    ok(await giao.call("PUT", "/driver/v1/availability", { token: robotToken, body: { online: false } }));
    await offline(human);
  });
});

describe("several replicas", () => {
  test("rounds that run everywhere at once never ask two drivers about one order", async () => {
    const replica = await giao.replica();
    const drivers = await Promise.all([50, 100, 150, 200, 250, 300].map((meters) => driverAt(meters)));
    const orders = await Promise.all(Array.from({ length: 8 }, () => addOrder(giao, token)));
    const desks = [giao, replica].map(({ house }) => ({ ...house, ...openOrderContext(house, "http://giao.test") }));
    await Promise.all(Array.from({ length: 10 }, (_, at) => runDueDispatch(desks[at % 2]!)));
    const open = await giao.house.db<{ orderId: string; driverPhone: string }>`
      select order_id, driver_phone from offers where answer is null and kind = 'assign'`;
    assert.equal(new Set(open.map((offer) => offer.orderId)).size, open.length);
    assert.ok(open.length >= 6, `${open.length} of 6 drivers were asked`);
    for (const order of orders) await cancel(order);
    await offline(...drivers);
  });
});
