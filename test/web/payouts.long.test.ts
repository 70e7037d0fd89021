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

  test("where a driver's payouts go is told and changed on their page, by who may move money", async () => {
    const { phone } = await addDriver(giao, { phone: "84911950002" });
    const desk = await openAs(finance, `/drivers/${phone}`);
    await desk.getByText("Bank account: –").waitFor();
    await desk.getByRole("button", { name: "Change the bank account" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Bank", { exact: true }).fill("Techcombank");
    await dialog.getByLabel("Account number").fill("not a number!");
    await dialog.getByLabel("Account holder").fill("LE THI HOA");
    await assertAccessible(desk);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Must have 4 to 34 digits or letters.").waitFor();
    await dialog.getByLabel("Account number").fill("19034567890123");
    await dialog.getByRole("button", { name: "Save" }).click();
    await desk.getByText("Bank account: Techcombank, 19034567890123, LE THI HOA").waitFor();
    const saved = await giao.call("GET", `/operator/v1/drivers/${phone}/bank`, { operator: true });
    assert.deepEqual(saved.body.bank, {
      bank: "Techcombank",
      bank_account: "19034567890123",
      bank_holder: "LE THI HOA",
    });
    const phoneDesk = await openAs(owner, `/drivers/${phone}`, { viewport: PHONE, language: "vi" });
    await phoneDesk.getByText(/Tài khoản ngân hàng: Techcombank/).waitFor();
    await assertFits(phoneDesk);
    // Who may not move money is not shown the account.
    const dispatcher = await openAs(await invite("Dung", "dispatcher"), `/drivers/${phone}`);
    await dispatcher.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await dispatcher.getByText(/Bank account/).count(), 0);
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
  });
});
