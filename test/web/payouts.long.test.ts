// Payouts in the console by two people, and the driver's week on /drive.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { assertOk } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { type Member, startStaff } from "../harness/staff.ts";

describe("payouts", { skip: skipWithoutChromium }, async () => {
  const giao = await startGiao({ PAYOUT_TWO_PEOPLE_OVER: "100000" });
  const { owner, invite } = await startStaff(giao);
  const finance = await invite("Phuong", "finance");
  const browser: Browser = await openBrowser();
  const driver = await addDriver(giao, { phone: "84911950001", wallet: 260_000 });
  const bank = { bank: "Vietcombank", bank_account: "0071001234567", bank_holder: "TAI XE" };
  assertOk(await giao.call("PUT", `/operator/v1/drivers/${driver.phone}/bank`, { operator: true, body: bank }));

  async function openAs({ headers }: Member, path: string, more: object = {}): Promise<Page> {
    const page = await openReader(browser, { viewport: DESKTOP, language: "en", ...more });
    const [name = "", value = ""] = (headers.cookie ?? "").split("=");
    await page.context().addCookies([{ name, value, url: giao.url, httpOnly: true }]);
    await page.goto(`${giao.url}/console${path}`);
    return page;
  }

  test("one person makes it, another approves, and it is marked paid", async () => {
    const desk = await openAs(finance, "/payouts");
    await desk.getByRole("button", { name: "Make a payout" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("cell", { name: "Paid out" }).waitFor();
    await assertAccessible(desk);
    await dialog.getByRole("button", { name: "Make a payout" }).click();
    await desk.getByText("This sum takes two people.").waitFor();
    await assertAccessible(desk);
    const { pathname } = new URL(desk.url());
    await desk.getByRole("button", { name: "Approve" }).click();
    await desk.getByText("Another person has to approve this.").waitFor();

    const other = await openAs(owner, pathname.replace("/console", ""), { viewport: PHONE, language: "vi" });
    await other.getByRole("button", { name: "Duyệt" }).click();
    await other.getByText("Phuong, Owner").first().waitFor();
    await assertFits(other);

    await desk.reload();
    await desk.getByRole("button", { name: "Mark as paid" }).click();
    await desk.getByLabel("Reference of the transfer").fill("VCB-77");
    await desk.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await desk.getByText("VCB-77").waitFor();
    const wallet = await giao.call("GET", `/operator/v1/drivers/${driver.phone}/wallet`, { operator: true });
    assert.equal(wallet.body.wallet, 0);
  });

  test("cash is recorded by its receipt, and the driver reads the week", async () => {
    const desk = await openAs(finance, "/payouts");
    await desk.getByRole("button", { name: "Record cash" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Phone").fill(driver.phone);
    await dialog.getByLabel("Amount").fill("90000");
    await dialog.getByLabel("Receipt number").fill("PT-1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await desk.getByRole("cell", { name: "PT-1" }).waitFor();
    const drive = await openReader(browser, { viewport: PHONE, language: "en" });
    await drive.goto(`${giao.url}/drive`);
    await drive.getByLabel("Phone").fill(driver.phone);
    await drive.getByRole("textbox", { name: "Pin" }).fill("1234");
    await drive.getByRole("button", { name: "Sign in" }).click();
    await drive.getByText("Money", { exact: true }).click();
    const week = drive.getByRole("region", { name: "Weekly statement" });
    await week.getByText(/Payout to your bank/).waitFor();
    await week.getByText(/Cash handed in/).waitFor();
    await assertFits(drive);
    await assertAccessible(drive);
    await drive.emulateMedia({ media: "print" });
    assert.ok(await week.getByText(/Payout to your bank/).isVisible());
    assert.ok(!(await drive.getByRole("button", { name: "Week before" }).isVisible()));
    if (process.env.SHOTS) {
      await drive.emulateMedia({ media: "screen" });
      await drive.screenshot({ path: `${process.env.SHOTS}/drive-week.png`, fullPage: true });
      await desk.screenshot({ path: `${process.env.SHOTS}/payouts.png`, fullPage: true });
    }
  });
});
