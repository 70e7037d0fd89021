// The console's plan board: an order is moved by keyboard and by dragging, with its cost shown before; locks, other weights, and as driven.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { until } from "../harness/until.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) }, { dispatches: false });
// Promises end with the day.
await toHour(giao);
const token = await giao.signIn();
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const [pickup, door] = (orderBody() as { path: object[] }).path;
const service = { planning: "rolling", plan_within: 120, plan_lead: 20, plan_latest_offer: 20, max_bundle: 5 };
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: service }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const WHO = { operator_key: "sandbox-operator-key", name: "Lan" };
let phones = 84_911_536_000;
async function driverAt(meters: number): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet: 5_000_000 });
  ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
  return driver;
}
const plannedFor = async (orderId: string): Promise<string | undefined> => {
  const { routes } = ok(await giao.call("GET", "/operator/v1/cities/SGN/plan", { operator: true }));
  return routes.find(
    ({ state, stops }: { state: string; stops: { order_id: string }[] }) =>
      state === "planned" && stops.some(({ order_id }) => order_id === orderId),
  )?.mobile;
};

test("an order is moved by keyboard and by hand, kept, and a plan with other weights put in force", {
  skip: skipWithoutChromium,
}, async () => {
  const [near, far] = [await driverAt(50), await driverAt(4_000)];
  const orders: string[] = [];
  for (const meters of [1_500, -1_500])
    orders.push(await addOrder(giao, token, { path: [pickup, { ...door, ...north(meters) }], payment_method: "CASH" }));
  await advance(1);
  assert.deepEqual([await plannedFor(orders[0]!), await plannedFor(orders[1]!)], [near.phone, near.phone]);
  const page = await openReader(await openBrowser(), { viewport: DESKTOP, language: "en" });
  await page.context().route(/map-canvas/, () => undefined);
  const watch = watchPage(page, giao.url);
  await keepSession(page, giao.url, await signInPage(giao, "console", WHO));
  await page.goto(`${giao.url}/console/plan`);
  await page.getByRole("heading", { name: "Plan", exact: true }).waitFor();
  const row = (driver: TestDriver) => page.getByRole("region", { name: `Route of Driver ${driver.phone}` });
  const stop = row(near).getByRole("button", { name: new RegExp(`Delivery ${orders[0]}.*in time`) });
  await stop.waitFor();
  await assertAccessible(page);

  // By keyboard: chosen, the cost read, moved.
  await stop.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: `Order ${orders[0]}` });
  await panel.getByText("has it now").waitFor();
  const moveTo = panel.getByRole("button", { name: `Move here: Driver ${far.phone}` });
  await panel.getByText(/^\+[\d.]+ km, \+\d+ min$/).waitFor();
  assert.equal(await plannedFor(orders[0]!), near.phone, "nothing is moved before it is said");
  await moveTo.focus();
  await page.keyboard.press("Enter");
  await until("it is moved", async () => (await plannedFor(orders[0]!)) === far.phone);
  await page.getByText("Moved. It stays with this driver until it is unlocked.").waitFor();
  await row(far)
    .getByRole("button", { name: new RegExp(`Delivery ${orders[0]}.*locked`) })
    .waitFor();

  // By hand: the cost stands in the row of the other driver before it is dropped there.
  const other = row(near).getByRole("button", { name: new RegExp(`Delivery ${orders[1]}`) });
  const from = (await other.boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 30, { steps: 4 });
  await row(far)
    .getByText(/^[+−][\d.]+ km, [+−]\d+ min$/)
    .waitFor();
  assert.equal(await plannedFor(orders[1]!), near.phone);
  const to = (await row(far).boundingBox())!;
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await until("it is dropped there", async () => (await plannedFor(orders[1]!)) === far.phone);

  await row(far).getByRole("button", { name: "Lock route" }).click();
  await row(far).getByRole("button", { name: "Unlock route" }).click();
  await row(far).getByRole("button", { name: "Lock route" }).waitFor();
  for (const id of orders) {
    await row(far)
      .getByRole("button", { name: new RegExp(`Delivery ${id}`) })
      .click();
    await page
      .getByRole("region", { name: `Order ${id}` })
      .getByRole("button", { name: "Unlock", exact: true })
      .click();
    await page.getByRole("button", { name: "Lock to this driver" }).waitFor();
  }
  await page.getByLabel("Leave as it is").fill("0");
  await page.getByRole("button", { name: "Propose a plan" }).click();
  const figures = page.getByRole("table", { name: "Figures" });
  await figures.getByText("Proposed").waitFor();
  assert.equal(await plannedFor(orders[0]!), far.phone, "a proposal changes nothing");
  await page.getByText(/to another driver\.$/).waitFor();
  await page.getByRole("button", { name: "Put in force" }).click();
  await page.getByText("The proposed plan is in force.").waitFor();
  assert.equal(await plannedFor(orders[0]!), near.phone);
  await assertAccessible(page);
  assert.deepEqual(watch, { errors: [], strangers: [] });

  let asked: { id: string } | undefined;
  for (let tries = 0; !asked && tries < 60; tries++) {
    await advance(120);
    [asked] = ok(await near.call("GET", "/routes")).routes;
  }
  ok(await near.call("POST", `/routes/${asked!.id}/accept`));
  ok(await near.call("POST", `/orders/${orders[0]}/pickup`, {}));
  const phone = await openReader(await openBrowser(), { viewport: PHONE, language: "vi", colors: "dark" });
  await phone.context().route(/map-canvas/, () => undefined);
  await keepSession(phone, giao.url, await signInPage(giao, "console", WHO));
  await phone.goto(`${giao.url}/console/plan`);
  const driven = phone.getByRole("region", { name: "Kế hoạch và thực tế" });
  await driven.getByText(`Lấy ${orders[0]}`).waitFor();
  await driven.getByText("chưa").first().waitFor();
  await assertFits(phone);
  await assertAccessible(phone);
});
