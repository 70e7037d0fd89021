// One entry of an order's history on the wire.
import type { Static } from "typebox";
import type { HistoryRecord } from "../../contract/order-history.ts";
import type { HistoryRow } from "../../store/orders/orders.ts";
import { unixSeconds } from "./time.ts";

export function encodeHistory(entry: HistoryRow): Static<typeof HistoryRecord> {
  const { seq, event, actor, status, subStatus, happenedAt } = entry;
  return { seq, event, actor, status, sub_status: subStatus, time: unixSeconds(happenedAt) };
}
