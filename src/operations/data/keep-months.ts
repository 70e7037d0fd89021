// Keeps data by the month: makes the months that come, and lets go of those that are older than the operator wants to keep. Any number of
// processes may do it at once; what one has made or dropped, the others do not find any more.
import { firstIdOf, type Month, monthAfter, monthOf, startOf } from "../../domain/months.ts";
import type { Database } from "../../store/db.ts";
import { findExportedAt } from "../../store/exported-months.ts";
import {
  type AgedTable,
  dropMonth,
  forgetGivenUp,
  isMonthOlder,
  isMonthOpen,
  isMonthOwed,
  listKeptMonths,
  listMissingMonths,
  makeMonth,
} from "../../store/months.ts";
import type { Services } from "../services.ts";

export type MonthDeps = Pick<Services, "db" | "clock">;
type AgeLimits = {
  readonly eventDays: number;
  readonly tryDays: number;
  readonly trailDays: number;
  readonly decisionDays: number;
  // 0: for ever.
  readonly orderMonths: number;
  readonly historyMonths: number;
  readonly offerMonths: number;
};
export type MonthSweep = MonthDeps & {
  readonly settings: { readonly retention: AgeLimits; readonly keepUntilExported: boolean };
};

// This one and those after it. Whoever starts or sweeps makes them, so that none is missing while anybody is there.
const MONTHS_AHEAD = 3;
const BATCH = 500;
const DAY_MS = 86_400_000;
const MONTH_DAYS = 31;

// Those who only read or write wait for none of it; who holds a table for long keeps a month from being made, and the next round
// tries again.
export async function makeMonthsAhead({ db, clock }: MonthDeps): Promise<void> {
  const first = monthOf(clock.now());
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthAfter(first, ahead));
  for (const { table, month } of await listMissingMonths(db, months)) await makeMonth(db, table, month);
}

export async function dropOldMonths({ db, clock, settings }: MonthSweep, goesOn = () => true): Promise<void> {
  const now = clock.now();
  for (const { table, month, isAttached } of await listKeptMonths(db)) {
    if (month === null || !goesOn()) continue;
    // What somebody has detached is theirs.
    if (!isAttached) continue;
    const days = daysOf(table, settings.retention);
    if (days === 0) continue;
    const keptSince = new Date(now.getTime() - days * DAY_MS);
    if (startOf(monthAfter(month)) > keptSince) continue;
    const exportedAt = settings.keepUntilExported ? await findExportedAt(db, table, month) : keptSince;
    if (!exportedAt) continue;
    // What came after it was exported is in no file.
    const before = exportedAt < keptSince ? exportedAt : keptSince;
    if (await mayGo(db, table, month, before)) await dropMonth(db, table, month);
  }
}

// 0: for ever.
function daysOf(table: AgedTable, limits: AgeLimits): number {
  return {
    // The log shows what was sent, so that an event outlives its tries.
    callback_events: Math.max(limits.eventDays, limits.tryDays),
    callback_tries: limits.tryDays,
    dispatch_decisions: limits.decisionDays,
    offers: shorterOf(limits.offerMonths, limits.orderMonths) * MONTH_DAYS,
    order_history: shorterOf(limits.historyMonths, limits.orderMonths) * MONTH_DAYS,
    trail_points: limits.trailDays,
  }[table];
}

// What hangs on an order is kept no longer than the order.
function shorterOf(months: number, orderMonths: number): number {
  return Math.min(months || orderMonths, orderMonths || months);
}

async function mayGo(db: Database, table: AgedTable, month: Month, keptSince: Date): Promise<boolean> {
  if (!(await isMonthOlder(db, table, month, keptSince))) return false;
  const [firstId, beyondId] = [firstIdOf(month), firstIdOf(monthAfter(month))];
  // What an order under way has come through, and who was asked about it, says whose work it is.
  if (table === "order_history" || table === "offers") return !(await isMonthOpen(db, firstId, beyondId));
  if (table !== "callback_events") return true;
  if (await isMonthOwed(db, firstId, beyondId)) return false;
  while ((await forgetGivenUp(db, firstId, beyondId, BATCH)) === BATCH);
  return true;
}
