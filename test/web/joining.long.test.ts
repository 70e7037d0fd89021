// Somebody applies on their phone, the operator looks at the photos and approves, and they sign in to drive. In both languages.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { aPng } from "../fixtures/photos.ts";
import { proveApplicant, sandboxCode, sendApplication } from "../harness/applicants.ts";
import {
  assertAccessible,
  assertFits,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { openDesk } from "../harness/desk.ts";
import { assertOk } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

describe("joining", { skip: skipWithoutChromium }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "giao-joining-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const giao = await startGiao({ DATA_DIR: folder });
  const browser: Browser = await openBrowser();

  async function openJoin(language: "en" | "vi" = "en", path = "/join/SGN"): Promise<Page> {
    const page = await openReader(browser, { viewport: PHONE, language });
    await page.goto(giao.url + path);
    return page;
  }

  async function prove(page: Page, mobile: string, words: readonly [string, string, string, string]): Promise<void> {
    const [number, send, code, goOn] = words;
    await page.getByLabel(number).fill(mobile);
    await page.getByRole("button", { name: send }).click();
    await page.getByLabel(code).fill(
      await page
        .getByRole("status")
        .waitFor()
        .then(() => sandboxCode(giao, mobile)),
    );
    await page.getByRole("button", { name: goOn }).click();
  }
  const ENGLISH = ["Mobile number", "Send me a code", "Code from the message", "Go on"] as const;

  test("from the city's page to a first sign-in", async () => {
    const mobile = "0912700001";
    const page = await openJoin();
    const watch = watchPage(page, giao.url);
    await page.getByRole("heading", { name: /Drive with us in/ }).waitFor();
    await assertAccessible(page);
    await prove(page, mobile, ENGLISH);
    await page.getByLabel("Full name").fill("Trần Thị Bình");
    await page.getByLabel("Plate number").fill("59X2-345.67");
    await page.getByLabel(/^Bank( \*)?$/).fill("Vietcombank");
    await page.getByLabel("Account number").fill("0071 0012 3456");
    await page.getByLabel("Account holder").fill("TRAN THI BINH");
    await page.getByLabel("Pin to sign in with").first().fill("12");
    await page.getByLabel(/I agree/).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/4 to 8 digits\./).waitFor();
    await page.getByLabel("Pin to sign in with").first().fill("246810");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Still missing: Identity card").waitFor();
    assert.ok(await page.getByRole("button", { name: "Send the application" }).isDisabled());
    await assertFits(page);
    await assertAccessible(page);
    for (const [name, day] of [
      ["Identity card", ""],
      ["Driving licence", "2031-03-31"],
      ["Vehicle registration", ""],
      ["Insurance", "2031-01-15"],
    ] as const) {
      const document = page.getByRole("region", { name, exact: true });
      if (day) await document.getByLabel("Good until").fill(day);
      const file = { name: "photo.png", mimeType: "image/png", buffer: aPng(40, 30) };
      await document.locator('input[type="file"]').setInputFiles(file);
      await document.getByText("here").waitFor();
    }
    await page.getByRole("button", { name: "Send the application" }).click();
    await page.getByText("Your application is with us").waitFor();

    const { page: desk, watch: deskWatch } = await openDesk(giao, browser, "console", "/applications");
    await desk.getByRole("link", { name: "Trần Thị Bình" }).click();
    const licence = desk.getByRole("region", { name: "Driving licence" });
    await licence.getByRole("button", { name: "See the photo" }).click();
    await licence.getByRole("img", { name: "Photo: Driving licence" }).waitFor();
    await assertAccessible(desk);
    await desk.getByRole("button", { name: "Approve" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await desk.getByRole("link", { name: "The driver" }).waitFor();

    await page.reload();
    await page.getByText("Welcome: you drive with us").waitFor();
    await page.getByRole("link", { name: "Open the driver's page" }).click();
    await page.getByLabel("Phone").fill(mobile);
    await page.getByRole("textbox", { name: "Pin" }).fill("246810");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Trần Thị Bình" }).waitFor();
    // The pin of two digits.
    const errors = watch.errors.filter((one) => !/400 \(Bad Request\).*\/join\/v1\/application$/.test(one));
    assert.deepEqual([errors, watch.strangers, deskWatch.errors], [[], [], []]);
  });

  test("refused: the applicant reads why, in Vietnamese, and cannot drive", async () => {
    const mobile = "84912700002";
    const id = await sendApplication(await proveApplicant(giao, mobile));
    const { page: desk } = await openDesk(giao, browser, "console", `/applications/${id}`, {
      language: "vi",
      viewport: PHONE,
    });
    await desk.getByRole("button", { name: "Từ chối" }).click();
    await desk.getByRole("dialog").getByRole("textbox").fill("Bằng lái không hợp lệ.");
    await assertFits(desk);
    await desk.getByRole("dialog").getByRole("button", { name: "Từ chối" }).click();
    await desk.getByText("Bị từ chối").waitFor();
    const page = await openJoin("vi");
    await prove(page, mobile, ["Số điện thoại", "Gửi mã cho tôi", "Mã trong tin nhắn", "Tiếp tục"]);
    await page.getByText("Bằng lái không hợp lệ.").waitFor();
    await assertFits(page);
    const signIn = await giao.call("POST", "/driver/v1/sessions", { body: { mobile, pin: "246810" } });
    assert.equal(signIn.status, 401);
  });

  test("a document that ends is told on /drive and on the board, and its photo asked for again is told on the page", async () => {
    const mobile = "84912700003";
    const applicant = await proveApplicant(giao, mobile);
    const id = await sendApplication(applicant);
    const operator = (path: string, body?: object) =>
      giao.call("POST", `/operator/v1/applications/${id}${path}`, { operator: true, ...(body ? { body } : {}) });
    assertOk(await operator("/documents/licence/again", { reason: "Ảnh mờ" }));
    const page = await openJoin();
    await prove(page, mobile, ENGLISH);
    await page.getByText("Asked for again: Ảnh mờ").waitFor();
    assertOk(await applicant.photo("licence", "2031-03-31"));
    assertOk(await applicant.call("POST", "/application/submit"));
    assertOk(await operator("/approve"));
    await giao.house.db`
      update application_documents set expires_on = current_date + 5 where application_id = ${id} and kind = 'insurance'`;
    const drive = await openReader(browser, { viewport: PHONE, language: "en" });
    await drive.goto(`${giao.url}/drive`);
    await drive.getByLabel("Phone").fill(mobile);
    await drive.getByRole("textbox", { name: "Pin" }).fill("246810");
    await drive.getByRole("button", { name: "Sign in" }).click();
    await drive.getByText(/Insurance: until/).waitFor();
    await assertFits(drive);
    const { page: desk } = await openDesk(giao, browser, "console", "/live");
    await desk.getByText(/Insurance: good until/).waitFor();
    await desk.getByRole("link", { name: "See the documents" }).click();
    await desk.getByRole("region", { name: "Insurance" }).waitFor();
  });

  test("a city that is not there has no page to apply on", async () => {
    const page = await openJoin("en", "/join/MOON");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("Mobile number").count(), 0);
  });
});
