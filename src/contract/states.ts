// Where an order and each of its points stand, as every record of them tells it.
import { POINT_STATUSES } from "../domain/orders/order.ts";
import { STATUSES, SUB_STATUSES } from "../domain/orders/order-life.ts";
import { PAYMENT_METHODS } from "../domain/pricing/payment.ts";
import { oneOf } from "./fields.ts";

export const status = oneOf(STATUSES);
export const subStatus = oneOf(SUB_STATUSES);
export const pointStatus = oneOf(POINT_STATUSES, { description: '"" while it is to be done.' });
export const paymentMethod = oneOf(PAYMENT_METHODS);
