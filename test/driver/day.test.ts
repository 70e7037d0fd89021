import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertRefused } from "../harness/expect.ts";
import { offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { accept, FIRST_PLACE, follow, newDriver, PATH, PICKUP_PLACE, step } from "../harness/tracking.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const driver = await newDriver(giao);
const text = ({ lat, lng }: { lat: number; lng: number }) => `${lat},${lng}`;

test("a driver hears who he is and whether he is online", async () => {
  const offline = ok(await driver.call("GET", "/me"));
  assert.deepEqual(offline, {
    mobile: driver.phone,
    name: `Driver ${driver.phone}`,
    plate_number: "59A1-1",
    vehicle: "BIKE",
    city_id: "SGN",
    online: false,
  });
  ok(await driver.online());
  assert.equal(ok(await driver.call("GET", "/me")).online, true);
});

test("today counts what was completed since midnight in the driver's city, after commission and VAT", async () => {
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await accept(giao, driver, orderId);
  const { earnings } = await step(driver, orderId, "pickup");
  await step(driver, orderId, "points/1/deliver");
  assert.deepEqual(ok(await driver.call("GET", "/wallet")).today, { orders: 1, earnings });
  await giao.house.clock.advance(24 * 3_600_000);
  assert.deepEqual(ok(await driver.call("GET", "/wallet")).today, { orders: 0, earnings: 0 });
});

test("the way to a stop is a line with its length, and refuses what is no place", async () => {
  const way = ok(await driver.call("GET", `/way?from=${text(PICKUP_PLACE)}&to=${text(FIRST_PLACE)}`));
  assert.ok(way.distance > 1_900 && way.duration > 0 && way.polyline.length > 0);
  for (const query of ["", "?from=10,106", "?from=10,106&to=here", "?from=10,106&to=95,106"]) {
    assertRefused(await driver.call("GET", `/way${query}`), 400, "INVALID_DATA");
  }
});

test("an offer says how many seconds it has left, whatever the phone's clock shows", async () => {
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await offerTo(giao, orderId, [driver.phone]);
  const [offer] = ok(await driver.call("GET", "/offers")).offers;
  assert.ok(offer.expires_in > 10 && offer.expires_in <= 20);
});
