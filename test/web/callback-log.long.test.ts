// The log of a whole endpoint in portal and console: narrowed by hand, and what it shows sent again, as many as were counted.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { assertAccessible, assertFits, openBrowser, PHONE, skipWithoutChromium } from "../harness/browser.ts";
import { openDesk } from "../harness/desk.ts";
import { assertOk } from "../harness/expect.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";
import { assertQuiet } from "../harness/portal.ts";
import { answer, ok, startReceiver } from "../harness/receiver.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const receiver = await startReceiver();
after(receiver.close);

const HOOK = "/log";
const callback = { url: receiver.url(HOOK), auth: { type: "none" } };
assertOk(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { callback } }));
receiver.script(HOOK, ok, ok, answer(503, "asleep"));
const made: string[] = [];
for (const tracking_number of ["L-1", "L-2", "L-3"]) {
  made.push((await giao.created(orderBody({ path: [point(), point({ ...DELIVERY, tracking_number })] })))._id);
  await giao.advance(0);
}
const [first = "", second = "", failed = ""] = made;

describe("the log of an endpoint", { skip: skipWithoutChromium }, () => {
  for (const [name, path] of [
    ["portal", "/callbacks"],
    ["console", "/partners/demo"],
  ] as const) {
    test(`is narrowed in the ${name}, and what it shows is counted and sent again`, async () => {
      const before = receiver.seen(HOOK).length;
      const desk = await openDesk(giao, browser!, name, path);
      const { page } = desk;
      const log = page.getByRole("region", { name: "Log" });
      const row = (id: string) => log.getByRole("row").filter({ hasText: id });
      await row(first).getByText("Delivered").waitFor();
      await row(second).waitFor();

      await log.getByRole("textbox", { name: "Order or tracking number" }).fill("L-2");
      await page.keyboard.press("Enter");
      await row(first).waitFor({ state: "detached" });
      assert.equal(await row(second).count(), 1);
      await page.waitForURL(/order=L-2/);
      await log.getByRole("button", { name: "Send these again" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("1 event fits the filters.").waitFor();
      await assertAccessible(page);
      await dialog.getByRole("button", { name: "Send 1 again" }).click();
      await log.getByText("1 event is on its way again.").waitFor();
      await receiver.until(before + 1, HOOK);
      assert.equal(JSON.parse(receiver.seen(HOOK).at(-1)!.body.toString())._id, second);

      await log.getByRole("button", { name: "Clear filters" }).click();
      await row(first).waitFor();
      await log.getByRole("combobox", { name: "Event" }).selectOption("cancel");
      await log.getByText("No event fits.").waitFor();
      await log.getByRole("button", { name: "Send these again" }).click();
      await dialog.getByText("0 events fit the filters.").waitFor();
      assert.equal(await dialog.getByRole("button", { name: /^Send/ }).count(), 0);
      assertQuiet(desk);
    });
  }

  test("tells what failed and why, by its address, on a phone in Vietnamese", async () => {
    const desk = await openDesk(giao, browser!, "portal", "/callbacks?result=failed", {
      viewport: PHONE,
      language: "vi",
      colors: "dark",
    });
    const log = desk.page.getByRole("region", { name: "Nhật ký" });
    await log.getByRole("link", { name: failed }).filter({ visible: true }).waitFor();
    await log.getByText("asleep").filter({ visible: true }).first().waitFor();
    assert.equal(await log.getByRole("link", { name: first }).filter({ visible: true }).count(), 0);
    await assertAccessible(desk.page);
    await assertFits(desk.page);
    assertQuiet(desk);
  });
});
