// The driver's page by hand: from the sign-in to the last door, with a tunnel and a restart of the browser in the middle.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { aPng } from "../fixtures/photos.ts";
import { drawnBaseMaps } from "../harness/base-map.ts";
import {
  assertAccessible,
  assertFits,
  chromiumPath,
  DESKTOP,
  FLAGS_WITHOUT_MAPS,
  openBrowser,
  openReader,
  PHONE,
  type Reader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addDriver, offerTo, ok } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { FIRST, follow, PATH, PICKUP_PLACE } from "../harness/tracking.ts";
import { openTunnel } from "../harness/tunnel.ts";

const giao = await startGiao({}, { roads: crowRoads, ...(await drawnBaseMaps()) });
const token = await giao.signIn();
const folder = mkdtempSync(join(tmpdir(), "giao-drive-"));
const photo = join(folder, "door.png");
writeFileSync(photo, aPng(40, 30));
after(() => rmSync(folder, { recursive: true, force: true }));
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

const HERE = {
  geolocation: { latitude: PICKUP_PLACE.lat, longitude: PICKUP_PLACE.lng },
  permissions: ["geolocation"],
};

async function openPhone(reader: Reader = {}): Promise<Page> {
  return quick(await openReader(browser!, reader, HERE));
}

// A browser whose memory lies in a folder, so that it can be closed and started again.
async function startBrowser(): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const context = await chromium.launchPersistentContext(join(folder, "memory"), {
    executablePath: chromiumPath!,
    args: FLAGS_WITHOUT_MAPS,
    viewport: PHONE,
    locale: "en-US",
    ...HERE,
  });
  after(() => context.close());
  return { page: await quick(context.pages()[0]!), close: () => context.close() };
}

// Drawing a map without a graphics card takes seconds, and these tests are not about it.
async function quick(page: Page): Promise<Page> {
  await page.context().route(/map-canvas/, () => undefined);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
const inspect = async (orderId: string): Promise<Json> =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
const eventsOf = (order: Json): readonly string[] => order.history.map(({ event }: Json) => event);

async function signIn(page: Page, phone: string, root = giao.url): Promise<void> {
  await page.goto(`${root}/drive`);
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("textbox", { name: "Pin" }).fill("1234");
  await press(page, "Sign in");
  await press(page, "Go online");
  await heading(page, "Waiting for offers");
}

// Signs in, is offered an order with one door and takes it.
async function acceptOne(page: Page, phone: string, root: string): Promise<string> {
  await signIn(page, phone, root);
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await offerTo(giao, orderId, [phone]);
  await press(page, "Accept");
  await heading(page, "Go to the pickup");
  return orderId;
}

async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
  }
}

