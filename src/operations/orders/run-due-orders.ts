// What time alone does to orders: a scheduled one wakes, one without a driver is given up. Several replicas may run this at
// once: each order is judged again when it is saved, and whoever comes second finds nothing left to do.
import type { Order } from "../../domain/orders/order.ts";
import { expire, wake } from "../../domain/orders/steps/by-clock.ts";
import { refuse } from "../../domain/refusal.ts";
import { RowIsHeld } from "../../store/db.ts";
import { type DueOrder, listDueOrders } from "../../store/orders/orders.ts";
import { type ChangeDeps, stepOrder } from "./change-order.ts";

// Whether to go on with the next part, and whether to wait for rows that somebody else has.
export type DueRound = { readonly goesOn: () => boolean; readonly isPatient: boolean };

export const UNTIL_ALL_IS_DONE: DueRound = { goesOn: () => true, isPatient: true };
const BATCH = 200;

// Answers when everything that was due has been done, here or by another replica, or when `goesOn` says to stop: what is
// left stays due. After a night without a worker that may be thousands of orders.
export async function runDueOrders(
  deps: ChangeDeps,
  { goesOn, isPatient }: DueRound = UNTIL_ALL_IS_DONE,
): Promise<void> {
  let due: readonly DueOrder[];
  // Accounts that somebody else holds. Who comes back every second waits a moment for each, and the others' orders go on.
  const held = new Map<string, RowIsHeld>();
  do {
    due = await listDueOrders(deps.db, deps.clock.now(), [...held.keys()], BATCH);
    for (const { id, ownerPhone } of due) {
      if (!goesOn()) return;
      if (held.has(ownerPhone)) continue;
      try {
        await letTimePass(deps, id, isPatient);
      } catch (error) {
        if (!(error instanceof RowIsHeld)) throw error;
        held.set(ownerPhone, error);
      }
    }
  } while (due.length === BATCH);
  for (const error of held.values()) throw error;
}

async function letTimePass(deps: ChangeDeps, orderId: string, isPatient: boolean): Promise<void> {
  const decide = (order: Order | undefined) => {
    const now = deps.clock.now();
    const step = order && (wake(order, now) ?? expire(order, now));
    return step ?? refuse("NOTHING_DUE", `Nothing is due for order ${orderId}.`);
  };
  await stepOrder(deps, orderId, "system", decide, undefined, { isPatient });
}
