// Tells a past day of a city as the events of a record, for `giao simulate --replay`.
import { recordedEvents } from "../../domain/dispatch/recorded-day.ts";
import { DAY_DRIVERS_MAX, DAY_ORDERS_MAX } from "../../domain/simulation/day.ts";
import type { RecordedEvent } from "../../domain/simulation/record.ts";
import type { Database } from "../../store/db.ts";
import {
  listAsked,
  listDrops,
  listOrdersPlaced,
  listShifts,
  type Stretch,
} from "../../store/dispatch/recorded-rows.ts";

// A whole day of a city.
const TAKES_ITS_TIME = { seconds: 60 };

// One more than a day may hold, so that a day too large is refused instead of cut.
export async function recallDay(deps: { readonly db: Database }, stretch: Stretch): Promise<readonly RecordedEvent[]> {
  const db = deps.db.with(TAKES_ITS_TIME);
  const orders = await listOrdersPlaced(db, stretch, DAY_ORDERS_MAX + 1);
  const ids = orders.map(({ id }) => id);
  const [offers, drops, shifts] = await Promise.all([
    listAsked(db, ids),
    listDrops(db, ids),
    listShifts(db, stretch, DAY_DRIVERS_MAX + 1),
  ]);
  return recordedEvents(orders, offers, drops, shifts);
}
