// What happened to one order and what the partner was told about it: its history, and each callback with every try.
import type { Caller } from "../../domain/accounts/account.ts";
import { type DeliveryState, deliveryStateOf } from "../../domain/callbacks/delivery-state.ts";
import { seeAsPartner } from "../../domain/orders/order-see.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { listOrderEvents, type SentOrderEvent } from "../../store/callbacks/events.ts";
import { type LoggedTry, listTries } from "../../store/callbacks/tries.ts";
import { type HistoryRow, listHistory } from "../../store/orders/orders.ts";
import { getOrder, type SeeDeps } from "../orders/see-orders.ts";

export type OrderLogDeps = SeeDeps & {
  // How long tries are kept.
  readonly callbackLogDays: number;
};
export type OrderCallback = SentOrderEvent & { readonly state: DeliveryState; readonly tries: readonly LoggedTry[] };

const TRIES_MAX = 500;

export async function seeTimeline(
  deps: SeeDeps,
  caller: Caller,
  orderId: string,
): Promised<readonly HistoryRow[], "ORDER_NOT_FOUND" | "DENY_ACCESS_ORDER_DETAIL"> {
  const order = await getOrder(deps, caller, orderId);
  return isRefusal(order) ? order : listHistory(deps.db, orderId);
}

// D12: any account of the order's partner sees its callbacks. Newest first.
export async function seeCallbacksOfOrder(
  deps: OrderLogDeps,
  caller: Caller,
  orderId: string,
): Promised<readonly OrderCallback[], "ORDER_NOT_FOUND"> {
  const order = seeAsPartner(await deps.readOrder(orderId), orderId, caller);
  if (isRefusal(order)) return order;
  const [events, tries] = await Promise.all([
    listOrderEvents(deps.db, orderId),
    listTries(deps.db, caller.partnerId, [orderId], TRIES_MAX),
  ]);
  const since = loggedSince(deps);
  return events.map((event) => {
    const own = tries.filter((one) => one.seq === event.seq);
    return { ...event, tries: own, state: deliveryStateOf(event, own, since) };
  });
}

// Tries from before this are kept no longer.
export function loggedSince(deps: Pick<OrderLogDeps, "clock" | "callbackLogDays">): Date {
  return new Date(deps.clock.now().getTime() - deps.callbackLogDays * 86_400_000);
}
