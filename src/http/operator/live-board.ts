// A city as open boards know it: looked at again and again, it says what has changed since the last time. All who watch a city are told the same.
import { LIVE_DRIVERS_MAX, LIVE_ORDERS_MAX, type LiveChanges, type LiveCity } from "../../contract/live-city.ts";
import { type Move, packMoves, toDegrees, toSteps } from "../../domain/board/live-moves.ts";
import { placeOnBoard } from "../../domain/board/live-place.ts";
import { newestPlaces } from "../../operations/live/newest-places.ts";
import type { Live } from "../../operations/live/open-live.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  countLiveCity,
  type LiveDriver,
  listLiveDrivers,
  listLiveOrderKeys,
  listLiveOrders,
} from "../../store/console/live-city.ts";
import type { Sql } from "../../store/db.ts";
import { encodeLiveDriver, encodeLiveOrder } from "../wire/live-city.ts";

export type LiveBoard = {
  // Undefined when nothing has changed.
  readonly look: () => Promise<LiveChanges | undefined>;
  // As it was told by all looks until now.
  readonly city: () => LiveCity;
};

// Between two looks a driver who does so has not moved.
const STILL_STEPS = 3;
// Positions every other look: at 500 drivers who move they are nearly all that is told.
const MOVES_EVERY = 2;
const COUNTS_EVERY = 3;

type SentDriver = LiveCity["drivers"][number];
type SentOrder = { readonly seq: number; readonly order: LiveCity["orders"][number] };

export type LiveBoardDeps = { readonly db: Sql; readonly clock: Clock; readonly live: Pick<Live, "beyond"> };

export function openLiveBoard(deps: LiveBoardDeps, cityId: string): LiveBoard {
  const drivers = new Map<string, SentDriver>();
  const orders = new Map<string, SentOrder>();
  let counts: LiveCity["counts"] = { drivers: 0, busy: 0, orders: 0, waiting: 0 };
  let numbered = 0;
  let looks = 0;

  function changesOfDrivers(rows: readonly LiveDriver[], withMoves: boolean): LiveChanges {
    const changed: SentDriver[] = [];
    const moves: Move[] = [];
    const isHere = new Set(rows.map(({ phone }) => phone));
    const gone = [...drivers.values()].filter(({ mobile }) => !isHere.has(mobile));
    for (const { mobile } of gone) drivers.delete(mobile);
    for (const row of rows) {
      const sent = drivers.get(row.phone);
      if (!sent || isOtherwise(sent, row)) {
        const driver = encodeLiveDriver(row, sent?.n ?? numbered++);
        drivers.set(row.phone, driver);
        changed.push(driver);
        continue;
      }
      const move = withMoves ? moveOf(sent, row) : undefined;
      if (!move) continue;
      moves.push(move);
      const [lat, lng] = [toSteps(sent.lat) + move.north, toSteps(sent.lng) + move.east].map(toDegrees) as [
        number,
        number,
      ];
      drivers.set(row.phone, { ...sent, lat, lng, heading: row.heading });
    }
    return {
      ...(changed.length > 0 ? { drivers: changed } : {}),
      ...(moves.length > 0 ? { moves: packMoves(moves) } : {}),
      ...(gone.length > 0 ? { gone: gone.map(({ n }) => n) } : {}),
    };
  }

  async function changesOfOrders(): Promise<LiveChanges> {
    const keys = await listLiveOrderKeys(deps.db, cityId);
    const open = new Set(keys.map(({ id }) => id));
    const closed = [...orders.keys()].filter((id) => !open.has(id));
    for (const id of closed) orders.delete(id);
    const news = keys.filter(({ id, seq }) => orders.get(id)?.seq !== seq).map(({ id }) => id);
    const changed = await listLiveOrders(deps.db, news);
    for (const row of changed) orders.set(row.id, { seq: row.seq, order: encodeLiveOrder(row) });
    return {
      ...(changed.length > 0 ? { orders: changed.map(encodeLiveOrder) } : {}),
      ...(closed.length > 0 ? { closed } : {}),
    };
  }

  async function changesOfCounts(): Promise<LiveChanges> {
    const newest = await countLiveCity(deps.db, cityId);
    if (JSON.stringify(newest) === JSON.stringify(counts)) return {};
    counts = newest;
    return { counts };
  }

  const isFull = (): boolean => drivers.size >= LIVE_DRIVERS_MAX || orders.size >= LIVE_ORDERS_MAX;

  return {
    look: async () => {
      const wasFull = isFull();
      const now = deps.clock.now();
      const rows = await newestPlaces(
        deps.live,
        await listLiveDrivers(deps.db, cityId, now),
        ({ phone, locatedAt }) => ({ phone, cityId, locatedAt }),
        (driver, place) => ({ ...driver, ...placeOnBoard(place, now) }),
      );
      const changes = {
        ...changesOfDrivers(rows, looks % MOVES_EVERY === 0),
        ...(await changesOfOrders()),
        ...(looks % COUNTS_EVERY === 0 ? await changesOfCounts() : {}),
      };
      looks++;
      const sent = isFull() === wasFull ? changes : { ...changes, full: isFull() };
      return Object.keys(sent).length === 0 ? undefined : sent;
    },
    city: () => ({
      city_id: cityId,
      drivers: [...drivers.values()],
      orders: [...orders.values()].map(({ order }) => order),
      counts,
      full: isFull(),
    }),
  };
}

function isOtherwise(sent: SentDriver, row: LiveDriver): boolean {
  return (
    sent.carrying !== row.carrying ||
    sent.name !== row.name ||
    sent.plate_number !== row.plateNumber ||
    sent.vehicle !== row.vehicle
  );
}

function moveOf(sent: SentDriver, row: LiveDriver): Move | undefined {
  const north = toSteps(row.lat) - toSteps(sent.lat);
  const east = toSteps(row.lng) - toSteps(sent.lng);
  const isStill = Math.abs(north) < STILL_STEPS && Math.abs(east) < STILL_STEPS;
  const hasStopped = sent.heading !== null && row.heading === null;
  return isStill && !hasStopped ? undefined : { n: sent.n, north, east, heading: row.heading };
}
