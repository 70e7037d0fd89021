// A partner's clerk in front of the portal: signs in as the demo account, clicks, and nothing may go wrong meanwhile.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { DESKTOP, openReader, type Reader, type Watch, watchPage } from "./browser.ts";
import type { Giao } from "./giao.ts";

export type Clerk = { readonly page: Page; readonly watch: Watch };

// Most views are not about the map, and drawing one without a graphics card takes seconds.
export async function openPortal(
  giao: Giao,
  browser: Browser,
  path: string,
  reader: Reader & { readonly map?: boolean } = {},
): Promise<Clerk> {
  const page = await openReader(browser, { viewport: DESKTOP, ...reader });
  if (!reader.map) await page.route(/map-canvas/, () => undefined);
  // These servers have no base map, which has tests of its own.
  await page.route("**/tiles/style/*.json", (route) =>
    route.fulfill({ json: { version: 8, sources: {}, layers: [] } }),
  );
  const watch = watchPage(page, giao.url);
  await page.goto(giao.url + path);
  return { page, watch };
}

export async function signedIn(...given: Parameters<typeof openPortal>): Promise<Clerk> {
  const clerk = await openPortal(...given);
  await clerk.page.getByRole("button", { name: /demo account|tài khoản mẫu/ }).click();
  await clerk.page.getByRole("navigation").or(clerk.page.locator("#content")).first().waitFor();
  return clerk;
}

export function assertQuiet({ watch }: Clerk): void {
  assert.deepEqual(watch.errors, []);
  assert.deepEqual(watch.strangers, []);
}
