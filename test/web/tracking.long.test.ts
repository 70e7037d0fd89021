// A recipient's page, by hand: the test drives the driver, so every state is seen when it wants.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { aJpeg } from "../fixtures/photos.ts";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  type Reader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { ok, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { accept, drive, FIRST_PLACE, follow, newDriver, ON_THE_WAY, PATH, step } from "../harness/tracking.ts";
import { until } from "../harness/until.ts";

const BEFORE_MAP_BYTES_MAX = 150 * 1024;
// A slow phone on a slow network: what Chromium's tools call "Slow 3G", and a processor four times slower.
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false };
const SLOWER_PROCESSOR = 4;

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) });
// A window of tomorrow is told with its day.
await toHour(giao);
const token = await giao.signIn();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

const oneDoor = PATH.slice(0, 2);
// By the page's own code, not only said by the document.
const drawn = (page: Page) => page.getByTestId("headline");
const headline = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title, exact: true });

// Most tests are not about the map, and drawing one without a graphics card takes seconds.
async function read(link: string, reader: Reader & { readonly map?: boolean } = {}): Promise<Page> {
  const page = await openReader(reader.map ? await openBrowser({ maps: true }) : browser!, reader);
  if (!reader.map) await page.route(/map-canvas/, () => undefined);
  await page.goto(giao.url + link);
  return page;
}

type Delivery = { readonly driver: TestDriver; readonly orderId: string; readonly link: string };

// With a driver of its own: one with another order in hand would go elsewhere first.
let drivers = 0;
const anotherDriver = () => newDriver(giao, `849117000${10 + drivers++}`);

// Picked up, and next to the one recipient.
async function onTheWay(): Promise<Delivery> {
  const driver = await anotherDriver();
  const { orderId, link } = await follow(giao, token, oneDoor);
  await accept(giao, driver, orderId);
  await step(driver, orderId, "pickup");
  await drive(driver, ON_THE_WAY, 45);
  return { driver, orderId, link };
}

async function deliver({ driver, orderId }: Pick<Delivery, "driver" | "orderId">): Promise<void> {
  const photo = { raw: new Uint8Array(aJpeg()) };
  const { url } = ok(await driver.call("POST", `/orders/${orderId}/photos`, undefined, photo));
  await step(driver, orderId, "points/1/deliver", { pod_info: { images: [url] } });
}

// Runs in the page.
function hasRisen(aboveY: number): boolean {
  type Box = { getBoundingClientRect(): { readonly y: number } };
  const { document } = globalThis as unknown as { document: { querySelector(selector: string): Box } };
  return document.querySelector('[data-kind="driver"]').getBoundingClientRect().y < aboveY;
}

