// Everything a driver works with: who they are, what they are offered, what they have in hand. Read once, then told live; the orders in
// hand are also kept on the phone, so that a browser that starts in a tunnel knows them.

import { useDocumentVisibility } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { DRIVER_CALLS, type DriverOrder } from "../../clients/typescript/src/api.ts";
import type { Answer } from "../parts/ask.ts";
import { Refused } from "../parts/call.ts";
import type { LiveState } from "../parts/live/live-stream.ts";
import { useLiveStream } from "../parts/live/use-live-stream.ts";
import { askAsDriver, bearer } from "./ask.ts";
import { keep, readKept } from "./kept.ts";
import { isInHand, projected, withOrder } from "./projected-order.ts";
import { type Plan, type PlanStop, stopsAhead } from "./route/plan-ahead.ts";
import { noteServerTime } from "./server-clock.ts";
import type { Session } from "./session.ts";
import { type TakenBackOrders, useTakenBack } from "./taken-back/use-taken-back.ts";
import { type Offers, useOffers } from "./use-offers.ts";
import { type StepQueue, useQueue } from "./use-queue.ts";

type Me = Answer<"getOwnDriver">;

export type Work = {
  readonly me: Me | undefined;
  readonly orders: readonly DriverOrder[];
  // Undefined while nothing is in hand, or it is not known.
  readonly plan: Plan | undefined;
  // Of the plan, what is still to be done once everything pressed has arrived.
  readonly stops: readonly PlanStop[];
  readonly offers: Offers;
  readonly takenBack: TakenBackOrders;
  readonly queue: StepQueue;
  readonly line: LiveState;
  readonly isSignedOut: boolean;
  // Why the page may not show what is so, beside a line that is away.
  readonly error: unknown;
  // Settles when everything has been read again.
  readonly reload: () => Promise<void>;
};

const ORDERS = ["drive", "orders"] as const;
const ME = ["drive", "me"] as const;
const PLAN = ["drive", "plan"] as const;
// The times of the stops move on while nothing else does.
const PLAN_EVERY_MS = 30_000;

