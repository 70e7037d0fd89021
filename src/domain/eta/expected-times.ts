// When an order that nobody has made yet would be fetched and delivered: how long it usually takes until a driver accepts and is at
// the pickup, and the way by road. An order in somebody's hands knows better (order-eta.ts).
import { DOOR_SECONDS, PICKUP_SECONDS } from "../dispatch/order-task.ts";

export type UsualTimes = {
  // From the beginning of the search until a driver accepts.
  readonly assignSeconds: number;
  // From there until they are at the pickup.
  readonly pickupSeconds: number;
};

// Of a service that has not been used enough to know.
export const UNKNOWN_TIMES: UsualTimes = { assignSeconds: 90, pickupSeconds: 480 };

export type Ride = {
  // As the map says, over the whole path.
  readonly durationSeconds: number;
  readonly deliveryPoints: number;
  // How much longer a drive takes here than the map says.
  readonly speedFactor: number;
  // How long drivers stay at this counter and at a door, where that was learnt.
  readonly pickupSeconds?: number;
  readonly doorSeconds?: number;
};

// `searchAt`: when a driver begins to be sought. `readyAt`: nothing is fetched before.
export type Start = { readonly searchAt: Date; readonly readyAt: Date };

export type ExpectedTimes = UsualTimes & {
  // From being at the pickup to being at the last door: taking the goods, the way, and handing over at the doors before it.
  readonly rideSeconds: number;
  readonly pickupAt: Date;
  readonly deliveryAt: Date;
};

export function expectTimes(usual: UsualTimes, ride: Ride, start: Start): ExpectedTimes {
  const { pickupSeconds = PICKUP_SECONDS, doorSeconds = DOOR_SECONDS } = ride;
  const stays = pickupSeconds + (ride.deliveryPoints - 1) * doorSeconds;
  const rideSeconds = Math.round(stays) + Math.round(ride.durationSeconds * ride.speedFactor);
  const there = start.searchAt.getTime() + (usual.assignSeconds + usual.pickupSeconds) * 1_000;
  const pickupAt = new Date(Math.max(there, start.readyAt.getTime()));
  return { ...usual, rideSeconds, pickupAt, deliveryAt: new Date(pickupAt.getTime() + rideSeconds * 1_000) };
}
