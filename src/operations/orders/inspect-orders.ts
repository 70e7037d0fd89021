// What the operator sees of orders: all of them, and of one everything that is known.
import type { Amount } from "../../domain/amount.ts";
import type { Offer } from "../../domain/drivers/offer.ts";
import type { Order } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Promised } from "../../domain/refusal.ts";
import type { Database, Sql } from "../../store/db.ts";
import type { StoredEta } from "../../store/dispatch/etas.ts";
import { listOffersOfOrder } from "../../store/drivers/offers.ts";
import { listOrderJournals, type PostedJournal, sumRefunds } from "../../store/ledger/journals.ts";
import { listOrders, type OrderFilter } from "../../store/orders/order-lists.ts";
import { findOrder, type HistoryRow, listHistory, type NumberedOrder } from "../../store/orders/orders.ts";
import { listMessages, type MessageRow } from "../../store/recipient-messages.ts";
import { findByWords, NOTHING_FOUND } from "./find-orders.ts";
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

export type OrderPage = {
  readonly orders: readonly NumberedOrder[];
  // Below which the next page begins, when there may be one.
  readonly next: number | undefined;
};

// What is searched for is an id, a phone or a tracking number; with a partner, words of an address or a name as well.
export async function searchOrders(
  { reads }: { readonly reads: Sql },
  filter: Omit<OrderFilter, "foundNumbers">,
  limit: number,
): Promise<OrderPage> {
  const { search, partnerId, beforeNumber } = filter;
  const found =
    search === undefined ? NOTHING_FOUND : await findByWords({ db: reads }, { text: search, partnerId, beforeNumber });
  const page = await listOrders(reads, { ...filter, foundNumbers: found.numbers }, limit);
  const numbers = new Set(found.numbers);
  const isMeant = ({ number, order }: NumberedOrder): boolean => !numbers.has(number) || found.isMeant(order);
  // What was found in other ways lies further back than words were looked for.
  const end = found.isCut ? found.numbers.at(-1)! : 0;
  const isFull = page.length === limit;
  const orders = page.filter((one) => (isFull || one.number >= end) && isMeant(one));
  return { orders, next: isFull ? page.at(-1)!.number : end > 0 ? end : undefined };
}

export async function inspectOrder(deps: Deps, orderId: string): Promised<InspectedOrder, "ORDER_NOT_FOUND"> {
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
