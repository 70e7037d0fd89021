// The next step of a normal life: what the sandbox's `continue` does, and what a robot without a story would.
import type { Order, OrderPoint } from "../order.ts";
import type { LifeEvent } from "../order-life.ts";

export type NextStep = { readonly event: LifeEvent; readonly pathIndex: number | undefined };

export function nextStep(order: Order): NextStep | undefined {
  const event = nextEvent(order);
  if (!event) return undefined;
  if (event !== "deliver") return { event, pathIndex: undefined };
  const isOpen = (point: OrderPoint, at: number) => at > 0 && (point.status === "" || point.isRetryAsked);
  return { event, pathIndex: order.points.findIndex(isOpen) };
}

function nextEvent(order: Order): LifeEvent | undefined {
  switch (order.status) {
    case "IDLE":
      return "wake";
    case "ASSIGNING":
      return "accept";
    case "ACCEPTED":
      return order.rules.needConfirmBeforePickup || order.rules.collectCashBeforePickup
        ? arriveOrPickUp(order)
        : "pickup";
    case "CONFIRMING":
      return order.confirmedAt ? "pickup" : "confirm";
    case "PAYING":
      return order.paidAt ? "pickup" : "pay";
    case "IN PROCESS":
      return "deliver";
    case "COMPLETED":
      return nextOfReturn(order);
    case "CANCELLED":
      return undefined;
  }
}

function arriveOrPickUp(order: Order): LifeEvent {
  return order.subStatus === "ARRIVED" ? "pickup" : "arrive";
}

function nextOfReturn(order: Order): LifeEvent | undefined {
  if (order.subStatus === "IN_RETURN") return "return_done";
  if (order.subStatus === "IN_REDELIVERY") return "deliver";
  const hasFailed = order.points.some((point) => point.status === "FAILED");
  return hasFailed && order.subStatus === "" ? "return_begin" : undefined;
}
