// The driver's page as a phone has it: offers while it is closed, a screen that stays on, fingers, maps of two systems, a start without a line.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { aPng } from "../fixtures/photos.ts";
import {
  openBrowser,
  openReader,
  type Reader,
  skipWithoutChromium,
  type Target,
  targetsOf,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, offerTo, ok } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { startPushService, type TestBrowser } from "../harness/push-service.ts";
import { FIRST_PLACE, follow, PATH, PICKUP_PLACE } from "../harness/tracking.ts";
import { openTunnel } from "../harness/tunnel.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const service = await startPushService();
const browser = skipWithoutChromium ? undefined : await openBrowser();

const FINGER = 44;

async function openPhone(reader: Reader = {}, more: BrowserContextOptions = {}): Promise<Page> {
  const page = await openReader(browser!, reader, {
    geolocation: { latitude: PICKUP_PLACE.lat, longitude: PICKUP_PLACE.lng },
    permissions: ["geolocation"],
    ...more,
  });
  await page.context().route(/map-canvas/, () => undefined);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

// The second tap comes when the first has changed the page; until then no time goes by there. `below`: what the page, which may have become shorter,
// has under the finger by then.
async function tapTwice(page: Page, name: string, changed: () => Promise<unknown>, below = name): Promise<void> {
  const button = (called: string) => page.getByRole("button", { name: called, exact: true }).first();
  await button(name).click({ trial: true });
  const boxOf = async (called: string) => (await button(called).boundingBox())!;
  let box = await boxOf(name);
  const tap = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 1_000);
  await tap();
  await changed();
  if (below !== name) box = await boxOf(below);
  await tap();
  await page.clock.resume();
}

async function signIn(page: Page, phone: string, root = giao.url): Promise<void> {
  await page.goto(`${root}/drive`);
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("textbox", { name: "Pin" }).fill("1234");
  await press(page, "Sign in");
  await press(page, "Go online");
  await heading(page, "Waiting for offers");
}

async function offer(phone: string, path: readonly object[] = PATH.slice(0, 2)): Promise<string> {
  const { orderId } = await follow(giao, token, path);
  const [id] = await offerTo(giao, orderId, [phone], "assign", 300);
  return id!;
}

const smallTargets = async (page: Page): Promise<readonly Target[]> =>
  (await targetsOf(page)).filter(({ width, height }) => width < FINGER || height < FINGER);

// Those whose words are wider than they are.
const cutButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll("[class*=Button-label]")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`);

// A browser's way to its push service needs the internet; ours stands in for it, with a subscription of the same shape.
async function subscribesAt(page: Page, { subscription }: TestBrowser): Promise<void> {
  await page.addInitScript(`
    const subscription = {
      options: { applicationServerKey: null },
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => { localStorage.removeItem("test.subscribed"); return true; },
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("test.subscribed") ? subscription : null);
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.setItem("test.subscribed", applicationServerKey);
      const base64 = applicationServerKey.replaceAll("-", "+").replaceAll("_", "/");
      subscription.options.applicationServerKey = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)).buffer;
      return subscription;
    };`);
}

// As the page of an app that went to the background.
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "${isHidden ? "hidden" : "visible"}" });
    document.dispatchEvent(new Event("visibilitychange"))`);

// Hands the worker of the page what a push service would.
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith("/drive"));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", { origin: giao.url, registrationId: await registered, data });
}

// Headless Chromium has no notifications: what the worker would show, and which page it would open, is written down instead.
async function workerOf(page: Page) {
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker, "the page has a service worker");
  await worker.evaluate(`globalThis.shown = []; globalThis.opened = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, how) => void globalThis.shown.push({ title, ...how });
    WindowClient.prototype.focus = async function () { globalThis.opened.push("focus " + new URL(this.url).pathname); };
    Clients.prototype.openWindow = async (url) => void globalThis.opened.push("open " + url)`);
  return {
    shown: () => worker.evaluate<readonly Json[]>("globalThis.shown"),
    touch: async (): Promise<readonly string[]> => {
      await worker.evaluate(`globalThis.opened = []; dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), {
        notification: { close: () => undefined } }))`);
      return until("a page is opened", async () => {
        const opened = await worker.evaluate<readonly string[]>("globalThis.opened");
        return opened.length > 0 && opened;
      });
    },
  };
}

// Headless browsers answer no without asking.
const allows = (page: Page, first: "default" | "granted" | "denied") =>
  page.addInitScript(`let answer = "${first}";
    Object.defineProperty(Notification, "permission", { get: () => answer });
    Notification.requestPermission = async () => (answer = "granted")`);

