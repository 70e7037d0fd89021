import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { TAGS } from "../../src/http/documents/documents.ts";
import {
  assertAccessible,
  DESKTOP,
  openBrowser,
  openReader as openPage,
  PHONE,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { startGiao } from "../harness/giao.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const giao = await startGiao();
// The page is four megabytes of script; a machine that is busy takes its time.
const PATIENCE_MS = 90_000;

const browser = skipWithoutChromium ? undefined : await openBrowser();

// With SHOOT=<folder>, pictures for whoever looks at them.
async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOOT) await page.screenshot({ path: `${process.env.SHOOT}/${name}.png` });
}

async function openReader() {
  const page = await browser!.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  return { page, watch: watchPage(page, giao.url) };
}

test("the API reference names every group of calls, sends a request with a token, and speaks to no other host", {
  skip: skipWithoutChromium,
}, async () => {
  const { page, watch } = await openReader();
  await page.goto(`${giao.url}/docs/#tag/accounts/PUT/v3/accounts`);
  await page.getByRole("heading", { name: "Giao partner API" }).first().waitFor();
  for (const group of Object.keys(TAGS).filter((name) => name !== "Operator")) {
    await page.getByText(group, { exact: true }).first().waitFor();
  }
  assert.equal(await page.getByText("Operator", { exact: true }).count(), 0);

  await page.getByRole("button", { name: /Test Request.*put .v3.accounts\)/i }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByPlaceholder("Token")
    .last()
    .fill(await giao.signIn());
  await dialog.getByRole("button", { name: /^Send/ }).last().click();
  await dialog.getByText("200 OK").first().waitFor();
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);
});

test("in a browser that is signed in to the console the reference has the operator's calls too", {
  skip: skipWithoutChromium,
}, async () => {
  const { page, watch } = await openReader();
  const session = await signInPage(giao, "console", { operator_key: "sandbox-operator-key", name: "Lan" });
  await keepSession(page, giao.url, session);
  await page.goto(`${giao.url}/docs/`);
  await page.getByRole("button", { name: "Open the whole reference" }).click();
  for (const group of Object.keys(TAGS)) await page.getByText(group, { exact: true }).first().waitFor();
  assert.deepEqual([watch.errors, watch.strangers], [[], []]);
});

test("the page may load and call this server alone", async () => {
  const response = await fetch(`${giao.url}/docs/`);
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /connect-src 'self'/);
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
});

const READERS = [
  {
    viewport: DESKTOP,
    language: "en",
    colors: "light",
    first: "Accounts",
    guide: "The first order",
    open: "Test Request",
    send: "Send",
  },
  {
    viewport: PHONE,
    language: "vi",
    colors: "dark",
    first: "Tài khoản",
    guide: "Đơn hàng đầu tiên",
    open: "Gửi thử",
    send: "Gửi",
  },
] as const;

for (const { first, guide, open, send, ...reader } of READERS) {
  test(`the whole reference can be used by everybody in ${reader.language}, ${reader.colors}, ${reader.viewport.width} px wide`, {
    skip: skipWithoutChromium,
  }, async () => {
    const page = await openPage(browser!, reader);
    page.setDefaultTimeout(PATIENCE_MS);
    const watch = watchPage(page, giao.url);
    await page.goto(`${giao.url}/docs`);
    await page.locator("#state button").click();
    const whole = page.locator("#app");
    await whole.getByRole("heading", { name: first, exact: true }).first().waitFor();
    // What the first page said is not lost.
    await whole.getByRole("heading", { name: guide }).waitFor();
    await whole.getByText("curl -s $ROOT/v3/orders").first().waitFor();
    await assertAccessible(page);
    await shoot(page, `top-${reader.language}-${reader.colors}`);
    await page.evaluate("location.hash = '#tag/accounts/PUT/v3/accounts'");
    const button = page.getByRole("button", { name: new RegExp(`${open}.*put .v3.accounts\\)`, "i") });
    await button.waitFor();
    await assertAccessible(page);
    await shoot(page, `whole-${reader.language}-${reader.colors}`);
    await button.click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^${send}`) })
      .last()
      .waitFor();
    await assertAccessible(page);
    await shoot(page, `form-${reader.language}-${reader.colors}`);
    assert.deepEqual([watch.errors, watch.strangers], [[], []]);
  });
}