// `isPushed`: while the page is hidden the phone tells of offers, which it does when no stream is open. A page that nobody sees may be
// frozen at any moment, and would hear of nothing.
export function useWork(session: Session, isPushed: boolean): Work {
  const call = useMemo(() => askAsDriver(session.token), [session]);
  const client = useQueryClient();
  const me = useQuery({
    queryKey: ME,
    queryFn: async () => {
      const answer = await call("getOwnDriver", {});
      noteServerTime(answer.time);
      keep(KEPT_ME, { mobile: session.mobile, me: answer });
      return answer;
    },
    // A browser that starts in a tunnel knows who it is and whether they were online.
    placeholderData: () => keptMe(session.mobile),
  });
  const takenBack = useTakenBack();
  const { hear: hearTakenBack } = takenBack;
  const takes = useRef(0);
  const seqs = useRef(new Map<string, number>());
  const orders = useQuery({
    queryKey: ORDERS,
    queryFn: async (): Promise<readonly DriverOrder[]> => {
      // A list that was asked for before the newest word of an order may not know it yet: it is asked for again.
      for (;;) {
        const before = takes.current;
        const answer = await call("listDriverOrders", {});
        hearTakenBack(answer.taken_back ?? []);
        if (takes.current === before) return answer.orders;
      }
    },
    placeholderData: () => keptOrders(session.mobile),
  });
  const known = orders.data ?? keptOrders(session.mobile);
  const plan = useQuery({
    queryKey: PLAN,
    queryFn: async () => {
      const answer = await call("getPlan", {});
      keep(KEPT_PLAN, { mobile: session.mobile, plan: answer });
      return answer;
    },
    placeholderData: () => keptPlan(session.mobile),
    enabled: known.length > 0,
    refetchInterval: PLAN_EVERY_MS,
    retry: false,
  });

  const reload = useCallback(() => client.invalidateQueries({ queryKey: ["drive"] }), [client]);
  const take = useCallback(
    (order: DriverOrder) => {
      // Answers and the stream overtake each other: an offer's acceptance may be answered after a step that followed it.
      if (order.seq < (seqs.current.get(order.order_id) ?? 0)) return;
      seqs.current.set(order.order_id, order.seq);
      takes.current += 1;
      client.setQueryData<readonly DriverOrder[]>(ORDERS, (before = keptOrders(session.mobile)) =>
        withOrder(before, order),
      );
    },
    [client, session.mobile],
  );
  const takeStep = useCallback(
    (order: DriverOrder) => {
      take(order);
      void client.invalidateQueries({ queryKey: PLAN });
    },
    [take, client],
  );
  const queue = useQueue(session, takeStep, () => void reload());
  const offers = useOffers(call, take);
  useEffect(() => {
    if (orders.data && !orders.isPlaceholderData) keepOrders(session.mobile, orders.data);
  }, [orders.data, orders.isPlaceholderData, session.mobile]);

  const isHidden = useDocumentVisibility() === "hidden";
  const line = useLiveStream(isPushed && isHidden ? undefined : DRIVER_CALLS.listOffers.path, {
    headers: bearer(session.token),
    onEvent: (event) => {
      if (event.name === "order") {
        take(JSON.parse(event.data));
        void client.invalidateQueries({ queryKey: PLAN });
      } else if (event.name === "taken_back") hearTakenBack([JSON.parse(event.data)]);
      else if (event.name === "plan") void client.invalidateQueries({ queryKey: PLAN });
      else if (event.name === "reload") void reload();
      else offers.hear(event);
    },
    // Also what tells a driver whose session has ended that they have to sign in again, and not that they are in a tunnel.
    poll: async () => void reload(),
  });
  const { send } = queue;
  useEffect(() => {
    if (line !== "live") return;
    void reload();
    send();
  }, [line, reload, send]);

  const errors = [me.error, orders.error].filter((error) => error !== null);
  const statusOf = (error: Error) => (error instanceof Refused ? error.status : undefined);
  const ahead = known.map((order) => projected(order, queue.steps)).filter(isInHand);
  const told = known.length > 0 ? plan.data : undefined;
  const stops = told ? stopsAhead(told, ahead, queue.steps) : [];
  return {
    me: me.data ?? keptMe(session.mobile),
    orders: inSequence(ahead, stops),
    plan: told,
    stops,
    offers,
    takenBack,
    queue,
    line,
    isSignedOut: errors.some((error) => statusOf(error) === 401),
    error: errors.find((error) => statusOf(error) !== 0),
    reload,
  };
}

// The order of the next stop first, then as they are planned; what is not planned stays last.
function inSequence(orders: readonly DriverOrder[], stops: readonly PlanStop[]): readonly DriverOrder[] {
  const turn = (order: DriverOrder): number => {
    const at = stops.findIndex(({ order_id }) => order_id === order.order_id);
    return at < 0 ? stops.length : at;
  };
  return orders.toSorted((one, other) => turn(one) - turn(other));
}

const KEPT = "giao.drive.orders";
const KEPT_ME = "giao.drive.me";
const KEPT_PLAN = "giao.drive.plan";

function keptPlan(mobile: string): Plan | undefined {
  const kept = readKept(KEPT_PLAN) as { readonly mobile: string; readonly plan: Plan } | null;
  return kept?.mobile === mobile ? kept.plan : undefined;
}

function keptMe(mobile: string): Me | undefined {
  const kept = readKept(KEPT_ME) as { readonly mobile: string; readonly me: Me } | null;
  return kept?.mobile === mobile ? kept.me : undefined;
}

function keptOrders(mobile: string): readonly DriverOrder[] {
  const kept = readKept(KEPT) as { readonly mobile: string; readonly orders: readonly DriverOrder[] } | null;
  return kept?.mobile === mobile ? kept.orders : [];
}

function keepOrders(mobile: string, orders: readonly DriverOrder[]): void {
  keep(KEPT, { mobile, orders });
}

export function forgetOrders(): void {
  keep(KEPT, undefined);
  keep(KEPT_ME, undefined);
  keep(KEPT_PLAN, undefined);
}
