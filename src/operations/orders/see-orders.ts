// Reading orders (4.6, D12): one, several, the caller's own, and those that carry a tracking number.
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isOrderId } from "../../domain/orders/order-ids.ts";
import { seeAsPartner, seeDetail } from "../../domain/orders/order-see.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { findParents } from "../../store/accounts/accounts.ts";
import { listOrders, listTrackedOrders, type OrderFilter } from "../../store/orders/order-lists.ts";
import { listOrdersById, type NumberedOrder } from "../../store/orders/orders.ts";
import type { Services } from "../services.ts";

export type SeeDeps = Pick<Services, "db" | "reads" | "clock"> & {
  readonly readOrder: (orderId: string) => Promise<Order | undefined>;
};

export const PAGE_MAX = 100;
const IDS_MAX = 50;
const TRACKED_MAX = 200;
const DAYS_BACK = 7;

export async function getOrder(
  deps: SeeDeps,
  caller: Caller,
  orderId: string,
): Promised<Order, "ORDER_NOT_FOUND" | "DENY_ACCESS_ORDER_DETAIL"> {
  const order = await deps.readOrder(orderId);
  const parents = await parentsOf(deps, caller, order ? [order] : []);
  return seeDetail(order, orderId, (order && parents.get(order.ownerPhone)) ?? null, caller);
}

// The owners' parents are asked for only when somebody else's order is read.
async function parentsOf(
  deps: SeeDeps,
  caller: Caller,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string | null>> {
  const others = orders.filter((order) => order.ownerPhone !== caller.phone).map((order) => order.ownerPhone);
  return others.length === 0 ? new Map() : findParents(deps.db, [...new Set(others)]);
}

// What the caller may see of the ids asked for, in the order asked; the others do not exist.
export async function getOrders(
  deps: SeeDeps,
  caller: Caller,
  orderIds: readonly string[],
): Promised<readonly Order[], "BAD_REQUEST"> {
  if (orderIds.length > IDS_MAX) return refuse("BAD_REQUEST", `ids must name at most ${IDS_MAX} orders.`);
  const found = await listOrdersById(deps.db, orderIds.filter(isOrderId));
  const parents = await parentsOf(deps, caller, found);
  const visible = new Map(
    found
      .filter((order) => !isRefusal(seeDetail(order, order.id, parents.get(order.ownerPhone) ?? null, caller)))
      .map((order) => [order.id, order]),
  );
  return [...new Set(orderIds)].flatMap((orderId) => visible.get(orderId) ?? []);
}

export type OwnOrderFilter = Omit<OrderFilter, "creatorPhone" | "search">;

export function listOwnOrders(
  deps: SeeDeps,
  caller: Caller,
  filter: OwnOrderFilter,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return listOrders(deps.reads, { ...filter, creatorPhone: caller.phone }, limit);
}

export async function getOrderAsPartner(
  deps: SeeDeps,
  caller: Caller,
  orderId: string,
): Promised<Order, "ORDER_NOT_FOUND"> {
  return seeAsPartner(await deps.readOrder(orderId), orderId, caller);
}

export type TrackingQuestion = {
  readonly trackingNumber: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

export async function findTrackedOrders(
  deps: SeeDeps,
  caller: Caller,
  question: TrackingQuestion,
): Promised<readonly Order[], "ORDER_NOT_FOUND" | "MISSING_REQUIRED_INFO"> {
  const { trackingNumber } = question;
  if (!trackingNumber || trackingNumber.includes("\0"))
    return refuse("MISSING_REQUIRED_INFO", "tracking_number is required.");
  const to = question.to ?? deps.clock.now();
  const from = question.from ?? new Date(deps.clock.now().getTime() - DAYS_BACK * 86_400_000);
  const openOfAnyAge = question.from === undefined;
  const search = { partnerId: caller.partnerId, trackingNumber, from, to, openOfAnyAge };
  const orders = await listTrackedOrders(deps.db, search, TRACKED_MAX);
  if (orders.length > 0) return orders;
  return refuse("ORDER_NOT_FOUND", "No order of this time carries this tracking_number.");
}
