// Whose eyes a tracking link is for. An order has one link; when it delivers to several doors, each door has a link of its
// own as well, and only that one calls a stop its own.
import type { Order } from "../orders/order.ts";

export type TrackingLink = {
  readonly token: string;
  // The stop the link was made for; undefined for the order's own link.
  readonly stopIndex: number | undefined;
};

const STOP_LINK = /^([^.]+)\.([1-9]\d{0,2})$/;

// What is sealed for a stop's link.
export function stopLinkText(order: Pick<Order, "trackingToken">, stopIndex: number): string {
  return `${order.trackingToken}.${stopIndex}`;
}

export function readStopLink(text: string): TrackingLink | undefined {
  const [, token, index] = STOP_LINK.exec(text) ?? [];
  return token === undefined ? undefined : { token, stopIndex: Number(index) };
}

// Several doors behind one link: it is nobody's in particular.
export function hasStopLinks(order: Pick<Order, "points">): boolean {
  return order.points.length > 2;
}

// The stop this link calls its own. An order with one door has no doubt.
export function ownStopOf(order: Pick<Order, "points">, link: TrackingLink): number | undefined {
  if (!hasStopLinks(order)) return 1;
  return link.stopIndex !== undefined && link.stopIndex < order.points.length ? link.stopIndex : undefined;
}
