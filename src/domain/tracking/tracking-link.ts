// Whose eyes a tracking link is for. An order has one link; when it delivers to several doors, each door has a link of its
// own as well, and only that one calls a stop its own.
import type { Order } from "../orders/order.ts";

export type TrackingLink = {
  readonly token: string;
  // The number of the stop the link was made for; undefined for the order's own link.
  readonly stopIndex: number | undefined;
};

const STOP_LINK = /^([^.]+)\.([1-9]\d{0,8})$/;

// What is sealed for a stop's link.
export function stopLinkText(order: Pick<Order, "trackingToken">, stopIndex: number): string {
  return `${order.trackingToken}.${stopIndex}`;
}

// A stop keeps its number when others come or go before it: a link never shows somebody else's door.
export function stopNumberOf({ points }: Pick<Order, "points">, stopIndex: number): number {
  return points[stopIndex]?.stopNumber ?? stopIndex;
}

export function readStopLink(text: string): TrackingLink | undefined {
  const [, token, index] = STOP_LINK.exec(text) ?? [];
  return token === undefined ? undefined : { token, stopIndex: Number(index) };
}

// Several doors behind one link: it is nobody's in particular. Nor is it the only door's when that is not the door it was given to.
export function hasStopLinks(order: Pick<Order, "points">): boolean {
  return order.points.length > 2 || stopNumberOf(order, 1) !== 1;
}

// The stop this link calls its own. An order with one door has no doubt.
export function ownStopOf(order: Pick<Order, "points">, link: TrackingLink): number | undefined {
  if (link.stopIndex === undefined) return hasStopLinks(order) ? undefined : 1;
  const stop = order.points.findIndex((_, index) => index > 0 && stopNumberOf(order, index) === link.stopIndex);
  return stop === -1 ? undefined : stop;
}

// Its stop was taken out of the path: for whoever has the link there is no delivery any more.
export function isStopGone(order: Pick<Order, "points">, link: TrackingLink): boolean {
  return link.stopIndex !== undefined && ownStopOf(order, link) === undefined;
}
