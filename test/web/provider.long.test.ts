// The operator's people in a browser, with a real OpenID provider beside the program: in, back to where they were, asked again, and refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { openDatabase } from "../../src/store/db.ts";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { useDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-port.ts";
import { CLIENT, startIdentityProvider } from "../harness/identity-provider.ts";
import { PRODUCTION } from "../harness/production.ts";
import { spawnProgram } from "../harness/program.ts";

const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const database = await useDatabase();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(`${url}/console/provider`);
database.closeFirst(provider.close);
const program = spawnProgram(["serve"], {
  ...PRODUCTION,
  LOG_LEVEL: "warn",
  PUBLIC_URL: url,
  PORT: String(port),
  DATABASE_URL: database.url,
  DEMO_STREETS: "yes",
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLES: "admins=owner",
});
database.closeFirst(async () => {
  program.process.kill("SIGKILL");
  await program.exit();
});
await program.says(new RegExp(`${url}/console/join#[0-9a-f]{64}`));

async function open(path: string, language: "en" | "vi" = "en", viewport = DESKTOP): Promise<Page> {
  const opened = await openReader(browser!, { viewport, language });
  await opened.route(/map-canvas/, () => undefined);
  await opened.goto(`${url}${path}`);
  return opened;
}

async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}
const agree = (page: Page): Promise<void> => page.getByRole("button", { name: "Continue" }).click();

test("an owner signs in with the company's account, comes back to where they were, and proves it again in another tab", {
  skip: skipWithoutChromium,
}, async () => {
  provider.people.set("mai", { email: "mai@giao.example", name: "Mai", roles: ["admins"] });
  const page = await open("/console/people");
  await page.getByRole("button", { name: "Sign in with your company account" }).click();
  await signInThere(page, "mai");
  await agree(page);
  await page.waitForURL(`${url}/console/people`);
  await page.getByRole("table", { name: "People" }).getByText("mai@giao.example").waitFor();

  const makeKey = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog", { name: "New key" });
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("button", { name: "New key" }).click();
  };
  const db = openDatabase(database.url);
  database.closeFirst(db.close);
  await db`update web_sessions set proved_at = null`;
  await makeKey("Warehouse");
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByRole("textbox", { name: "Code" }).waitFor();
  assert.equal(await proof.getByRole("textbox", { name: "Password" }).count(), 0);
  await assertAccessible(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    proof.getByRole("button", { name: "Sign in again with the company account" }).click(),
  ]);
  await signInThere(tab, "mai");
  await page.getByRole("region", { name: "Key", exact: true }).waitFor();
  assert.equal(await proof.count(), 0);
  await page.getByRole("link", { name: "My security" }).click();
  await page.getByText(/You sign in with your company account/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Change password" }).count(), 0);
});

test("who has no role reads why, in their language, on a phone too", { skip: skipWithoutChromium }, async () => {
  provider.people.set("tai", { email: "tai@giao.example", name: "Tài", roles: ["drivers"] });
  const page = await open("/console", "vi", PHONE);
  await page.getByRole("button", { name: "Đăng nhập bằng tài khoản công ty" }).click();
  await signInThere(page, "tai");
  await agree(page);
  await page.getByRole("heading", { level: 1, name: "Bạn chưa được đăng nhập" }).waitFor();
  await page.getByText("Tài khoản công ty của bạn chưa có vai trò ở đây.").waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Đến bảng điều hành" }).click();
  await page.getByRole("button", { name: "Đăng nhập bằng tài khoản công ty" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/console");
});
