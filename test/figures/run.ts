// Prints the figures of docs/web.md, as Markdown tables to copy there: from a fresh sandbox on its demo streets, in a real browser on this machine.
// RUNS (of Lighthouse; the middle one counts), ONLY (pages whose names hold it), DRIVERS, ORDERS and MINUTES (of the board) change what is done.
import { loadavg } from "node:os";
import { buildPages } from "../../web/build/build-pages.ts";
import { type Sandbox, startSandbox } from "../screenshots/sandbox.ts";
import { deliveryOnTheWay } from "../screenshots/scenes.ts";
import { printBoard } from "./board.ts";
import { printLighthouse } from "./lighthouse.ts";
import { printPages } from "./pages.ts";

// A page as somebody opens it who was never here before.
export type FigurePage = { readonly name: string; readonly url: string };

const PARTS = {
  lighthouse: async () => withSandbox(async (sandbox) => printLighthouse(await pagesOf(sandbox), say)),
  pages: async () => withSandbox(async (sandbox) => printPages(await pagesOf(sandbox), say)),
  board: () => printBoard(say),
} as const;
type Part = keyof typeof PARTS;

export async function printFigures(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    say(`there is no part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}`);
    return 1;
  }
  if ((await buildPages()) !== 0) return 1;
  for (const name of Object.keys(PARTS) as Part[]) {
    if (names.length > 0 && !names.includes(name)) continue;
    // Others at work on this machine make everything below slower than it is.
    say(`\n== ${name} (load of this machine before it: ${loadavg()[0]?.toFixed(1)})\n`);
    await PARTS[name]();
  }
  return 0;
}

async function withSandbox(work: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  // Any free port: a sandbox of somebody's own may have the usual one.
  process.env.PORT ??= "0";
  const sandbox = await startSandbox();
  try {
    await work(sandbox);
  } finally {
    await sandbox.stop();
  }
}

const ADDRESSES = ["/", "/portal", "/console", "/drive", "/docs"];

async function pagesOf(sandbox: Sandbox): Promise<readonly FigurePage[]> {
  const { link } = await deliveryOnTheWay(sandbox);
  const pages: readonly FigurePage[] = [
    ...ADDRESSES.map((path) => ({ name: path, url: sandbox.url + path })),
    { name: "/t/… (tracking)", url: link },
  ];
  const named = pages.filter(({ name }) => name.includes(process.env.ONLY ?? ""));
  for (const { url } of named) {
    // Once before it is measured: what the server makes at the first look, such as compressed copies, is made.
    const answer = await fetch(url, { headers: { accept: "text/html", "accept-encoding": "br" } });
    await answer.text();
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  }
  return named;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
