// The partner's portal in a real browser: signing in, the list, its export, languages, widths, and who may see what.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { openBrowser, skipWithoutChromium } from "../harness/browser.ts";
import { assertOk } from "../harness/expect.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";
import { assertQuiet, openPortal, signedIn } from "../harness/portal.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const own = await giao.created(
  orderBody({
    path: [point({ address: "1 Lê Lợi" }), point({ ...DELIVERY, address: "2 Pasteur", tracking_number: "T-77" })],
  }),
);
const eco = await giao.created(orderBody({ service_id: "SGN-ECO" }));
const sibling = await giao.fundedAccount("84933000002", 1_000_000);
const others = await giao.created(orderBody(), sibling);

const at = (path: string) => signedIn(giao, browser!, path);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe("the portal", { skip: skipWithoutChromium }, () => {
  test("signs in with key and phone, says what is wrong, and signs out for good", async () => {
    const clerk = await openPortal(giao, browser!, "/portal");
    const { page } = clerk;
    await page.getByLabel("API key").fill(DEMO.apiKey);
    await page.getByLabel("Phone number").fill("0933 999 999");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("No account has this phone number.").waitFor();
    await page.getByRole("textbox", { name: "Phone number" }).fill("0900 000 001");
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Orders").waitFor();
    const [cookie] = await page.context().cookies();
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ["giao_portal", true, "Strict"]);
    await page.getByRole("button", { name: "Demo sender" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Sign in to the partner portal").waitFor();
    await page.goto(`${giao.url}/portal/orders/${own._id}`);
    await heading(page, "Sign in to the partner portal").waitFor();
    // The browser itself notes the one refusal; nothing else went wrong.
    assert.deepEqual(
      clerk.watch.errors.filter((line) => !line.includes("404")),
      [],
    );
  });

  test("a link to an order opens it after signing in", async () => {
    const clerk = await openPortal(giao, browser!, `/portal/orders/${own._id}`);
    await clerk.page.getByRole("button", { name: "Use the demo account" }).click();
    await heading(clerk.page, `Order ${own._id}`).waitFor();
    assertQuiet(clerk);
  });

  test("lists, searches and filters; the address keeps what was asked, and the way back works", async () => {
    const clerk = await at("/portal/orders");
    const { page } = clerk;
    const row = (id: string) => page.getByRole("row").filter({ hasText: id });
    await row(own._id).waitFor();
    await row(eco._id).waitFor();
    assert.equal(await row(others._id).count(), 0);
    await page.getByLabel("Search").fill("T-77");
    await page.keyboard.press("Enter");
    await row(eco._id).waitFor({ state: "detached" });
    assert.equal(await row(own._id).count(), 1);
    assert.match(page.url(), /\/portal\/orders\?q=T-77$/);
    await row(own._id).getByRole("link", { name: own._id }).click();
    await heading(page, `Order ${own._id}`).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel("Search").inputValue(), "T-77");
    await page.goto(`${giao.url}/portal/orders?status=CANCELLED`);
    await page.getByRole("heading", { name: "No order matches" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await row(eco._id).waitFor();
    assertQuiet(clerk);
  });

  test("exports what is listed as a file that a spreadsheet reads", async () => {
    const clerk = await at("/portal/orders?service=ECO");
    const { page } = clerk;
    await page.getByRole("row").filter({ hasText: eco._id }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^giao-orders-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = readFileSync(await download.path(), "utf8");
    assert.match(text, /^\uFEFFOrder,Created,Status,/);
    assert.deepEqual(
      text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
      [eco._id],
    );
    assertQuiet(clerk);
  });

  test("speaks Vietnamese to whoever reads it, and switches", async () => {
    const clerk = await signedIn(giao, browser!, "/portal/orders", { language: "vi" });
    const { page } = clerk;
    await heading(page, "Đơn hàng").waitFor();
    await page.getByText("Đang tìm tài xế").first().waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await heading(page, "Orders").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assertQuiet(clerk);
  });

  test("is used by keyboard alone", async () => {
    const clerk = await at("/portal/orders");
    const { page } = clerk;
    await page.getByRole("row").filter({ hasText: own._id }).waitFor();
    await page.getByRole("link", { name: own._id }).focus();
    await page.keyboard.press("Enter");
    await heading(page, `Order ${own._id}`).waitFor();
    assert.equal(await page.evaluate<string>("document.activeElement.id"), "content");
    assertQuiet(clerk);
  });

  test("a child account sees its own orders and no settings", async () => {
    const invited = await giao.call("POST", "/v3/accounts/childs", {
      token: await giao.signIn(),
      body: { child_id: DEMO.emptyPhone },
    });
    assertOk(invited);
    const [sms] = (await giao.call("GET", `/operator/v1/sms?to=${DEMO.emptyPhone}`, { operator: true })).body;
    const parent = await signedIn(giao, browser!, "/portal/accounts");
    // Invited again through the page: the newest code counts.
    await parent.page.getByLabel("Phone").fill("0900000002");
    await parent.page.getByRole("button", { name: "Send the code" }).click();
    await parent.page.getByLabel("Code from the SMS").waitFor();
    const [newest] = (await giao.call("GET", `/operator/v1/sms?to=${DEMO.emptyPhone}`, { operator: true })).body;
    assert.notEqual(newest.code, sms.code);
    await parent.page.getByLabel("Code from the SMS").fill(newest.code);
    await parent.page.getByRole("button", { name: "Add as child" }).click();
    await parent.page.getByRole("list", { name: "Child accounts" }).getByText(DEMO.emptyPhone).waitFor();
    assertQuiet(parent);
    const child = await openPortal(giao, browser!, "/portal");
    await child.page.getByLabel("API key").fill(DEMO.apiKey);
    await child.page.getByLabel("Phone number").fill(DEMO.emptyPhone);
    await child.page.getByRole("button", { name: "Sign in" }).click();
    await child.page.getByRole("heading", { name: "No orders yet" }).waitFor();
    assert.equal(await child.page.getByRole("link", { name: "Callbacks" }).count(), 0);
    assertQuiet(child);
    await parent.page.getByRole("button", { name: "Remove" }).click();
    await parent.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await parent.page.getByRole("heading", { name: "No child accounts yet" }).waitFor();
  });

  // Last: it signs everybody out.
  test("another account's order does not open, and a deactivated account is signed out", async () => {
    const { page } = await signedIn(giao, browser!, `/portal/orders/${others._id}`);
    await page.getByRole("heading", { name: "There is no such order" }).waitFor();
    const set = (account_status: string) =>
      giao.call("PATCH", `/operator/v1/accounts/${DEMO.phone}`, { operator: true, body: { account_status } });
    await set("DEACTIVATED");
    await page.reload();
    await heading(page, "Sign in to the partner portal").waitFor();
    await page.getByRole("button", { name: "Use the demo account" }).click();
    await page.getByText("This account is deactivated.").waitFor();
  });
});