// How many pixels of the map have the colour of the way, and of what is behind the driver.
async function colorsOnMap(page: Page): Promise<{ readonly way: number; readonly dimmed: number }> {
  const picture = await page.locator("canvas").screenshot();
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${picture.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const count = (...color) => {
      let found = 0;
      for (let i = 0; i < data.length; i += 4)
        if (color.every((part, at) => Math.abs(data[i + at] - part) < 6)) found += 1;
      return found;
    };
    return { way: count(11, 114, 133), dimmed: count(170, 176, 182) };
  })()`);
}

describe("the tracking page", { skip: skipWithoutChromium }, () => {
  test("follows every step live without being touched, in the words of someone who waits", async () => {
    const driver = await anotherDriver();
    const { orderId, link } = await follow(giao, token, oneDoor);
    const page = await openReader(browser!);
    const watch = watchPage(page, giao.url);
    await page.goto(giao.url + link);
    await headline(page, "Finding a driver").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByText("Please have 120,000 ₫ ready").waitFor();
    await accept(giao, driver, orderId);
    await headline(page, "Driver assigned").waitFor();
    await page.getByText("59A1-1").waitFor();
    await step(driver, orderId, "arrive");
    await headline(page, "At the pickup").waitFor();
    await step(driver, orderId, "pickup");
    await headline(page, "On the way to you").waitFor();
    await drive(driver, ON_THE_WAY, 45);
    await page.getByText(/^Position of \d\d:\d\d$/).waitFor();
    const marker = page.locator('[data-kind="driver"]:not([data-tone="faded"])');
    await marker.waitFor();
    const before = await marker.boundingBox();
    await drive(driver, { lat: ON_THE_WAY.lat + 0.004, lng: ON_THE_WAY.lng }, 0);
    await page.waitForFunction(hasRisen, (before?.y ?? 0) - 20);
    await deliver({ driver, orderId });
    await headline(page, "Delivered").waitFor();
    await page.getByRole("img", { name: "Photo 1 of the delivery" }).waitFor();
    assert.equal(await page.title(), "Delivered · Giao");
    assert.deepEqual(watch, { errors: [], strangers: [] });
  });

  test("has the status on screen before any of the map's code, in under 150 KB", async () => {
    const { link } = await onTheWay();
    const page = await openReader(browser!);
    // Held back for ever: what shows now does not wait for it.
    await page.route(/map-canvas|maplibre/, () => undefined);
    await page.goto(giao.url + link);
    await drawn(page).waitFor();
    const files = await page.evaluate<readonly string[]>(
      "performance.getEntriesByType('resource').map((entry) => entry.name)",
    );
    assert.equal(files.filter((file) => file.endsWith("/state")).length, 0, "the state came with the document");
    let bytes = 0;
    for (const path of [link, ...files.filter((file) => !/\/stream$|map-canvas/.test(file))]) {
      const { pathname } = new URL(path, giao.url);
      const answer = await fetch(giao.url + pathname, { headers: { "accept-encoding": "br" } });
      await answer.body?.cancel();
      bytes += Number(answer.headers.get("content-length"));
    }
    process.stdout.write(`tracking page before the map: ${(bytes / 1024).toFixed(0)} KB compressed\n`);
    assert.ok(bytes > 20_000 && bytes < BEFORE_MAP_BYTES_MAX, `${bytes} bytes`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("the document says the status by itself, in the reader's language, and no cache keeps it", async () => {
    const { link } = await onTheWay();
    const ask = (language: string) => fetch(giao.url + link, { headers: { "accept-language": language } });
    const vi = await ask("fr-FR,vi-VN;q=0.9,en;q=0.8");
    assert.equal(vi.headers.get("cache-control"), "no-store");
    const html = await vi.text();
    assert.match(html, /<html lang="vi">/);
    assert.match(html, /<title>Đang giao đến bạn · Giao<\/title>/);
    assert.match(html, /<h1>Đang giao đến bạn<\/h1>/);
    assert.match(await (await ask("en-GB,vi;q=0.5")).text(), /<h1>On the way to you<\/h1>/);
  });

  test("on a slow phone the status is there before any of the page's code (figures are printed)", async () => {
    const { link } = await onTheWay();
    const page = await openReader(browser!);
    // Noted by the page itself: whoever looks from outside comes late on a busy machine.
    await page.addInitScript(`
      window.seenAt = {};
      new MutationObserver(() => {
        for (const [what, where] of [["readable", "h1"], ["live", "[data-testid=headline]"]])
          if (document.querySelector(where)) window.seenAt[what] ??= performance.now();
      }).observe(document, { childList: true, subtree: true });`);
    const tools = await page.context().newCDPSession(page);
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", SLOW);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    await page.goto(giao.url + link, { waitUntil: "commit" });
    await headline(page, "On the way to you").waitFor();
    await drawn(page).waitFor();
    const { readable, live } = await page.evaluate<{ readable: number; live: number }>("window.seenAt");
    process.stdout.write(
      `tracking page on a slow phone (400 kbit/s, 400 ms, processor ÷ ${SLOWER_PROCESSOR}): ` +
        `status readable after ${readable} ms, live and usable after ${live} ms\n`,
    );
    assert.ok(live - readable > SLOW.latency, "the status needs nothing but the document");
  });

  test("on the map the way is whole until the goods are on board, then what is behind the driver is dimmed", async () => {
    const driver = await anotherDriver();
    const { orderId, link } = await follow(giao, token, oneDoor);
    await accept(giao, driver, orderId);
    const page = await openReader(await openBrowser({ maps: true }), { colors: "light" });
    // Nothing but the way: streets have colours of their own.
    const ground = { id: "ground", type: "background", paint: { "background-color": "#ffffff" } };
    await page.route("**/tiles/style/*.json*", (route) =>
      route.fulfill({ json: { version: 8, sources: {}, layers: [ground] } }),
    );
    await page.goto(giao.url + link);
    await page.locator('[data-map="drawn"]').waitFor();
    const ahead = await until("all of the way is drawn", async () => {
      const seen = await colorsOnMap(page);
      // Edges of the line are paler: a few points, no stretch.
      assert.ok(seen.dimmed < 50, `${seen.dimmed} dimmed`);
      return seen.way > 500 && seen.way;
    });
    await step(driver, orderId, "pickup");
    await drive(driver, ON_THE_WAY, 45);
    await until("half of it is dimmed", async () => {
      const seen = await colorsOnMap(page);
      return seen.dimmed > 100 && seen.way > 200 && seen.way < ahead;
    });
  });

  test("a recipient rates the driver once, by keyboard alone", async () => {
    const delivery = await onTheWay();
    await deliver(delivery);
    const page = await read(delivery.link);
    const send = page.getByRole("button", { name: "Send" });
    await send.waitFor();
    assert.equal(await send.isDisabled(), true);
    await page.getByRole("radio", { name: "1 star", exact: true }).focus();
    for (let stars = 1; stars < 4; stars++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Đến đúng giờ");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Thank you for your rating.").waitFor();
    await page.getByRole("img", { name: "4 stars" }).waitFor();
    const order = ok(await giao.call("GET", `/operator/v1/orders/${delivery.orderId}`, { operator: true }));
    assert.match(JSON.stringify(order), /Đến đúng giờ/);
    assert.equal(await send.count(), 0);
  });

  test("speaks the browser's language first and remembers the one chosen", async () => {
    const { link } = await onTheWay();
    const page = await read(link, { language: "vi" });
    await headline(page, "Đang giao đến bạn").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "vi");
    await page.getByRole("button", { name: "English" }).click();
    await headline(page, "On the way to you").waitFor();
    await page.reload();
    await headline(page, "On the way to you").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  });

  test("fits a phone and a desk and passes axe, in both languages, light and dark, waiting and done", async () => {
    const delivery = await onTheWay();
    const readers = [
      { viewport: PHONE, language: "vi", colors: "light", map: false, title: "Đang giao đến bạn" },
      { viewport: DESKTOP, language: "en", colors: "dark", map: true, title: "On the way to you" },
    ] as const;
    for (const reader of readers) {
      const page = await read(delivery.link, reader);
      await headline(page, reader.title).waitFor();
      if (reader.map) await page.locator('[data-kind="driver"]').waitFor();
      await assertFits(page);
      await assertAccessible(page);
    }
    await deliver(delivery);
    for (const colors of ["light", "dark"] as const) {
      const page = await read(delivery.link, { colors });
      await page.getByRole("button", { name: "Send" }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
    }
  });

  test("a failed delivery tells why, who sent it and what comes next, before any stars; a photo opens large", async () => {
    ok(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { contact: "1900 1234" } }));
    const { driver, orderId, link } = await onTheWay();
    const photo = { raw: new Uint8Array(aJpeg()) };
    const { url } = ok(await driver.call("POST", `/orders/${orderId}/photos`, undefined, photo));
    await step(driver, orderId, "points/1/fail", { comment: "RECIPIENT_SILENT", pod_info: { images: [url] } });
    const page = await read(link, { language: "vi" });
    await headline(page, "Không giao được").waitFor();
    const told = page.getByRole("region", { name: "Chuyện gì đã xảy ra" });
    for (const text of ["Không liên lạc được với người nhận", "Demo sender", "1900 1234", /giao lại hay trả về/])
      await told.getByText(text).waitFor();
    const stars = page.getByRole("radio").first();
    const [toldBox, starsBox] = [await told.boundingBox(), await stars.boundingBox()];
    assert.ok((toldBox?.y ?? 0) < (starsBox?.y ?? 0));
    await page.getByRole("img", { name: "Ảnh giao hàng 1" }).click();
    const large = page.getByRole("dialog", { name: "Bằng chứng giao hàng" });
    await large.waitFor();
    await large.getByRole("button", { name: "Đóng" }).click();
    await large.waitFor({ state: "hidden" });
    await assertFits(page);
    await assertAccessible(page);
  });

  test("before there is a driver it tells a window and the agreed time, and the sender sees every stop", async () => {
    const { link } = await follow(giao, token);
    const page = await read(link);
    await page
      .getByTestId("arrival")
      .getByText(/^\d\d:\d\d–\d\d:\d\d$/)
      .waitFor();
    await page.getByText("Sandbox: robots deliver, 20 times as fast as people").waitFor();
    for (const stop of ["Delivery 1", "Delivery 2"]) await page.getByText(stop, { exact: true }).waitFor();
    const at = Math.floor(giao.house.clock.now().getTime() / 1_000) + 86_400;
    const later = await giao.call("POST", "/v3/orders", {
      token,
      body: { order_time: at, path: oneDoor, service_id: "SGN-BIKE", requests: [], payment_method: "BALANCE" },
    });
    const scheduled = await read(new URL(ok(later).order.shared_link).pathname);
    await headline(scheduled, "Scheduled").waitFor();
    await scheduled.getByText(/^Agreed for \d+ \w+( \d{4})?, \d\d:\d\d$/).waitFor();
    // With its day: by itself it would be taken for today's.
    await scheduled
      .getByTestId("arrival")
      .getByText(/^\d+ \w+, \d\d:\d\d–\d\d:\d\d$/)
      .waitFor();
  });

  test("an unknown link says what to do, and nothing else", async () => {
    assert.equal((await fetch(`${giao.url}/t/0000000000000000000000`)).status, 404);
    const page = await read("/t/0000000000000000000000");
    await page.getByRole("heading", { name: "This link does not lead to a delivery" }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
  });

  test("lists the places where no map can be drawn, and another recipient's stop is only another stop", async () => {
    const driver = await anotherDriver();
    const { orderId, stopLink } = await follow(giao, token);
    await accept(giao, driver, orderId);
    await step(driver, orderId, "pickup");
    await drive(driver, FIRST_PLACE);
    const page = await openReader(browser!);
    await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null");
    await page.goto(giao.url + stopLink(2));
    await page.getByText("The driver has other stops before yours.").waitFor();
    await page.getByText("Shown roughly until your stop is the next one", { exact: true }).waitFor();
    await page.getByText("Another stop").waitFor();
    const places = page.getByRole("list", { name: "Places" }).getByRole("listitem");
    const names = (await places.allTextContents()).map((text) => text.split(/[,:]/)[0]);
    assert.deepEqual(names, ["Pickup", "Your address", "Driver"]);
    await assertAccessible(page);
  });

  test("goes on by asking again where no stream gets through", async () => {
    const delivery = await onTheWay();
    const page = await openReader(browser!);
    await page.route(/map-canvas/, () => undefined);
    await page.route(/\/stream$/, (route) => route.abort());
    await page.goto(giao.url + delivery.link);
    await headline(page, "On the way to you").waitFor();
    await page.getByText("Reconnecting").waitFor();
    await deliver(delivery);
    await headline(page, "Delivered").waitFor();
  });

  test("says so when the server cannot be reached, and tries again when asked", async () => {
    const { link } = await onTheWay();
    const page = await openReader(browser!);
    await page.route(/map-canvas/, () => undefined);
    await page.route(/\/state$/, (route) => route.abort());
    // As a server sends it that could not read the delivery.
    await page.route(giao.url + link, async (route) => {
      const body = (await (await route.fetch()).text()).replace(/<main.*<\/main>|<script type="application.*/g, "");
      await route.fulfill({ body, contentType: "text/html" });
    });
    await page.goto(giao.url + link);
    await page.getByText("The server cannot be reached. Check your connection.").waitFor();
    await page.unroute(/\/state$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await headline(page, "On the way to you").waitFor();
  });
});
