// What is asked about one order, again and again while it is under way.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { ONGOING_STATUSES } from "../../../src/domain/orders/order-life.ts";
import { ask } from "../ask.ts";

const REFRESH_MS = 3_000;
// Callbacks and returns go on for a while after an order's end.
const REFRESH_AFTER_MS = 15_000;

export function isOngoing(order: Order | undefined): boolean {
  return order !== undefined && ONGOING_STATUSES.includes(order.status);
}

// An order that is not there is not asked for again; one that was there is, whatever has come between.
export function refreshMs(order: Order | undefined, error: Error | null): number | false {
  if (!order && error) return false;
  return isOngoing(order) ? REFRESH_MS : REFRESH_AFTER_MS;
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: ["order", id],
    queryFn: ({ signal }) => ask("getOrder", { params: { order_id: id } }, { signal }),
    refetchInterval: ({ state }) => refreshMs(state.data, state.error),
  });
}

export function useTimeline(order: Order) {
  return useQuery({
    queryKey: ["order", order._id, "timeline"],
    queryFn: ({ signal }) => ask("seeTimeline", { params: { order_id: order._id } }, { signal }),
    refetchInterval: isOngoing(order) ? REFRESH_MS : REFRESH_AFTER_MS,
  });
}

export function usePrice(order: Order) {
  return useQuery({
    // An edited address is priced again.
    queryKey: ["order", order._id, "price", order.total_fee],
    queryFn: ({ signal }) => ask("explainPrice", { params: { order_id: order._id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type DriverPosition = { readonly lat: number; readonly lng: number; readonly heading?: number };

// Where the driver is, as the recipient's page shows it; undefined while nobody drives.
export function useDriverPosition(order: Order): DriverPosition | undefined {
  const token = order.shared_link.split("/").at(-1) ?? "";
  const { data } = useQuery({
    queryKey: ["order", order._id, "driver"],
    queryFn: ({ signal }) => ask("getTracking", { params: { token } }, { signal }),
    enabled: isOngoing(order) && order.supplier_id !== "",
    refetchInterval: REFRESH_MS,
  });
  return isOngoing(order) ? data?.driver?.position : undefined;
}

export function useCallbacks(order: Order) {
  return useQuery({
    queryKey: ["order", order._id, "callbacks"],
    queryFn: ({ signal }) => ask("seeCallbacksOfOrder", { params: { order_id: order._id } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

// A change of the order, after which everything about it is read again.
export function useChange<Given>(order: Order, change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ["order", order._id] }),
  });
}
