// The city as the stream tells it: the whole at first, then what has changed (contract/live-city.ts on the server).
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { toDegrees, toSteps, unpackMoves } from "../../../src/domain/board/live-moves.ts";

type Driver = LiveCity["drivers"][number];

export type LiveChanges = {
  readonly drivers?: LiveCity["drivers"];
  readonly moves?: readonly number[];
  readonly gone?: readonly number[];
  readonly orders?: LiveCity["orders"];
  readonly closed?: readonly string[];
  readonly counts?: LiveCity["counts"];
  readonly full?: boolean;
};

// Lists that nothing has changed in stay the same value: what is drawn of them need not be drawn again.
export function afterChanges(city: LiveCity, changes: LiveChanges): LiveCity {
  const { counts = city.counts, full = city.full } = changes;
  return {
    ...city,
    drivers: driversAfter(city.drivers, changes),
    orders: ordersAfter(city.orders, changes),
    counts,
    full,
  };
}

function driversAfter(known: LiveCity["drivers"], { drivers, moves, gone }: LiveChanges): LiveCity["drivers"] {
  if (!drivers && !moves && !gone) return known;
  const changed = new Map(drivers?.map((driver) => [driver.n, driver]));
  const moved = new Map(moves && unpackMoves(moves).map((move) => [move.n, move]));
  const left = new Set(gone);
  const kept = known.flatMap((driver): Driver[] => {
    if (left.has(driver.n) || changed.has(driver.n)) return [];
    const move = moved.get(driver.n);
    if (!move) return [driver];
    const lat = toDegrees(toSteps(driver.lat) + move.north);
    const lng = toDegrees(toSteps(driver.lng) + move.east);
    return [{ ...driver, lat, lng, heading: move.heading }];
  });
  return [...kept, ...changed.values()];
}

function ordersAfter(known: LiveCity["orders"], { orders = [], closed = [] }: LiveChanges): LiveCity["orders"] {
  if (orders.length === 0 && closed.length === 0) return known;
  const out = new Set([...closed, ...orders.map(({ order_id }) => order_id)]);
  return [...orders, ...known.filter(({ order_id }) => !out.has(order_id))];
}
