// The page that the server writes at /docs, before the heavy reference has come (api-reference.test.ts has that).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
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
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const browser = skipWithoutChromium ? undefined : await openBrowser();
const skip = { skip: skipWithoutChromium };
const HEAVY = "**/docs/reference.js";

const aReader = (reader: Reader): Promise<Page> => openReader(browser!, reader);

for (const language of ["en", "vi"] as const) {
  for (const colors of ["light", "dark"] as const) {
    for (const viewport of [PHONE, DESKTOP]) {
      test(
        `in ${language}, ${colors}, ${viewport.width} px wide, everybody can read which calls there are`,
        skip,
        async () => {
          const page = await aReader({ viewport, language, colors });
          const watch = watchPage(page, giao.url);
          // It does not come as long as the test looks.
          await page.route(HEAVY, () => undefined);
          await page.goto(`${giao.url}/docs`, { waitUntil: "domcontentloaded" });
          const title = language === "vi" ? "API đối tác Giao" : "Giao partner API";
          await page.getByRole("heading", { level: 1, name: title }).waitFor();
          await page.getByText(language === "vi" ? "Tạo đơn hàng" : "Create an order", { exact: true }).waitFor();
          await page
            .getByRole("button", { name: language === "vi" ? "Mở toàn bộ tài liệu" : "Open the whole" })
            .waitFor();
          await assertAccessible(page);
          await assertFits(page);
          // With SHOOT=<folder>, pictures for whoever looks at them.
          const { SHOOT } = process.env;
          if (SHOOT) await page.screenshot({ path: `${SHOOT}/first-${language}-${colors}-${viewport.width}.png` });
          await page.getByRole("link", { name: language === "vi" ? "English" : "Tiếng Việt" }).click();
          await page
            .getByRole("heading", { level: 1, name: language === "vi" ? "Giao partner API" : "API đối tác Giao" })
            .waitFor();
          assert.deepEqual([watch.errors, watch.strangers], [[], []]);
        },
      );
    }
  }
}

// Chrome's "Slow 4G" as Lighthouse has it, and a line four times as slow, which Chrome takes for 3G.
const LINES = {
  "slow 4G (1.6 Mbit/s, 150 ms)": { kilobits: 1_600, latency: 150 },
  "3G (400 kbit/s, 400 ms)": { kilobits: 400, latency: 400 },
};
const FIRST_PAINT_MS_MAX = 3_000;

for (const [name, { kilobits, latency }] of Object.entries(LINES)) {
  test(`on ${name} the calls are painted within three seconds`, skip, async (t) => {
    // Compressed for an earlier reader: what is measured is the line.
    for (const path of ["/docs", "/docs/start.js?lang=en"]) await (await fetch(giao.url + path)).text();
    const page = await aReader({ viewport: PHONE });
    await page.route(HEAVY, () => undefined);
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    const bytesPerSecond = (kilobits * 1000) / 8;
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await page.goto(`${giao.url}/docs`, { waitUntil: "commit" });
    await page.getByRole("link", { name: "POST /v3/orders", exact: true }).waitFor();
    const [paint = Number.NaN, bytes = 0] = await page.evaluate<readonly number[]>(
      "[performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.getEntriesByType('navigation')[0].transferSize]",
    );
    t.diagnostic(`${name}: first contentful paint after ${Math.round(paint)} ms, with ${bytes} bytes`);
    assert.ok(paint <= FIRST_PAINT_MS_MAX, `${paint} ms`);
  });
}

test("on a slower line than 4G the whole reference comes only when it is asked for", skip, async () => {
  const page = await aReader({ viewport: PHONE });
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })");
  let asked = 0;
  await page.route(HEAVY, () => void asked++);
  await page.goto(`${giao.url}/docs`);
  const button = page.getByRole("button", { name: "Open the whole reference" });
  await button.waitFor();
  assert.equal(asked, 0);
  const asking = page.waitForRequest(HEAVY);
  await button.click();
  await asking;
});

// A small one that says at which place it was opened.
const STAND_IN = `window.Scalar = { createApiReference: (place, { content }) => {
  document.querySelector(place).innerHTML = "<main><h1>Whole: " + content.info.title + " " + location.hash + "</h1></main>";
} };`;

test("the reference is fetched ahead, leaves the page to its reader, and opens once, at a call", skip, async () => {
  const page = await aReader({ viewport: DESKTOP });
  const watch = watchPage(page, giao.url);
  const asked: string[] = [];
  await page.route(HEAVY, async (route) => {
    asked.push(route.request().headers()["sec-purpose"] ?? "to run");
    await route.fulfill({ contentType: "text/javascript", body: STAND_IN, headers: { "cache-control": "max-age=60" } });
  });
  const ahead = page.waitForResponse(HEAVY);
  await page.goto(`${giao.url}/docs?lang=vi`);
  await ahead;
  assert.deepEqual(asked, ["prefetch"]);
  assert.equal(await page.locator("main.giao-first").count(), 1);
  // Asked for twice at once, it is opened once.
  await page.evaluate(
    "document.querySelector(`a[href='#tag/orders/POST/v3/orders']`).click(); dispatchEvent(new Event('hashchange'))",
  );
  await page.getByRole("heading", { name: "Whole: API đối tác Giao #tag/orders/POST/v3/orders" }).waitFor();
  assert.equal(await page.locator("main").count(), 1);
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);
});

test("a reference that does not come is said so and can be asked for again", skip, async () => {
  const page = await aReader({ viewport: DESKTOP });
  let asked = 0;
  await page.route(HEAVY, (route) =>
    // Ahead of time, and when it is asked for.
    ++asked <= 2 ? route.abort() : route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
  );
  const ahead = page.waitForRequest(HEAVY);
  await page.goto(`${giao.url}/docs`);
  await ahead;
  await page.getByRole("button", { name: "Open the whole reference" }).click();
  await page.getByText("The whole reference could not be loaded.").waitFor();
  await page.getByRole("button", { name: "Open the whole reference" }).click();
  await page.getByRole("heading", { name: "Whole: Giao partner API" }).waitFor();
});

test("without scripts every call is there", skip, async () => {
  const page = await openReader(browser!, { viewport: PHONE }, { javaScriptEnabled: false });
  await page.goto(`${giao.url}/docs`);
  const { body } = await giao.call("GET", "/openapi.json");
  const calls = Object.values<object>(body.paths).flatMap((operations) => Object.keys(operations)).length;
  assert.equal(await page.locator("tbody tr").count(), calls);
});
