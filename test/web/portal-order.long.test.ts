// An order in the portal from the first click on the map to its end, and the callbacks that told of it.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { Roads } from "../../src/domain/roads.ts";
import { assertAccessible, DESKTOP, openBrowser, openReader, skipWithoutChromium } from "../harness/browser.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk } from "../harness/expect.ts";
import { DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../harness/orders.ts";
import { assertQuiet, signedIn } from "../harness/portal.ts";
import { answer, ok, startReceiver } from "../harness/receiver.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

// A toll on every way, which only counts where a service charges for it.
const tolled: Roads = {
  ...crowRoads,
  route: async (...asked) => {
    const found = await crowRoads.route(...asked);
    return isRefusal(found) ? found : { ...found, stretches: () => ["toll"] };
  },
};
const giao = await startOrderTests({}, tolled);
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const receiver = await startReceiver();
after(receiver.close);

const at = (path: string) => signedIn(giao, browser!, path);

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const status = (page: Page, name: string) => page.getByTestId("status").getByText(name).waitFor();

describe("an order in the portal", { skip: skipWithoutChromium }, () => {
  test("is made by clicking two points on the map and driven to its end with the testing tool", async () => {
    const clerk = await signedIn(giao, await openBrowser({ maps: true }), "/portal/new-order", { map: true });
    const { page } = clerk;
    const map = page.locator("canvas.maplibregl-canvas");
    await map.waitFor();
    await map.click({ position: { x: 200, y: 250 } });
    await map.click({ position: { x: 380, y: 120 } });
    await page.getByRole("group", { name: "Delivery 1" }).getByLabel("COD to collect").fill("150000");
    const prices = page.getByRole("region", { name: "Services side by side" });
    await prices.getByRole("radio", { name: "Choose Bike, at once" }).click();
    assert.ok((await prices.getByRole("radio").count()) >= 7, "every service of the city has its price");

    await page.getByRole("tab", { name: "curl" }).click();
    const curl = await page.getByRole("region", { name: "curl" }).textContent();
    assert.match(curl ?? "", /^curl -X POST http:.*\/v3\/orders\/estimates/);
    await page.getByText("Create", { exact: true }).click();
    await page.getByRole("tab", { name: "TypeScript" }).click();
    const code = await page.getByRole("region", { name: "TypeScript" }).textContent();
    assert.match(code ?? "", /giao\.createOrder\(\{\n {2}order_time: 0,/);

    await page.getByRole("button", { name: /^Create for .* ₫$/ }).click();
    await page
      .getByRole("status")
      .getByText(/^Order \w{10} is made$/)
      .waitFor();
    await page.getByRole("tab", { name: "Answer" }).click();
    const sent = JSON.parse((await page.getByRole("region", { name: "Answer" }).textContent()) ?? "{}");
    assert.equal(sent.order.path[1].cod, 150_000);

    await page.getByRole("button", { name: "Open the order" }).click();
    await heading(page, `Order ${sent.order_id}`).waitFor();
    const tool = page.getByRole("region", { name: "Testing tool" });
    await status(page, "Finding a driver");
    await tool.getByRole("button", { name: "Continue" }).click();
    await status(page, "Driver assigned");
    await tool.getByRole("button", { name: "At the pickup" }).click();
    await status(page, "At the pickup");
    await tool.getByRole("button", { name: "Continue" }).click();
    await status(page, "On the way");
    await tool.getByRole("button", { name: "Deliver stop 1" }).click();
    await status(page, "Delivered");
    await page.getByRole("list", { name: "Timeline" }).getByText("Delivered").waitFor();
    await tool.getByText("This order's life is over.").waitFor();
    assert.equal((await giao.detail(sent.order_id)).status, "COMPLETED");
    await assertAccessible(page);
    assertQuiet(clerk);
  });

  test("fails a stop, brings the goods back, and lets a driver give up, with the testing tool", async () => {
    const order = await giao.created();
    const clerk = await at(`/portal/orders/${order._id}`);
    const { page } = clerk;
    const tool = page.getByRole("region", { name: "Testing tool" });
    const press = (name: string) => tool.getByRole("button", { name }).click();
    await press("Assign a driver");
    await status(page, "Driver assigned");
    await press("Driver gives up");
    await status(page, "Finding a driver");
    await press("Assign a driver");
    await status(page, "Driver assigned");
    await press("Pick up");
    await status(page, "On the way");
    await press("Fail stop 1");
    await status(page, "Not delivered");
    await press("Begin the return");
    await status(page, "Being returned");
    await press("Goods are back");
    await status(page, "Returned");
    const timeline = page.getByRole("list", { name: "Timeline" });
    for (const event of ["The driver gave it up", "Could not be delivered", "Goods are back with the sender"]) {
      await timeline.getByText(event).waitFor();
    }
    assertQuiet(clerk);
  });

  test("is cancelled by its sender with a reason, and a moved clock ends another without a driver", async () => {
    const [cancelled, forgotten] = [await giao.created(), await giao.created()];
    const clerk = await at(`/portal/orders/${cancelled._id}`);
    const { page } = clerk;
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Reason" }).click();
    await page.getByRole("option", { name: "The goods are not ready" }).click();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await status(page, "Cancelled");
    await page.getByText("Cancelled: The goods are not ready").waitFor();
    await page.goto(`${giao.url}/portal/orders/${forgotten._id}`);
    await page.getByRole("button", { name: "+1 hour" }).click();
    await status(page, "Cancelled");
    await page.getByRole("list", { name: "Timeline" }).getByText("No driver accepted in time").waitFor();
    assertQuiet(clerk);
  });

  test("explains its price line by line", async () => {
    const path = [point(), point(DELIVERY), point()];
    const requests = [{ _id: "SGN-BIKE-TIP", num: 2 }];
    const order = await giao.created(orderBody({ path, requests, promo_code: "GIAO10" }));
    const clerk = await at(`/portal/orders/${order._id}`);
    const table = clerk.page.getByRole("table", { name: "Price" });
    await table.getByText("(25000 if x <= 4 else 25000 + (x - 4) * 5500)").waitFor();
    const text = (await table.textContent()) ?? "";
    for (const part of ["1 × 5,500 ₫", "2 × 5,000 ₫", "GIAO10: 10 % of", "at most 20,000 ₫", "8 % of"]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.ok(text.includes(`Total${order.total_fee.toLocaleString("en-US")} ₫`), text);
    assertQuiet(clerk);
  });

  test("tells how much of the price are tolls: before it is made, in the portal and in the console", async () => {
    const charge = (toll_fee: number) =>
      giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: { toll_fee } });
    assertOk(await charge(15_000));
    after(() => charge(0));
    const { page } = await at("/portal/new-order");
    const address = page.getByRole("combobox", { name: "Address", exact: true });
    for (const [nth, { lat, lng }] of [PICKUP, DELIVERY].entries()) {
      await page.getByRole("button", { name: "Add a point by address" }).click();
      await address.nth(nth).fill(`${lat}, ${lng}`);
      await page.keyboard.press("Tab");
    }
    const bike = page.getByRole("radio", { name: /^Choose Bike/ }).first();
    await bike.getByText("15,000 ₫ of it for tolls and ferries").waitFor();
    const order = await giao.created();
    const portal = await at(`/portal/orders/${order._id}`);
    await portal.page.getByText("15,000 ₫ of it for tolls and ferries").waitFor();
    await portal.page.getByRole("table", { name: "Price" }).getByText("1 × 15,000 ₫").waitFor();
    const console = await openReader(browser!, { viewport: DESKTOP, language: "vi" });
    await console.route(/map-canvas/, () => undefined);
    const who = { operator_key: "sandbox-operator-key", name: "Lan" };
    await keepSession(console, giao.url, await signInPage(giao, "console", who));
    await console.goto(`${giao.url}/console/orders/${order._id}`);
    await console.getByText("gồm 15.000 ₫ phí cầu đường và phà").waitFor();
    await console.goto(`${giao.url}/console/catalogue/services/SGN-BIKE`);
    assert.equal(await console.getByLabel("Phí mỗi đoạn đường thu phí (VND)").inputValue(), "15.000");
    assert.equal(await console.getByLabel("Phí mỗi lần qua phà (VND)").inputValue(), "0");
    assertQuiet(portal);
  });

  test("a callback that failed is shown with its try and sent again", async () => {
    receiver.script("/hook", answer(500, "the shop is closed"));
    const clerk = await at("/portal/callbacks");
    const { page } = clerk;
    await page.getByLabel("Address").fill(receiver.url("/hook"));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("button", { name: "Send a test call" }).click();
    await page.getByRole("status").getByText("the shop is closed").waitFor();

    const order = await giao.created();
    await receiver.until(2, "/hook");
    await page.goto(`${giao.url}/portal/orders/${order._id}`);
    await page.getByRole("tab", { name: "Callbacks" }).click();
    await page.getByRole("button", { name: /^Created Waiting/ }).click();
    await page.getByRole("table").getByText("the shop is closed").first().waitFor();
    assert.match((await page.getByRole("region", { name: /^evt_/ }).textContent()) ?? "", /"status": "ASSIGNING"/);
    await assertAccessible(page);

    receiver.script("/hook", ok);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("button", { name: /^Created Delivered/ }).waitFor();
    assert.equal(receiver.seen("/hook").at(-1)?.headers["webhook-id"], `evt_${order._id}_1`);
    assertQuiet(clerk);
  });

  test("the receiver check grades the partner's server", async () => {
    receiver.script("/hook", ok);
    const clerk = await at("/portal/callbacks");
    const { page } = clerk;
    await page.getByRole("button", { name: "Check my receiver" }).click();
    // It takes anything, signed or not.
    await page
      .getByTestId("grade")
      .getByText(/^[B-F]$/)
      .waitFor();
    await page.getByText("Failed").first().waitFor();
    await assertAccessible(page);
    assertQuiet(clerk);
  });
});
