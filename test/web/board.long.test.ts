// The operator's board: what needs a person stands on top with what fits, a driver is chosen from those who could, and what became of an order is said
// wherever it is listed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { keepWords } from "../../src/operations/orders/find-orders.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { printBoard } from "../figures/board.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  type Reader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { assertOk } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import { DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../harness/orders.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

async function open(page: "console" | "portal", path: string, reader: Reader): Promise<Page> {
  const opened = await openReader(browser!, reader);
  const who =
    page === "console"
      ? { operator_key: "sandbox-operator-key", name: "Lan" }
      : { api_key: DEMO.apiKey, mobile: DEMO.phone };
  await keepSession(opened, giao.url, await signInPage(giao, page, who));
  await opened.route(/map-canvas/, () => undefined);
  await opened.goto(`${giao.url}/${page}${path}`);
  return opened;
}

async function told(...events: readonly (readonly [string, object?])[]): Promise<string> {
  const { _id } = await giao.created(
    orderBody({ path: [point(), point(DELIVERY), point({ lat: 10.785, lng: 106.705 })] }),
  );
  for (const [type, more] of events) assertOk(await giao.play(_id, type, { ...more }));
  return _id;
}
const TAKEN = [["accept", { mobile: DEMO.driver.phone }], ["pickup"]] as const;
const fail = (index: number) => ["fail", { path_index: index, comment: "Nobody at the door" }] as const;

