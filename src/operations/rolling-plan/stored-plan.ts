// A plan as it is kept in rows, and what people decided about it as one text.
import type { WaitingOrder } from "../../domain/dispatch/decide-round.ts";
import { takenForCashOrder } from "../../domain/ledger/driver-wallet.ts";
import type { CityRoute } from "../../domain/rolling-plan/city-plan.ts";
import type { CityRound, PlanLocks } from "../../domain/rolling-plan/city-problem.ts";
import type { StoredRoute } from "../../store/dispatch/planned-routes.ts";

type Which = Pick<StoredRoute, "cityId" | "vehicle">;

// The same as long as nobody decides otherwise.
export function locksText({ orders, routes }: PlanLocks): string {
  return [
    ...[...orders].map(([orderId, phone]) => `${orderId}>${phone}`),
    ...[...routes].map(([phone, ids]) => `${phone}=${[...ids].join("+")}`),
  ].join(" ");
}

// Of a route that is offered, what is offered and what its driver holds; of another, all of it.
export function storedOf(
  route: CityRoute,
  { id, cityId, vehicle, now, taken }: Which & { id: string; now: Date; taken: readonly string[] | undefined },
  { orders }: CityRound,
  byId: ReadonlyMap<string, WaitingOrder>,
): StoredRoute {
  const planned = new Set(orders.map((order) => order.id));
  const isPart = (orderId: string): boolean => !taken || taken.includes(orderId) || !planned.has(orderId);
  const stops = route.stops
    .filter(({ orderId }) => isPart(orderId))
    .map((stop) => (planned.has(stop.orderId) ? stop : { ...stop, isHeld: true }));
  const ids = new Set(
    stops.flatMap(({ orderId, isHeld }: { orderId: string; isHeld?: boolean }) => (isHeld ? [] : [orderId])),
  );
  const earnings = [...ids].reduce((sum, orderId) => sum + earningsOf(byId.get(orderId)!), 0);
  return {
    id,
    cityId,
    vehicle,
    driverPhone: route.driverId,
    plannedAt: now,
    startsAt: new Date(route.startsAt * 1_000),
    endsAt: new Date((stops.at(-1)?.leavesAt ?? route.endsAt) * 1_000),
    offerAt: Number.isFinite(route.offerAt) ? new Date(route.offerAt * 1_000) : null,
    offeredAt: taken ? now : null,
    meters: route.meters,
    earnings,
    stops,
  };
}

function earningsOf({ order: { price } }: WaitingOrder): number {
  return price.total - takenForCashOrder(price);
}
