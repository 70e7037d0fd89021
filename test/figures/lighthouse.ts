// Lighthouse's scores with its default phone and network: a middling phone, four times slower than this machine, on slow 4G.
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { chromiumPath, FLAGS_WITH_MAPS, skipWithoutChromium } from "../harness/browser.ts";
import { freePort } from "../harness/free-port.ts";
import type { FigurePage } from "./run.ts";

const RUNS = Number(process.env.RUNS ?? 1);
const BARS = { performance: 95, accessibility: 100 } as const;
// It brings the whole reference along.
const BARS_OF_DOCS = { performance: 80, accessibility: 100 } as const;

type Scores = {
  readonly performance: number;
  readonly accessibility: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly faults: readonly string[];
};

export async function printLighthouse(pages: readonly FigurePage[], say: (line: string) => void): Promise<void> {
  if (skipWithoutChromium) throw new Error(skipWithoutChromium);
  say("| page | performance | accessibility | first paint | largest paint | main thread blocked | shifts | |");
  say("|---|---|---|---|---|---|---|---|");
  for (const { name, url } of pages) {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await scoresOf(url));
    const scores = runs.toSorted((a, b) => a.performance - b.performance)[Math.floor(RUNS / 2)]!;
    const { performance, accessibility, fcpMs, lcpMs, tbtMs, cls, faults } = scores;
    const bars = name === "/docs" ? BARS_OF_DOCS : BARS;
    const low = performance < bars.performance || accessibility < bars.accessibility ? "below its bar" : "";
    const notes = [low, ...faults].filter((note) => note !== "").join(", ");
    say(
      `| ${name} | ${performance} | ${accessibility} | ${seconds(fcpMs)} | ${seconds(lcpMs)} | ${Math.round(tbtMs)} ms | ${cls.toFixed(3)} | ${notes} |`,
    );
  }
}

// A browser of its own for each: nothing is kept from the page before.
async function scoresOf(url: string): Promise<Scores> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    args: [...FLAGS_WITH_MAPS, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility"],
    });
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse of ${url}: ${runtimeError.message}`);
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const asked = categories.accessibility?.auditRefs ?? [];
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      fcpMs: figure("first-contentful-paint"),
      lcpMs: figure("largest-contentful-paint"),
      tbtMs: figure("total-blocking-time"),
      cls: figure("cumulative-layout-shift"),
      faults: asked.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id),
    };
  } finally {
    await browser.close();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
