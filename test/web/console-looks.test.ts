// Every view of the console: it opens, fits, is read out well, speaks both languages and to no other host.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  followLink,
  openBrowser,
  openReader,
  PHONE,
  type Reader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { assertOk } from "../harness/expect.ts";
import { startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const { _id: orderId } = await giao.created();
for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(orderId, type));
await giao.created();

const VIEWS = [
  ["/live", "Live map", "Bản đồ trực tiếp"],
  ["/orders", "Orders", "Đơn hàng"],
  [`/orders/${orderId}`, `Order ${orderId}`, `Đơn ${orderId}`],
  ["/drivers", "Drivers", "Tài xế"],
  ["/drivers/84911000001", /./, /./],
  ["/partners", "Partners", "Đối tác"],
  ["/partners/demo", "demo", "demo"],
  ["/catalogue", "Catalogue", "Danh mục"],
  ["/catalogue/services/SGN-BIKE", "SGN-BIKE", "SGN-BIKE"],
  ["/catalogue/cities/SGN", /Ho Chi Minh/, /Hồ Chí Minh/],
  ["/promos", "Promo codes", "Mã khuyến mãi"],
  ["/money", "Money", "Tiền"],
  ["/money/84900000001", /84900000001/, /84900000001/],
  ["/health", "Health", "Tình trạng"],
  ["/audit", "Audit log", "Nhật ký thao tác"],
] as const;

async function open(reader: Reader): Promise<Page> {
  const page = await openReader(browser!, reader);
  await page.route(/map-canvas/, () => undefined);
  await page.goto(`${giao.url}/console`);
  await page.getByRole("button", { name: reader.language === "vi" ? /khóa thử nghiệm/ : /sandbox key/ }).click();
  await page
    .getByRole("heading", { level: 1, name: reader.language === "vi" ? "Bản đồ trực tiếp" : "Live map" })
    .waitFor();
  return page;
}

async function look(reader: Reader, word: 1 | 2): Promise<void> {
  const page = await open(reader);
  const watch = watchPage(page, giao.url);
  for (const view of VIEWS) {
    await followLink(page, `/console${view[0]}`);
    await page.getByRole("heading", { level: 1, name: view[word] }).waitFor();
    for (const label of ["Loading", "Đang tải"]) {
      await page.locator(`[aria-label="${label}"]`).first().waitFor({ state: "detached" });
    }
    await assertFits(page);
    await assertAccessible(page);
  }
  assert.deepEqual(watch.errors, []);
  assert.deepEqual(watch.strangers, []);
}

describe("the console's views", { skip: skipWithoutChromium }, () => {
  test("on a desk, in English, light", () => look({ viewport: DESKTOP, language: "en", colors: "light" }, 1));
  test("on a phone, in Vietnamese, dark", () => look({ viewport: PHONE, language: "vi", colors: "dark" }, 2));

  test("the live map draws drivers and orders and follows them", async () => {
    const page = await openReader(await openBrowser({ maps: true }), { language: "en" });
    await page.goto(`${giao.url}/console/live`);
    await page.getByRole("button", { name: /sandbox key/ }).click();
    await page.locator("canvas").waitFor();
    await page.getByText("2 open orders").waitFor();
    await giao.created();
    await page.getByText("3 open orders").waitFor();
    await page.getByRole("link", { name: orderId }).waitFor();
  });
});
