// A real Chromium for tests of pages; one a file, closed with it. Without one installed, page tests are skipped and say so.
import { existsSync } from "node:fs";
import { after } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];

export const chromiumPath = CANDIDATES.find((path) => existsSync(path));
export const skipWithoutChromium =
  chromiumPath === undefined ? "Chromium is not installed (apt-get install chromium)" : false;

export async function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("Chromium is not installed");
  const browser = await chromium.launch({ executablePath: chromiumPath, args: FLAGS });
  after(() => browser.close());
  return browser;
}

// What went wrong on a page while somebody looked at it, and whom it spoke to.
export type Watch = { readonly errors: readonly string[]; readonly strangers: readonly string[] };

export function watchPage(page: Page, root: string): Watch {
  const errors: string[] = [];
  const strangers: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(root) && !url.startsWith("data:") && !url.startsWith("blob:")) strangers.push(url);
  });
  return { errors, strangers };
}
