// The operator's people in a browser, on a program in production as somebody starts it: the first owner comes by the printed link, signs in with an
// app, and each role is shown what it may do and refused the rest.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { totpAt, totpStep } from "../../src/ports/totp.ts";
import { openDatabase } from "../../src/store/db.ts";
import { DESKTOP, openBrowser, openReader, skipWithoutChromium, watchPage } from "../harness/browser.ts";
import { useDatabase } from "../harness/database.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt } from "../harness/giao.ts";
import { PRODUCTION } from "../harness/production.ts";
import { spawnProgram } from "../harness/program.ts";

const PASSWORD = "lotus pond at dawn";
const page = { "x-giao-page": "console" };
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const database = await useDatabase();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const program = spawnProgram(["serve"], {
  ...PRODUCTION,
  LOG_LEVEL: "warn",
  PUBLIC_URL: url,
  PORT: String(port),
  DATABASE_URL: database.url,
  DEMO_STREETS: "yes",
});
database.closeFirst(async () => {
  program.process.kill("SIGKILL");
  await program.exit();
});
const [link = ""] = await program.says(new RegExp(`${url}/console/join#[0-9a-f]{64}`));
const operator = (method: string, path: string, body?: object) =>
  callAt(url, method, `/operator/v1${path}`, {
    headers: { "x-operator-key": PRODUCTION.OPERATOR_KEY },
    ...(body ? { body } : {}),
  });

async function open(path: string): Promise<Page> {
  const opened = await openReader(browser!, { viewport: DESKTOP, language: "en" });
  // Drawing a map without a graphics card takes seconds.
  await opened.route(/map-canvas/, () => undefined);
  await opened.goto(path.startsWith("http") ? path : `${url}${path}`);
  return opened;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const codeOf = (secret: string, ahead: number): string => {
  const bits = [...secret].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpAt(Buffer.from(bytes), totpStep(new Date()) + ahead);
};

test("the first owner joins by the printed link, sets the app up and signs in with it", {
  skip: skipWithoutChromium,
}, async () => {
  const owner = await open(link);
  const watch = watchPage(owner, url);
  await owner.getByText("You become the owner of this installation.").waitFor();
  await owner.getByLabel("E-mail").fill("mai@giao.example");
  await owner.getByLabel("Name").fill("Mai");
  const password = owner.getByRole("textbox", { name: "New password" });
  await password.fill("password1234");
  await owner.getByRole("button", { name: "Choose this password" }).click();
  await owner.getByText(/among those that are tried first/).waitFor();
  await password.fill(PASSWORD);
  await owner.getByRole("button", { name: "Choose this password" }).click();
  await owner.getByRole("link", { name: "My security" }).click();
  await owner.getByRole("button", { name: "Set up the app" }).click();
  await owner.getByRole("img", { name: "Picture for the app" }).waitFor();
  const secret = (await owner.getByRole("region", { name: "Secret" }).innerText()).trim();
  await owner.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 0));
  await owner.getByRole("button", { name: "Turn on" }).click();
  const codes = (await owner.getByRole("region", { name: "Recovery codes" }).innerText()).trim().split("\n");
  assert.equal(codes.length, 10);
  await owner.getByText("On. 10 recovery codes are left.").waitFor();
  await owner.getByRole("button", { name: "Mai" }).click();
  await owner.getByRole("menuitem", { name: "Sign out" }).click();

  await owner.getByLabel("E-mail").fill("mai@giao.example");
  await owner.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await owner.getByRole("button", { name: "Sign in", exact: true }).click();
  await owner.getByText("Give the code that your app shows now.").waitFor();
  await owner.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await owner.getByRole("button", { name: "Sign in", exact: true }).click();
  await owner.getByText("On. 9 recovery codes are left.").waitFor();

  await owner.getByRole("link", { name: "People and keys" }).click();
  await owner.getByRole("button", { name: "New key" }).click();
  await owner.getByRole("dialog").getByLabel("Name").fill("Warehouse");
  await owner.getByRole("dialog").getByRole("button", { name: "New key" }).click();
  const key = (await owner.getByRole("region", { name: "Key", exact: true }).innerText()).trim();
  const byKey = () => callAt(url, "GET", "/operator/v1/orders", { headers: { "x-operator-key": key } });
  assertOk(await byKey());
  await owner.getByRole("button", { name: "I have it" }).click();

  // Five minutes later it is asked for again, and then done.
  const db = openDatabase(database.url);
  await db`update web_sessions set proved_at = proved_at - interval '6 minutes'`;
  await db.close();
  await owner.getByRole("button", { name: "Revoke", exact: true }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  const proof = owner.getByRole("dialog", { name: "Is it you?" });
  await proof.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await proof.getByRole("button", { name: "It is me" }).click();
  await owner.getByRole("table", { name: "Keys for machines" }).getByText("Revoked", { exact: true }).waitFor();
  assertRefused(await byKey(), 401, "NOT_AUTHORIZED");
  assert.deepEqual(watch.strangers, []);
  assert.deepEqual(
    watch.errors.filter((error) => !/status of 40[0-9]/.test(error)),
    [],
  );

  const again = await open(link);
  await again.getByText("This link was used, or has run out.").waitFor();
});

const HIDDEN = {
  dispatcher: ["Partners", "Catalogue", "Money", "People and keys", "Audit log"],
  support: ["Catalogue", "People and keys", "Audit log"],
  finance: ["Partners", "Catalogue", "People and keys", "Audit log"],
  viewer: ["Partners", "Catalogue", "Money", "People and keys", "Audit log"],
} as const;
const VIEWS = ["Orders", "Drivers", "Partners", "Catalogue", "Money", "Health", "People and keys", "Audit log"];

test("each role sees the views it may open, and the server refuses the others", {
  skip: skipWithoutChromium,
}, async () => {
  for (const [role, hidden] of Object.entries(HIDDEN)) {
    const invited = await operator("POST", "/people", { email: `${role}@giao.example`, name: `A ${role}`, role });
    assertOk(invited);
    const member = await open(invited.body.link);
    await member.getByText(new RegExp(`You become ${role}`, "i")).waitFor();
    await member.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
    await member.getByRole("button", { name: "Choose this password" }).click();
    await member.getByRole("link", { name: "Orders", exact: true }).waitFor();
    const shown = await Promise.all(
      VIEWS.map(async (view) =>
        (await member.getByRole("link", { name: view, exact: true }).count()) > 0 ? [view] : [],
      ),
    );
    assert.deepEqual(
      shown.flat(),
      VIEWS.filter((view) => !(hidden as readonly string[]).includes(view)),
      role,
    );
    const cookies = await member.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    assertRefused(
      await callAt(url, "GET", "/operator/v1/people", { headers: { ...page, cookie } }),
      403,
      "ROLE_NOT_ALLOWED",
    );
    await member.goto(`${url}/console/drivers`);
    await member.getByRole("heading", { level: 1, name: "Drivers" }).waitFor();
    const makes = await member.getByRole("button", { name: "New driver" }).count();
    assert.equal(makes, role === "dispatcher" ? 1 : 0, role);
    await member.goto(`${url}/console/people`);
    await member.getByText("Your role does not allow this.").first().waitFor();
  }
});

test("the owner's key for emergencies works, and the log says so without the key", async () => {
  assertOk(await operator("GET", "/orders"));
  await program.says(/OPERATOR_KEY was used/);
  assert.ok(!program.output().includes(PRODUCTION.OPERATOR_KEY));
});
