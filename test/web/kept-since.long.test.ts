// Statements of which the older part has left say since when they are kept, to a sender and to the operator.
import { describe, test } from "node:test";
import type { Browser } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { startOrderTests } from "../harness/orders.ts";
import { signedIn } from "../harness/portal.ts";
import { startStaff } from "../harness/staff.ts";

describe("statements", { skip: skipWithoutChromium }, async () => {
  const giao = await startOrderTests();
  await giao.created();
  const { owner } = await startStaff(giao);
  await giao.house.db`update leaving set kept_since = '2026-03-01' where kind = 'journals'`;
  const browser: Browser = await openBrowser();
  const shots = process.env.SHOTS;

  for (const [what, reader, sign] of [
    ["on a desktop in the light", { viewport: DESKTOP, language: "en" }, /Kept since .*2026/],
    ["on a phone in the dark, in Vietnamese", { viewport: PHONE, colors: "dark", language: "vi" }, /Lưu từ .*2026/],
  ] as const) {
    test(`${what}, in the portal and in the console`, async () => {
      const { page } = await signedIn(giao, browser, "/portal/money", reader);
      const desk = await openReader(browser, reader);
      const [name = "", value = ""] = (owner.headers.cookie ?? "").split("=");
      await desk.context().addCookies([{ name, value, url: giao.url, httpOnly: true }]);
      await desk.goto(`${giao.url}/console/money/84900000001`);
      for (const [at, shown] of [page, desk].entries()) {
        await shown.getByText(sign).waitFor();
        await assertAccessible(shown);
        await assertFits(shown);
        if (shots) await shown.screenshot({ path: `${shots}/kept-${reader.language}-${at}.png`, fullPage: true });
      }
    });
  }
});
