// The page that tells partners how the platform does.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { startGiao } from "../harness/giao.ts";

const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
// Without a map it is not ready.
const giao = await startGiao();

test("a partner reads what is up and since when it is not, on a desk and a phone, in both languages", {
  skip: skipWithoutChromium,
}, async () => {
  const desk = await openReader(browser!, { viewport: DESKTOP, language: "en" });
  const watch = watchPage(desk, giao.url);
  await desk.goto(`${giao.url}/status`);
  await desk.getByRole("heading", { level: 1, name: "Something is down" }).waitFor();
  await desk.getByText(/^since /).waitFor();
  assert.equal(await desk.getByRole("listitem").count(), 3);
  await assertAccessible(desk);
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);
  const phone = await openReader(browser!, { viewport: PHONE, language: "vi" });
  await phone.goto(`${giao.url}/status`);
  await phone.getByRole("heading", { level: 1, name: "Có phần đang ngừng" }).waitFor();
  await assertFits(phone);
  await assertAccessible(phone);
});
