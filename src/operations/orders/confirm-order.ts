// The sender confirms an order whose driver waits for it at the pickup (D9).
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import { ownOrder } from "../../domain/orders/order-see.ts";
import { confirm } from "../../domain/orders/steps/to-pickup.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Keep } from "../answer-once.ts";
import { type ChangeDeps, stepOrder } from "./change-order.ts";

export type ConfirmAnswer = Order | Refusal<"ORDER_NOT_FOUND" | "NOT_AUTHORIZED" | "INVALID_ORDER_STATUS">;

export function confirmOrder(
  deps: ChangeDeps,
  caller: Caller,
  orderId: string,
  keep?: Keep<ConfirmAnswer>,
): Promise<ConfirmAnswer> {
  const decide = (order: Order | undefined) => {
    const own = ownOrder(order, orderId, caller, "confirm");
    return isRefusal(own) ? own : confirm(own, deps.clock.now());
  };
  return stepOrder(deps, orderId, "user", decide, keep);
}
