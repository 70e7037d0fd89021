// A route of a planned service on the driver's page: asked about as a whole, loaded parcel by parcel, a stop skipped in a tunnel, driven to its end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, addOrder, MARKET, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) }, { dispatches: false });
// Promises end with the day.
await toHour(giao);
const token = await giao.signIn();
const HERE = { geolocation: { latitude: MARKET.lat, longitude: MARKET.lng }, permissions: ["geolocation"] };
const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
const service = { planning: "rolling", plan_within: 60, plan_lead: 30, plan_latest_offer: 10, max_bundle: 5 };
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: service }));
const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));

const SAID = {
  en: {
    signIn: ["Phone number", "Pin", "Sign in", "Go online"],
    route: "New route",
    facts: /3 orders · 6 stops · [\d.]+ k?m · \d+ min/,
    earn: /You earn [\d,]+ ₫/,
    accept: "Accept",
    load: "Load 3 parcels",
    arrive: "I am at the pickup",
    scan: "Order or tracking number",
    picked: (n: number) => `Picked up: ${n} of 3 orders`,
    stops: "Your stops",
    onTime: /^(On time|\d+ min (behind|ahead of) the plan)$/,
    skip: "Skip for now",
    off: "put off",
    skipped: "You put a stop off: it comes later.",
    moved: /Moved: Delivery/,
    seen: "All right",
    delivered: "Delivered",
    done: "The route is done",
  },
  vi: {
    signIn: ["Số điện thoại", "Mã pin", "Đăng nhập", "Bắt đầu nhận đơn"],
    route: "Tuyến mới",
    facts: /3 đơn · 6 điểm dừng · [\d,]+ k?m · \d+ phút/,
    earn: /Thu nhập [\d.]+/,
    accept: "Nhận đơn",
    load: "Xếp 3 kiện hàng",
    arrive: "Tôi đã đến điểm lấy hàng",
    scan: "Mã đơn hoặc mã vận đơn",
    picked: (n: number) => `Đã lấy: ${n}/3 đơn`,
    stops: "Các điểm dừng",
    onTime: /^(Đúng kế hoạch|(Chậm|Sớm) \d+ phút so với kế hoạch)$/,
    skip: "Để làm sau",
    off: "đã hoãn",
    skipped: "Bạn để một điểm dừng làm sau.",
    moved: /Đổi chỗ: Giao hàng/,
    seen: "Đã hiểu",
    delivered: "Đã giao",
    done: "Đã xong tuyến",
  },
} as const;

for (const [language, phone, dark] of [
  ["en", "84911900031", false],
  ["vi", "84911900032", true],
] as const) {
  test(`a route is asked about, loaded, driven with a stop put off, and ended: ${language}`, {
    skip: skipWithoutChromium,
  }, async () => {
    const said = SAID[language];
    const driver = await addDriver(giao, { phone, wallet: 5_000_000 });
    const page = await openReader(
      await openBrowser(),
      { viewport: PHONE, language, ...(dark && { colors: "dark" as const }) },
      HERE,
    );
    const watch = watchPage(page, giao.url);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await page.goto(`${giao.url}/drive`);
    await page.getByLabel(said.signIn[0]).fill(phone);
    await page.getByRole("textbox", { name: said.signIn[1] }).fill("1234");
    await press(said.signIn[2]);
    await press(said.signIn[3]);
    await until("they are online", async () => ok(await driver.call("GET", "/me")).online);

    const [pickup, door] = (orderBody() as { path: object[] }).path;
    const orders: string[] = [];
    for (const meters of [800, 1_600, 2_400])
      orders.push(
        await addOrder(giao, token, {
          path: [pickup, { ...door, ...north(meters), tracking_number: `PARCEL-${language}-${meters}` }],
          payment_method: "CASH",
        }),
      );
    await until("they are asked", async () => {
      if (ok(await driver.call("GET", "/routes")).routes.length > 0) return true;
      await advance(60);
      return false;
    });
    const offer = page.getByRole("region", { name: said.route });
    await offer.getByText(said.facts).waitFor();
    await offer.getByText(said.earn).waitFor();
    assert.equal(await offer.getByRole("listitem").count(), 6);
    assert.equal(await offer.getByText("Recipient").count(), 0, "where to, not to whom");
    await assertFits(page);
    await assertAccessible(page);
    await press(said.accept);

    const loading = page.getByRole("region", { name: said.load });
    await loading.getByRole("button", { name: said.arrive }).click();
    await loading.getByRole("button", { name: said.picked(0) }).waitFor();
    const scan = loading.getByLabel(said.scan);
    await scan.fill("nowhere");
    await scan.press("Enter");
    await loading.getByText("nowhere").waitFor();
    await scan.fill(orders[0]!.toLowerCase());
    await scan.press("Enter");
    await scan.fill(`parcel-${language}-1600`);
    await scan.press("Enter");
    await loading.getByRole("button", { name: said.picked(2) }).waitFor();
    await loading.getByLabel(`PARCEL-${language}-2400`).check();
    await assertFits(page);
    await assertAccessible(page);
    await loading.getByRole("button", { name: said.picked(3) }).click();

    const list = page.getByRole("region", { name: said.stops });
    await until("three doors are left", async () => (await list.locator("ol > li").count()) === 3);
    await list.getByText(said.onTime).waitFor();
    const [shown] = await list.locator("ol > li").allTextContents();
    const first = orders.find((id) => shown!.includes(id))!;
    // In a tunnel: the list is another at once, the server hears of it afterwards.
    await page.context().setOffline(true);
    await list.getByRole("button", { name: said.skip }).click();
    await until("it is no longer first", async () => {
      const [text] = await list.locator("ol > li").allTextContents();
      return !text!.includes(first);
    });
    await list.getByText(said.off).waitFor();
    await page.context().setOffline(false);
    await until("the server knows", async () => ok(await driver.call("GET", "/plan")).why === "SKIPPED");
    await list.getByText(said.skipped).waitFor();
    await list.getByText(said.moved).first().waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await list.getByRole("button", { name: said.seen }).click();
    assert.equal(await list.getByText(said.skipped).count(), 0);

    for (let left = 3; left > 0; left--) {
      await page.getByRole("button", { name: said.delivered, exact: true }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: said.delivered }).click();
      await until("one less", async () => ok(await driver.call("GET", "/orders")).orders.length === left - 1);
    }
    await page.getByText(said.done).waitFor();
    for (const id of orders)
      assert.equal(ok(await giao.call("GET", `/v3/orders/${id}`, { token })).status, "COMPLETED");
    const strangers = watch.errors.filter(
      (error) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/.test(error),
    );
    assert.deepEqual([strangers, watch.strangers], [[], []]);
    ok(await driver.call("PUT", "/availability", { online: false }));
  });
}