describe("the driver's page", { skip: skipWithoutChromium }, () => {
  test("a delivery is done by hand: offer, pickup, COD, photo, money", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900001", wallet: 5_000_000 });
    const page = await openPhone();
    const watch = watchPage(page, giao.url);
    await signIn(page, phone);
    const { orderId } = await follow(giao, token, PATH.slice(0, 2));
    await offerTo(giao, orderId, [phone]);
    await heading(page, "New offer");
    await page.getByText(/^\d+ s left$/).waitFor();
    await page.getByText("Collect 120,000 ₫ COD from the recipient").waitFor();
    assert.equal(await page.getByText(FIRST.name).count(), 0, "whoever has not accepted does not learn to whom");
    await press(page, "Accept");
    await heading(page, "Go to the pickup");
    await press(page, "I am at the pickup");
    await heading(page, "Take the goods");
    await press(page, "Goods picked up");
    await heading(page, "Go to the recipient");
    await page.getByText(FIRST.address).first().waitFor();
    assert.equal(await page.getByRole("link", { name: `Call ${FIRST.name}` }).getAttribute("href"), "tel:+84902222222");
    await page.getByText("Collect 120,000 ₫ COD from the recipient").waitFor();
    await press(page, "Delivered");
    await page.locator('input[type="file"]').setInputFiles(photo);
    await page.mouse.click(5, 5);
    await page.getByRole("img", { name: "The photo you took" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delivered" }).click();
    await heading(page, "Waiting for offers");
    const order = await until(
      () => inspect(orderId),
      ({ status }) => status === "COMPLETED",
    );
    assert.match(order.path[1].pod_info.images[0], /\/photos\/[0-9a-f]{32}$/);
    assert.equal(order.supplier_id, phone);
    await page.getByText("Money").click();
    await page.getByText("1 delivery").waitFor();
    await page.getByText(`COD of order ${orderId}`).waitFor();
    const today = ok(await giao.call("GET", `/operator/v1/drivers/${phone}`, { operator: true }));
    assert.ok(today.heard_time > 0, "positions were reported");
    assert.deepEqual(watch, { errors: [], strangers: [] });
  });

  test("steps pressed in a tunnel survive a restart of the browser and are taken once, in order", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900002", wallet: 5_000_000 });
    const tunnel = await openTunnel(giao.url);
    const before = await startBrowser();
    const { page } = before;
    await signIn(page, phone, tunnel.url);
    await page.evaluate("navigator.serviceWorker.ready");
    const { orderId } = await follow(giao, token, PATH);
    await offerTo(giao, orderId, [phone]);
    await press(page, "Accept");
    await heading(page, "Go to the pickup");
    await tunnel.cut();
    await page.getByText("No connection.", { exact: false }).waitFor();
    await press(page, "I am at the pickup");
    await press(page, "Goods picked up");
    await page.getByText("2 steps wait for a connection").waitFor();
    await before.close();
    ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));

    const { page: again } = await startBrowser();
    await again.goto(`${tunnel.url}/drive`);
    await heading(again, "Go to the recipient");
    await again.getByText("2 steps wait for a connection").waitFor();
    await press(again, "Cannot deliver");
    await again.getByLabel("The recipient does not answer").check();
    await press(again, "Send");
    await press(again, "Delivered");
    await again.locator('input[type="file"]').setInputFiles(photo);
    await again.getByRole("dialog").getByRole("button", { name: "Delivered" }).click();
    await again.getByText("4 steps wait for a connection").waitFor();
    assert.deepEqual(eventsOf(await inspect(orderId)), ["create", "accept"], "nothing has reached the server yet");

    await tunnel.mend();
    await again.getByText("steps wait", { exact: false }).waitFor({ state: "detached" });
    const order = await inspect(orderId);
    const steps = eventsOf(order).filter((event) => event !== "board" && event !== "near");
    assert.deepEqual(steps, ["create", "accept", "arrive", "pickup", "fail", "deliver"]);
    assert.equal(order.path[1].fail_comment, "The recipient does not answer");
    assert.ok(order.pickup_time - order.accept_time < 60, "the minute in the tunnel was not a minute to the pickup");
    assert.match(order.path[2].pod_info.images[0], /\/photos\//);
    await heading(again, "A delivery failed");
    await again.reload();
    await heading(again, "A delivery failed");
  });

  test("a step that is refused is said, and what was pressed after it is not sent", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900003", wallet: 5_000_000 });
    const tunnel = await openTunnel(giao.url);
    const page = await openPhone();
    const orderId = await acceptOne(page, phone, tunnel.url);
    await tunnel.cut();
    await press(page, "I am at the pickup");
    await press(page, "Goods picked up");
    await page.getByText("2 steps wait for a connection").waitFor();
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "changed my mind" } }));
    await tunnel.mend();
    await page.getByText("A step was refused").waitFor();
    await heading(page, "Waiting for offers");
    assert.deepEqual(eventsOf(await inspect(orderId)), ["create", "accept", "cancel"]);
  });

  test("a driver whose session has ended is asked for their pin, and works on with it", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900005", wallet: 5_000_000 });
    const tunnel = await openTunnel(giao.url);
    const page = await openPhone();
    const orderId = await acceptOne(page, phone, tunnel.url);
    const kept = JSON.parse(await page.evaluate<string>("localStorage.getItem('giao.drive.session')"));
    // When the line is back, nobody knows this token any more.
    await tunnel.cut();
    await press(page, "I am at the pickup");
    ok(await giao.call("DELETE", "/driver/v1/sessions", { token: kept.token }));
    await tunnel.mend();
    await page.getByRole("textbox", { name: "Pin" }).fill("1234");
    await page.getByLabel("Phone number").fill(`0${phone.slice(2)}`);
    await press(page, "Sign in");
    await heading(page, "Take the goods");
    await until(
      () => inspect(orderId),
      ({ sub_status }) => sub_status === "ARRIVED",
    );
  });

  test("what went wrong is read by the driver, and two taps are one step", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900006", wallet: 5_000_000 });
    const page = await openPhone();
    await signIn(page, phone);
    const failure = { code: "INTERNAL_SERVER_ERROR", title: "INTERNAL_SERVER_ERROR", description: "" };
    await page.route(/driver\/v1\/orders$/, (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
    await press(page, "Go offline");
    await page.getByText("Something went wrong on our side.", { exact: false }).waitFor();
    await press(page, "Go online");
    await heading(page, "Waiting for offers");
    const { orderId: lost } = await follow(giao, token, PATH.slice(0, 2));
    await offerTo(giao, lost, [phone], "assign", 300);
    const taken = { code: "OFFER_TAKEN", title: "OFFER_TAKEN", description: "" };
    await page.route(/\/accept$/, (route) => route.fulfill({ status: 409, json: taken }), { times: 1 });
    await press(page, "Accept");
    await page.getByText("Another driver was quicker.").waitFor();
    ok(await giao.call("DELETE", `/v3/orders/${lost}`, { token, body: { comment: "changed my mind" } }));
    // What the stream says of the next one comes after it has said that the first is closed.
    const { orderId } = await follow(giao, token, PATH.slice(0, 2));
    await offerTo(giao, orderId, [phone], "assign", 300);
    await page.getByRole("heading", { name: "New offer" }).nth(1).waitFor();
    await page.getByText("Another driver was quicker.").waitFor();
    await press(page, "All right");
    // The answer to this one comes after the next step was taken, and does not take it back.
    const late = Promise.withResolvers<void>();
    await page.route(/\/accept$/, async (route) => {
      const answer = await route.fetch();
      await late.promise;
      await route.fulfill({ response: answer });
    });
    await press(page, "Accept");
    await page.getByRole("button", { name: "I am at the pickup" }).dblclick();
    await heading(page, "Take the goods");
    await until(
      () => inspect(orderId),
      ({ sub_status }) => sub_status === "ARRIVED",
    );
    assert.deepEqual(
      eventsOf(await inspect(orderId)).filter((event) => event !== "board"),
      ["create", "accept", "arrive"],
    );
    late.resolve();
    await page.getByRole("heading", { name: "New offer" }).waitFor({ state: "detached" });
    await heading(page, "Take the goods");
    assert.equal(await page.getByText("A step was refused").count(), 0);
    // A phone that is full: what it could not keep is not thought done.
    await page.evaluate("IDBObjectStore.prototype.add = () => { throw new Error('full'); }");
    await press(page, "Goods picked up");
    await page.getByText("This phone has no room", { exact: false }).waitFor();
    await heading(page, "Take the goods");
  });

  test("the way to the next stop is drawn on the map, and the map leaves the buttons alone", async () => {
    const { phone } = await addDriver(giao, { phone: "84911900004", wallet: 5_000_000 });
    const page = await openReader(await openBrowser({ maps: true }), {}, HERE);
    const watch = watchPage(page, giao.url);
    await signIn(page, phone);
    const { orderId } = await follow(giao, token, PATH.slice(0, 2));
    await offerTo(giao, orderId, [phone], "assign", 300);
    await page.locator('[data-map="drawn"]').waitFor();
    await page.evaluate("document.querySelector('[data-map]').dataset.before = 'accepting'");
    // The stream says that the offer is closed long before the answer is here.
    await page.route(/\/accept$/, async (route) => {
      const answer = await route.fetch();
      await setTimeout(500);
      await route.fulfill({ response: answer });
    });
    await press(page, "Accept");
    await press(page, "I am at the pickup");
    await press(page, "Goods picked up");
    await heading(page, "Go to the recipient");
    await page.getByText(/^\d.* k?m, about \d+ min$/).waitFor();
    await page.locator('[data-map="drawn"][data-before="accepting"]').waitFor();
    const ofLine = await until(
      () => inkOf(page, [11, 114, 133]),
      (pixels) => pixels > 100,
    );
    assert.ok(ofLine > 100);
    assert.deepEqual(watch, { errors: [], strangers: [] });
  });

  test("can be installed: manifest, icons and a service worker for the page alone", async () => {
    const html = await (await fetch(`${giao.url}/drive`)).text();
    const [, manifestPath] = /<link rel="manifest" href="([^"]+)">/.exec(html) ?? [];
    const manifest: Json = await (await fetch(giao.url + manifestPath)).json();
    assert.equal(manifest.start_url, "/drive");
    assert.equal(manifest.scope, "/drive");
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(giao.url + src);
      assert.equal(icon.headers.get("content-type"), "image/png");
      const bytes = Buffer.from(await icon.arrayBuffer());
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
    const worker = await fetch(`${giao.url}/drive/service-worker.js`);
    assert.equal(worker.headers.get("service-worker-allowed"), "/drive");
    assert.equal(worker.headers.get("cache-control"), "no-cache");
  });

  const looks: readonly (readonly [string, Reader, string])[] = [
    ["phone-vi-dark", { viewport: PHONE, language: "vi", colors: "dark" }, "84911900012"],
    ["desktop-en-light", { viewport: DESKTOP, language: "en", colors: "light" }, "84911900013"],
  ];
  for (const [name, reader, phone] of looks) {
    test(`fits and can be used by everybody: ${name}`, async () => {
      await addDriver(giao, { phone, wallet: 5_000_000 });
      const page = await openPhone(reader);
      const watch = watchPage(page, giao.url);
      const isVi = reader.language === "vi";
      const say = (en: string, vi: string): string => (isVi ? vi : en);
      const look = async (what: string): Promise<void> => {
        // Nothing is pointed at: a button under the mouse has colours of its own.
        await page.mouse.move(0, 0);
        await assertFits(page);
        await assertAccessible(page);
        await shoot(page, `${name}-${what}`);
      };
      await page.goto(`${giao.url}/drive`);
      await page.getByLabel(say("Phone number", "Số điện thoại")).fill(phone);
      await look("sign-in");
      await page.getByRole("textbox", { name: say("Pin", "Mã pin") }).fill("1234");
      await press(page, say("Sign in", "Đăng nhập"));
      await press(page, say("Go online", "Bắt đầu nhận đơn"));
      await heading(page, say("Waiting for offers", "Đang chờ đơn"));
      await look("waiting");
      const { orderId } = await follow(giao, token, PATH);
      await offerTo(giao, orderId, [phone], "assign", 300);
      await heading(page, say("New offer", "Đơn mới"));
      await look("offer");
      await press(page, say("Accept", "Nhận đơn"));
      await press(page, say("I am at the pickup", "Tôi đã đến điểm lấy hàng"));
      await press(page, say("Goods picked up", "Đã lấy hàng"));
      await heading(page, say("Go to the recipient", "Đến người nhận"));
      await look("door");
      await press(page, say("Cannot deliver", "Không giao được"));
      await page.getByRole("dialog").waitFor();
      await look("reason");
      await page.keyboard.press("Escape");
      await page.getByText(say("Money", "Tiền"), { exact: true }).click();
      await page.getByText(say("What moved the wallet", "Biến động ví")).waitFor();
      await look("money");
      assert.deepEqual(watch, { errors: [], strangers: [] });
    });
  }
});

// How many pixels of the map have this colour; the browser reads its own picture.
async function inkOf(page: Page, color: readonly [number, number, number]): Promise<number> {
  const picture = await page.locator("canvas.maplibregl-canvas").screenshot();
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${picture.toString("base64")}";
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === ${color[0]} && data[i + 1] === ${color[1]} && data[i + 2] === ${color[2]}) ink += 1;
    }
    return ink;
  })()`);
}

// Pictures for whoever wants to look: SCREENSHOTS=folder npm test -- test/web/drive.long.test.ts
async function shoot(page: Page, name: string): Promise<void> {
  const to = process.env.SCREENSHOTS;
  if (to) await page.screenshot({ path: join(to, `drive-${name}.png`), fullPage: true });
}
