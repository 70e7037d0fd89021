// Signing in on the driver's page in production: a new phone is asked for the code, a known one is not, and waits are said.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  openBrowser,
  openReader,
  skipWithoutChromium,
  watchPage,
} from "../harness/browser.ts";
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { asOperator, codesSent, PRODUCTION } from "../harness/production.ts";
import { startReceiver } from "../harness/receiver.ts";
import { until } from "../harness/until.ts";

const gateway = await startReceiver();
after(() => gateway.close());
const giao = await startGiao({ ...PRODUCTION, SMS_URL: gateway.url("/sms") });
const operator = asOperator(giao);
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();

const PIN = "246810";
const HOUR_MS = 3_600_000;
// Of the few wrong pins it takes to be told to wait, each slower than the last.
const WAIT_MS_MAX = 320_000;
const codes = (mobile: string) => codesSent(gateway, mobile);

async function newDriver(mobile: string): Promise<string> {
  const draft = { name: "Lê Văn Tám", plate_number: "59A1-123.45", vehicle: "BIKE", city_id: "SGN", pin: PIN };
  ok(await operator("POST", "/drivers", { ...draft, mobile }));
  return mobile;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const fill = async (page: Page, mobile: string, pin: string): Promise<void> => {
  await page.getByLabel("Phone number").fill(mobile);
  await page.getByRole("textbox", { name: "Pin" }).fill(pin);
};
const isIn = (page: Page) => page.getByRole("button", { name: "Go online", exact: true }).waitFor();
const signOut = async (page: Page): Promise<void> => {
  await page.getByText("Money").click();
  await press(page, "Sign out");
};

describe("signing in to drive in production", { skip: skipWithoutChromium }, () => {
  test("a new phone is asked for the code and is known when it comes back, however the number is spelled", async () => {
    const mobile = await newDriver("84911500001");
    const page = await openReader(browser!);
    const watch = watchPage(page, giao.url);
    await page.goto(`${giao.url}/drive`);
    await fill(page, mobile, PIN);
    await press(page, "Sign in");
    const code = page.getByLabel("Code from the SMS");
    await code.waitFor();
    await page.getByText(`We sent a code by SMS to ${mobile}`, { exact: false }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await code.fill(codes(mobile)[0] === "000000" ? "000001" : "000000");
    await press(page, "Sign in");
    await page.getByText("The code is wrong or has run out.").waitFor();
    await press(page, "Send a new code");
    await gateway.until(2, "/sms");
    await page.getByText("The code is wrong or has run out.").waitFor({ state: "detached" });
    await code.fill(codes(mobile)[1]!);
    await press(page, "Sign in");
    await isIn(page);
    await signOut(page);
    await fill(page, `0${mobile.slice(2)}`, PIN);
    await press(page, "Sign in");
    await isIn(page);
    assert.equal(codes(mobile).length, 2, "nothing was sent to a phone that is known");
    // Refusals are what this test is about; a browser notes each in its console.
    assert.deepEqual(watch.strangers, []);
    assert.ok(
      watch.errors.every((error) => error.includes("401")),
      watch.errors.join("\n"),
    );
  });

  test("whoever mistypes too often is told for how long, and a known phone beside them is not kept waiting", async () => {
    const mobile = await newDriver("84911500002");
    const [page, stranger] = [await openReader(browser!), await openReader(browser!)];
    await page.goto(`${giao.url}/drive`);
    await fill(page, mobile, PIN);
    await press(page, "Sign in");
    await page.getByLabel("Code from the SMS").waitFor();
    await page.getByLabel("Code from the SMS").fill(codes(mobile)[0]!);
    await press(page, "Sign in");
    await isIn(page);
    await signOut(page);

    // Whose clock stands as soon as they are told to wait, and goes on as it is told to: how long it takes to look depends on the machine.
    await stranger.clock.install();
    await stranger.route("**/driver/v1/sessions", async (route) => {
      const response = await route.fetch();
      if (response.status() === 429) await stranger.clock.pauseAt(Date.now() + HOUR_MS);
      await route.fulfill({ response });
    });
    await stranger.goto(`${giao.url}/drive`);
    await fill(stranger, mobile, "111111");
    const waits = stranger.getByRole("button", { name: /^Try again in \d+ s$/ });
    for (let wrong = 0; (await waits.count()) === 0; wrong++) {
      assert.ok(wrong < 10, "a wait begins after a few wrong pins");
      const answered = stranger.waitForResponse((response) => response.url().endsWith("/driver/v1/sessions"));
      await press(stranger, "Sign in");
      if ((await answered).status() === 429) {
        await until("the wait is said", async () => {
          await stranger.clock.runFor(1);
          return (await waits.count()) > 0;
        });
      } else await stranger.getByText("Phone number or pin is wrong.").waitFor();
    }
    assert.equal(await waits.isDisabled(), true);
    await stranger.getByText("Too many tries. It goes on in a moment.").waitFor();

    await fill(page, mobile, PIN);
    await press(page, "Sign in");
    await isIn(page);
    // It ends by itself.
    await stranger.clock.runFor(WAIT_MS_MAX);
    await stranger.getByRole("button", { name: "Sign in" }).waitFor();
  });

  test("the same in Vietnamese", async () => {
    const mobile = await newDriver("84911500003");
    const page = await openReader(browser!, { language: "vi" });
    await page.goto(`${giao.url}/drive`);
    await page.getByLabel("Số điện thoại").fill(mobile);
    await page.getByRole("textbox", { name: "Mã pin" }).fill(PIN);
    await press(page, "Đăng nhập");
    await page.getByLabel("Mã trong tin nhắn SMS").fill("12");
    await press(page, "Đăng nhập");
    await page.getByText("Mã sai hoặc đã hết hạn.").waitFor();
    await page.getByLabel("Mã trong tin nhắn SMS").fill(codes(mobile)[0]!);
    await press(page, "Đăng nhập");
    await page.getByRole("button", { name: "Bắt đầu nhận đơn" }).waitFor();
  });
});
