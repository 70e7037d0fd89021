// Pages that stay: code that does not come is asked for again and takes nothing else with it, and a page says within seconds whether it hears the server.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { assertAccessible, DESKTOP, openBrowser, openReader, PHONE, skipWithoutChromium } from "../harness/browser.ts";
import { assertOk } from "../harness/expect.ts";
import { startOrderTests } from "../harness/orders.ts";
import { openTunnel } from "../harness/tunnel.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

async function portal(language: "en" | "vi" = "en"): Promise<Page> {
  const page = await openReader(browser!, { viewport: DESKTOP, language });
  await keepSession(page, giao.url, await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone }));
  return page;
}

describe("code that does not come", { skip: skipWithoutChromium }, () => {
  test("is asked for again until it does, and nobody notices", async () => {
    const page = await portal();
    let refused = 0;
    await page.route(/\/assets\/orders-view/, (route) => (++refused <= 2 ? route.abort() : route.continue()));
    await page.goto(`${giao.url}/portal/orders`);
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    assert.equal(refused, 3);
  });

  test("leaves the frame and the other views, says so, and comes when it is asked for again", async () => {
    const page = await portal("vi");
    await page.route(/\/assets\/callbacks-view/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(`${giao.url}/portal/callbacks`);
    await page.getByRole("heading", { level: 1, name: "Không hiển thị được phần này" }).waitFor();
    await assertAccessible(page);
    await page.getByRole("link", { name: "Đơn hàng" }).click();
    await page.getByRole("heading", { level: 1, name: "Đơn hàng" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("link", { name: "Callback" }).click();
    await page.getByRole("heading", { level: 1, name: "Callback" }).waitFor();
  });

  test("comes by itself once it can, and so does what a view could not read, with nobody pressing anything", async () => {
    const page = await portal("en");
    await page.route(/\/assets\/callbacks-view/, (route) => route.abort());
    await page.goto(`${giao.url}/portal/callbacks`);
    await page.getByRole("heading", { level: 1, name: "This part could not be shown" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("heading", { level: 1, name: "Callbacks" }).waitFor();
    await page.route(/\/(v3|portal\/v1)\/orders/, (route) => route.abort());
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByText("The server cannot be reached.").waitFor();
    await page.unrouteAll();
    await page.getByText("The server cannot be reached.").waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  });
});

// The promise is three seconds; what a loaded machine adds to it is its own.
const SOON = { timeout: 5_000 };

describe("the tracking page", { skip: skipWithoutChromium }, () => {
  test("knows within seconds that the network or the server is away, and that it is back", async () => {
    const { _id, shared_link } = await giao.created();
    assertOk(await giao.play(_id, "accept"));
    const tunnel = await openTunnel(giao.url);
    const page = await openReader(browser!, { viewport: PHONE, language: "en" });
    await page.route(/map-canvas/, () => undefined);
    await page.goto(`${tunnel.url}${new URL(shared_link).pathname}`);
    const live = page.getByText("Live", { exact: true });
    const away = page.getByText("Reconnecting", { exact: true });
    await live.waitFor();
    await page.context().setOffline(true);
    await away.waitFor(SOON);
    await page.context().setOffline(false);
    await live.waitFor(SOON);
    await tunnel.cut();
    await away.waitFor(SOON);
    // Long enough for pauses to have grown.
    await page.waitForTimeout(8_000);
    await tunnel.mend();
    await live.waitFor(SOON);
  });
});
