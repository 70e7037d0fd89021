// `giao data`: the months that data is kept in, how large they are, and what can be done with those that are over.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { appendFile, link, mkdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Month, nameOf, parseMonth } from "../domain/months.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { detachByHand, dropByHand, type MonthChoice } from "../operations/data/age-by-hand.ts";
import { type Exported, listToExport, noteExported, type ToExport } from "../operations/data/export-month.ts";
import type { MonthDeps } from "../operations/data/keep-months.ts";
import { readMonthRows } from "../store/month-rows.ts";
import { type KeptMonth, listKeptMonths } from "../store/months.ts";
import { openProgress, type Screen } from "./progress.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const DATA_HELP = `giao data months
giao data export <month> --to <folder> [--table <name>]
giao data detach <month> [--table <name>] [--tablespace <name>]
giao data drop <month> [--table <name>]

What grows with orders is kept by the month, such as 2026-11. months shows them with their sizes. export writes a month as CSV, gzipped, a file
a table, which PostgreSQL's copy reads back, and their sums into sha256sums.txt; orders and journals of the month too. detach takes a month that is over out of sight and, if you like, moves it to another
tablespace; drop removes a month that was detached. The server makes the months that come and drops those older than its
settings say by itself (docs/database.md).`;

type DataDeps = MonthDeps & { readonly screen: Screen };
const MEGABYTE = 1_048_576;
// As sha256sum -c reads it.
const SUMS = "sha256sums.txt";

export async function dataCommand(words: readonly string[], out: Out, deps: DataDeps): Promise<number> {
  const { positionals, values } = readWords(words, {
    to: { type: "string" },
    table: { type: "string" },
    tablespace: { type: "string" },
  });
  const [verb, given, ...more] = positionals;
  if (verb === "months" && given === undefined) return showMonths(out, deps);
  const month = given === undefined ? undefined : parseMonth(given);
  if (more.length > 0 || !["export", "detach", "drop"].includes(verb ?? "")) {
    throw new BadWords("expected: data months, or export, detach or drop with a month");
  }
  if (!month) throw new BadWords(`expected a month like 2026-11 after data ${verb}`);
  const choice = { month, table: values.table };
  if (verb === "drop") return report(out, await dropByHand(deps, choice), "dropped");
  const progress = openProgress(deps.screen);
  if (verb === "detach") {
    return report(out, await detachByHand(deps, choice, values.tablespace, progress.show), "detached");
  }
  if (values.to === undefined) throw new BadWords("data export needs --to <folder>");
  return exportMonth(out, deps, choice, values.to, progress.show);
}

async function showMonths(out: Out, { db }: DataDeps): Promise<number> {
  const line = (...cells: readonly string[]) => {
    const [table = "", month = "", rows = "", size = "", place = ""] = cells;
    out.say(`${table.padEnd(22)} ${month.padEnd(9)} ${rows.padStart(12)} ${size.padStart(10)}  ${place}`.trimEnd());
  };
  line("table", "month", "rows, about", "MB", "");
  for (const kept of await listKeptMonths(db)) {
    const place = [kept.isAttached ? "" : "detached", kept.tablespace && `in ${kept.tablespace}`].filter(Boolean);
    line(kept.table, nameIn(kept), String(kept.rowsAbout), (kept.bytes / MEGABYTE).toFixed(1), place.join(", "));
  }
  return 0;
}

function nameIn({ month }: { readonly month: Month | null }): string {
  return month === null ? "(none)" : nameOf(month);
}

function report(out: Out, chosen: readonly KeptMonth[] | Refusal<string>, done: string): number {
  if (isRefusal(chosen)) return refused(out, chosen.why);
  for (const kept of chosen) out.say(`${kept.table} ${nameIn(kept)}: ${done}.`);
  return 0;
}

async function exportMonth(
  out: Out,
  deps: DataDeps,
  choice: MonthChoice,
  folder: string,
  tell: (part: string, share: number) => void,
): Promise<number> {
  const sources = await listToExport(deps, choice);
  if (isRefusal(sources)) return refused(out, sources.why);
  await mkdir(folder, { recursive: true });
  let counts = true;
  for (const source of sources) {
    const begunAt = deps.clock.now();
    const file = `${source.table}-${nameOf(source.month)}.csv.gz`;
    const exported = await writeRows(deps, source, join(folder, file), tell);
    await appendFile(join(folder, SUMS), `${exported.sha256}  ${file}\n`);
    counts = await noteExported(deps, source, begunAt, exported);
    out.say(`${exported.file}: ${exported.rows} rows.`);
  }
  if (!counts) out.say(`${nameOf(choice.month)} is not over: the server does not count it as exported.`);
  return 0;
}

// Under its own name when all of it is on the disk, and never over what is there: it may be all that is left.
async function writeRows(
  deps: DataDeps,
  source: ToExport,
  path: string,
  tell: (part: string, share: number) => void,
): Promise<Exported> {
  if (existsSync(path)) throw new Error(`EEXIST: ${path} is there already`);
  const part = `${path}.part`;
  const hash = createHash("sha256");
  const zip = createGzip();
  const hashed = new Transform({
    transform: (bytes, _encoding, done) => {
      hash.update(bytes);
      done(null, bytes);
    },
  });
  const written = pipeline(zip, hashed, createWriteStream(part, { flush: true }));
  let lines = 0;
  const read = readMonthRows(deps.db, source, async (portion) => {
    lines += portion.length;
    tell(source.table, Math.min(0.99, lines / Math.max(1, source.rowsAbout)));
    // A full disk ends it too.
    if (!zip.write(portion.join(""))) await Promise.race([once(zip, "drain"), written]);
  });
  const ended = read.then(
    () => zip.end(),
    (error: Error) => zip.destroy(error),
  );
  const [rows] = await Promise.all([read, written, ended]);
  await link(part, path);
  await unlink(part);
  tell(source.table, 1);
  return { rows, file: path, sha256: hash.digest("hex") };
}
