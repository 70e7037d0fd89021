// Tells a past day of a city as the events of a record, for `giao simulate --replay`.

import { DAY_DRIVERS_MAX, DAY_ORDERS_MAX } from "../../domain/simulation/day.ts";
import { eventsOfDay } from "../../domain/simulation/recalled-day.ts";
import type { RecordedEvent } from "../../domain/simulation/record.ts";
import type { Database } from "../../store/db.ts";
import { type DaySpan, listOffersOfDay, listOrdersOfDay, listShiftsOfDay } from "../../store/dispatch/kept-day.ts";

// One more than a day may hold, so that a day too large is refused instead of cut.
export async function recallDay(deps: { readonly db: Database }, span: DaySpan): Promise<readonly RecordedEvent[]> {
  const orders = await listOrdersOfDay(deps.db, span, DAY_ORDERS_MAX + 1);
  const shifts = await listShiftsOfDay(deps.db, span, DAY_DRIVERS_MAX + 1);
  const offers = await listOffersOfDay(
    deps.db,
    orders.map(({ id }) => id),
  );
  return eventsOfDay(orders, offers, shifts);
}
