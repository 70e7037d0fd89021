// Everything a driver works with: who he is, what he is offered, what he has in hand. Read once, then told live; the orders in
// hand are also kept on the phone, so that a browser that starts in a tunnel knows them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Refused } from "../parts/call.ts";
import type { LiveState } from "../parts/live/live-stream.ts";
import { useLiveStream } from "../parts/use-live-stream.ts";
import { chime } from "./chime.ts";
import { bearer, type DriverOrder, driverCall, type Me, type Offer } from "./driver-api.ts";
import { keep, readKept } from "./kept.ts";
import { isInHand, projected } from "./projected-order.ts";
import { noteServerTime } from "./server-clock.ts";
import type { Session } from "./session.ts";
import { type StepQueue, useQueue } from "./use-queue.ts";

export type OpenOffer = Offer & { readonly endsMs: number };

export type Work = {
  readonly me: Me | undefined;
  readonly orders: readonly DriverOrder[];
  readonly offers: readonly OpenOffer[];
  readonly queue: StepQueue;
  readonly line: LiveState;
  readonly isSignedOut: boolean;
  readonly closeOffer: (offerId: string) => void;
  readonly take: (order: DriverOrder) => void;
  readonly reload: () => void;
};

const ORDERS = ["drive", "orders"] as const;
const ME = ["drive", "me"] as const;

export function useWork(session: Session): Work {
  const call = useMemo(() => driverCall(session.token), [session]);
  const client = useQueryClient();
  const me = useQuery({
    queryKey: ME,
    queryFn: async () => {
      const told = await call<Me>("/me");
      noteServerTime(told.time);
      return told;
    },
    networkMode: "always",
  });
  const orders = useQuery({
    queryKey: ORDERS,
    queryFn: async () => (await call<{ readonly orders: readonly DriverOrder[] }>("/orders")).orders,
    networkMode: "always",
    placeholderData: () => keptOrders(session.mobile),
  });
  const [offers, setOffers] = useState<readonly OpenOffer[]>([]);
  const known = orders.data ?? keptOrders(session.mobile);

  const reload = useCallback(() => void client.invalidateQueries({ queryKey: ["drive"] }), [client]);
  const take = useCallback(
    (order: DriverOrder) =>
      client.setQueryData<readonly DriverOrder[]>(ORDERS, (before = keptOrders(session.mobile)) => {
        const others = before.filter(({ order_id }) => order_id !== order.order_id);
        return isInHand(order) ? [...others, order] : others;
      }),
    [client, session.mobile],
  );
  const queue = useQueue(session, take, reload);
  useEffect(() => {
    if (orders.data && !orders.isPlaceholderData) keepOrders(session.mobile, orders.data);
  }, [orders.data, orders.isPlaceholderData, session.mobile]);

  const closeOffer = useCallback((id: string) => setOffers((open) => open.filter((offer) => offer.id !== id)), []);
  const line = useLiveStream("/driver/v1/offers", {
    headers: bearer(session.token),
    onEvent: ({ name, data }) => {
      const told = JSON.parse(data);
      if (name === "offers") setOffers(told.offers.map(opened));
      if (name === "offer") {
        setOffers((open) => [...open.filter(({ id }) => id !== told.id), opened(told)]);
        chime();
      }
      if (name === "offer_closed") closeOffer(told.id);
      if (name === "order") take(told);
      if (name === "reload") reload();
    },
  });
  useEffect(() => {
    if (line === "live") reload();
  }, [line, reload]);

  return {
    me: me.data,
    orders: known.map((order) => projected(order, queue.steps)).filter(isInHand),
    offers,
    queue,
    line,
    isSignedOut: [me.error, orders.error].some((error) => error instanceof Refused && error.status === 401),
    closeOffer,
    take,
    reload,
  };
}

// By this phone's own clock, whatever it shows.
function opened(offer: Offer): OpenOffer {
  return { ...offer, endsMs: performance.now() + offer.expires_in * 1000 };
}

const KEPT = "giao.drive.orders";

function keptOrders(mobile: string): readonly DriverOrder[] {
  const kept = readKept(KEPT) as { readonly mobile: string; readonly orders: readonly DriverOrder[] } | null;
  return kept?.mobile === mobile ? kept.orders : [];
}

function keepOrders(mobile: string, orders: readonly DriverOrder[]): void {
  keep(KEPT, { mobile, orders });
}

export function forgetOrders(): void {
  keep(KEPT, undefined);
}
