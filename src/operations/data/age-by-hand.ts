// What an operator does with a month that is over: takes it out of sight, to a cheaper disk perhaps, and lets it go.
import { firstIdOf, isBefore, type Month, monthAfter, monthOf, nameOf } from "../../domain/months.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import {
  detachMonth,
  dropDetachedMonth,
  isMonthOpen,
  isMonthOwed,
  type KeptMonth,
  listKeptMonths,
  moveDetachedMonth,
} from "../../store/months.ts";
import type { MonthDeps } from "./keep-months.ts";

export type MonthRefusal = "MONTH_NOT_FOUND" | "MONTH_NOT_OVER" | "MONTH_ATTACHED";
// Of one table, or of all that have it.
export type MonthChoice = { readonly month: Month; readonly table: string | undefined };
type Chosen = readonly KeptMonth[];
export type ShowShare = (table: string, share: number) => void;

async function chooseMonth({ db }: MonthDeps, { month, table }: MonthChoice): Promised<Chosen, "MONTH_NOT_FOUND"> {
  const kept = await listKeptMonths(db);
  const chosen = kept.filter(
    (one) => one.month !== null && nameOf(one.month) === nameOf(month) && (table ?? one.table) === one.table,
  );
  if (chosen.length > 0) return chosen;
  return refuse("MONTH_NOT_FOUND", `There is no ${nameOf(month)}${table === undefined ? "" : ` of ${table}`}.`);
}

// Nobody finds its rows any more; they stay in the database until the month is dropped.
export async function detachByHand(
  deps: MonthDeps,
  choice: MonthChoice,
  tablespace: string | undefined,
  show: ShowShare,
): Promised<Chosen, MonthRefusal> {
  const { db, clock } = deps;
  const { month } = choice;
  const chosen = await chooseMonth(deps, choice);
  if (isRefusal(chosen)) return chosen;
  const [firstId, beyondId] = [firstIdOf(month), firstIdOf(monthAfter(month))];
  const isOwed = (await isMonthOwed(db, firstId, beyondId)) || (await isMonthOpen(db, firstId, beyondId));
  // Orders may be made a month ahead of their time.
  if (isOwed || !isBefore(monthAfter(month), monthOf(clock.now()))) {
    return refuse(
      "MONTH_NOT_OVER",
      `${nameOf(month)} is not over: orders of it may be under way, or callbacks waiting.`,
    );
  }
  for (const { table, isAttached } of chosen) {
    show(table, 0);
    if (isAttached) await detachMonth(db, table, month);
    if (tablespace !== undefined) await moveDetachedMonth(db, table, month, tablespace);
    show(table, 1);
  }
  return chosen;
}

export async function dropByHand(
  deps: MonthDeps,
  choice: MonthChoice,
): Promised<Chosen, "MONTH_NOT_FOUND" | "MONTH_ATTACHED"> {
  const chosen = await chooseMonth(deps, choice);
  if (isRefusal(chosen)) return chosen;
  const attached = chosen.find(({ isAttached }) => isAttached);
  if (attached) {
    return refuse("MONTH_ATTACHED", `${nameOf(choice.month)} of ${attached.table} is in use: detach it first.`);
  }
  for (const { table } of chosen) await dropDetachedMonth(deps.db, table, choice.month);
  return chosen;
}
