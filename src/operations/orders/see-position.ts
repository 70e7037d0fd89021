// Where the driver of an order is, while the order is carried and as long as the driver has said so lately.
import { isFresh, type Position } from "../../domain/drivers/position.ts";
import { isFinished, type Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Clock } from "../../ports/clock.ts";

export type PositionDeps = {
  readonly clock: Clock;
  readonly findPosition: (phone: Phone) => Promise<Position | undefined>;
};

export async function seePosition(deps: PositionDeps, order: Order): Promise<Position | undefined> {
  if (!order.driver || isFinished(order)) return undefined;
  const position = await deps.findPosition(order.driver.phone);
  return position && isFresh(position, deps.clock.now()) ? position : undefined;
}
