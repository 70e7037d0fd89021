// A partner's people in a browser: an owner invites, each role sees what it may, and a key is made and revoked.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const giao = await startGiao();
const PASSWORD = "lotus pond at dawn";

async function open(path: string, language: "en" | "vi" = "en", viewport = DESKTOP): Promise<Page> {
  const opened = await openReader(browser!, { viewport, language });
  await opened.goto(`${giao.url}${path}`);
  return opened;
}
const here = (link: string): string => `/portal/join${new URL(link).hash}`;

test("an owner invites somebody, who chooses a password and sees what their role may", {
  skip: skipWithoutChromium,
}, async () => {
  const signedIn = await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const owner = await openReader(browser!, { viewport: DESKTOP, language: "en" });
  await keepSession(owner, giao.url, signedIn);
  await owner.goto(`${giao.url}/portal/members`);
  await owner.getByText("Nobody was invited yet.").waitFor();
  await owner.getByLabel("E-mail").fill("hoa@shop.example");
  await owner.getByLabel("Name").fill("Hoa");
  await owner.getByLabel("Role", { exact: true }).selectOption("finance");
  await owner.getByRole("button", { name: "Invite somebody" }).click();
  const link = (await owner.getByRole("region", { name: "Link" }).innerText()).trim();
  await assertAccessible(owner);

  const hoa = await open(here(link), "vi", PHONE);
  await hoa.getByRole("heading", { name: "Tham gia Demo shop" }).waitFor();
  await hoa.getByText("Bạn sẽ là Tài chính ở đây.").waitFor();
  await assertFits(hoa);
  await hoa.getByRole("textbox", { name: "Mật khẩu mới" }).fill(PASSWORD);
  await hoa.getByRole("button", { name: "Chọn mật khẩu này" }).click();
  await hoa.getByRole("heading", { level: 1, name: "Đơn hàng" }).waitFor();
  assert.equal(await hoa.getByRole("button", { name: "Tạo đơn" }).count(), 0);

  const desk = await open("/portal");
  await desk.getByRole("button", { name: "Use e-mail and password" }).click();
  await desk.getByLabel("E-mail").fill("hoa@shop.example");
  await desk.getByRole("textbox", { name: "Password" }).fill("wrong");
  await desk.getByRole("button", { name: "Sign in", exact: true }).click();
  await desk.getByText("The e-mail or the password is wrong.").waitFor();
  await desk.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await desk.getByRole("button", { name: "Sign in", exact: true }).click();
  await desk.getByRole("link", { name: "Money" }).waitFor();
  for (const view of ["New order", "Callbacks", "API keys", "Accounts", "Members"])
    assert.equal(await desk.getByRole("link", { name: view, exact: true }).count(), 0, view);
  await desk.goto(`${giao.url}/portal/members`);
  await desk.getByText("Your role does not allow this.").waitFor();

  await owner.reload();
  await owner.getByRole("combobox", { name: "Role: Hoa" }).selectOption("developer");
  await owner.getByRole("button", { name: "Keep out" }).waitFor();
  await desk.goto(`${giao.url}/portal/keys`);
  await desk.getByLabel("Name").fill("Web shop");
  await desk.getByRole("button", { name: "New key" }).click();
  const key = (await desk.getByRole("region", { name: "Key" }).innerText()).trim();
  const call = () => giao.call("GET", "/v3/callbacks", { headers: { "api-key": key } });
  assertOk(await call());
  await assertAccessible(desk);
  const row = desk.getByRole("row", { name: /Web shop/ });
  await row.getByRole("button", { name: "Revoke" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await row.waitFor({ state: "detached" });
  assertRefused(await call(), 401, "NOT_AUTHORIZED");

  // The owner came with another key, and stays.
  await owner.reload();
  await owner.getByRole("combobox", { name: "Role: Hoa" }).waitFor();
});
