// A partner's clerk in front of the portal: signs in as the demo account, clicks, and nothing may go wrong meanwhile.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { DESKTOP, openReader, type Reader, type Watch, watchPage } from "./browser.ts";
import type { Giao } from "./giao.ts";
import { keepSession, signInPage } from "./web-session.ts";

export type Clerk = { readonly page: Page; readonly watch: Watch };

export type PortalReader = Reader & { readonly map?: boolean };

export async function openPortal(
  giao: Giao,
  browser: Browser,
  path: string,
  reader: PortalReader = {},
): Promise<Clerk> {
  const clerk = await openClerk(giao, browser, reader);
  await clerk.page.goto(giao.url + path);
  return clerk;
}

// Most views are not about the map, and drawing one without a graphics card takes seconds.
async function openClerk(giao: Giao, browser: Browser, reader: PortalReader): Promise<Clerk> {
  const page = await openReader(browser, { viewport: DESKTOP, ...reader });
  if (!reader.map) await page.route(/map-canvas/, () => undefined);
  // These servers have no base map, which has tests of its own.
  await page.route("**/tiles/style/*.json*", (route) =>
    route.fulfill({ json: { version: 8, sources: {}, layers: [] } }),
  );
  return { page, watch: watchPage(page, giao.url) };
}

// Signed in already: one test goes through the door by hand.
export async function signedIn(giao: Giao, browser: Browser, path: string, reader: PortalReader = {}): Promise<Clerk> {
  const clerk = await openClerk(giao, browser, reader);
  const session = await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  await keepSession(clerk.page, giao.url, session);
  await clerk.page.goto(giao.url + path);
  await clerk.page.getByRole("navigation").or(clerk.page.locator("#content")).first().waitFor();
  return clerk;
}

export function assertQuiet({ watch }: Clerk): void {
  assert.deepEqual(watch.errors, []);
  assert.deepEqual(watch.strangers, []);
}