describe("the driver's page on a phone", { skip: skipWithoutChromium }, () => {
  test("an offer reaches a page that is hidden by push, is shown by the phone, and the page shows it when it is looked at", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910001", wallet: 5_000_000 });
    const away = service.browser("phone");
    const page = await openPhone();
    await allows(page, "granted");
    await subscribesAt(page, away);
    await signIn(page, phone);
    await page.getByText("While this page is closed your phone tells you.", { exact: false }).waitFor();
    await hide(page, true);
    const streams = () => giao.house.db`select from driver_streams where driver_phone = ${phone}`;
    await until("its stream has ended", async () => (await streams()).length === 0 || undefined);
    const id = await offer(phone);
    await until("the offer is pushed", () => away.seen().length === 1 || undefined);
    const [push] = away.received();
    assert.equal(push.id, id);
    assert.match(push.title, /^New offer: [\d,]+ ₫$/);
    const worker = await workerOf(page);
    await deliver(page, JSON.stringify(push));
    const [notification] = await until("it is shown", async () => {
      const all = await worker.shown();
      return all.length > 0 && all;
    });
    const { title, body, lang, tag, icon } = notification;
    assert.deepEqual({ title, body, lang, tag }, { title: push.title, body: push.body, lang: "en", tag: id });
    assert.equal((await fetch(giao.url + icon)).status, 200);
    assert.deepEqual(await worker.touch(), ["focus /drive"]);
    await hide(page, false);
    await heading(page, "New offer");
    await press(page, "Decline");
    await page.getByText("Money").click();
    await press(page, "Sign out");
    await page.getByLabel("Phone number").waitFor();
    assert.deepEqual(await giao.house.db`select from push_subscriptions where driver_phone = ${phone}`, []);
    assert.equal(await page.evaluate("localStorage.getItem('test.subscribed')"), null);
  });

  test("whoever was not asked yet is asked by a touch, and whoever said no reads how to change it", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910002" });
    const page = await openPhone();
    await subscribesAt(page, service.browser("asked"));
    await allows(page, "default");
    await signIn(page, phone);
    await press(page, "Tell me of offers while this page is closed");
    await page.getByText("While this page is closed your phone tells you.", { exact: false }).waitFor();
    const rows = await giao.house.db`select from push_subscriptions where driver_phone = ${phone} and language = 'en'`;
    assert.equal(rows.length, 1);
    const other = await addDriver(giao, { phone: "84911910003" });
    const blocked = await openPhone();
    await allows(blocked, "denied");
    await signIn(blocked, other.phone);
    await blocked.getByText("Notifications are off for this page.", { exact: false }).waitFor();
  });

  test("everything that is pressed is as large as a finger, and the hand-over says the money again", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910004", wallet: 5_000_000 });
    const page = await openPhone();
    await page.goto(`${giao.url}/drive`);
    assert.deepEqual(await smallTargets(page), [], "sign-in");
    await signIn(page, phone);
    assert.deepEqual(await smallTargets(page), [], "waiting");
    await offer(phone);
    await heading(page, "New offer");
    assert.deepEqual(await smallTargets(page), [], "offer");
    await press(page, "Accept");
    await heading(page, "Go to the pickup");
    assert.deepEqual(await smallTargets(page), [], "pickup");
    await press(page, "I am at the pickup");
    await press(page, "Goods picked up");
    await heading(page, "Go to the recipient");
    assert.deepEqual(await smallTargets(page), [], "door");
    await press(page, "Cannot deliver");
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await smallTargets(page), [], "reasons");
    await page.keyboard.press("Escape");
    await press(page, "Delivered");
    await page.getByRole("dialog").getByText("Collect 120,000 ₫ COD from the recipient").waitFor();
    assert.deepEqual(await smallTargets(page), [], "hand-over");
    await page.keyboard.press("Escape");
    await press(page, "Cannot deliver");
    await page.getByLabel("The recipient does not answer").check();
    await press(page, "Send");
    await press(page, "Bring the goods back");
    await page.getByRole("button", { name: "Goods are back at the pickup" }).waitFor();
    assert.deepEqual(await cutButtons(page), [], "the longest task");
    await page.getByText("Money").click();
    await page.getByText("What moved the wallet").waitFor();
    assert.deepEqual(await smallTargets(page), [], "money");
  });

  test("the second tap of a finger is for the button that was there before", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910008", wallet: 5_000_000 });
    const page = await openPhone();
    await page.clock.install();
    await signIn(page, phone);
    const { orderId } = await follow(giao, token, PATH.slice(0, 2));
    await offerTo(giao, orderId, [phone], "assign", 300);
    await heading(page, "New offer");
    await offer(phone);
    const offers = page.getByRole("heading", { name: "New offer" });
    await offers.nth(1).waitFor();
    // The other offer moves up.
    await tapTwice(page, "Accept", () => offers.nth(1).waitFor({ state: "detached" }));
    await press(page, "Decline");
    await page.getByRole("button", { name: "Accept", exact: true }).waitFor({ state: "detached" });
    await tapTwice(page, "I am at the pickup", () => heading(page, "Take the goods"));
    await tapTwice(page, "Goods picked up", () => heading(page, "Go to the recipient"));
    assert.equal(await page.getByRole("dialog").count(), 0);
    await offer(phone);
    await heading(page, "New offer");
    await tapTwice(page, "Decline", () => offers.waitFor({ state: "detached" }), "Go offline");
    await page.getByRole("button", { name: "Go offline", exact: true }).click({ trial: true });
    await tapTwice(page, "Delivered", () => page.getByRole("dialog").waitFor());
    const { history } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
    const events = history.map(({ event }: Json) => event).filter((event: string) => event !== "board");
    assert.deepEqual(events, ["create", "accept", "arrive", "pickup"]);
    await page.getByRole("dialog").getByRole("button", { name: "Delivered" }).click();
    await heading(page, "Waiting for offers");
  });

  test("a photo that the phone still makes small is waited for", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910009", wallet: 5_000_000 });
    const page = await openPhone();
    await signIn(page, phone);
    await offer(phone);
    await press(page, "Accept");
    await press(page, "I am at the pickup");
    await press(page, "Goods picked up");
    await page.evaluate(`{
      const draw = createImageBitmap;
      globalThis.createImageBitmap = async (file) => {
        await new Promise((goOn) => Object.assign(globalThis, { goOn }));
        return draw(file);
      };
    }`);
    await press(page, "Delivered");
    const dialog = page.getByRole("dialog");
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: aPng(40, 30) });
    await page.waitForFunction("globalThis.goOn");
    const done = dialog.getByRole("button", { name: "Delivered" });
    assert.ok(await done.isDisabled());
    await page.evaluate("goOn()");
    await page.getByRole("img", { name: "The photo you took" }).waitFor();
    await done.click();
    await heading(page, "Waiting for offers");
  });

  for (const [system, userAgent, link] of [
    ["Android", "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140", /^geo:([\d.]+,[\d.]+)\?q=\1$/],
    [
      "iPhone",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605",
      /^https:\/\/maps\.apple\.com\/\?daddr=([\d.]+,[\d.]+)&dirflg=d$/,
    ],
  ] as const) {
    test(`the way to a door opens in the maps of ${system}`, async () => {
      const { phone } = await addDriver(giao, {
        phone: system === "iPhone" ? "84911910005" : "84911910006",
        wallet: 5_000_000,
      });
      const page = await openPhone({}, { userAgent });
      await signIn(page, phone);
      await offer(phone);
      await press(page, "Accept");
      await press(page, "I am at the pickup");
      await press(page, "Goods picked up");
      await heading(page, "Go to the recipient");
      const href = await page.getByRole("link", { name: "Open in the phone's map" }).getAttribute("href");
      assert.match(href ?? "", link);
      assert.equal(link.exec(href ?? "")?.[1], `${FIRST_PLACE.lat},${FIRST_PLACE.lng}`);
    });
  }

  test("after a reload without a line the page knows who it is and that they are online, and keeps the screen on", async () => {
    const { phone } = await addDriver(giao, { phone: "84911910007" });
    const tunnel = await openTunnel(giao.url);
    const page = await openPhone();
    await page.addInitScript(`globalThis.locks = 0;
      Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
        globalThis.locks += 1;
        return { release: async () => { globalThis.locks -= 1; } };
      } } });`);
    const locks = () => page.evaluate<number>("globalThis.locks");
    await page.goto(`${tunnel.url}/drive`);
    await page.getByLabel("Phone number").waitFor();
    assert.equal(await locks(), 0, "nobody is online yet");
    await signIn(page, phone, tunnel.url);
    await until("the screen stays on", async () => (await locks()) === 1);
    await page.evaluate("navigator.serviceWorker.ready");
    await tunnel.cut();
    await page.reload();
    await heading(page, `Driver ${phone}`);
    await page.getByText("Online · 59A1-1").waitFor();
    await page.getByText("No connection.", { exact: false }).waitFor();
    await until("the screen stays on without a line", async () => (await locks()) === 1);
    const back = page.waitForResponse((answer) => answer.url().endsWith("/driver/v1/me") && answer.ok());
    await tunnel.mend();
    await back;
    await press(page, "Go offline");
    await page.getByText("Offline · 59A1-1").waitFor();
    await until("it may go dark", async () => (await locks()) === 0);
  });
});
