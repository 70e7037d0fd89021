// Public links: one for each order, and one for each door where an order has several. A door's link is the order's token and
// the door's number under a seal, so that nobody makes their neighbour's out of their own, and no row is written for it.
import type { Order } from "../../domain/orders/order.ts";
import { hasStopLinks, stopLinkText, stopNumberOf } from "../../domain/tracking/tracking-link.ts";
import type { Seals } from "../../ports/seals.ts";

export type TrackingLinks = {
  readonly ofOrder: (order: Pick<Order, "trackingToken">) => string;
  readonly ofStop: (order: Pick<Order, "trackingToken" | "points">, stopIndex: number) => string;
  // Whether partners see drivers' phones whole (DRIVER_PHONES).
  readonly showsDriverPhones?: boolean;
};

export function openTrackingLinks(trackingUrl: string, stopSeals: Seals, showsDriverPhones = false): TrackingLinks {
  const ofOrder: TrackingLinks["ofOrder"] = (order) => `${trackingUrl}/${order.trackingToken}`;
  return {
    showsDriverPhones,
    ofOrder,
    ofStop: (order, stopIndex) =>
      hasStopLinks(order)
        ? `${trackingUrl}/${stopSeals.seal(stopLinkText(order, stopNumberOf(order, stopIndex)))}`
        : ofOrder(order),
  };
}
