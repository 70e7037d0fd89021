// One entry of an order's history on the wire.
import { type Static, Type } from "typebox";
import type { HistoryRow } from "../../store/orders/orders.ts";
import { unixSeconds } from "./time.ts";

export const HistoryRecord = Type.Object({
  seq: Type.Integer(),
  event: Type.String(),
  actor: Type.String({ description: "user, driver, operator, system or sandbox." }),
  status: Type.String(),
  sub_status: Type.String(),
  time: Type.Number(),
});

export function encodeHistory(entry: HistoryRow): Static<typeof HistoryRecord> {
  const { seq, event, actor, status, subStatus, happenedAt } = entry;
  return { seq, event, actor, status, sub_status: subStatus, time: unixSeconds(happenedAt) };
}
