// An order as this caller of the operator's sees it: names and phones at its stops are masked for roles that do not call anybody.
import type { OrderRecord } from "../../contract/order.ts";
import { seesContacts } from "../../domain/operators/roles.ts";
import type { Order } from "../../domain/orders/order.ts";
import { maskedName, maskedPhone } from "../../domain/phone.ts";
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
