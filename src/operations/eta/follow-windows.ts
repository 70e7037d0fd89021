// Follows what people are told: keeps the window of every new order as an estimate would tell it, and when an order has ended writes down
// what came of its windows and how long its stops took. Beside the orders' own life: a step writes nothing for it.
import { happenedTo, staysAt } from "../../domain/eta/happened.ts";
import type { Order } from "../../domain/orders/order.ts";
import {
  listEnded,
  listNewOrders,
  savePromised,
  settlePromised,
  takeOverWindows,
} from "../../store/eta/promised-windows.ts";
import { listOrdersById, readNewestNumber, readNumberBefore } from "../../store/orders/orders.ts";
import type { LearnedDeps } from "../dispatch/learned.ts";
import type { UsualTimesKeeper } from "../dispatch/usual-times.ts";
import { promisedRows } from "./promised-rows.ts";

export type FollowDeps = LearnedDeps & {
  readonly usualTimes: UsualTimesKeeper;
  // Robots that race are not people's drivers: nothing is learnt from them.
  readonly settings: { readonly robotSpeed: number };
};

// More would hold the event loop for longer than a few milliseconds.
const ORDERS_AT_ONCE = 40;
// After a start, and when another replica has done it for a while.
const LOOK_BACK_MS = 60_000;

// A tenth of a second of the database's.
const WINDOWS_OF_BEFORE = 1_000;

const NOTHING_CAME = { pickupAt: null, deliveryAt: null, stays: [] };

export function openWindowFollower(deps: FollowDeps): (goesOn: () => boolean) => Promise<void> {
  let last: number | undefined;

  async function keepNew(goesOn: () => boolean): Promise<void> {
    const newest = await readNewestNumber(deps.db);
    last ??= await readNumberBefore(deps.db, new Date(deps.clock.now().getTime() - LOOK_BACK_MS));
    for (let count = ORDERS_AT_ONCE; count === ORDERS_AT_ONCE && goesOn(); ) {
      const fresh = await listNewOrders(deps.db, last, newest, ORDERS_AT_ONCE);
      count = fresh.length;
      last = count === ORDERS_AT_ONCE ? fresh.at(-1)!.number : Math.max(last, newest);
      await savePromised(
        deps.db,
        fresh.flatMap(({ order }) => quotedRows(order)),
      );
    }
  }

  // An order for later is fetched when its time has come: that is no forecast.
  function quotedRows(order: Order): ReturnType<typeof promisedRows> {
    const { createdAt, orderAt, idleUntil, cityId, serviceId, route, points } = order;
    if (orderAt > createdAt || (idleUntil && idleUntil > createdAt)) return [];
    const { distanceMeters, durationSeconds } = route;
    const quoted = deps.usualTimes.quote(
      { cityId, serviceId, pickup: points[0]!, deliveryPoints: points.length - 1, distanceMeters, durationSeconds },
      { searchAt: createdAt, readyAt: order.readyAt },
      createdAt,
    );
    return promisedRows(order, quoted.promised, createdAt);
  }

  async function settleEnded(goesOn: () => boolean): Promise<void> {
    for (let count = ORDERS_AT_ONCE; count === ORDERS_AT_ONCE && goesOn(); ) {
      const ended = await listEnded(deps.db, ORDERS_AT_ONCE);
      count = ended.length;
      const byId = new Map(ended.map((one) => [one.orderId, one]));
      const orders = await listOrdersById(deps.db, [...byId.keys()]);
      const races = (order: Order): boolean => deps.settings.robotSpeed > 1 && byId.get(order.id)!.isRobot;
      await settlePromised(
        deps.db,
        orders.map((order) => {
          const { number, windows, nearAt } = byId.get(order.id)!;
          const { lat, lng } = order.points[0]!;
          const came = races(order) ? NOTHING_CAME : { ...happenedTo(order), stays: staysAt(order, nearAt) };
          return { number, windows, serviceId: order.serviceId, lat, lng, ...came };
        }),
      );
    }
  }

  return async (goesOn) => {
    await keepNew(goesOn);
    await settleEnded(goesOn);
    while (goesOn() && (await takeOverWindows(deps.db, WINDOWS_OF_BEFORE)));
  };
}