describe("the board", { skip: skipWithoutChromium }, () => {
  test("an order nobody takes is given to a driver who could take it, by keyboard", async () => {
    const near = await addDriver(giao, { phone: "84911800001", wallet: 1_000_000 });
    const poor = await addDriver(giao, { phone: "84911800002" });
    const { _id: id } = await giao.created(
      orderBody({ path: [point(), point({ ...DELIVERY, cod: 400_000 })], remarks: "sim:none", service_id: "SGN-ECO" }),
    );
    await giao.advance(300);
    assertOk(await near.online({ lat: PICKUP.lat + 0.03, lng: PICKUP.lng }));
    assertOk(await poor.online(PICKUP));
    const page = await open("console", "/live", { viewport: DESKTOP, language: "en" });
    const watch = watchPage(page, giao.url);
    const needs = page.getByRole("region", { name: "Needs you" });
    const row = needs.getByRole("listitem").filter({ hasText: id });
    await row.getByText("No driver").waitFor();
    await row.getByText(/^[5-6] min$/).waitFor();
    await assertAccessible(page);
    await row.getByRole("button", { name: "Choose a driver" }).press("Enter");
    const dialog = page.getByRole("dialog");
    const choice = dialog.getByRole("radio", { name: /Driver 84911800001/ });
    await choice.waitFor();
    assert.equal(await choice.isChecked(), true, "the best of those who may is chosen already");
    await dialog.getByText(/wallet 1,000,000/).waitFor();
    const refused = dialog.getByRole("radio", { name: /Driver 84911800002/ });
    assert.equal(await refused.isDisabled(), true);
    await dialog.getByText(/needs .* in the wallet/).waitFor();
    await assertAccessible(page);
    await choice.press("Tab");
    await dialog.getByRole("button", { name: "Give it to them" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await row.waitFor({ state: "detached" });
    const { supplier_id, status } = await giao.detail(id);
    assert.deepEqual([supplier_id, status], [near.phone, "ACCEPTED"]);
    assert.deepEqual([watch.errors, watch.strangers], [[], []]);
  });

  test("several orders are chosen beside the map and given to one driver, without a mouse", async () => {
    const driver = await addDriver(giao, { phone: "84911800003", wallet: 1_000_000 });
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) ids.push((await giao.created(orderBody({ service_id: "SGN-SAMEDAY" })))._id);
    assertOk(await driver.online({ lat: PICKUP.lat - 0.03, lng: PICKUP.lng }));
    const page = await open("console", "/live", { viewport: DESKTOP, language: "en" });
    const list = page.getByRole("region", { name: "Open orders" });
    await list.getByLabel("Search").fill("sameday");
    for (const id of ids) await list.getByRole("checkbox", { name: `Choose order ${id}` }).press("Space");
    assert.equal(await list.getByRole("listitem").count(), 2);
    await list.getByRole("button", { name: "Choose a driver for these 2" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /Driver 84911800003/ }).press("Space");
    await dialog.getByRole("button", { name: "Give them all 2" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    for (const id of ids) assert.equal((await giao.detail(id)).supplier_id, driver.phone);
    // The list hears of it from the stream.
    await list.getByRole("list").getByText("Driver assigned").first().waitFor();
    await assertAccessible(page);
  });

  test("goods of a failed delivery are brought back from the list, in Vietnamese on a phone", async () => {
    const id = await told(...TAKEN, fail(1), fail(2));
    const page = await open("console", "/live", { viewport: PHONE, language: "vi" });
    const row = page.getByRole("region", { name: "Cần xử lý" }).getByRole("listitem").filter({ hasText: id });
    await row.getByText("Không giao được").waitFor();
    await row.getByText("“Nobody at the door”").waitFor();
    await assertFits(page);
    await row.getByRole("link", { name: "Cho hoàn hàng" }).click();
    // The page asks at once what the list offered.
    await page.getByRole("dialog").getByRole("button", { name: "Cho hoàn hàng" }).click();
    await page.getByText("Đang hoàn hàng").first().waitFor();
    assert.equal((await giao.detail(id)).outcome, "RETURNING");
    await page.getByRole("button", { name: "Ghi nhận đã hoàn hàng" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Ghi nhận đã hoàn hàng" }).click();
    await page.getByText("Đã hoàn hàng", { exact: true }).first().waitFor();
    assert.equal((await giao.detail(id)).outcome, "RETURNED");
  });

  test("suspending a driver asks why, says what they hold and what becomes of each, and does it", async () => {
    const driver = await addDriver(giao, { phone: "84911800004", wallet: 1_000_000 });
    assertOk(await driver.online(PICKUP));
    const given: string[] = [];
    for (let n = 0; n < 2; n++) {
      const { _id } = await giao.created(orderBody({ path: [point(), point({ ...DELIVERY, cod: 50_000 })] }));
      const assign = { operator: true, body: { mobile: driver.phone } };
      assertOk(await giao.call("POST", `/operator/v1/orders/${_id}/assign`, assign));
      given.push(_id);
    }
    const [fetched = "", waiting = ""] = given;
    assertOk(await driver.call("POST", `/orders/${fetched}/pickup`, PICKUP));
    const page = await open("console", `/drivers/${driver.phone}`, { viewport: DESKTOP, language: "en" });
    await page.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog");
    const held = dialog.getByRole("listitem");
    await held
      .filter({ hasText: fetched })
      .getByText(/^On board/)
      .waitFor();
    await held
      .filter({ hasText: waiting })
      .getByText(/^Not fetched yet/)
      .waitFor();
    await dialog.getByText(/^COD in hand/).waitFor();
    await assertAccessible(page);
    await dialog.getByRole("textbox", { name: "Why suspended" }).fill("Complaints");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Complaints").first().waitFor();
    const [onBoard, sought] = [await giao.detail(fetched), await giao.detail(waiting)];
    assert.deepEqual([onBoard.status, sought.status, sought.supplier_id], ["IN PROCESS", "ASSIGNING", ""]);
    const { body } = await giao.call("GET", `/operator/v1/drivers/${driver.phone}`, { operator: true });
    assert.deepEqual([body.status, body.suspended_reason], ["DEACTIVATED", "Complaints"]);
  });

  test("what fits stands first and what does not is folded away", async () => {
    const id = await told(...TAKEN);
    const page = await open("console", `/orders/${id}`, { viewport: PHONE, language: "en" });
    const actions = page.getByRole("region", { name: "Actions" });
    await actions.getByRole("button", { name: "Note as delivered" }).waitFor();
    assert.equal(await actions.locator("button:disabled").count(), 0);
    await actions.getByRole("button", { name: "What else there is" }).click();
    await actions.getByRole("button", { name: "Refund" }).waitFor();
    assert.equal(await actions.getByRole("button", { name: "Refund" }).isDisabled(), true);
  });
});

describe("the portal's money", { skip: skipWithoutChromium }, () => {
  test("balance, holds and statement, on a desk and on a phone, in both languages", async () => {
    const { _id: id } = await giao.created();
    const desk = await open("portal", "/money", { viewport: DESKTOP, language: "en" });
    const watch = watchPage(desk, giao.url);
    const own = await giao.call("GET", "/v3/accounts", { token: giao.token });
    const balance = desk.getByRole("region", { name: "Balance" });
    await balance.getByText(`${own.body.held.toLocaleString("en")} ₫`).waitFor();
    const held = desk.getByRole("row").filter({ hasText: id });
    await held.getByText("Held", { exact: true }).first().waitFor();
    await assertAccessible(desk);
    const download = desk.waitForEvent("download");
    await desk.getByRole("button", { name: "Export CSV" }).click();
    assert.equal((await download).suggestedFilename(), "giao-statement.csv");
    await desk.getByRole("link", { name: "Orders under way" }).click();
    await desk.waitForURL(/outcome=OPEN/);
    await desk.getByRole("row").filter({ hasText: id }).getByText("Bike, at once").waitFor();
    assert.deepEqual([watch.errors, watch.strangers], [[], []]);
    const phone = await open("portal", "/money", { viewport: PHONE, language: "vi", colors: "dark" });
    await phone.getByText("Có thể dùng ngay").waitFor();
    await phone.getByText("Giữ tiền").filter({ visible: true }).first().waitFor();
    await assertFits(phone);
    await assertAccessible(phone);
  });
});

describe("what became of an order", { skip: skipWithoutChromium }, () => {
  test("is the badge and a filter in portal and console: nothing that failed is called completed", async () => {
    const partly = await told(...TAKEN, fail(1), ["deliver", { path_index: 2 }]);
    const failed = await told(...TAKEN, fail(1), fail(2));
    const { _id: cancelled } = await giao.created();
    assertOk(await giao.call("POST", `/operator/v1/orders/${cancelled}/cancel`, { operator: true, body: {} }));
    for (const [name, path, opened, badges] of [
      ["portal", "/orders", DESKTOP, ["Partly delivered", "Not delivered", "Cancelled · by the operator"]],
      ["console", "/orders", DESKTOP, ["Partly delivered", "Not delivered", "Cancelled · by the operator"]],
    ] as const) {
      const page = await open(name, path, { viewport: opened, language: "en" });
      for (const [at, id] of [partly, failed, cancelled].entries()) {
        await page.getByRole("row").filter({ hasText: id }).getByText(badges[at]!, { exact: true }).waitFor();
      }
      assert.equal(await page.getByText("Completed", { exact: true }).filter({ visible: true }).count(), 0);
      await page.goto(`${giao.url}/${name}${path}?outcome=FAILED`);
      await page.getByRole("row").filter({ hasText: failed }).waitFor();
      assert.equal(await page.getByRole("row").filter({ hasText: partly }).count(), 0);
      await assertAccessible(page);
    }
    const page = await open("portal", `/orders/${failed}`, { viewport: PHONE, language: "vi" });
    await page.getByTestId("status").getByText("Không giao được").waitFor();
    await assertFits(page);
  });

  test("an order is found by its recipient's phone and, within a partner, by their name and words of an address, in portal and console", async () => {
    const path = [
      point(),
      point({ ...DELIVERY, name: "Mạc Đĩnh Chi", mobile: "0987654321", address: "Hẻm Bà Lụa, phường Phú Cường" }),
    ];
    const { _id } = await giao.created(orderBody({ path }));
    await giao.created();
    await keepWords({ db: giao.house.db }, () => true, 0);
    await keepWords({ db: giao.house.db }, () => true, 0);
    for (const [name, more] of [
      ["portal", ""],
      ["console", "&partner_id=demo"],
    ] as const) {
      for (const words of ["0987654321", "ba lua", "mac dinh"]) {
        const page = await open(name, `/orders?q=${encodeURIComponent(words)}${more}`, { viewport: DESKTOP });
        await page.getByRole("row").filter({ hasText: _id }).waitFor();
        assert.equal(await page.getByRole("row").count(), 2, `${name} ${words}`);
      }
    }
  });

  test("the filter is set by hand and stands in the address", async () => {
    const page = await open("portal", "/orders", { viewport: DESKTOP, language: "en" });
    await page.getByRole("combobox", { name: "Outcome" }).click();
    await page.getByRole("option", { name: "Returned", exact: true }).click();
    await page.waitForURL(/outcome=RETURNED/);
    const other = await open("console", "/orders", { viewport: DESKTOP, language: "en" });
    await other.getByRole("combobox", { name: "Outcome" }).selectOption("CANCELLED");
    await other.waitForURL(/outcome=CANCELLED/);
  });
});

test("the command that measures the board prints its script and its memory (a short form of it)", {
  skip: skipWithoutChromium,
}, async () => {
  const said: string[] = [];
  await printBoard((line) => said.push(line), [{ drivers: 20, orders: 5, minutes: 0.1 }]);
  assert.match(said.at(-1) ?? "", /^\| 20 \| 5 \| 0.1 \| \d+ % \| \d+ % \| \d+\.\d MB \| \d+\.\d KB\/s \|/);
});
