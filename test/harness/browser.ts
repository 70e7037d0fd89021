// A real Chromium for tests of pages; one a file, closed with it, its pages with the test that opened them. Without one
// installed, page tests are skipped and say so.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, afterEach } from "node:test";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

// The same engine without a browser's own windows comes first: it takes half the time.
const CANDIDATES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Without a graphics card WebGL is computed, which takes seconds for a map; the rest of a page is then better painted without
// it (three times as quick), and a page without a map needs none of it.
export const FLAGS_WITHOUT_MAPS = [...FLAGS, "--disable-gpu"];
export const FLAGS_WITH_MAPS = [
  ...FLAGS,
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-gpu-compositing",
  "--disable-gpu-rasterization",
];

export const chromiumPath = CANDIDATES.find((path) => existsSync(path));
export const skipWithoutChromium =
  chromiumPath === undefined ? "Chromium is not installed (apt-get install chromium-headless-shell)" : false;

export async function openBrowser({ maps = false } = {}): Promise<Browser> {
  const browser = await launchBrowser({ maps });
  // A page left open goes on drawing and asking while later tests run.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  after(() => browser.close());
  return browser;
}

// For whoever closes it themselves.
export async function launchBrowser({ maps }: { readonly maps: boolean }): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error("Chromium is not installed (apt-get install chromium-headless-shell)");
  return chromium.launch({ executablePath: chromiumPath, args: maps ? FLAGS_WITH_MAPS : FLAGS_WITHOUT_MAPS });
}

// What went wrong on a page while somebody looked at it, and whom it spoke to.
export type Watch = { readonly errors: readonly string[]; readonly strangers: readonly string[] };

export function watchPage(page: Page, root: string): Watch {
  const errors: string[] = [];
  const strangers: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(root) && !url.startsWith("data:") && !url.startsWith("blob:")) strangers.push(url);
  });
  return { errors, strangers };
}

// As long as `until` waits: a busy machine lets a browser stand for many seconds.
const PATIENCE_MS = 60_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export type Reader = {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly language?: "en" | "vi";
  readonly colors?: "light" | "dark";
};

// A page of a reader who was never here before: nothing remembered, nothing cached. Motion is off, so that it settles at once.
export async function openReader(
  browser: Browser,
  reader: Reader = {},
  more: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...more,
    viewport: reader.viewport ?? PHONE,
    locale: reader.language === "vi" ? "vi-VN" : "en-US",
    colorScheme: reader.colors ?? "light",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

// As a link inside a page does: loading the whole page anew for each view would take most of a test's time.
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`);
}

// What axe finds wrong for people who cannot see well, hear, or use a mouse.
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await accessFaults(page), []);
}

export async function accessFaults(page: Page): Promise<readonly string[]> {
  // Evaluated, not added as an element: the page's policy would refuse that, and should.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import("axe-core") }).axe.run({
      resultTypes: ["violations"],
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
    );
  });
}

export type Target = { readonly what: string; readonly width: number; readonly height: number };

// Everything that can be pressed, the smallest first. What its label makes larger is as large as the label; a link within a sentence is text.
export async function targetsOf(page: Page): Promise<readonly Target[]> {
  const targets = await page.evaluate<readonly Target[]>(`
    [...document.querySelectorAll("a, button, input, select, textarea, [role=button]")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== "file" && !one.closest("p"))
      .map((one) => {
        const boxes = [one, one.closest("label"), ...(one.labels ?? [])].flatMap((each) => each ? [each.getBoundingClientRect()] : []);
        return {
          what: one.tagName.toLowerCase() + " " + (one.ariaLabel ?? one.textContent).trim().slice(0, 40),
          width: Math.round(Math.max(...boxes.map(({ width }) => width))),
          height: Math.round(Math.max(...boxes.map(({ height }) => height))),
        };
      })
      .filter(({ width }) => width > 0)`);
  return targets.toSorted((a, b) => Math.min(a.width, a.height) - Math.min(b.width, b.height));
}

export async function assertFits(page: Page): Promise<void> {
  // In text, because tests are not checked against a browser's own names.
  const [has = 0, may = 0] = await page.evaluate<readonly number[]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  assert.ok(has <= may, `the page is ${has} px wide in a window of ${may} px`);
}
