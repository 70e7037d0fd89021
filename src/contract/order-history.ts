// One entry of an order's history on the wire.
import { Type } from "typebox";
import { STEP_EVENTS } from "../domain/orders/order-step.ts";
import { field, oneOf } from "./fields.ts";
import { status, subStatus } from "./states.ts";

export const HistoryRecord = Type.Object({
  seq: Type.Integer(),
  event: oneOf(STEP_EVENTS),
  actor: field.text("user, driver, operator, system or sandbox."),
  status,
  sub_status: subStatus,
  time: Type.Number(),
});
