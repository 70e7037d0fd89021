// An order as it will be once what was pressed has arrived. So a driver without a connection goes on with their work, and sees
// what they did as done.

import type { DriverOrder } from "../../clients/typescript/src/api.ts";
import { nextStepOf, type Standing } from "../../src/domain/orders/steps/next-step.ts";
import type { Step } from "./queue/queued-step.ts";

type Stop = DriverOrder["path"][number];

export function projected(order: DriverOrder, steps: readonly Step[]): DriverOrder {
  return steps.filter(({ orderId }) => orderId === order.order_id).reduce(after, order);
}

function after(order: DriverOrder, step: Step): DriverOrder {
  switch (step.name) {
    case "arrive":
      return { ...order, sub_status: "ARRIVED" };
    case "confirm":
      return { ...order, confirm_time: 1 };
    case "pay":
      return { ...order, pay_time: 1 };
    case "pickup":
      return { ...order, status: "IN PROCESS", sub_status: "" };
    case "deliver":
    case "fail":
      return afterDoor(order, step);
    case "cancel":
      return { ...order, status: "CANCELLED" };
    case "return_begin":
      return { ...order, sub_status: "IN_RETURN" };
    case "return_done":
      return { ...order, sub_status: "RETURNED" };
    case "skip":
      return order;
  }
}

function afterDoor(order: DriverOrder, { name, pathIndex }: Step): DriverOrder {
  const status = name === "deliver" ? "COMPLETED" : "FAILED";
  const path = order.path.map((stop) => (stop.index === pathIndex ? ({ ...stop, status } as const) : stop));
  const isDone = path.every((stop) => stop.index === 0 || stop.status !== "");
  if (!isDone) return { ...order, path };
  return { ...order, path, status: "COMPLETED", sub_status: "" };
}

// The orders in hand with the newest word of one of them, which keeps its place: cards do not change under a driver's finger.
export function withOrder(orders: readonly DriverOrder[], newest: DriverOrder): readonly DriverOrder[] {
  const at = orders.findIndex(({ order_id }) => order_id === newest.order_id);
  if (!isInHand(newest)) return orders.filter((_, index) => index !== at);
  return at === -1 ? [...orders, newest] : orders.with(at, newest);
}

export function isInHand(order: DriverOrder): boolean {
  return nextStepOf(standingOf(order)) !== undefined;
}

export type Task = "arrive" | "confirm" | "pay" | "pickup" | "deliver" | "return_begin" | "return_done";

// What is to be done next, and where.
export function nextTask(order: DriverOrder): { readonly task: Task; readonly stop: Stop } | undefined {
  const next = nextStepOf(standingOf(order));
  const stop = order.path[next?.pathIndex ?? 0];
  return next && stop && { task: next.event as Task, stop };
}

// As the rules know it. Drivers say when they arrive, whatever the service asks for.
function standingOf(order: DriverOrder): Standing {
  return {
    id: order.order_id,
    status: order.status,
    subStatus: order.sub_status,
    isConfirmed: order.confirm_time > 0,
    isPaid: order.pay_time > 0,
    mustConfirm: false,
    mustArrive: true,
    points: order.path.map(({ status }) => status),
  };
}

// Whom to ask for the fee before the next task is done: the sender where the goods are taken, the recipient at the door.
export function paysCashNow(order: DriverOrder, task: Task): "sender" | "recipient" | undefined {
  if (order.cash === 0) return undefined;
  const payer = payerOf(order);
  if (payer === "recipient") return task === "deliver" ? payer : undefined;
  return ["arrive", "confirm", "pay", "pickup"].includes(task) ? payer : undefined;
}

export function payerOf({ payment_method }: Pick<DriverOrder, "payment_method">): "sender" | "recipient" {
  return payment_method === "CASH_BY_RECIPIENT" ? "recipient" : "sender";
}
