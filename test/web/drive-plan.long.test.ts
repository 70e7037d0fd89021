// The stops of several orders on the driver's page, in the sequence to drive them.
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
import { addDriver, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { follow, PATH, PICKUP_PLACE } from "../harness/tracking.ts";

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) });
const token = await giao.signIn();
const ZONE = "Asia/Tokyo";
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });
ok(await giao.call("PUT", "/operator/v1/cities/SGN", { operator: true, body: { time_zone: ZONE } }));
const HERE = {
  geolocation: { latitude: PICKUP_PLACE.lat, longitude: PICKUP_PLACE.lng },
  permissions: ["geolocation"],
};

for (const [language, phone, accept, title, added] of [
  ["en", "84911900021", "Accept", "Your stops", "An order was added."],
  ["vi", "84911900022", "Nhận đơn", "Các điểm dừng", "Có thêm một đơn."],
] as const) {
  test(`the stops of several orders are listed in the sequence to drive them, and why it changed: ${language}`, {
    skip: skipWithoutChromium,
  }, async () => {
    const driver = await addDriver(giao, { phone, wallet: 5_000_000 });
    const page = await openReader(await openBrowser(), { viewport: PHONE, language }, HERE);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const watch = watchPage(page, giao.url);
    await page.goto(`${giao.url}/drive`);
    await page.getByLabel(language === "vi" ? "Số điện thoại" : "Phone number").fill(phone);
    await page.getByRole("textbox", { name: language === "vi" ? "Mã pin" : "Pin" }).fill("1234");
    await press(language === "vi" ? "Đăng nhập" : "Sign in");
    await press(language === "vi" ? "Bắt đầu nhận đơn" : "Go online");
    for (let order = 0; order < 2; order++) {
      const { orderId } = await follow(giao, token, PATH.slice(0, 2));
      await offerTo(giao, orderId, [phone], "assign", 300);
      await press(accept);
    }
    const list = page.getByRole("region", { name: title });
    const rows = list.locator("ol > li");
    await rows.nth(3).waitFor();
    await list.getByText(added).waitFor();
    const { stops } = ok(await driver.call("GET", "/plan"));
    const shown = await rows.allTextContents();
    for (const [at, text] of shown.entries()) assert.ok(text.includes(stops[at].order_id), `${at}: ${text}`);
    assert.equal(await list.locator('[aria-current="step"]').count(), 1);
    // By the clock of the city, whatever the phone's says. The times themselves move on meanwhile.
    const [, hours, minutes] = /(\d\d):(\d\d)/.exec(shown[0] ?? "") ?? [];
    const [hoursThere, minutesThere] = CLOCK.format(stops[0].eta_low * 1000).split(":");
    const late = Number(hours) * 60 + Number(minutes) - Number(hoursThere) * 60 - Number(minutesThere);
    assert.ok(
      [0, 1_440].some((day) => Math.abs(Math.abs(late) - day) < 30),
      `${shown[0]}, there ${hoursThere}:${minutesThere}`,
    );
    await assertFits(page);
    await assertAccessible(page);
    assert.deepEqual(watch, { errors: [], strangers: [] });
  });
}
