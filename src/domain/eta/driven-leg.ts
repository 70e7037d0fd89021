// What a finished stretch teaches: how long it took against what the map said. Only stretches with nothing else in between
// count: from accepting with empty hands to the pickup, and from the pickup to the door of an order with one.
import { DOOR_SECONDS } from "../dispatch/order-task.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";

export type DrivenLeg = {
  readonly place: LatLng;
  readonly drivenAt: Date;
  readonly expectedSeconds: number;
  readonly actualSeconds: number;
};

// What a step of the driver teaches; `expectedSeconds` is what they were told of the way to the pickup.
export function drivenLeg(order: Order, step: string, expectedSeconds: number | null): DrivenLeg | undefined {
  if (step === "arrive" && expectedSeconds !== null) return legToPickup(order, expectedSeconds);
  return step === "deliver" ? legToDoor(order) : undefined;
}

export function legToPickup(order: Order, expectedSeconds: number): DrivenLeg | undefined {
  const [pickup] = order.points;
  if (!pickup || !order.acceptedAt || !order.arrivedAt) return undefined;
  return legOf(pickup, order.acceptedAt, order.arrivedAt, expectedSeconds, 0);
}

export function legToDoor(order: Order): DrivenLeg | undefined {
  const [, door, ...more] = order.points;
  // A second attempt was not driven at once.
  if (!door || more.length > 0 || order.afterFees.length > 0 || !order.pickedUpAt || !door.doneAt) return undefined;
  return legOf(door, order.pickedUpAt, door.doneAt, order.route.durationSeconds, DOOR_SECONDS);
}

function legOf(place: LatLng, from: Date, to: Date, expected: number, serviceSeconds: number): DrivenLeg | undefined {
  const expectedSeconds = Math.round(expected);
  const actualSeconds = Math.round((to.getTime() - from.getTime()) / 1000 - serviceSeconds);
  if (expectedSeconds <= 0 || actualSeconds <= 0) return undefined;
  return { place: { lat: place.lat, lng: place.lng }, drivenAt: to, expectedSeconds, actualSeconds };
}
