// How long a page's main thread is held up until its map's code is asked for, on a phone four times slower than this machine: what of each task is beyond
// 50 ms, as Lighthouse adds it up. Counted in the processor's own time, so others at work on this machine hardly change it.
import type { Browser, Page } from "playwright-core";

// Lighthouse's phone.
const TIMES_SLOWER = 4;
const LONG_MS = 50;
const CATEGORIES = ["-*", "disabled-by-default-devtools.timeline", "devtools.timeline", "__metadata"];

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string } };
};
export type Held = { readonly blockedMs: number };

export async function watchMainThread(browser: Browser, page: Page, map: RegExp): Promise<() => Promise<Held>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const asked = traceEvents.filter(({ name }) => name === "ResourceSendRequest");
    const { pid, tid } = asked[0] ?? {};
    const mapAt = asked.find(({ args }) => map.test(args.data?.url ?? ""))?.ts ?? Number.POSITIVE_INFINITY;
    const tasks = traceEvents
      .filter((one) => one.name === "RunTask" && one.pid === pid && one.tid === tid && one.ts < mapAt)
      .map(({ tdur = 0 }) => (tdur / 1000) * TIMES_SLOWER);
    return { blockedMs: Math.round(tasks.reduce((total, ms) => total + Math.max(0, ms - LONG_MS), 0)) };
  };
}
