// How long drivers stay at an order's counter and at its doors, as finished stops have taught.
import type { StopStays } from "../../domain/dispatch/order-task.ts";
import { counterOf } from "../../domain/eta/preparation.ts";
import type { StopTimes } from "../../domain/eta/stays.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Learned } from "./learned.ts";

export type StaysOf = (order: Pick<Order, "points" | "serviceId">) => StopStays;

type LearnedDeps = { readonly learned: Pick<Learned, "stops" | "hourIn"> };

export async function readStays(deps: LearnedDeps, cityId: string, now: Date): Promise<StaysOf> {
  return staysBy(await deps.learned.stops(cityId), deps.learned.hourIn(cityId, now));
}

export function staysBy(stops: StopTimes, hour: number): StaysOf {
  return ({ points, serviceId }) => {
    const key = { counter: counterOf(points[0]!), serviceId, hour };
    return { pickupSeconds: stops.pickupSeconds(key), doorSeconds: stops.doorSeconds(key) };
  };
}
