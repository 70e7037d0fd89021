// Lets time pass for orders: looks once a second for those that should wake or be given up (docs/decisions/order-timers.md).
import { removeOldAnswers } from "../operations/answer-once.ts";
import type { ChangeDeps } from "../operations/orders/change-order.ts";
import { runDueOrders } from "../operations/orders/run-due-orders.ts";
import type { ProgramClock } from "../ports/clock.ts";
import { repeat } from "./repeat.ts";
import type { Rounds } from "./rounds.ts";

export type OrderTimers = { readonly stop: () => Promise<void> };

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;

export function startOrderTimers(
  deps: ChangeDeps & { readonly rounds: Rounds; readonly clock: ProgramClock },
): OrderTimers {
  const { clock, rounds } = deps;
  const timers = [
    repeat(
      { name: "due orders", everyMs: LOOK_EVERY_MS, clock },
      (goesOn) => runDueOrders(deps, { goesOn, isPatient: false }),
      rounds,
    ),
    repeat({ name: "old answers", everyMs: SWEEP_EVERY_MS, clock }, () => removeOldAnswers(deps), rounds),
  ];
  return {
    stop: async () => {
      for (const timer of timers) await timer.stop();
    },
  };
}
