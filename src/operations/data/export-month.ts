// A month that is copied out: which tables have rows of it, and that it is noted, so that what is to be kept until then may leave.
import { isBefore, type Month, monthAfter, monthOf, nameOf, startOf } from "../../domain/months.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { noteExport } from "../../store/exported-months.ts";
import { countOrdersAbout, type ExportedTable, type MonthSource, ROW_TABLES } from "../../store/month-rows.ts";
import { listKeptMonths } from "../../store/months.ts";
import type { MonthChoice } from "./age-by-hand.ts";
import type { MonthDeps } from "./keep-months.ts";

export type ToExport = MonthSource & { readonly rowsAbout: number };

// What was there before months were kept lies with all the rest of it.
const ALSO_BEFORE = ["order_history", "offers"] as const;
// What overtakes each other at the end of a month is in by then.
const SETTLED_MS = 3_600_000;

export async function listToExport(
  { db, clock }: MonthDeps,
  { month, table }: MonthChoice,
): Promised<readonly ToExport[], "MONTH_NOT_FOUND"> {
  const kept = (await listKeptMonths(db)).filter((one) => one.month !== null && nameOf(one.month) === nameOf(month));
  const orders = await countOrdersAbout(db, month);
  const own = kept.map((one) => ({ table: one.table, rowsAbout: one.rowsAbout, isOwnTable: true }));
  const before = ALSO_BEFORE.filter((name) => !kept.some((one) => one.table === name));
  const sources: readonly { table: ExportedTable; rowsAbout: number; isOwnTable: boolean }[] = [
    ...own,
    ...before.map((name) => ({ table: name, rowsAbout: orders, isOwnTable: false })),
    ...Object.entries(ROW_TABLES).map(([name, share]) => ({
      table: name as keyof typeof ROW_TABLES,
      rowsAbout: Math.ceil(orders * share),
      isOwnTable: false,
    })),
  ];
  const chosen = sources.filter((one) => (table ?? one.table) === one.table);
  if (chosen.length === 0 || isBefore(monthOf(clock.now()), month))
    return refuse("MONTH_NOT_FOUND", `There is no ${nameOf(month)}${table === undefined ? "" : ` of ${table}`}.`);
  return chosen.map((one) => ({ ...one, month }));
}

export type Exported = { readonly rows: number; readonly file: string; readonly sha256: string };

// False: the month was not over when it was read, so that it does not count.
export async function noteExported(
  { db }: MonthDeps,
  { table, month }: { readonly table: ExportedTable; readonly month: Month },
  begunAt: Date,
  exported: Exported,
): Promise<boolean> {
  if (begunAt.getTime() < startOf(monthAfter(month)).getTime() + SETTLED_MS) return false;
  await noteExport(db, { table, month, exportedAt: begunAt, ...exported });
  return true;
}
