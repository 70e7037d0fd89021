// What a driver's position says about an order in their hands: near the pickup, or near a door.
import { type LatLng, metersBetween } from "../geo.ts";
import type { Order } from "../orders/order.ts";

export type Approach = { readonly event: "board" | "near"; readonly places: readonly LatLng[] };

// A minute away in a city's traffic: early enough to have the goods ready, late enough to be true.
const NEAR_METERS = 300;

// What is still to be told about the order, and where it would become true; undefined when nothing is.
export function approachOf(order: Order): Approach | undefined {
  if (order.status === "ACCEPTED" && order.subStatus === "") {
    return { event: "board", places: order.points.slice(0, 1) };
  }
  if (order.status === "IN PROCESS" && order.subStatus !== "COMPLETING") {
    return { event: "near", places: order.points.slice(1).filter((point) => point.status === "") };
  }
  return undefined;
}

export function isNear(approach: Approach, place: LatLng): boolean {
  return approach.places.some((target) => metersBetween(target, place) <= NEAR_METERS);
}
