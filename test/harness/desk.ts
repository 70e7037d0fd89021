// Somebody at a desk, signed in to the portal or the console: the page they look at, and what goes wrong on it.
import type { Browser } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { DESKTOP, openReader, watchPage } from "./browser.ts";
import type { Giao } from "./giao.ts";
import type { Clerk, PortalReader } from "./portal.ts";
import { keepSession, signInPage } from "./web-session.ts";

const KEYS = {
  console: { operator_key: "sandbox-operator-key", name: "Lan" },
  portal: { api_key: DEMO.apiKey, mobile: DEMO.phone },
} as const;

export async function openDesk(
  giao: Giao,
  browser: Browser,
  name: keyof typeof KEYS,
  path: string,
  { map = false, ...reader }: PortalReader = {},
): Promise<Clerk> {
  const page = await openReader(browser, { viewport: DESKTOP, language: "en", ...reader });
  if (!map) await page.route(/map-canvas/, () => undefined);
  // These servers have no base map, which has tests of its own.
  await page.route("**/tiles/style/*.json*", (route) =>
    route.fulfill({ json: { version: 8, sources: {}, layers: [] } }),
  );
  await keepSession(page, giao.url, await signInPage(giao, name, KEYS[name]));
  await page.goto(`${giao.url}/${name}${path}`);
  return { page, watch: watchPage(page, giao.url) };
}
