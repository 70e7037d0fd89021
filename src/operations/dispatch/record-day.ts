// Gives a stretch of real dispatch out as the record that `giao simulate --replay` runs again under another policy.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { DAY_ORDERS_MAX } from "../../domain/simulation/day.ts";
import { recordLine } from "../../domain/simulation/record.ts";
import type { Stretch } from "../../store/dispatch/recorded-rows.ts";
import { type RecallDeps, recallDay } from "./recall-day.ts";

export async function recordDay(
  deps: RecallDeps,
  stretch: Stretch,
): Promise<{ readonly lines: string } | Refusal<"INVALID_DATA">> {
  if (!(stretch.from < stretch.to)) return refuse("INVALID_DATA", "from must be before to.");
  const events = await recallDay(deps, stretch);
  if (events.filter(({ kind }) => kind === "order").length > DAY_ORDERS_MAX) {
    return refuse(
      "INVALID_DATA",
      `There are more than ${DAY_ORDERS_MAX} orders between from and to: choose less time.`,
    );
  }
  return { lines: events.map((event) => `${recordLine(event)}\n`).join("") };
}
