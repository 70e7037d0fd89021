// What a page sends over the line before and with its map, when it is first painted on slow 4G, what axe finds, and how small its smallest target is.
import type { CDPSession, Page } from "playwright-core";
import { accessFaults, launchBrowser, openReader, PHONE, targetsOf } from "../harness/browser.ts";
import { watchMainThread } from "./main-thread.ts";
import type { FigurePage } from "./run.ts";

// As Lighthouse has it.
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
// The map's code, and all that comes after it was asked for, is the map's.
const MAP = /\/assets\/(sandbox-map|map-canvas)-/;
const QUIET_MS = 3_000;
const QUIET_MS_MAX = 60_000;

export async function printPages(pages: readonly FigurePage[], say: (line: string) => void): Promise<void> {
  const browser = await launchBrowser({ maps: true });
  say(
    "| page | before the map | in all | first paint on slow 4G | main thread blocked before the map | axe | smallest target |",
  );
  say("|---|---|---|---|---|---|---|");
  try {
    for (const { name, url } of pages) {
      const page = await openReader(browser, { viewport: PHONE });
      page.setDefaultTimeout(120_000);
      const line = await page.context().newCDPSession(page);
      const sent = await countBytes(line);
      const held = await watchMainThread(browser, page, MAP);
      await line.send("Network.emulateNetworkConditions", SLOW_4G);
      await page.goto(url, { waitUntil: "load" });
      const paintMs = await firstPaintMs(page);
      await sent.quiet();
      const { blockedMs } = await held();
      const faults = await accessFaults(page);
      const [target] = await targetsOf(page);
      const { beforeMap, inAll } = sent.kilobytes();
      say(
        `| ${name} | ${beforeMap} KB | ${inAll} KB | ${(paintMs / 1000).toFixed(1)} s | ${blockedMs} ms | ${faults.length === 0 ? "clean" : faults.map((fault) => fault.split(":")[0]).join(", ")} | ${target ? `${target.width} × ${target.height} px (${target.what})` : ""} |`,
      );
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
}

function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const paint = list.getEntries().find(({ name }) => name === "first-contentful-paint");
      if (paint) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
  })`);
}

// Compressed, with headers, as they come over the line.
async function countBytes(line: CDPSession) {
  let before = 0;
  let inAll = 0;
  let isMap = false;
  let underWay = 0;
  let lastAt = performance.now();
  const ofMap = new Set<string>();
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    isMap ||= MAP.test(request.url);
    if (isMap) ofMap.add(requestId);
    underWay += 1;
    lastAt = performance.now();
  });
  const ended = (): void => {
    underWay -= 1;
    lastAt = performance.now();
  };
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    inAll += encodedDataLength;
    if (!ofMap.has(requestId)) before += encodedDataLength;
    ended();
  });
  line.on("Network.loadingFailed", ended);
  await line.send("Network.enable");
  return {
    kilobytes: () => ({ beforeMap: Math.round(before / 1000), inAll: Math.round(inAll / 1000) }),
    // A stream stays open; everything else has come when nothing more was asked for in a while. A page that never comes to rest is measured as it is by then.
    quiet: async (): Promise<void> => {
      const untilMs = performance.now() + QUIET_MS_MAX;
      while (performance.now() < untilMs && (performance.now() - lastAt < QUIET_MS || underWay > 1))
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 10));
    },
  };
}
