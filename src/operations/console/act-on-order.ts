// The operator's hand on an order, in the states the one table allows, and kept in its history as the operator's.
import { orderDriver } from "../../domain/drivers/driver.ts";
import type { Order } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { changedSince, reassign } from "../../domain/orders/steps/by-operator.ts";
import { wrongStatus } from "../../domain/orders/steps/to-pickup.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { Sql } from "../../store/db.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { findPlace } from "../../store/drivers/places.ts";
import { unknownDriver } from "../drivers/save-driver.ts";
import { newestPlace } from "../live/newest-places.ts";
import { type AdvanceRefusal, decideAdvance } from "../orders/advance-order.ts";
import { type ChangeDeps, changeOrder } from "../orders/change-order.ts";

export type OperatorAct =
  | { readonly type: "reassign"; readonly comment: string | null }
  | { readonly type: "assign"; readonly mobile: string }
  | { readonly type: "confirm" }
  | { readonly type: "return_begin" | "return_done" }
  | { readonly type: "deliver" | "fail"; readonly pathIndex: number; readonly comment: string | null };

export type ActRefusal =
  | AdvanceRefusal
  | "ORDER_CHANGED"
  | "BAD_REQUEST"
  | "INVALID_PHONE_NUMBER"
  | "DRIVER_NOT_FOUND"
  | "DEACTIVATED_ACCOUNT";

// The order of the checks: the order, whether it is still the one that was seen, the driver who is named, its state and the rest.
export function actOnOrder(
  deps: ChangeDeps,
  orderId: string,
  act: OperatorAct,
  seenSeq: number | undefined,
): Promised<Order, ActRefusal> {
  return changeOrder<ActRefusal>(deps, orderId, "operator", (order, tx) => {
    if (!order) return unknownOrder(orderId);
    return changedSince(order, seenSeq) ?? decide(deps, tx, order, act);
  });
}

async function decide(deps: ChangeDeps, tx: Sql, order: Order, act: OperatorAct): Promised<Step, ActRefusal> {
  const at = deps.clock.now();
  switch (act.type) {
    case "reassign":
      return reassign(order, act.comment, { at, place: null });
    case "assign":
      return assign(tx, order, act.mobile, at);
    case "confirm":
      return decideAdvance(tx, order, order.id, { type: "confirm" }, at);
    case "return_begin":
    case "return_done":
    case "deliver":
    case "fail": {
      if (!order.driver) return wrongStatus(order, act.type);
      const by = order.driver.phone;
      const known = (await findPlace(tx, by)) ?? null;
      const place = await newestPlace(deps, { phone: by, cityId: order.cityId }, known);
      return decideAdvance(tx, order, order.id, { ...act, by, place }, at);
    }
  }
}

async function assign(tx: Sql, order: Order, mobile: string, at: Date): Promised<Step, ActRefusal> {
  const phone = parsePhone(mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.");
  const driver = await findDriver(tx, phone);
  if (!driver) return unknownDriver(phone);
  if (driver.status !== "ACTIVATED") return refuse("DEACTIVATED_ACCOUNT", `Driver ${phone} is suspended.`);
  return decideAdvance(tx, order, order.id, { type: "accept", driver: orderDriver(driver) }, at);
}
