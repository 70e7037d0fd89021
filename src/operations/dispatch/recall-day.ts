// Tells a past day of a city as the events of a record, for `giao simulate --replay`.
import { recordedEvents } from "../../domain/dispatch/recorded-day.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { DAY_DRIVERS_MAX, DAY_ORDERS_MAX } from "../../domain/simulation/day.ts";
import { type RecordedEvent, recordLine } from "../../domain/simulation/record.ts";
import {
  listAsked,
  listDriverWallets,
  listOrdersPlaced,
  listSeen,
  listShifts,
  listTurns,
  listWalletMoves,
  type Stretch,
} from "../../store/dispatch/recorded-rows.ts";
import type { Services } from "../services.ts";

export type RecallDeps = Pick<Services, "db" | "catalogue">;

// A whole day of a city.
const TAKES_ITS_TIME = { seconds: 60 };

// One more than a day may hold, so that a day too large is refused instead of cut.
export async function recallDay(deps: RecallDeps, stretch: Stretch): Promise<readonly RecordedEvent[]> {
  const db = deps.db.with(TAKES_ITS_TIME);
  const orders = await listOrdersPlaced(db, stretch, DAY_ORDERS_MAX + 1);
  const ids = orders.map(({ id }) => id);
  const [offers, turns, shifts, seen] = await Promise.all([
    listAsked(db, ids),
    listTurns(db, ids),
    listShifts(db, stretch, DAY_DRIVERS_MAX + 1),
    listSeen(db, ids),
  ]);
  const phones = [...new Set(shifts.map(({ driverPhone }) => driverPhone))];
  // The balances last: what is posted in between is then among the changes, or in neither.
  const moves = await listWalletMoves(db, phones, stretch.from);
  const wallets = await listDriverWallets(db, phones);
  const { services } = deps.catalogue.current();
  const bundleMaxOf = (serviceId: string): number | undefined => services.get(serviceId)?.bundleMax;
  return recordedEvents({ orders, offers, turns, shifts, seen, moves, wallets, bundleMaxOf }, stretch);
}

// Gives a stretch of real dispatch out as the record that `giao simulate --replay` runs again under another policy.
export async function recordDay(
  deps: RecallDeps,
  stretch: Stretch,
): Promised<{ readonly lines: string }, "INVALID_DATA"> {
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
