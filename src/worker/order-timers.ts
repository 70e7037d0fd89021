// Lets time pass for orders: looks once a second for those that should wake or be given up (docs/decisions/order-timers.md).
import type { ChangeDeps } from "../operations/orders/change-order.ts";
import { removeOldAnswers } from "../operations/orders/remove-old-answers.ts";
import { runDueOrders } from "../operations/orders/run-due-orders.ts";
import type { ProgramClock } from "../ports/clock.ts";
import { repeat } from "./repeat.ts";

export type OrderTimers = { readonly stop: () => Promise<void> };

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;

export function startOrderTimers(
  deps: ChangeDeps & { readonly clock: ProgramClock },
  onTrouble: (error: unknown) => void,
): OrderTimers {
  const { isCertain } = deps.clock;
  const timers = [
    repeat(
      LOOK_EVERY_MS,
      async (goesOn) => {
        if (isCertain()) await runDueOrders(deps, () => goesOn() && isCertain());
      },
      onTrouble,
    ),
    repeat(
      SWEEP_EVERY_MS,
      async () => {
        if (isCertain()) await removeOldAnswers(deps);
      },
      onTrouble,
    ),
  ];
  return {
    stop: async () => {
      for (const timer of timers) await timer.stop();
    },
  };
}
