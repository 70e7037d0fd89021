// When an order's driver is expected. Only an order in somebody's hands has an answer.
import { isFinished, type Order } from "../../domain/orders/order.ts";
import type { Database } from "../../store/db.ts";
import { findEta, type StoredEta } from "../../store/dispatch/etas.ts";

export async function seeEta(deps: { readonly db: Database }, order: Order): Promise<StoredEta | undefined> {
  return order.driver && !isFinished(order) ? findEta(deps.db, order.id) : undefined;
}
