// Where an order and each of its points stand, as every record of them tells it.
import { CANCELLERS, POINT_STATUSES } from "../domain/orders/order.ts";
import { STATUSES, SUB_STATUSES } from "../domain/orders/order-life.ts";
import { OUTCOMES } from "../domain/orders/outcome.ts";
import { PAYMENT_METHODS } from "../domain/pricing/payment.ts";
import { oneOf } from "./fields.ts";

export const status = oneOf(STATUSES);
export const subStatus = oneOf(SUB_STATUSES);
export const outcome = oneOf(OUTCOMES, {
  description:
    "What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door.",
});
export const cancelledBy = oneOf(["", ...CANCELLERS], { description: '"" while it is not cancelled.' });
export const pointStatus = oneOf(POINT_STATUSES, { description: '"" while it is to be done.' });
export const paymentMethod = oneOf(PAYMENT_METHODS);
