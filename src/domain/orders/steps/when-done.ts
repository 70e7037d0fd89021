// When a driver's step was done. A phone in a tunnel tells it later, with the time of pressing; its clock is believed between the
// order's last step and now, so that no order is delivered before it was picked up, or tomorrow.
import type { Order } from "../order.ts";

// `told`: Unix seconds of the phone's clock.
export function whenDone(order: Order | undefined, givenSeconds: number | undefined, now: Date): Date {
  if (!order || givenSeconds === undefined) return now;
  return new Date(Math.min(Math.max(Math.round(givenSeconds * 1000), lastDone(order)), now.getTime()));
}

// Without `boardedAt`: positions tell it, and after a tunnel they may be heard before the steps they led to.
function lastDone(order: Order): number {
  const { acceptedAt, arrivedAt, confirmedAt, paidAt, pickedUpAt, completedAt, points } = order;
  const moments = [acceptedAt, arrivedAt, confirmedAt, paidAt, pickedUpAt, completedAt, ...points.map((p) => p.doneAt)];
  return Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
}
