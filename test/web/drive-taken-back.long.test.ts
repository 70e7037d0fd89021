// What the page of a driver says when an accepted order goes to somebody who is there sooner.
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
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { BUSY_PLACE, openTakeBackScenes } from "../harness/take-back.ts";

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) });
const token = await giao.signIn();
const { advance, offersOf, scene, end } = await openTakeBackScenes(giao, token);
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: { take_back: true } }));
const HERE = { geolocation: { latitude: BUSY_PLACE.lat, longitude: BUSY_PLACE.lng }, permissions: ["geolocation"] };

const WORDS = {
  en: {
    signIn: ["Phone number", "Pin", "Sign in"],
    title: (id: string) => `Order ${id} went to another driver`,
    why: /They are there sooner\. It does not count against you/,
    dismiss: "All right",
  },
  vi: {
    signIn: ["Số điện thoại", "Mã pin", "Đăng nhập"],
    title: (id: string) => `Đơn ${id} đã chuyển cho tài xế khác`,
    why: /Họ đến sớm hơn\. Việc này không tính vào bạn/,
    dismiss: "Đã hiểu",
  },
} as const;

for (const language of ["en", "vi"] as const) {
  test(`an order that went to another driver is told with the reason until it was read: ${language}`, {
    skip: skipWithoutChromium,
  }, async () => {
    const words = WORDS[language];
    const { busy, near, first, second, waiting } = await scene();
    const page = await openReader(await openBrowser(), { viewport: PHONE, language }, HERE);
    const watch = watchPage(page, giao.url);
    const [phone, pin, signIn] = words.signIn;
    await page.goto(`${giao.url}/drive`);
    await page.getByLabel(phone).fill(busy.phone);
    await page.getByRole("textbox", { name: pin }).fill("1234");
    await page.getByRole("button", { name: signIn, exact: true }).click();
    await page.getByText(second).first().waitFor();
    const note = page.getByRole("status").filter({ hasText: words.title(second) });
    assert.equal(await note.count(), 0);
    await advance(5);
    const [offer] = await offersOf(near);
    ok(await near.call("POST", `/offers/${offer.id}/accept`));
    await note.waitFor();
    assert.match((await note.textContent()) ?? "", words.why);
    await assertFits(page);
    await assertAccessible(page);
    await note.getByRole("button", { name: words.dismiss }).click();
    await note.waitFor({ state: "detached" });
    await page.reload();
    await page.getByText(first).first().waitFor();
    assert.equal(await page.getByText(second).count(), 0, "read is read, and the order is gone");
    ok(await busy.call("POST", `/orders/${first}/points/1/deliver`, {}));
    await end([busy, near], [second, waiting]);
    assert.deepEqual(watch, { errors: [], strangers: [] });
  });
}
