// What the operator sees of orders: all of them, and of one everything that is known.
import type { Amount } from "../../domain/amount.ts";
import type { Offer } from "../../domain/drivers/offer.ts";
import type { Order } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Refusal } from "../../domain/refusal.ts";
import type { Database, Sql } from "../../store/db.ts";
import type { StoredEta } from "../../store/dispatch/etas.ts";
import { listOffersOfOrder } from "../../store/drivers/offers.ts";
import { listOrderJournals, type PostedJournal, sumRefunds } from "../../store/ledger/journals.ts";
import { listOrders, type NumberedOrder, type OrderFilter } from "../../store/orders/order-lists.ts";
import { findOrder, type HistoryRow, listHistory } from "../../store/orders/orders.ts";
import { listMessages, type MessageRow } from "../../store/recipient-messages.ts";
import { seeEta } from "./see-eta.ts";

export type InspectedOrder = {
  readonly order: Order;
  readonly history: readonly HistoryRow[];
  readonly journals: readonly PostedJournal[];
  readonly offers: readonly Offer[];
  readonly eta: StoredEta | undefined;
  readonly messages: readonly MessageRow[];
  readonly refunded: Amount;
};
type Deps = { readonly db: Database };

export function searchOrders(
  deps: { readonly reads: Sql },
  filter: OrderFilter,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return listOrders(deps.reads, filter, limit);
}

export async function inspectOrder(deps: Deps, orderId: string): Promise<InspectedOrder | Refusal<"ORDER_NOT_FOUND">> {
  const order = await findOrder(deps.db, orderId);
  if (!order) return unknownOrder(orderId);
  const [history, journals, offers, eta, messages, refunded] = await Promise.all([
    listHistory(deps.db, orderId),
    listOrderJournals(deps.db, orderId),
    listOffersOfOrder(deps.db, orderId),
    seeEta(deps, order),
    listMessages(deps.db, orderId),
    sumRefunds(deps.db, orderId),
  ]);
  return { order, history, journals, offers, eta, messages, refunded };
}
