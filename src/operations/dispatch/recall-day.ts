// Tells a past day of a city as the events of a record, for `giao simulate --replay`.
import { recordDayFrom } from "../../domain/dispatch/recorded-day.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { DAY_DRIVERS_MAX, DAY_ORDERS_MAX } from "../../domain/simulation/day.ts";
import { type RecordedEvent, recordLine } from "../../domain/simulation/record.ts";
import { finishInSlices, mapInSlices } from "../../ports/slices.ts";
import {
  countOrdersPlaced,
  countSeen,
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
// Of where drivers were seen: what is told of a day lies in memory before it is given out.
const SEEN_MAX = 500_000;
// At once, of which each was seen at a hundred places or more.
const ORDERS_AT_ONCE = 50;
const DRIVERS_AT_ONCE = 200;
const LINES_AT_ONCE = 500;

// Of a day that is too large one order more than it may hold, and places up to the limit, which only an audit asks for.
export async function recallDay(deps: RecallDeps, stretch: Stretch): Promise<readonly RecordedEvent[]> {
  const db = deps.db.with(TAKES_ITS_TIME);
  const record = recordDayFrom(stretch.from);
  const shifts = await listShifts(db, stretch, DAY_DRIVERS_MAX + 1);
  await mapInSlices(shifts, record.addShift);
  const { services } = deps.catalogue.current();
  let places = 0;
  for (let [after, told] = [0, 0]; told <= DAY_ORDERS_MAX; ) {
    const page = await listOrdersPlaced(db, stretch, after, Math.min(ORDERS_AT_ONCE, DAY_ORDERS_MAX + 1 - told));
    const ids = page.map(({ order }) => order.id);
    const [offers, turns, seen] = await Promise.all([
      listAsked(db, ids),
      listTurns(db, ids),
      places < SEEN_MAX ? listSeen(db, ids, stretch.from) : [],
    ]);
    const offersOf = Map.groupBy(offers, ({ orderId }) => orderId);
    const turnsOf = Map.groupBy(turns, ({ orderId }) => orderId);
    await mapInSlices(page, ({ order }) =>
      record.addOrder({
        order,
        offers: offersOf.get(order.id) ?? [],
        turns: turnsOf.get(order.id) ?? [],
        bundleMax: services.get(order.serviceId)?.bundleMax,
      }),
    );
    await mapInSlices(seen, record.addSeen);
    places += seen.length;
    const last = page.at(-1);
    if (!last) break;
    [after, told] = [last.number, told + page.length];
  }
  const phones = [...new Set(shifts.map(({ driverPhone }) => driverPhone))];
  for (let at = 0; at < phones.length; at += DRIVERS_AT_ONCE) {
    const some = phones.slice(at, at + DRIVERS_AT_ONCE);
    const wallets = await listDriverWallets(db, some, stretch);
    const movesOf = Map.groupBy(await listWalletMoves(db, some, stretch), ({ driverPhone }) => driverPhone);
    await mapInSlices(some, (phone) => record.addWallet(phone, wallets.get(phone) ?? 0, movesOf.get(phone) ?? []));
  }
  return finishInSlices(record.events());
}

// Gives a stretch of real dispatch out as the record that `giao simulate --replay` runs again under another policy. It is read while it is given out.
export async function recordDay(
  deps: RecallDeps,
  stretch: Stretch,
): Promised<{ readonly lines: AsyncIterable<string> }, "INVALID_DATA"> {
  if (!(stretch.from < stretch.to)) return refuse("INVALID_DATA", "from must be before to.");
  const db = deps.db.with(TAKES_ITS_TIME);
  if ((await countOrdersPlaced(db, stretch)) > DAY_ORDERS_MAX) {
    return refuse(
      "INVALID_DATA",
      `There are more than ${DAY_ORDERS_MAX} orders between from and to: choose less time.`,
    );
  }
  if ((await countSeen(db, stretch, SEEN_MAX + 1)) > SEEN_MAX) {
    return refuse(
      "INVALID_DATA",
      `Drivers were seen at more than ${SEEN_MAX} places between from and to: choose less time.`,
    );
  }
  return { lines: linesOf(deps, stretch) };
}

async function* linesOf(deps: RecallDeps, stretch: Stretch): AsyncGenerator<string> {
  const events = await recallDay(deps, stretch);
  for (let at = 0; at < events.length; at += LINES_AT_ONCE) {
    const lines = await mapInSlices(events.slice(at, at + LINES_AT_ONCE), recordLine);
    yield `${lines.join("\n")}\n`;
  }
}
