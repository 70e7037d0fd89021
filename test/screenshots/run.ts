// Takes the pictures of docs/images from a fresh sandbox on its demo streets, so that they show the product as anyone gets it.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { buildPages } from "../../web/build/build-pages.ts";
import { launchBrowser, openReader } from "../harness/browser.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";
import { SHOTS, type Shot } from "./shots.ts";

const FOLDER = "docs/images";

export async function takeScreenshots(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name));
  if (unknown.length > 0) {
    say(`there is no picture ${unknown.join(", ")}; there are ${SHOTS.map(({ name }) => name).join(", ")}`);
    return 1;
  }
  if ((await buildPages()) !== 0) return 1;
  const browser = await launchBrowser({ maps: true });
  const sandbox = await startSandbox();
  try {
    mkdirSync(FOLDER, { recursive: true });
    for (const shot of SHOTS) {
      if (names.length === 0 || names.includes(shot.name)) await take(browser, sandbox, shot);
    }
    return 0;
  } finally {
    await browser.close();
    await sandbox.stop();
  }
}

async function take(browser: Browser, sandbox: Sandbox, shot: Shot): Promise<void> {
  if (shot.page && !existsSync(`web/${shot.page}/page.tsx`)) {
    say(`${shot.name} is left out: there is no page ${shot.page}`);
    return;
  }
  const page = await openReader(browser, shot.reader, shot.device);
  await shot.stage(page, sandbox);
  const path = join(FOLDER, `${shot.name}.png`);
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  await page.screenshot({ path });
  await page.context().close();
  say(`${path}  ${Math.round(statSync(path).size / 1024)} KB`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
