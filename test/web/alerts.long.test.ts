// The console's rules of who is told what, in a browser: made, tried, changed and removed, and notifications turned on and shown.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { assertAccessible, assertFits, DESKTOP, openBrowser, PHONE, skipWithoutChromium } from "../harness/browser.ts";
import { openDesk } from "../harness/desk.ts";
import { assertOk } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { startPushService } from "../harness/push-service.ts";
import { startReceiver } from "../harness/receiver.ts";
import { until } from "../harness/until.ts";

const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const mail = await startMailServer();
const giao = await startGiao({ SMTP_URL: mail.url });
const receiver = await startReceiver();
after(() => receiver.close());
const service = await startPushService();
const make = async (body: object) =>
  assertOk(await giao.call("POST", "/operator/v1/alert-rules", { operator: true, body }));

test("a rule is made, says what is wrong with it, is tried, changed and removed", {
  skip: skipWithoutChromium,
}, async () => {
  const { page, watch } = await openDesk(giao, browser!, "console", "/alerts");
  await page.getByText("There is no rule yet: nobody is told anything.").waitFor();
  assert.equal(await page.getByText("Mail is not set up").count(), 0);
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is told").selectOption("no_driver");
  await dialog.getByLabel("Name").fill("No driver in Saigon");
  assert.equal(await dialog.getByLabel("After so many minutes").inputValue(), "15");
  assert.equal(await dialog.getByLabel("Hour of the day").count(), 0);
  await dialog.getByLabel("City").selectOption("SGN");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/neither push nor webhook_url says where it goes/).waitFor();
  await dialog.getByLabel("Mail to").fill("desk@giao.example, mai@giao.example");
  await dialog.getByLabel("Webhook", { exact: true }).fill(receiver.url("/hook"));
  await dialog.getByRole("button", { name: "Save" }).click();
  const table = page.getByRole("table", { name: "Rules" });
  await table.getByText("No driver in Saigon").waitFor();
  await table.getByText("after 15 min").waitFor();
  await table.getByText("mai@giao.example").waitFor();
  await table.getByRole("button", { name: "Send a test" }).click();
  const tested = page.getByRole("table", { name: "The test" });
  await tested.getByText("Sent", { exact: true }).nth(2).waitFor();
  assert.equal(mail.mails("desk@giao.example").length, 1);
  assert.equal(receiver.seen("/hook").length, 1);
  await page.getByRole("table", { name: "What was told" }).getByText("Test: No driver in Saigon").first().waitFor();

  await table.getByRole("button", { name: "Change" }).click();
  assert.equal(await dialog.getByLabel("Webhook", { exact: true }).inputValue(), "");
  await dialog.getByText(/Leave it empty to keep it/).waitFor();
  await dialog.getByLabel("After so many minutes").fill("30");
  await dialog.getByLabel("On", { exact: true }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await table.getByText("after 30 min").waitFor();
  await table.getByText("Off", { exact: true }).waitFor();
  await table.getByText(new URL(receiver.url("/")).host).waitFor();
  await assertAccessible(page);
  await table.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("There is no rule yet: nobody is told anything.").waitFor();
  assert.deepEqual(watch.strangers, []);
  assert.deepEqual(
    watch.errors.filter((error) => !/status of 400/.test(error)),
    [],
  );
});

// A browser's way to its push service needs the internet; ours stands in for it.
async function subscribesAt(page: Page, subscription: object): Promise<void> {
  await page.addInitScript(`
    let answer = "default";
    Object.defineProperty(Notification, "permission", { get: () => answer });
    Notification.requestPermission = async () => (answer = "granted");
    let kept = null;
    const subscription = {
      options: { applicationServerKey: null },
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => { kept = null; return true; },
    };
    PushManager.prototype.getSubscription = async () => kept;
    PushManager.prototype.subscribe = async () => (kept = subscription);`);
}

test("notifications are turned on, shown by the browser, lead to what they are about, and are turned off", {
  skip: skipWithoutChromium,
}, async () => {
  await make({ name: "Told here", kind: "no_driver", push: true, language: "en" });
  const { page } = await openDesk(giao, browser!, "console", "/health");
  const told = service.browser("desk");
  await subscribesAt(page, told.subscription);
  await page.goto(`${giao.url}/console/alerts`);
  await page.getByRole("button", { name: "Show notifications here" }).click();
  await page.getByText("Notifications are shown here.").waitFor();
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker, "the console has a service worker");
  await worker.evaluate(`globalThis.shown = []; globalThis.opened = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, how) => void globalThis.shown.push({ title, ...how });
    WindowClient.prototype.focus = async function () { globalThis.opened.push("focus"); };
    WindowClient.prototype.navigate = async function (to) { globalThis.opened.push(to); }`);
  await page.getByRole("table", { name: "Rules" }).getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("table", { name: "The test" }).getByText("Sent", { exact: true }).waitFor();
  const [push] = told.received();
  const data = JSON.stringify(push);
  await worker.evaluate(`dispatchEvent(new PushEvent("push", { data: ${JSON.stringify(data)} }))`);
  const shown = await until("it is shown", async () => {
    const all = await worker.evaluate<readonly { title: string; tag: string }[]>("globalThis.shown");
    return all.length > 0 && all;
  });
  assert.deepEqual([shown[0]?.title, shown[0]?.tag], ["Test: Told here", push.id]);
  await worker.evaluate(`dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), {
    notification: { close: () => undefined, data: { path: "/console/live" } } }))`);
  await until("the page is opened", async () => {
    const opened = await worker.evaluate<readonly string[]>("globalThis.opened");
    return opened.join(" ") === "focus /console/live" || undefined;
  });
  await page.getByRole("button", { name: "Show no more here" }).click();
  await page.getByRole("button", { name: "Show notifications here" }).waitFor();
  assert.deepEqual(await giao.house.db`select from console_browsers`, []);
});

test("it fits a phone and reads well in both languages and colours", { skip: skipWithoutChromium }, async () => {
  await make({ name: "Tổng kết", kind: "daily_summary", mail: ["chu@giao.example"], language: "vi" });
  const folder = process.env.LOOKS;
  for (const [viewport, size] of [
    [PHONE, "phone"],
    [DESKTOP, "desk"],
  ] as const) {
    for (const [language, colors] of [
      ["vi", "dark"],
      ["en", "light"],
    ] as const) {
      const { page } = await openDesk(giao, browser!, "console", "/alerts", { viewport, language, colors });
      const title = language === "vi" ? "Cảnh báo" : "Alerts";
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.getByText("Tổng kết", { exact: true }).filter({ visible: true }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
      if (folder) await page.screenshot({ path: `${folder}/alerts-${size}-${language}-${colors}.png`, fullPage: true });
      await page.getByRole("button", { name: language === "vi" ? "Quy tắc mới" : "New rule" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: language === "vi" ? "Lưu" : "Save" })
        .waitFor();
      await assertFits(page);
      await assertAccessible(page);
      if (folder) await page.screenshot({ path: `${folder}/rule-${size}-${language}-${colors}.png` });
    }
  }
});
