// What an operator does in the console, by hand, and what becomes of it outside: each story ends with a call that a partner makes.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { DESKTOP, followLink, openBrowser, openReader, skipWithoutChromium, watchPage } from "../harness/browser.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { orderBody, point, startOrderTests } from "../harness/orders.ts";
import { openTunnel } from "../harness/tunnel.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const OPERATOR_KEY = "sandbox-operator-key";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

// Signed in already: one test goes through the door by hand.
async function signIn(name: string, path: string): Promise<Page> {
  const page = await openReader(browser!, { viewport: DESKTOP, language: "en" });
  await keepSession(page, giao.url, await signInPage(giao, "console", { operator_key: OPERATOR_KEY, name }));
  // Most stories are not about the map, and drawing one without a graphics card takes seconds.
  await page.route(/map-canvas/, () => undefined);
  await page.goto(`${giao.url}/console${path}`);
  return page;
}
const action = (page: Page, name: string, panel = "Actions") =>
  page.getByRole("region", { name: panel }).getByRole("button", { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
// A dialog takes the focus a moment after it is there; keys pressed sooner would go elsewhere.
const focusedDialog = (page: Page) => page.getByRole("dialog").locator(":focus").waitFor();
const estimate = async (service = "SGN-BIKE") =>
  (await giao.estimate({ ...orderBody({ service_id: undefined }), services: [{ _id: service }] })).body[0];

describe("the console", { skip: skipWithoutChromium }, () => {
  test("a wrong key opens nothing, and the cookie is out of a script's reach", async () => {
    const page = await openReader(browser!, { language: "en" });
    await page.route(/map-canvas/, () => undefined);
    const watch = watchPage(page, giao.url);
    await page.goto(`${giao.url}/console`);
    await page.getByLabel("Your name").fill("Nobody");
    await page.getByRole("textbox", { name: "Operator key" }).fill("guess");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("textbox", { name: "Operator key" }).fill(OPERATOR_KEY);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Live map" }).waitFor();
    assert.equal(await page.evaluate("document.cookie"), "");
    await page.getByRole("button", { name: "Nobody" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("textbox", { name: "Operator key" }).waitFor();
    assert.deepEqual(watch.strangers, []);
  });

  test("a tariff is written, faults are shown in place, and the next estimate has the new price", async () => {
    const { _id } = await giao.created();
    const page = await signIn("Lan", "/catalogue/services/SGN-BIKE");
    const watch = watchPage(page, giao.url);
    const editor = page.getByLabel("Fee in VND");
    const save = page.getByRole("button", { name: "Save as a new version" });
    const before = await estimate();
    await editor.fill("30000 if x <= 4 els 30000");
    await page.getByText("At character 17").waitFor();
    assert.equal(await save.isDisabled(), true);
    await editor.fill("(40000 if x <= 4 else 40000 + (x - 4) * 6000)");
    const lastWeek = page.getByRole("region", { name: "Last week's orders under it" });
    await lastWeek.getByText(/1 dearer/).waitFor();
    await lastWeek.getByRole("link", { name: _id }).waitFor();
    assert.equal((await estimate()).data.total_fee, before.data.total_fee, "nothing is saved before it is said");
    await save.click();
    await page.getByText(/Saved as version/).waitFor();
    const after = await estimate();
    assert.equal(after.data.distance_fee, 40_000);
    assert.ok(after.data.total_fee > before.data.total_fee);
    assert.deepEqual([watch.errors, watch.strangers], [[], []]);
  });

  test("a promo code keeps its days when something else of it is changed", async () => {
    const promos = (method: string, path: string, body?: object) =>
      giao.call(method, `/operator/v1/promos${path}`, { operator: true, ...(body && { body }) });
    const days = { starts_at: 1_790_000_047, ends_at: 1_798_000_079 };
    assertOk(await promos("PUT", "/TET", { type: "PERCENT", value: 10, ...days }));
    const page = await signIn("Lan", "/promos");
    await page.getByRole("button", { name: "TET" }).click();
    assert.equal(await page.getByLabel("Valid from").inputValue(), "2026-09-21T21:14");
    await page.getByLabel("Worth").fill("20");
    await inDialog(page, "Save").click();
    await page.getByRole("cell", { name: "20 %" }).waitFor();
    const { body } = await promos("GET", "");
    const saved = body.find(({ code }: { readonly code: string }) => code === "TET");
    assert.deepEqual([saved.value, saved.starts_at, saved.ends_at], [20, days.starts_at, days.ends_at]);
  });

  test("a zone is drawn and obeyed, and taken away again", async () => {
    const page = await signIn("Lan", "/catalogue/services/SGN-ECO");
    const zone = page.getByRole("group", { name: "Where orders may begin" });
    await zone.getByRole("button", { name: "Draw a new zone" }).click();
    const corners = zone.getByRole("textbox", { name: "Corners" });
    await corners.fill("10.84, 106.60\nnot a place");
    await page.getByText("Line 2 is not a latitude and a longitude.").waitFor();
    await corners.fill("10.84, 106.60\n10.86, 106.60\n10.86, 106.62");
    await zone.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Where orders may begin: Drawn, 3 corners").waitFor();
    const eco = orderBody({ service_id: "SGN-ECO" });
    assertRefused(await giao.create(eco), 406, "INVALID_PICKUP_AREA");
    await page.getByRole("button", { name: "Back to the whole city" }).click();
    await page.getByText("Where orders may begin: The whole city").waitFor();
    assertOk(await giao.create(eco));
  });

  test("a city is opened with nothing but the console: outline, service, tariff and zone, and an estimate answers there", async () => {
    const page = await signIn("Lan", "/catalogue");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await page.getByRole("button", { name: "New city" }).click();
    await page.getByLabel("Code").fill("SGN");
    await page.getByLabel("Name in English").fill("Quy Nhon");
    await page.getByLabel("Name in Vietnamese").fill("Quy Nhơn");
    await save.click();
    await page.getByText("SGN is there already. Open it to change it.").waitFor();
    await page.getByLabel("Code").fill("QUY-NHON");
    await save.click();
    // What the server finds wrong stands at its field, which has the focus: first the code, then the outline.
    await page.getByText("Expected three capital letters, other than VNM.").waitFor();
    assert.equal(await page.locator(":focus").getAttribute("data-field"), "_id");
    await page.getByLabel("Code").fill("UIH");
    await save.click();
    await page.getByText("Is needed for a new city.").waitFor();
    await page
      .getByRole("textbox", { name: "Corners" })
      .fill("13.70, 109.15\n13.85, 109.15\n13.85, 109.30\n13.70, 109.30");
    await page.getByRole("combobox", { name: "Centre" }).fill("13.7754, 109.2233");
    await save.click();
    await page.getByRole("heading", { level: 1, name: "Quy Nhon" }).waitFor();

    await page.getByRole("button", { name: "New service" }).click();
    await page.getByLabel("Code").fill("BIKE");
    await page.getByLabel("Begin with the settings of").selectOption("SGN-BIKE");
    await page.getByLabel("Name in English").fill("Motorbike");
    for (const city of ["Every city, for one partner alone", "Quy Nhon"])
      await page.getByLabel("City").selectOption(city);
    assert.equal(await page.getByLabel("Name in English").inputValue(), "Motorbike", "what was typed stays");
    await page.getByLabel("Fee in VND").fill("12000 + x * 1000");
    await page.getByLabel("Orders a driver may carry at once").fill("99");
    await save.click();
    await page.getByText("Must be a whole number from 1 to 50.").waitFor();
    await page.getByLabel("Orders a driver may carry at once").fill("2");
    await save.click();
    await page.getByRole("heading", { level: 1, name: "UIH-BIKE" }).waitFor();

    // A tier of a special request, with the keyboard alone.
    await page.getByRole("button", { name: "BULKY" }).focus();
    await page.keyboard.press("Enter");
    await focusedDialog(page);
    const tier = page.getByRole("group", { name: "Tiers 2" });
    await tier.getByLabel("Price (VND)").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("17000");
    await inDialog(page, "Save").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    const zone = page.getByRole("group", { name: "Where orders may go" });
    await zone.getByRole("button", { name: "Draw a new zone" }).click();
    await zone
      .getByRole("textbox", { name: "Corners" })
      .fill("13.74, 109.18\n13.80, 109.18\n13.80, 109.25\n13.74, 109.25");
    await zone.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Where orders may go: Drawn, 4 corners").waitFor();

    const there = (to: object, requests: readonly object[] = []) =>
      giao.estimate({
        ...orderBody({ service_id: undefined }),
        path: [point({ lat: 13.77, lng: 109.22 }), point(to)],
        services: [{ _id: "UIH-BIKE", requests }],
      });
    const priced = await there({ lat: 13.78, lng: 109.23 }, [{ _id: "UIH-BIKE-BULKY", tier_code: "TIER_2" }]);
    assertOk(priced);
    const { data } = priced.body[0];
    assert.equal(data.distance_fee, Math.round(12_000 + data.distance * 1_000));
    assert.equal(data.request_fee, 17_000);
    assertRefused(await there({ lat: 13.84, lng: 109.29 }), 406, "INVALID_DELIVERY_AREA");
  });

  test("a partner's callbacks get a password, and what is wrong with it stands at its field", async () => {
    const page = await signIn("Lan", "/partners/demo");
    const callbacks = page.getByRole("region", { name: "Callbacks" });
    await callbacks.getByLabel("Callback URL").fill("https://shop.example/hooks");
    await callbacks.getByLabel("How we prove who we are").selectOption("User and password");
    await callbacks.getByLabel("User").fill("gi:ao");
    await callbacks.getByRole("textbox", { name: "Password" }).fill("a secret");
    await callbacks.getByRole("button", { name: "Save", exact: true }).click();
    await callbacks.getByText("Must be 1 to 256 characters without a colon.").waitFor();
    await callbacks.getByLabel("User").fill("giao");
    await callbacks.getByRole("button", { name: "Save", exact: true }).click();
    await callbacks.getByText("Saved.").waitFor();
    const { body } = await giao.call("GET", "/operator/v1/partners/demo/callbacks", { operator: true });
    assert.deepEqual([body.url, body.auth.type], ["https://shop.example/hooks", "basic"]);
  });

  test("a partner is created, its keys are shown once, and it registers an account with them", async () => {
    const page = await signIn("Lan", "/partners");
    await page.getByRole("button", { name: "New partner" }).click();
    await page.getByRole("dialog").getByLabel("Id").fill("new-shop");
    await page.getByRole("dialog").getByLabel("Name").fill("New shop");
    await page.getByLabel("Callback URL").fill("https://shop.example/hooks");
    await page.getByLabel("How we prove who we are").selectOption("Bearer token");
    await page.getByRole("textbox", { name: "Secret" }).fill("a-secret");
    await page.mouse.click(5, 5);
    // Off the network, and when nobody can say who is signed in, what was typed stays.
    await page.context().setOffline(true);
    await inDialog(page, "Save").click();
    await page.getByRole("dialog").getByText("The server cannot be reached.", { exact: false }).waitFor();
    await page.context().setOffline(false);
    const fail = (status: number, code: string) => ({ status, json: { code, title: code, description: code } });
    await page.route("**/operator/v1/partners", (route) => route.fulfill(fail(401, "NOT_AUTHORIZED")));
    await page.route("**/console/v1/session", (route) => route.fulfill(fail(500, "INTERNAL_SERVER_ERROR")));
    const asked = page.waitForResponse(/console\/v1\/session/);
    await inDialog(page, "Save").click();
    await asked;
    await page.getByRole("dialog").getByText("You are not signed in", { exact: false }).waitFor();
    await page.unrouteAll();
    await inDialog(page, "Save").and(page.locator(":enabled")).click();
    const key = (await page.getByRole("region", { name: "API key" }).textContent())?.trim() ?? "";
    assert.match(key, /^[0-9a-f]{40}$/);
    const token = await giao.register("84900000311", key);
    assertOk(await giao.call("GET", "/v3/cities?country_id=VN", { token }));
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("link", { name: "new-shop" }).click();
    await page.getByRole("heading", { level: 1, name: "new-shop" }).waitFor();
    assert.ok(!(await page.content()).includes(key));
    const { body } = await giao.call("GET", "/operator/v1/partners/new-shop/callbacks", { operator: true });
    assert.deepEqual([body.url, body.auth.type], ["https://shop.example/hooks", "bearer"]);
  });

  test("a stuck order is taken from its driver, given to another, and its history tells", async () => {
    const { _id } = await giao.created();
    assertOk(await giao.play(_id, "accept"));
    const page = await signIn("Minh", `/orders/${_id}`);
    await action(page, "What else there is").click();
    const refund = action(page, "Refund");
    assert.equal(await refund.isDisabled(), true);
    await page.getByText("Possible while: Completed.").last().waitFor();
    await action(page, "Take from the driver").click();
    await page.getByRole("textbox", { name: "Why" }).fill("the driver does not answer");
    await inDialog(page, "Take from the driver").click();
    await page.getByText("Done.").waitFor();
    await action(page, "Give to a driver").click();
    await page.getByRole("radio", { name: "Another driver's phone" }).click();
    await page.getByRole("textbox", { name: "Driver's phone" }).fill("0911000001");
    await inDialog(page, "Give it to them").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: /59/ }).first().waitFor();
    assert.equal((await giao.detail(_id)).supplier_id, "84911000001");
    await page.goto(`${giao.url}/console/audit`);
    await page.getByRole("cell", { name: "Take an order from its driver" }).first().waitFor();
    await page.getByRole("cell", { name: "Minh" }).first().waitFor();
  });

  test("a search is made without losing the field, and a session that ends is said on the live map too", async () => {
    const { _id } = await giao.created();
    const tunnel = await openTunnel(giao.url);
    const session = await signInPage(giao, "console", { operator_key: OPERATOR_KEY, name: "Lan" });
    const page = await openReader(browser!, { viewport: DESKTOP, language: "en" });
    await keepSession(page, tunnel.url, session);
    await page.route(/map-canvas/, () => undefined);
    await page.goto(`${tunnel.url}/console/orders`);
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill(_id);
    await search.press("Enter");
    await page.waitForURL(/q=/);
    assert.equal(await page.locator(":focus").getAttribute("type"), "search");
    await search.fill("");
    await search.press("Tab");
    await page.waitForURL(/orders$/);
    assert.equal(await page.locator("input:focus").getAttribute("placeholder"), "demo");
    await followLink(page, "/console/live");
    await page.getByText(/\d open orders/).waitFor();
    await page.evaluate(`fetch("/console/v1/session", { method: "DELETE", headers: { "x-giao-page": "1" } })`);
    await tunnel.cut();
    await tunnel.mend();
    await page.getByRole("textbox", { name: "Operator key" }).waitFor();
  });

  test("a driver is paid in, suspended and taken back, keys are rotated, and a surge rule is in the next estimate", async () => {
    const driver = { mobile: "84911000001", pin: "1234" };
    const operator = (method: string, path: string, body?: object) =>
      giao.call(method, `/operator/v1${path}`, { operator: true, ...(body && { body }) });
    const wallet = async () => (await operator("GET", `/drivers/${driver.mobile}/wallet`)).body.wallet;
    const before = await wallet();
    const page = await signIn("Lan", `/drivers/${driver.mobile}`);
    await page.getByRole("button", { name: "Pay in" }).click();
    await page.getByLabel("Amount (VND)").fill("250000");
    await page.getByLabel("Reference").fill("desk-1");
    await inDialog(page, "Pay in").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await wallet(), before + 250_000);
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("textbox", { name: "Why suspended" }).fill("Does not answer");
    await inDialog(page, "Suspend").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Suspended").first().waitFor();
    await page.getByText("Does not answer").waitFor();
    assertRefused(await giao.call("POST", "/driver/v1/sessions", { body: driver }), 406, "DEACTIVATED_ACCOUNT");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Suspend" }).waitFor();
    const signedIn = await giao.call("POST", "/driver/v1/sessions", { body: driver });
    assertOk(signedIn);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("Signed out everywhere.", { exact: false }).waitFor();
    const { token } = signedIn.body;
    assertRefused(await giao.call("GET", "/driver/v1/me", { token }), 401, "NOT_AUTHORIZED");

    const made = await operator("POST", "/partners", { id: "rotating", name: "Rotating" });
    await followLink(page, "/console/partners/rotating");
    await page.getByRole("button", { name: "Rotate the keys" }).click();
    await inDialog(page, "Rotate the keys").click();
    const key = (await page.getByRole("region", { name: "API key" }).textContent())?.trim() ?? "";
    assert.notEqual(key, made.body.api_key);
    await giao.register("84900000312", key);

    await followLink(page, "/console/catalogue/services/SGN-2H");
    const surge = page.getByRole("region", { name: "Surge" });
    await surge.getByRole("button", { name: "Add" }).click();
    await surge.getByLabel("From").fill("00:00");
    await surge.getByLabel("To", { exact: true }).fill("24:00");
    await surge.getByLabel("Times").fill("1.5");
    await surge.getByRole("button", { name: "Save" }).click();
    await surge.getByText("Saved.").waitFor();
    assert.equal((await estimate("SGN-2H")).data.surge_rate, 1.5);
  });

  test("a platform without a city says so on its live map, and one that cannot tell says that", async () => {
    const page = await signIn("Lan", "/health");
    const cities = "**/operator/v1/cities";
    const failure = { code: "INTERNAL_SERVER_ERROR", title: "INTERNAL_SERVER_ERROR", description: "" };
    await page.route(cities, (route) => route.fulfill({ status: 500, json: failure }));
    await page.getByRole("link", { name: "Live map" }).click();
    await page.getByText("Something went wrong on our side.", { exact: false }).waitFor();
    await page.unroute(cities);
    await page.route(cities, (route) => route.fulfill({ json: { cities: [] } }));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("There is no city yet.").waitFor();
    await page.getByRole("button", { name: "New city" }).click();
    await page.getByRole("heading", { level: 1, name: "New city" }).waitFor();
  });

  test("of two operators who act on one order at once the second is told, and can look again", async () => {
    const { _id } = await giao.created();
    assertOk(await giao.play(_id, "accept"));
    const [one, other] = [await signIn("Lan", `/orders/${_id}`), await signIn("Minh", `/orders/${_id}`)];
    for (const page of [one, other]) {
      await action(page, "Take from the driver").click();
      await page.getByRole("textbox", { name: "Why" }).fill("late");
    }
    await inDialog(one, "Take from the driver").click();
    await one.getByText("Done.").waitFor();
    await inDialog(other, "Take from the driver").click();
    await other.getByText("Somebody else acted on this order just now.", { exact: false }).waitFor();
    await inDialog(other, "Back").click();
    await other.getByText("Finding a driver").first().waitFor();
    assert.equal((await giao.detail(_id)).status, "ASSIGNING");
  });

  test("a point is completed and money refunded by hand, with the keyboard alone", async () => {
    const order = await giao.created();
    for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(order._id, type));
    const page = await signIn("Lan", `/orders/${order._id}`);
    await action(page, "Note as delivered").focus();
    await page.keyboard.press("Enter");
    await focusedDialog(page);
    await page.getByRole("textbox", { name: "Why" }).focus();
    await page.keyboard.type("signed at the desk");
    await inDialog(page, "Note as delivered").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Done.").waitFor();
    const before = (await giao.walletOf(order.user_id)).main;
    await action(page, "Refund").and(page.locator(":enabled")).focus();
    await page.keyboard.press("Enter");
    await focusedDialog(page);
    await page.getByLabel("Amount (VND)").fill("5000");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal((await giao.walletOf(order.user_id)).main, before + 5_000);
    // The same amount a second time is meant, and a Vietnamese writes it with a point.
    await page.getByRole("button", { name: "Tiếng Việt" }).click();
    await action(page, "Hoàn tiền", "Thao tác").click();
    await page.getByLabel("Số tiền (VND)").fill("");
    await page.getByLabel("Số tiền (VND)").pressSequentially("5.000");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal((await giao.walletOf(order.user_id)).main, before + 10_000);
  });
});
