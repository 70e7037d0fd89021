import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { isRefusal } from "../../src/domain/refusal.ts";
import { buildMap } from "../../src/operations/build-map.ts";
import { BASE_MAP_WRITER } from "../../src/operations/map-writers.ts";
import { openBaseMaps } from "../../src/tiles/base-maps.ts";
import { PALETTES } from "../../src/tiles/style/palette.ts";
import { drawScene, type Scene, type Spot, spotOnEarth } from "../fixtures/little-scene.ts";
import { openBrowser, skipWithoutChromium, type Watch, watchPage } from "../harness/browser.ts";
import { startGiao } from "../harness/giao.ts";
import { openMapPage } from "../harness/map-page.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-base-map-"));
after(() => rmSync(dir, { recursive: true }));
const maps = openBaseMaps();
after(() => maps.close());
const giao = await startGiao({}, { baseMaps: { current: maps.current, find: maps.find, isComing: () => false } });

const STREET = "Nguyễn Thị Minh Khai";
const PLACE = "Đường Điện Biên Phủ";

async function show(scene: Scene, demo = false): Promise<void> {
  const source = { extract: drawScene(scene) };
  const built = await buildMap([BASE_MAP_WRITER], { source, dir, label: "a scene", demo });
  assert.ok(!isRefusal(built));
  assert.equal(await maps.take(built), undefined);
}

function streetAndPlace(street: string, place: string): Scene {
  const line: Spot[] = [
    [0, 0.2],
    [1, 0.2],
  ];
  return {
    ways: [{ line, tags: { highway: "primary", name: street } }],
    spots: [{ at: [0.5, 0.6], tags: { place: "suburb", name: place } }],
  };
}

const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser({ maps: true });

async function open(theme: "light" | "dark", zoom = 14.5): Promise<{ readonly page: Page; readonly watch: Watch }> {
  assert.ok(browser);
  let watch: Watch | undefined;
  const page = await openMapPage(
    browser,
    giao.url,
    { theme, ...spotOnEarth([0.5, 0.4]), zoom, width: 400, height: 300, pixelRatio: 2 },
    (opened) => {
      watch = watchPage(opened, giao.url);
    },
  );
  return { page, watch: watch! };
}

const namesOn = (page: Page): Promise<readonly string[]> => page.evaluate("namesShown()");

async function inkOn(page: Page): Promise<number> {
  const picture = await page.locator("canvas").screenshot();
  return page.evaluate(`inkIn("data:image/png;base64,${picture.toString("base64")}")`);
}

test("names are drawn with all their marks from the reader's own fonts, under the pages' policy, without another host", {
  skip: skipWithoutChromium,
}, async () => {
  await show(streetAndPlace(STREET, PLACE));
  const { page, watch } = await open("light");
  assert.deepEqual(new Set(await namesOn(page)), new Set([STREET, PLACE]));
  await page.getByText("© OpenStreetMap contributors").waitFor();
  const withMarks = await inkOn(page);
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);

  const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("Đ", "D").replaceAll("đ", "d");
  await show(streetAndPlace(bare(STREET), bare(PLACE)));
  const plain = await open("light");
  const without = await inkOn(plain.page);
  // Fifteen marks over, under and through letters.
  assert.ok(withMarks > without + 100, `${withMarks} pixels of ink with marks, ${without} without`);
});

test("the city's name is there from afar and gone where streets have theirs", {
  skip: skipWithoutChromium,
}, async () => {
  const { ways = [] } = streetAndPlace(STREET, PLACE);
  await show({ ways, spots: [{ at: [0.5, 0.6], tags: { place: "city", name: "Thành phố Giao" } }] });
  const afar = await open("light", 10.5);
  assert.deepEqual(await namesOn(afar.page), ["Thành phố Giao"]);
  const near = await open("light");
  assert.deepEqual(await namesOn(near.page), [STREET]);
});

test("by night the map is dark, and demo streets say that they are no real map", {
  skip: skipWithoutChromium,
}, async () => {
  await show(streetAndPlace("Đường Chanh Hiền", "Khu Rùa Vàng"), true);
  const { page, watch } = await open("dark");
  await page.getByText("Demo streets, not a real map").waitFor();
  assert.equal(await page.evaluate('map.getPaintProperty("land", "background-color")'), PALETTES.dark.land);
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);
});

test("without a base map the page has a plain ground and goes on", { skip: skipWithoutChromium }, async () => {
  await maps.close();
  const { page, watch } = await open("light");
  assert.deepEqual(await namesOn(page), []);
  // The browser itself notes that the style was not found.
  assert.deepEqual(watch.strangers, []);
  assert.equal(watch.errors.length, 1);
});
