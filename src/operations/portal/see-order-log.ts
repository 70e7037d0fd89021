// What happened to one order and what the partner was told about it: its history, and each callback with every try.
import type { Caller } from "../../domain/accounts/account.ts";
import { judge } from "../../domain/callbacks/verdict.ts";
import { seeAsPartner } from "../../domain/orders/order-see.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { listOrderEvents, type SentOrderEvent } from "../../store/callbacks/events.ts";
import { type LoggedTry, listTries } from "../../store/callbacks/tries.ts";
import { type HistoryRow, listHistory } from "../../store/orders/orders.ts";
import { getOrder, type SeeDeps } from "../orders/see-orders.ts";

// `unsent`: nobody had asked for callbacks when it happened. `forgotten`: it is older than the log of tries, which alone knew.
export const DELIVERY_STATES = ["delivered", "waiting", "given_up", "unsent", "forgotten"] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];
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
): Promise<readonly HistoryRow[] | Refusal<"ORDER_NOT_FOUND" | "DENY_ACCESS_ORDER_DETAIL">> {
  const order = await getOrder(deps, caller, orderId);
  return isRefusal(order) ? order : listHistory(deps.db, orderId);
}

// D12: any account of the order's partner sees its callbacks. Newest first.
export async function seeCallbacksOfOrder(
  deps: OrderLogDeps,
  caller: Caller,
  orderId: string,
): Promise<readonly OrderCallback[] | Refusal<"ORDER_NOT_FOUND">> {
  const order = seeAsPartner(await deps.readOrder(orderId), orderId, caller);
  if (isRefusal(order)) return order;
  const [events, tries] = await Promise.all([
    listOrderEvents(deps.db, orderId),
    listTries(deps.db, caller.partnerId, [orderId], TRIES_MAX),
  ]);
  const loggedSince = new Date(deps.clock.now().getTime() - deps.callbackLogDays * 86_400_000);
  return events.map((event) => {
    const own = tries.filter((one) => one.seq === event.seq);
    return { ...event, tries: own, state: stateOf(event, own, loggedSince) };
  });
}

function stateOf(event: SentOrderEvent, tries: readonly LoggedTry[], loggedSince: Date): DeliveryState {
  if (event.givenUpAt !== null) return "given_up";
  if (event.dueAt !== null) return "waiting";
  if (tries.some((one) => judge(one) === "delivered")) return "delivered";
  return event.happenedAt < loggedSince ? "forgotten" : "unsent";
}
