// Places put onto a map by hand, in portal and console: a click says which point it is for and is named by what is there, a pin is dragged; a city beyond the
// map in use is told so.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { drawnBaseMaps } from "../harness/base-map.ts";
import { assertAccessible, openBrowser, skipWithoutChromium } from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { openDesk } from "../harness/desk.ts";
import { startOrderTests } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

const giao = await startOrderTests({}, crowRoads, await drawnBaseMaps());
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser({ maps: true });

async function drag(page: Page, pin: Locator, by: { readonly x: number; readonly y: number }): Promise<void> {
  await pin.hover();
  const box = await pin.boundingBox();
  assert.ok(box);
  await page.mouse.down();
  await page.mouse.move(box.x + by.x, box.y + by.y, { steps: 4 });
  await page.mouse.up();
}

describe("a place on a map", { skip: skipWithoutChromium }, () => {
  test("is clicked for the point that is told, named by what is there, and dragged, in the portal", async () => {
    const { page } = await openDesk(giao, browser!, "portal", "/new-order", { map: true });
    const map = page.locator("canvas.maplibregl-canvas");
    await map.waitFor();
    const address = page.getByRole("combobox", { name: "Address", exact: true });
    await page.getByText("A click on the map is for: Pickup.").waitFor();
    await map.click({ position: { x: 200, y: 250 } });
    await page.getByText("A click on the map is for: Delivery 1.").waitFor();
    await map.click({ position: { x: 380, y: 120 } });
    // Whoever is in a point's field means that point.
    await address.nth(0).focus();
    await page.getByText("A click on the map is for: Pickup.").waitFor();
    const placed = page.getByText(/^Placed at/);
    const [before, delivery] = [await placed.nth(0).textContent(), await placed.nth(1).textContent()];
    await map.click({ position: { x: 260, y: 200 } });
    await until("the pickup is there", async () => (await placed.nth(0).textContent()) !== before);
    assert.equal(await placed.nth(1).textContent(), delivery);
    assert.equal(await address.count(), 2, "no point was added");

    const there = await placed.nth(0).textContent();
    await drag(page, page.locator(".maplibregl-marker").filter({ hasText: "A" }).first(), { x: 40, y: 50 });
    await until("the pin was moved", async () => (await placed.nth(0).textContent()) !== there);
    assert.equal(await placed.nth(1).textContent(), delivery);
    await until("it is named by what is there", async () =>
      /Hồ Chí Minh|Quận|Phường/.test(await address.nth(0).inputValue()),
    );
  });

  test("is typed, clicked and dragged as a city's centre in the console, and one beyond the map is told how to build it", async () => {
    const { page } = await openDesk(giao, browser!, "console", "/catalogue/cities/new", { map: true });
    const map = page.locator("canvas.maplibregl-canvas");
    await map.waitFor();
    const center = page.getByRole("combobox", { name: "Centre" });
    const begins = page.getByText(/^Maps begin at/);
    const save = page.getByRole("button", { name: "Save", exact: true });
    await page.getByText("A click on the map is for: the next corner.").waitFor();

    await page.getByLabel("Code").fill("UIH");
    await page.getByLabel("Name in English").fill("Quy Nhon");
    await page.getByLabel("Name in Vietnamese").fill("Quy Nhơn");
    await save.click();
    await page.getByText("Is needed for a new city.").waitFor();

    // Written by its place: the map goes there, so that a click is near it.
    await center.fill("13.77540, 109.22330");
    await page.keyboard.press("Escape");
    await begins.filter({ hasText: "13.77540, 109.22330" }).waitFor();
    await page.getByRole("status").filter({ hasText: "beyond the map in use" }).getByText("giao map build").waitFor();
    await page.getByText("A click on the map is for: Centre.").waitFor();
    await map.click({ position: { x: 320, y: 150 } });
    await until("the centre was clicked", async () => !(await begins.textContent())?.includes("13.77540"));
    const clicked = (await begins.textContent()) ?? "";
    const [lat = 0, lng = 0] = (clicked.match(/-?\d+\.\d+/g) ?? []).map(Number);
    assert.ok(Math.abs(lat - 13.7754) < 0.2 && Math.abs(lng - 109.2233) < 0.2, `the map had gone there: ${clicked}`);
    await drag(page, page.locator(".maplibregl-marker").filter({ hasText: "★" }), { x: 30, y: 40 });
    await until("the star was dragged", async () => (await begins.textContent()) !== clicked);

    // Corners by hand: the fault at their field goes as they come.
    await page.getByText("A click on the map is for: the next corner.").waitFor();
    await page.getByText("Is needed for a new city.").waitFor();
    await map.click({ position: { x: 120, y: 80 } });
    await page.getByText("Is needed for a new city.").waitFor({ state: "detached" });

    // Offered by name, as in the portal.
    await center.fill("12 Nguyễn Huệ, Quận 1");
    await page.getByRole("option", { name: "12 Nguyễn Huệ, Quận 1, Hồ Chí Minh" }).click();
    await begins.filter({ hasText: "10.7" }).waitFor();
    await assertAccessible(page);
  });
});
