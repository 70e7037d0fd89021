// Lets old orders go, where the operator wants it. Any number of processes may do it at once: one is at it, the others come again.
import { setTimeout as sleep } from "node:timers/promises";
import { firstKept } from "../../domain/months.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { leaveOrders } from "../../store/orders/leaving-orders.ts";
import type { MonthDeps } from "./keep-months.ts";

export type LettingGo = MonthDeps & {
  // 0: for ever.
  readonly settings: { readonly retention: { readonly orderMonths: number } };
};

// Takes a tenth of a second.
const PORTION = 500;

export async function letOrdersGo({ db, clock, settings }: LettingGo, goesOn = () => true): Promise<void> {
  const { orderMonths } = settings.retention;
  if (orderMonths === 0) return;
  const keptSince = firstKept(clock.now(), orderMonths);
  await inPortions(() => leaveOrders(db, keptSince, PORTION), goesOn);
}

// Rests for as long as it works, so that it never takes more than half of a connection from whoever is served.
async function inPortions(portion: () => Promise<boolean>, goesOn: () => boolean): Promise<void> {
  for (let isMore = true; isMore && goesOn(); ) {
    const watch = startStopwatch();
    isMore = await portion();
    if (isMore) await sleep(watch.elapsedMs());
  }
}
