// The board of a city's plan on the wire.
import type { Static } from "typebox";
import type { BoardRoute, BoardStop, PlanBoard } from "../../contract/planned-route.ts";
import type { DispatchRecord } from "../../domain/dispatch/dispatch-record.ts";
import type { Order } from "../../domain/orders/order.ts";
import { keptFor } from "../../domain/rolling-plan/city-problem.ts";
import type { Board } from "../../operations/rolling-plan/see-board.ts";
import { unixSeconds } from "./time.ts";

export function encodeBoard({ now, routes, orders, locks, weights, unplanned }: Board): Static<typeof PlanBoard> {
  return {
    time: unixSeconds(now),
    weights: [...weights].map(([vehicle, own]) => ({ vehicle, ...own })),
    routes: routes.map(
      (route): Static<typeof BoardRoute> => ({
        id: route.id,
        mobile: route.driverPhone,
        name: route.name,
        vehicle: route.vehicle,
        state: route.state,
        locked: route.state === "planned" && locks.routes.has(route.driverPhone),
        start_time: unixSeconds(route.startsAt),
        end_time: unixSeconds(route.endsAt),
        offer_at: unixSeconds(route.offerAt),
        distance: route.meters / 1_000,
        earnings: route.earnings,
        stops: route.stops.flatMap((stop): Static<typeof BoardStop>[] => {
          const order = orders.get(stop.orderId);
          if (!order) return [];
          const point = order.points[stop.kind === "pickup" ? 0 : 1]!;
          return [
            {
              order_id: stop.orderId,
              kind: stop.kind === "pickup" ? "pickup" : "delivery",
              lat: point.lat,
              lng: point.lng,
              address: point.address,
              arrival: Math.round(stop.arrivesAt),
              departure: Math.round(stop.leavesAt),
              latest: Math.round(stop.latestAt),
              deliver_from: unixSeconds(order.deliverFrom),
              deliver_by: unixSeconds(order.deliverBy),
              in_hand: stop.isHeld ?? false,
              locked: route.state === "planned" && keptFor(stop.orderId, locks) === route.driverPhone,
              done_time: order.driver?.phone === route.driverPhone ? doneAt(order, stop.kind) : 0,
            },
          ];
        }),
      }),
    ),
    unplanned: unplanned.map(({ order, vehicle, why }) => {
      const { lat, lng, address } = order.points[1]!;
      const place = { lat, lng, address, ...reasonOf(why) };
      return { order_id: order.id, vehicle, deliver_by: unixSeconds(order.deliverBy), ...place };
    }),
  };
}

// Why an order is in no route, in a sentence and by code.
export function reasonOf(why: Pick<DispatchRecord, "reason" | "obstacle"> | undefined) {
  return {
    ...(why?.reason !== undefined && { reason: why.reason }),
    ...(why?.obstacle && { reason_code: why.obstacle.code, reason_late: why.obstacle.lateSeconds ?? 0 }),
  };
}

function doneAt(order: Order, kind: "pickup" | "doors"): number {
  if (kind === "pickup") return unixSeconds(order.pickedUpAt);
  const doors = order.points.slice(1).map(({ doneAt }) => unixSeconds(doneAt));
  return doors.every((at) => at > 0) ? Math.max(...doors) : 0;
}
