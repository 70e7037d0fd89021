// The driver's steps from the pickup to the last door, and back with what could not be delivered.
import type { Phone } from "../../phone.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import type { Order, OrderPoint, Proof } from "../order.ts";
import { type Effect, move, type Step } from "../order-step.ts";
import { afterFeeOf, RETURN } from "./after-failure.ts";
import { type DriverRefusal, heldBy, type When } from "./to-pickup.ts";

export type Done = { readonly proof: Proof | null; readonly comment: string | null };

// Positions tell it; saying it twice changes nothing and writes nothing.
export function near(order: Order | undefined, by: Phone): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "near");
  if ("refused" in held) return held;
  return move(held, "near", "IN PROCESS", { subStatus: "COMPLETING" });
}

export function deliver(
  order: Order | undefined,
  by: Phone,
  pathIndex: number,
  when: When,
  done: Done,
): Step | Refusal<DriverRefusal> {
  const held = heldAtDoor(order, by, "deliver");
  if ("refused" in held) return held;
  const point = openPoint(held, pathIndex);
  if ("refused" in point) return point;
  const collected = { pathIndex, amount: point.cod };
  const effects: Effect[] = point.cod > 0 ? [{ effect: "collect_cod", ...collected }] : [];
  // The order was settled without it.
  if (point.isRetryAsked) effects.push({ effect: "settle_cod", ...collected });
  return finishPoint(held, "deliver", pathIndex, { ...point, ...doneFields("COMPLETED", when, done) }, when, effects);
}

export function fail(
  order: Order | undefined,
  by: Phone,
  pathIndex: number,
  when: When,
  done: Done,
): Step | Refusal<DriverRefusal> {
  const held = heldAtDoor(order, by, "fail");
  if ("refused" in held) return held;
  const point = openPoint(held, pathIndex);
  if ("refused" in point) return point;
  if (!done.comment?.trim())
    return refuse("MISSING_REQUIRED_INFO", "comment must say why the point could not be delivered.");
  return finishPoint(held, "fail", pathIndex, { ...point, ...doneFields("FAILED", when, done) }, when, []);
}

export function beginReturn(order: Order | undefined, by: Phone): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "return_begin");
  if ("refused" in held) return held;
  return move(held, "return_begin", "COMPLETED", { subStatus: "IN_RETURN" });
}

export function finishReturn(
  order: Order | undefined,
  by: Phone,
  when: When,
  proof: Proof | null,
): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "return_done");
  if ("refused" in held) return held;
  const fee = afterFeeOf(held, RETURN);
  const changes = { subStatus: "RETURNED", returnedAt: when.at, returnProof: proof } as const;
  return move(held, "return_done", "COMPLETED", changes, fee ? [{ effect: "pay_after", fee }] : []);
}

// An order that is over is at a door again only where a second attempt was asked for.
function heldAtDoor(
  order: Order | undefined,
  by: Phone,
  event: "deliver" | "fail",
): Order | Refusal<"ORDER_NOT_FOUND" | "INVALID_ORDER_STATUS"> {
  return order?.subStatus === "IN_REDELIVERY" ? heldBy(order, by, AGAIN[event]) : heldBy(order, by, event);
}

const AGAIN = { deliver: "redeliver", fail: "refail" } as const;

// Points may be done in any order: the driver at the door knows better.
function openPoint(order: Order, pathIndex: number): OrderPoint | Refusal<"INVALID_DATA" | "INVALID_ORDER_STATUS"> {
  const point = pathIndex > 0 ? order.points[pathIndex] : undefined;
  if (!point) {
    return refuse(
      "INVALID_DATA",
      `Order ${order.id} has delivery points 1 to ${order.points.length - 1}, not ${pathIndex}.`,
    );
  }
  if (point.status === "" || point.isRetryAsked) return point;
  return refuse("INVALID_ORDER_STATUS", `Point ${pathIndex} of order ${order.id} is ${point.status} already.`);
}

function doneFields(status: "COMPLETED" | "FAILED", when: When, done: Done): Partial<OrderPoint> {
  return {
    status,
    doneAt: when.at,
    donePlace: when.place,
    proof: done.proof,
    comment: done.comment?.trim() || null,
    isRetryAsked: false,
  };
}

function finishPoint(
  order: Order,
  event: "deliver" | "fail",
  pathIndex: number,
  done: OrderPoint,
  when: When,
  causes: readonly Effect[],
): Step {
  const points = order.points.with(pathIndex, done);
  const fee = afterFeeOf(order, pathIndex);
  const effects: readonly Effect[] = fee ? [...causes, { effect: "pay_after", fee }] : causes;
  if (order.status === "COMPLETED") {
    const subStatus = points.some(({ isRetryAsked }) => isRetryAsked) ? "IN_REDELIVERY" : "";
    return move(order, AGAIN[event], "COMPLETED", { points, subStatus }, effects);
  }
  const isLast = points.every((point, at) => at === 0 || point.status !== "");
  if (!isLast) return move(order, event, "IN PROCESS", { points, subStatus: "" }, effects);
  const ending: Effect[] = [...effects, { effect: "settle" }];
  if (order.driver) ending.push({ effect: "free_driver", driver: order.driver.phone });
  return move(order, event, "COMPLETED", { points, subStatus: "", completedAt: when.at }, ending);
}
