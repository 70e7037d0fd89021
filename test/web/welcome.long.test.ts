// The first minutes: somebody opens the sandbox, sends a parcel with one click and watches a robot deliver it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { startRobots } from "../../src/worker/robots/robot-fleet.ts";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  launchBrowser,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk } from "../harness/expect.ts";
import { MARKET, signInDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const VEHICLES = ["BIKE", "VAN", "TRUCK"] as const;
const dataDir = await mkdtemp(join(tmpdir(), "giao-welcome-"));
after(() => rm(dataDir, { recursive: true }));
const giao = await startGiao(
  { DATA_DIR: dataDir },
  { roads: crowRoads, ...(await drawnBaseMaps()) },
  { dispatches: true },
);
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

describe("the start page", { skip: skipWithoutChromium }, () => {
  test("one click sends a parcel, and its page follows the robot to the door", async () => {
    const page = await openReader(browser!);
    const watch = watchPage(page, giao.url);
    await page.goto(giao.url);
    await page.getByRole("button", { name: "Send a parcel and watch it" }).click();
    await page.waitForURL(/\/t\//);
    // Seen before any robot is about: however slow the machine, the page is there first.
    await page.getByRole("heading", { level: 1, name: "Finding a driver" }).waitFor();
    const troubles: unknown[] = [];
    const robots = startRobots(
      {
        ...giao.house,
        root: giao.url,
        operatorKey: giao.house.settings.operatorKeys[0],
        routeKey: DEMO.routeKey,
        // Sixty times as fast as the streets allow: two kilometres in a few seconds.
        speed: 60,
        tickMs: 100,
      },
      [{ cityId: "SGN", vehicle: "BIKE", home: { lat: MARKET.lat + 0.004, lng: MARKET.lng } }],
      (error) => troubles.push(error),
    );
    try {
      // Every headline in turn, as it was read out.
      const headlines: (string | null)[] = [];
      const title = page.getByRole("heading", { level: 1 });
      for (let said: string | null = null; said !== "Delivered"; ) {
        const next = title.filter({ hasNotText: said ?? "nothing yet" });
        await next.waitFor();
        said = await title.textContent();
        headlines.push(said);
      }
      assert.ok(headlines.length > 1, `it was seen on its way: ${headlines}`);
      await page.getByRole("img", { name: "Photo 1 of the delivery" }).waitFor();
      await page.getByRole("listitem").filter({ hasText: "Delivered" }).waitFor();
      assert.deepEqual(watch, { errors: [], strangers: [] });
    } finally {
      await robots.stop();
    }
    assert.deepEqual(troubles, []);
  });

  test("behind the words the sandbox's robots drive, after the words are there; for those who want no motion they stand", async () => {
    for (const [nth, vehicle] of VEHICLES.entries()) {
      const robot = { mobile: `8491200090${nth}`, name: "Lý Quang Vinh", plate_number: "59X1-901.00", vehicle };
      const body = { ...robot, city_id: "SGN", pin: "1234", robot: true };
      assertOk(await giao.call("POST", "/operator/v1/drivers", { operator: true, body }));
      const driver = await signInDriver(giao, robot.mobile);
      assertOk(await driver.online({ ...MARKET, lng: MARKET.lng + nth / 100 }));
    }
    const drawing = await launchBrowser({ maps: true });
    after(() => drawing.close());
    const open = async (reducedMotion: "no-preference" | "reduce") => {
      const context = await drawing.newContext({ viewport: PHONE, locale: "vi-VN", reducedMotion });
      const page = await context.newPage();
      // Maps are drawn by the processor here.
      page.setDefaultTimeout(60_000);
      const watch = watchPage(page, giao.url);
      let looks = 0;
      page.on("request", (request) => {
        if (request.url() === `${giao.url}/sandbox/v1/robots`) looks++;
      });
      await page.goto(giao.url);
      // For those who move a pointer the map comes at once, for others after a while.
      if (reducedMotion === "no-preference") await page.mouse.move(50, 50);
      await page.locator('[data-map="drawn"]').waitFor();
      await page.getByText("Trực tiếp: robot của môi trường thử này").waitFor();
      // Each looks like what it is.
      const signs: string[] = [];
      for (const vehicle of VEHICLES) {
        const marker = `[data-kind="driver"][data-vehicle="${vehicle}"]`;
        await page.locator(marker).first().waitFor();
        signs.push(await page.evaluate(`getComputedStyle(document.querySelector('${marker}')).backgroundImage`));
      }
      assert.equal(new Set(signs).size, VEHICLES.length);
      return { page, watch, looks: () => looks };
    };
    const still = await open("reduce");
    const moving = await open("no-preference");
    const seen = moving.looks();
    await until("the robots are looked for again and again", () => moving.looks() >= seen + 3);
    assert.equal(still.looks(), 1);
    for (const { page, watch } of [still, moving]) {
      const [words = 0, map = 0] = await page.evaluate<readonly number[]>(`[
        performance.getEntriesByName("first-contentful-paint")[0].startTime,
        performance.getEntriesByType("resource").find(({ name }) => name.includes("map-canvas")).startTime,
      ]`);
      assert.ok(words < map, `the map was asked for after ${map} ms, the words painted after ${words} ms`);
      // It is a picture: nothing in it is reached or read out.
      assert.equal(await page.locator("[inert] canvas").count(), 1);
      await assertFits(page);
      await assertAccessible(page);
      assert.deepEqual(watch, { errors: [], strangers: [] });
    }
  });

  test("its words weigh under 100 KB, and nothing of a map is asked for until the reader moves", async () => {
    const page = await openReader(browser!);
    const line = await page.context().newCDPSession(page);
    let bytes = 0;
    line.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await line.send("Network.enable");
    const files: string[] = [];
    page.on("request", (request) => files.push(request.url()));
    await page.goto(giao.url, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Send a parcel and watch it" }).waitFor();
    assert.ok(bytes > 20_000 && bytes < 100_000, `${bytes} bytes`);
    assert.deepEqual(
      files.filter((file) => /sandbox-map|map-canvas|demo-parcel/.test(file)),
      [],
    );
    await page.mouse.move(50, 50);
    await until("the map's code is asked for", () => files.some((file) => file.includes("sandbox-map")));
  });

  test("a parcel that is refused says what was refused, in the reader's language", async () => {
    const service = (body: object) => giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body });
    assertOk(await service({ max_distance: 1_000 }));
    after(() => service({ max_distance: 100_000 }));
    const page = await openReader(browser!, { language: "vi", colors: "dark" });
    await page.goto(giao.url);
    await page.getByRole("button", { name: "Gửi một kiện hàng và theo dõi" }).click();
    const trouble = page.getByRole("alert");
    await trouble.getByText("Quãng đường vượt quá giới hạn của dịch vụ.").waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole("button", { name: "English" }).click();
    await trouble.getByText("The way is longer than this service goes.").waitFor();
  });

  test("says what this is and where to go, in both languages, light and dark, on a phone and a desk", async () => {
    const readers = [
      {
        viewport: PHONE,
        language: "vi",
        colors: "dark",
        title: "Giao hàng, trên máy chủ của bạn",
        docs: /Tài liệu API/,
      },
      {
        viewport: DESKTOP,
        language: "en",
        colors: "light",
        title: "Deliveries, on your own server",
        docs: /API reference/,
      },
    ] as const;
    for (const reader of readers) {
      const page = await openReader(browser!, reader);
      const watch = watchPage(page, giao.url);
      await page.goto(giao.url);
      await page.getByRole("heading", { level: 1, name: reader.title }).waitFor();
      assert.equal(await page.getByRole("link", { name: reader.docs }).getAttribute("href"), "/docs");
      await assertFits(page);
      await assertAccessible(page);
      assert.deepEqual(watch, { errors: [], strangers: [] });
    }
  });

  test("the colours chosen are remembered", async () => {
    const page = await openReader(browser!);
    await page.goto(giao.url);
    await page.getByRole("button", { name: "Use dark colours" }).click();
    await page.getByRole("button", { name: "Use light colours" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Use light colours" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("data-mantine-color-scheme"), "dark");
  });

  test("a wrong address leads back here", async () => {
    const page = await openReader(browser!);
    await page.goto(`${giao.url}/no/such/page`);
    await page.getByRole("heading", { level: 1, name: "There is no page here" }).waitFor();
    await assertAccessible(page);
    await page.getByRole("button", { name: "To the start page" }).click();
    await page.getByRole("heading", { level: 1, name: "Deliveries, on your own server" }).waitFor();
  });
});
