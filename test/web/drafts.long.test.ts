// Nothing typed is lost: a form outlives a reload, another tab, a session that ends and an upgrade, and an order is made once whatever happens to its answer.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { assertAccessible, assertFits, openBrowser, PHONE, skipWithoutChromium } from "../harness/browser.ts";
import { openDesk } from "../harness/desk.ts";
import { assertOk } from "../harness/expect.ts";
import { startOrderTests } from "../harness/orders.ts";
import { assertQuiet, signedIn } from "../harness/portal.ts";
import { until } from "../harness/until.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

const PLACES = ["10.7769, 106.7009", "10.79, 106.71"];

async function ordersMade(): Promise<number> {
  const { body } = await giao.call("GET", "/portal/v1/orders", { token: giao.token });
  return body.orders.length;
}

// Two points by their coordinates, the cheapest way to a price.
async function fill(page: Page, words: { readonly add: string; readonly address: string }): Promise<void> {
  for (const [at, place] of PLACES.entries()) {
    await page.getByRole("button", { name: words.add }).click();
    await page.getByRole("combobox", { name: words.address, exact: true }).nth(at).fill(place);
    await page.getByRole("option", { name: place }).click();
  }
}

describe("what was typed", { skip: skipWithoutChromium }, () => {
  test("outlives a reload and a second tab, and a session that ends asks for a sign-in over the page", async () => {
    const clerk = await signedIn(giao, browser!, "/portal/new-order", { language: "vi", viewport: PHONE });
    const { page } = clerk;
    await fill(page, { add: "Thêm điểm theo địa chỉ", address: "Địa chỉ" });
    await page.getByLabel("Họ tên").nth(1).fill("Chị Hoa");
    await page.reload();
    await page.getByText(/Nội dung bạn nhập lúc .* vẫn còn đây/).waitFor();
    assert.equal(await page.getByLabel("Họ tên").nth(1).inputValue(), "Chị Hoa");
    const second = await page.context().newPage();
    await second.route(/map-canvas/, () => undefined);
    await second.goto(`${giao.url}/portal/new-order`);
    await second.getByLabel("Họ tên").nth(1).fill("Chị Hoa, tầng 2");
    await until(
      "the first tab shows it",
      async () => (await page.getByLabel("Họ tên").nth(1).inputValue()) === "Chị Hoa, tầng 2",
    );
    await second.close();
    await page.context().clearCookies();
    await page.getByLabel("Mã khuyến mãi").fill("GIAO10");
    const door = page.getByRole("dialog", { name: /Phiên đăng nhập đã hết/ });
    await door.waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await door.getByRole("button", { name: "Dùng tài khoản mẫu" }).click();
    await door.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Họ tên").nth(1).inputValue(), "Chị Hoa, tầng 2");
    assert.equal(await page.getByLabel("Mã khuyến mãi").inputValue(), "GIAO10");
    // Whoever signs out leaves nothing on a shared computer.
    await page.getByRole("button", { name: "Demo sender" }).click();
    await page.getByRole("menuitem", { name: "Đăng xuất" }).click();
    await until("no draft is left", async () => {
      const keys = await page.evaluate<string[]>("Object.keys(localStorage)");
      return keys.every((key) => !key.startsWith("giao.draft"));
    });
  });

  test("is a place: offered by name, plus code or coordinates, with how sure it is, and what is wrong stands at its field", async () => {
    const clerk = await signedIn(giao, browser!, "/portal/new-order", { language: "vi" });
    const { page } = clerk;
    const address = page.getByRole("combobox", { name: "Địa chỉ", exact: true });
    const add = page.getByRole("button", { name: "Thêm điểm theo địa chỉ" });
    await add.click();
    await page.getByText("Bấm bản đồ để đặt: Lấy hàng.").waitFor();
    await address.nth(0).fill("Landmark 81");
    await page.keyboard.press("Tab");
    await page.getByText("Bản đồ của máy chủ này chưa có.").waitFor();
    await address.nth(0).fill("12 Nguyễn Huệ, Quận 1");
    await page.getByRole("option", { name: "12 Nguyễn Huệ, Quận 1, Hồ Chí Minh" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Chỉ biết quận: hãy kéo ghim đến đúng cửa.").waitFor();
    await add.click();
    await address.nth(1).fill("QPG2+XX");
    await page.getByRole("option", { name: "QPG2+XX" }).click();
    await page.getByText("Tài xế sẽ đến plus code này").waitFor();
    await page.getByRole("radio", { name: "Chọn Xe máy" }).first().waitFor();
    // What was chosen lately is offered to an empty field.
    await add.click();
    await address.nth(2).click();
    await page.getByRole("option", { name: /^12 Nguyễn Huệ, Quận 1.*Gần đây$/ }).click();
    // Nothing the server knows, with commas, so that it is asked: its refusal stands at the field, in this page's language.
    await address.nth(2).fill("Nhà bà Tư, chỗ kia, đâu đó");
    await page.keyboard.press("Tab");
    await until(
      "the fault is at the third field",
      async () => (await address.nth(2).getAttribute("aria-invalid")) === "true",
    );
    await page.getByText("“đâu đó” không phải tỉnh thành").waitFor();
    await assertAccessible(page);
  });

  test("becomes one order, though the answer was lost and the page reloaded; a new build offers to reload", async () => {
    const before = await ordersMade();
    const clerk = await signedIn(giao, browser!, "/portal/new-order");
    const { page } = clerk;
    await fill(page, { add: "Add a point by address", address: "Address" });
    await page.getByRole("radio", { name: "Choose Bike, at once" }).click();
    // The server takes the order; nobody hears of it.
    await page.route("**/v3/orders", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /^Create for/ }).click();
    await page.getByText(/Sent at .*, and no answer came/).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Create for/ }).isDisabled(), true);
    await page.unroute("**/v3/orders");
    await page.reload();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/^Order \w{10} is made$/).waitFor();
    assert.equal(await ordersMade(), before + 1);
    await page.route("**/portal/v1/orders*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-giao-build": "another" } });
    });
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByText("There is a new version of this page.").waitFor();
    await page.getByRole("link", { name: "New order" }).click();
    await page.getByRole("button", { name: "Add a point by address" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Address", exact: true }).count(), 0);
    assertQuiet({
      ...clerk,
      watch: { ...clerk.watch, errors: clerk.watch.errors.filter((line) => !/ERR_FAILED/.test(line)) },
    });
  });

  test("of hours, of surge and of an invitation is there after a reload, and gone once it is saved", async () => {
    const { page } = await openDesk(giao, browser!, "console", "/catalogue/services/SGN-BIKE");
    const panel = (name: string) => page.getByRole("region", { name, exact: true });
    for (const name of ["Hours", "Surge"]) {
      await panel(name).getByRole("button", { name: "Add" }).click();
      await panel(name).getByRole("textbox", { name: "From" }).last().fill("05:30");
    }
    await page.reload();
    for (const name of ["Hours", "Surge"]) {
      await panel(name)
        .getByText(/What you typed at .* is still here/)
        .waitFor();
      assert.equal(await panel(name).getByRole("textbox", { name: "From" }).last().inputValue(), "05:30");
    }
    await panel("Surge").getByRole("button", { name: "Save" }).click();
    await panel("Surge").getByText("Saved").waitFor();
    await page.reload();
    await panel("Hours")
      .getByText(/is still here/)
      .waitFor();
    assert.equal(
      await panel("Surge")
        .getByText(/is still here/)
        .count(),
      0,
    );
    assert.equal(await panel("Surge").getByRole("textbox", { name: "From" }).last().inputValue(), "05:30");

    const portal = await openDesk(giao, browser!, "portal", "/accounts");
    await portal.page.getByLabel("Phone").fill("0900000002");
    await portal.page.reload();
    await portal.page.getByText(/is still here/).waitFor();
    await portal.page.getByRole("button", { name: "Send the code" }).click();
    await portal.page.getByLabel("Code from the SMS").fill("000");
    await portal.page.reload();
    // The code was sent: it is asked for, and was not kept.
    assert.equal(await portal.page.getByLabel("Code from the SMS").inputValue(), "");
    assert.equal(await portal.page.getByLabel("Phone").inputValue(), "0900000002");
  });

  test("is a time by the clock of its city, and the window to it stands beside it", async () => {
    const tokyo = { ...(await cityOf("SGN")), time_zone: "Asia/Tokyo" };
    const put = (body: object) => giao.call("PUT", "/operator/v1/cities/SGN", { operator: true, body });
    assertOk(await put(tokyo));
    const { page } = await openDesk(giao, browser!, "portal", "/new-order");
    const day = new Date(giao.house.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    await fill(page, { add: "Add a point by address", address: "Address" });
    await page.getByText("By the clock of Asia/Tokyo").waitFor();
    await page.getByLabel("Deliver at").fill(`${day}T15:00`);
    await page.getByRole("radio", { name: "Choose Bike, at once" }).click();
    const told = page.getByText(/^Delivered \d\d:\d\d–\d\d:\d\d, by the clock of Asia\/Tokyo$/);
    await told.waitFor();
    const [, from = "", to = ""] = /(\d\d:\d\d)–(\d\d:\d\d)/.exec((await told.textContent()) ?? "") ?? [];
    assert.ok(from <= "15:00" && to >= "15:00", `${from} to ${to}`);
    await page.getByRole("button", { name: /^Create for .* ₫$/ }).click();
    await page.getByRole("button", { name: "Open the order" }).click();
    // Tokyo's three in the afternoon is Saigon's one.
    await page.getByText(/, 15:00:00$/).waitFor();
    const { body } = await giao.call("GET", "/portal/v1/orders", { token: giao.token });
    const order = await giao.detail(body.orders[0]._id);
    assert.equal(order.order_time, Date.parse(`${day}T06:00:00Z`) / 1000);
    assertOk(await put({ ...tokyo, time_zone: "Asia/Ho_Chi_Minh" }));
  });
});

async function cityOf(id: string): Promise<object> {
  const { body } = await giao.call("GET", "/operator/v1/cities", { operator: true });
  const { _id, outline: _, ...city } = body.cities.find((one: { _id: string }) => one._id === id);
  return city;
}
