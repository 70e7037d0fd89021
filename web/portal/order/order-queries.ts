// What is asked about one order, again and again while it is under way.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ONGOING_STATUSES } from "../../../src/domain/orders/order-life.ts";
import { ask } from "../ask.ts";
import type { Order, PriceExplanation, TimelineEvent, ToldCallback } from "../wire.ts";

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
    queryFn: ({ signal }) => ask<Order>(`/v3/orders/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => refreshMs(state.data, state.error),
  });
}

export function useTimeline(order: Order) {
  return useQuery({
    queryKey: ["order", order._id, "timeline"],
    queryFn: ({ signal }) =>
      ask<{ readonly events: readonly TimelineEvent[] }>(`/portal/v1/orders/${order._id}/timeline`, { signal }),
    refetchInterval: isOngoing(order) ? REFRESH_MS : REFRESH_AFTER_MS,
  });
}

export function usePrice(order: Order) {
  return useQuery({
    // An edited address is priced again.
    queryKey: ["order", order._id, "price", order.total_fee],
    queryFn: ({ signal }) => ask<PriceExplanation>(`/v3/orders/${order._id}/price`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type DriverPosition = { readonly lat: number; readonly lng: number; readonly heading?: number };

// Where the driver is, as the recipient's page shows it; undefined while nobody drives.
export function useDriverPosition(order: Order): DriverPosition | undefined {
  const link = new URL(order.shared_link).pathname;
  const { data } = useQuery({
    queryKey: ["order", order._id, "driver"],
    queryFn: ({ signal }) =>
      ask<{ readonly driver?: { readonly position?: DriverPosition } | null }>(`${link}/state`, { signal }),
    enabled: isOngoing(order) && order.supplier_id !== "",
    refetchInterval: REFRESH_MS,
  });
  return isOngoing(order) ? data?.driver?.position : undefined;
}

export function useCallbacks(order: Order) {
  return useQuery({
    queryKey: ["order", order._id, "callbacks"],
    queryFn: ({ signal }) =>
      ask<{ readonly callbacks: readonly ToldCallback[] }>(`/portal/v1/orders/${order._id}/callbacks`, { signal }),
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
