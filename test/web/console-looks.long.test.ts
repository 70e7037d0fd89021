// Every view of the console: it opens, fits, is read out well, speaks both languages and to no other host.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  followLink,
  launchBrowser,
  openBrowser,
  openReader,
  PHONE,
  type Reader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import { PICKUP, startOrderTests } from "../harness/orders.ts";

// The city's page asks what the map in use shows.
const giao = await startOrderTests({}, crowRoads, await drawnBaseMaps());
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
// Nobody listens there, so the order's view has callbacks that failed.
const callback = { url: "http://127.0.0.1:9/hook", auth: { type: "none" } };
assertOk(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { callback } }));
const { _id: orderId } = await giao.created();
for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(orderId, type));
await giao.advance(0);
const explainedId = await askedOrder();
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
  ["/catalogue/services/new?city=SGN", "New service", "Dịch vụ mới"],
  ["/catalogue/cities/SGN", /Ho Chi Minh/, /Hồ Chí Minh/],
  ["/catalogue/cities/new", "New city", "Thành phố mới"],
  ["/promos", "Promo codes", "Mã khuyến mãi"],
  ["/money", "Money", "Tiền"],
  ["/money/84900000001", /84900000001/, /84900000001/],
  ["/health", "Health", "Tình trạng"],
  ["/audit", "Audit log", "Nhật ký thao tác"],
] as const;

// An order that a driver has been asked about, who has not answered; another one is too far away.
async function askedOrder(): Promise<string> {
  const far = await addDriver(giao, { phone: "84911000778", wallet: 1_000_000 });
  assertOk(await far.online({ lat: PICKUP.lat + 0.04, lng: PICKUP.lng }));
  const driver = await addDriver(giao, { phone: "84911000777", wallet: 1_000_000 });
  assertOk(await driver.online(PICKUP));
  const { _id } = await giao.created();
  await giao.advance(1);
  return _id;
}

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

// One browser that draws, for all tests of maps.
let drawing: Promise<Browser> | undefined;
after(async () => (await drawing)?.close());

async function openMapped(path: string): Promise<Page> {
  drawing ??= launchBrowser({ maps: true });
  const page = await openReader(await drawing, { viewport: DESKTOP, language: "en" });
  await page.goto(`${giao.url}/console${path}`);
  await page.getByRole("button", { name: /sandbox key/ }).click();
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

  test("over a hundred promo codes are read page by page", async () => {
    const codes = Array.from({ length: 101 }, (_, nth) => `TET${String(nth).padStart(3, "0")}`);
    const body = { type: "PERCENT", value: 10 };
    for (const code of codes) assertOk(await giao.call("PUT", `/operator/v1/promos/${code}`, { operator: true, body }));
    const page = await open({ viewport: DESKTOP, language: "en" });
    await followLink(page, "/console/promos");
    const table = page.getByRole("table");
    await table.getByText("TET000").waitFor();
    assert.equal(await table.getByText("TET100").count(), 0);
    const more = page.getByRole("button", { name: "More" });
    await more.click();
    await table.getByText("TET100").waitFor();
    assert.equal(await table.getByText(/^TET/).count(), codes.length);
    await more.waitFor({ state: "detached" });
  });

  test("the live map draws drivers and orders and follows them", async () => {
    const page = await openMapped("/live");
    await page.locator("canvas").waitFor();
    await page.getByText("3 open orders").waitFor();
    const legend = page.getByRole("list", { name: "What the shapes mean" });
    const shapeOf = (name: RegExp) =>
      legend.getByRole("listitem").filter({ hasText: name }).locator("path").first().getAttribute("d");
    const shapes = [await shapeOf(/^Bike/), await shapeOf(/^Van/), await shapeOf(/^Truck/)];
    assert.equal(new Set(shapes).size, 3, "a bike, a van and a truck look like what they are");
    await giao.created();
    await page.getByText("4 open orders").waitFor();
    await page.getByRole("link", { name: orderId }).waitFor();
  });

  test("an outline is clicked onto the map, and a corner dragged where it belongs", async () => {
    const page = await openMapped("/catalogue/cities/new");
    const canvas = page.locator("canvas");
    await page.locator('[data-map="drawn"]').waitFor();
    const corners = page.getByRole("textbox", { name: "Corners" });
    const lines = async () => (await corners.inputValue()).split("\n");
    for (const [x, y] of [
      [200, 100],
      [400, 100],
      [400, 250],
    ] as const)
      await canvas.click({ position: { x, y } });
    const [first = "", ...others] = await lines();
    assert.equal(others.length, 2);
    const held = page.getByRole("img", { name: "1", exact: true });
    await held.hover();
    const box = await held.boundingBox();
    assert.ok(box);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 70, { steps: 4 });
    await page.mouse.up();
    const [moved = "", ...stayed] = await lines();
    assert.deepEqual(stayed, others, "the others stay, and letting go adds none");
    const [before, after] = [first, moved].map((line) => line.split(",").map(Number));
    assert.ok(after![0]! < before![0]! && after![1]! > before![1]!, `${first} went south and east to ${moved}`);
    await corners.fill("13.70, 109.15\n13.85; 109.15");
    await canvas.click({ position: { x: 200, y: 100 } });
    assert.deepEqual(await lines(), ["13.70, 109.15", "13.85; 109.15"], "a slip of the pen does not cost the rest");
  });

  test("why a driver was chosen is on the map at the places of then, and list and map show the same one", async () => {
    const page = await openMapped(`/orders/${explainedId}`);
    const panel = page.getByRole("region", { name: "Why this driver" });
    const mark = panel.getByRole("button", { name: /^1\. .*: asked$/ });
    await mark.waitFor();
    const listed = panel.getByRole("list", { name: "Drivers the dispatcher looked at" }).getByRole("button").first();
    assert.equal(await listed.getAttribute("aria-pressed"), "false");
    // The limit that kept them out, and no minutes beside those of the one who was asked.
    await panel
      .getByRole("button", { name: /Driver 84911000778 not asked: more than \d+(\.\d+)? km away by road$/ })
      .waitFor();
    await mark.click();
    assert.equal(await listed.getAttribute("aria-pressed"), "true");
    assert.equal(await mark.getAttribute("data-tone"), "chosen");
    await panel.getByRole("list", { name: "What the marks mean" }).getByText("took it").waitFor();
  });
});
