// Gives a stretch of real dispatch out as the record that `giao simulate --replay` runs again under another policy.
import { recordedEvents } from "../../domain/dispatch/recorded-day.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { recordLine } from "../../domain/simulation/record.ts";
import type { Database } from "../../store/db.ts";
import {
  listAsked,
  listDrops,
  listOrdersPlaced,
  listShifts,
  type Stretch,
} from "../../store/dispatch/recorded-rows.ts";

const ORDERS_MAX = 20_000;
const SHIFTS_MAX = 20_000;

export async function recordDay(
  deps: { readonly db: Database },
  stretch: Stretch,
): Promise<{ readonly lines: string } | Refusal<"INVALID_DATA">> {
  if (!(stretch.from < stretch.to)) return refuse("INVALID_DATA", "from must be before to.");
  const orders = await listOrdersPlaced(deps.db, stretch, ORDERS_MAX);
  if (orders.length === ORDERS_MAX) {
    return refuse("INVALID_DATA", `There are ${ORDERS_MAX} orders or more between from and to: choose a shorter time.`);
  }
  const ids = orders.map((order) => order.id);
  const [offers, drops, shifts] = await Promise.all([
    listAsked(deps.db, ids),
    listDrops(deps.db, ids),
    listShifts(deps.db, stretch, SHIFTS_MAX),
  ]);
  return {
    lines: recordedEvents(orders, offers, drops, shifts)
      .map((event) => `${recordLine(event)}\n`)
      .join(""),
  };
}
