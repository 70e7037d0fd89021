// A route of a planned service on the wire: as its driver is asked about it, and as the operator sees the plan.
import type { Static } from "typebox";
import type { RouteRecord } from "../../contract/driver-order.ts";
import type { PlannedRouteRecord } from "../../contract/planned-route.ts";
import { type Order, POINT_STATUSES } from "../../domain/orders/order.ts";
import type { StoredRoute } from "../../store/dispatch/planned-routes.ts";
import { unixSeconds } from "./time.ts";

type Asked = StoredRoute & { readonly expiresAt: Date; readonly orderIds: readonly string[] };

const [OPEN] = POINT_STATUSES;

// Whoever has not accepted sees where to, not to whom.
export function encodeRoute(route: Asked, orders: ReadonlyMap<string, Order>, now: Date): Static<typeof RouteRecord> {
  const { startsAt, endsAt } = route;
  return {
    id: route.id,
    offered_at: unixSeconds(route.offeredAt),
    expires_at: unixSeconds(route.expiresAt),
    expires_in: Math.max(0, (route.expiresAt.getTime() - now.getTime()) / 1_000),
    order_ids: [...route.orderIds],
    distance: route.meters / 1_000,
    duration: Math.round((endsAt.getTime() - startsAt.getTime()) / 1_000),
    earnings: route.earnings,
    start_time: unixSeconds(startsAt),
    end_time: unixSeconds(endsAt),
    stops: route.stops.flatMap(({ orderId, kind, arrivesAt, latestAt, isHeld }) => {
      const points = orders.get(orderId)?.points ?? [];
      const visited = [...points.entries()].filter(([index, { status }]) =>
        kind === "pickup" ? index === 0 : index > 0 && status === OPEN,
      );
      return visited.map(([path_index, { lat, lng, address, cod }]) => ({
        order_id: orderId,
        kind: kind === "pickup" ? ("pickup" as const) : ("delivery" as const),
        path_index,
        lat,
        lng,
        address,
        cod,
        arrival: Math.round(arrivesAt),
        latest: Math.round(latestAt),
        in_hand: isHeld ?? false,
      }));
    }),
  };
}

export function encodePlannedRoute(route: StoredRoute, name: string): Static<typeof PlannedRouteRecord> {
  return {
    id: route.id,
    mobile: route.driverPhone,
    name,
    vehicle: route.vehicle,
    planned_at: unixSeconds(route.plannedAt),
    start_time: unixSeconds(route.startsAt),
    end_time: unixSeconds(route.endsAt),
    offer_at: unixSeconds(route.offerAt),
    offered_at: unixSeconds(route.offeredAt),
    distance: route.meters / 1_000,
    earnings: route.earnings,
    stops: route.stops.map(({ orderId, kind, arrivesAt, leavesAt, latestAt, isHeld }) => ({
      order_id: orderId,
      kind: kind === "pickup" ? ("pickup" as const) : ("delivery" as const),
      arrival: Math.round(arrivesAt),
      departure: Math.round(leavesAt),
      latest: Math.round(latestAt),
      in_hand: isHeld ?? false,
    })),
  };
}
