// The pages of figures: what is counted is seen, compared, read by keyboard and as a table, followed to its orders and taken away as a file.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { keepFigures } from "../../src/operations/figures/keep-figures.ts";
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
import { assertOk } from "../harness/expect.ts";
import { startOrderTests } from "../harness/orders.ts";
import { assertQuiet, signedIn } from "../harness/portal.ts";

const giao = await startOrderTests({}, crowRoads, await drawnBaseMaps());
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const SHOTS = process.env.SHOTS;
// Two hours of orders: one that is delivered and one that nobody comes for, then one that is under way.
const { _id: first } = await giao.created();
for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(first, type));
assertOk(await giao.play(first, "deliver", { path_index: 1 }));
await giao.created();
await giao.advance(3_600);
await giao.created();
await keepFigures(giao.house);

async function openConsole(path: string, reader: Reader): Promise<Page> {
  const page = await openReader(browser!, reader);
  await page.goto(`${giao.url}/console${path}`);
  await page.getByRole("button", { name: reader.language === "vi" ? /khóa thử nghiệm/ : /sandbox key/ }).click();
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

describe("figures", { skip: skipWithoutChromium }, () => {
  const VIEWS = [
    ["/today", "Today", "Hôm nay"],
    ["/figures?days=30", "Figures", "Số liệu"],
    ["/health", "Health", "Tình trạng"],
  ] as const;
  for (const [title, reader, word] of [
    ["on a desk, in English, light", { viewport: DESKTOP, language: "en", colors: "light" }, 1],
    ["on a phone, in Vietnamese, dark", { viewport: PHONE, language: "vi", colors: "dark" }, 2],
  ] as const) {
    test(`the console's views ${title}`, async () => {
      for (const view of VIEWS) {
        const page = await openConsole(view[0], reader);
        const watch = watchPage(page, giao.url);
        await page.getByRole("heading", { level: 1, name: view[word] }).waitFor();
        await page.getByRole("slider").first().waitFor();
        await assertFits(page);
        await assertAccessible(page);
        await shoot(page, `console${view[0].replace(/\W+/g, "-")}-${reader.language}`);
        assert.deepEqual([watch.errors, watch.strangers], [[], []]);
        await page.close();
      }
    });
  }

  test("a point is chosen by the keyboard, and its orders are those that were made then", async () => {
    const page = await openConsole("/today", { viewport: DESKTOP, language: "en" });
    const chart = page.getByRole("slider");
    await chart.focus();
    await chart.press("ArrowLeft");
    await chart.press("ArrowLeft");
    assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /10:00: 2$/);
    await page.getByRole("link", { name: "Orders behind this" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    await page.getByText(/^Made from/).waitFor();
    await page.getByRole("link", { name: first }).first().waitFor();
    assert.equal(await page.getByRole("table").getByRole("row").count(), 3, "a head and two orders");
    await page.getByRole("link", { name: "Show all" }).click();
    await page.getByRole("table").getByRole("row").nth(3).waitFor();
  });

  test("the same is taken away as a file, and another measure is drawn", async () => {
    const page = await openConsole("/figures", { viewport: DESKTOP, language: "en" });
    await page.getByLabel("Measure").selectOption("fulfilment");
    await page.getByRole("slider", { name: /^Fulfilment/ }).waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    assert.equal((await saved).suggestedFilename(), "giao-figures.csv");
  });

  test("a partner sees their own, on a desk and on a phone", async () => {
    for (const reader of [{ viewport: DESKTOP }, { viewport: PHONE, language: "vi", colors: "dark" }] as const) {
      const clerk = await signedIn(giao, browser!, "/portal/figures", reader);
      await clerk.page.getByRole("slider").waitFor();
      await assertFits(clerk.page);
      await assertAccessible(clerk.page);
      await shoot(clerk.page, `portal-figures-${"language" in reader ? "vi" : "en"}`);
      assertQuiet(clerk);
    }
  });
});
