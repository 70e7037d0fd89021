// An order as this caller of the operator's sees it: names and phones at its stops are masked for roles that do not call anybody.
import type { OrderRecord } from "../../contract/order.ts";
import type { Seen } from "../../domain/audit-change.ts";
import { seesContacts } from "../../domain/operators/roles.ts";
import type { Order } from "../../domain/orders/order.ts";
import { maskedName, maskedPhone } from "../../domain/phone.ts";
import type { Sql } from "../../store/db.ts";
import { findOrder } from "../../store/orders/orders.ts";
import { operatorOf } from "../base/callers.ts";
import type { AnyAsked } from "../calls/call.ts";
import { encodeOrder } from "../wire/order.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

export function encodeOrderFor(
  order: Order,
  request: AnyAsked,
  { links }: { readonly links: TrackingLinks },
): OrderRecord {
  const record = encodeOrder(order, links);
  if (seesContacts(operatorOf(request).role)) return record;
  const path = record.path.map((point) => ({
    ...point,
    name: maskedName(point.name),
    mobile: maskedPhone(point.mobile),
  }));
  return { ...record, path };
}

// What the audit log compares of an order.
export async function seenOrder(request: AnyAsked, { db }: { readonly db: Sql }): Promise<Seen | undefined> {
  const { order_id: orderId } = request.params as { readonly order_id: string };
  const order = await findOrder(db, orderId);
  return (
    order && {
      status: order.status,
      sub_status: order.subStatus,
      driver: order.driver?.phone ?? "",
      points: order.points.map(({ status }) => status),
    }
  );
}
