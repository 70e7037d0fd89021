// Tells the operator who was considered for an order, asked, refused, and why others were not.
import type { Offer } from "../../domain/drivers/offer.ts";
import type { Order } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Promised } from "../../domain/refusal.ts";
import type { Database } from "../../store/db.ts";
import { type Decision, listDecisions } from "../../store/dispatch/decisions.ts";
import { listDriverNames } from "../../store/drivers/drivers.ts";
import { listOffersOfOrder } from "../../store/drivers/offers.ts";
import { findOrder } from "../../store/orders/orders.ts";

export type DispatchStory = {
  readonly order: Order;
  readonly offers: readonly Offer[];
  // Newest first.
  readonly decisions: readonly Decision[];
  readonly nameOf: ReadonlyMap<string, string>;
};

const DECISIONS_MAX = 50;

export async function explainDispatch(
  deps: { readonly db: Database },
  orderId: string,
): Promised<DispatchStory, "ORDER_NOT_FOUND"> {
  const order = await findOrder(deps.db, orderId);
  if (!order) return unknownOrder(orderId);
  const [offers, decisions] = await Promise.all([
    listOffersOfOrder(deps.db, orderId),
    listDecisions(deps.db, orderId, DECISIONS_MAX),
  ]);
  const phones = new Set([
    ...offers.map((offer) => offer.driverPhone),
    ...decisions.flatMap(({ record }) => record.considered.map(({ driverId }) => driverId)),
  ]);
  return { order, offers, decisions, nameOf: await listDriverNames(deps.db, [...phones]) };
}
