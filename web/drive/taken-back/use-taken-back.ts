// Orders that were taken back, as the stream and the list of orders tell of them. One that was read is not told again, also after the page
// was opened anew.
import { useCallback, useState } from "react";
import type { TakenBack } from "../../../clients/typescript/src/api.ts";
import { keep, readKept } from "../kept.ts";

export type TakenBackOrders = {
  // Their ids.
  readonly unread: readonly string[];
  readonly hear: (orders: readonly Pick<TakenBack, "order_id">[]) => void;
  readonly read: (orderId: string) => void;
};

const KEPT = "giao.drive.taken-back";
const KEPT_MAX = 20;

export function useTakenBack(): TakenBackOrders {
  const [unread, setUnread] = useState<readonly string[]>([]);
  const hear = useCallback((orders: readonly Pick<TakenBack, "order_id">[]) => {
    const fresh = orders.map(({ order_id }) => order_id).filter((id) => !readBefore().includes(id));
    setUnread((before) => (fresh.every((id) => before.includes(id)) ? before : [...new Set([...before, ...fresh])]));
  }, []);
  const read = useCallback((orderId: string) => {
    keep(KEPT, [...readBefore(), orderId].slice(-KEPT_MAX));
    setUnread((before) => before.filter((id) => id !== orderId));
  }, []);
  return { unread, hear, read };
}

function readBefore(): readonly string[] {
  const kept = readKept(KEPT);
  return Array.isArray(kept) ? kept : [];
}
