import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser, skipWithoutChromium, watchPage } from "../harness/browser.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();

test("the API reference opens, names every group of calls and speaks to no other host", {
  skip: skipWithoutChromium,
}, async () => {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const watch = watchPage(page, giao.url);
  await page.goto(`${giao.url}/docs`);
  await page.getByRole("heading", { name: "Giao partner API" }).first().waitFor();
  for (const group of ["Accounts", "Child accounts", "Cities and services"]) {
    await page.getByText(group, { exact: true }).first().waitFor();
  }
  assert.deepEqual(watch.strangers, []);
  assert.deepEqual(watch.errors, []);
});
