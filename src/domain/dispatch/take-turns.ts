// More orders may wait than one round can take: whose turn it is. Who has not been looked at goes first, the oldest before the others;
// then whoever was looked at longest ago, so that those nobody can take do not keep the rest from ever being seen.
import type { DispatchRecord } from "./dispatch-record.ts";

export type Turns<Key> = { readonly taken: readonly Key[]; readonly left: readonly Key[] };

// `waiting` is oldest first; `lookedAt` tells the number of the round in which an order had its turn.
export function takeTurns<Key extends { readonly id: string }>(
  waiting: readonly Key[],
  lookedAt: ReadonlyMap<string, number>,
  max: number,
): Turns<Key> {
  if (waiting.length <= max) return { taken: waiting, left: [] };
  const turnOf = ({ id }: Key): number => lookedAt.get(id) ?? -1;
  const inTurn = waiting.toSorted((one, other) => turnOf(one) - turnOf(other));
  return { taken: inTurn.slice(0, max), left: inTurn.slice(max) };
}

export function recordOfWait(orderId: string, city: Pick<DispatchRecord, "waitingOrders" | "drivers">): DispatchRecord {
  return {
    orderId,
    way: "match",
    verdict: "WAITS_FOR_ITS_TURN",
    offeredTo: [],
    plannedFor: undefined,
    considered: [],
    ruledOutCount: 0,
    travel: "roads",
    ...city,
  };
}
