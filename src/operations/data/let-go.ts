// Lets old orders go, and later their journals, where the operator wants it. Any number of processes may do it at once: one is at it, the others come again.
import { setTimeout as sleep } from "node:timers/promises";
import { firstKept } from "../../domain/months.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { findUnexported } from "../../store/exported-months.ts";
import { leaveJournals } from "../../store/ledger/leaving-journals.ts";
import { leaveOrders } from "../../store/orders/leaving-orders.ts";
import type { MonthDeps } from "./keep-months.ts";

export type LettingGo = MonthDeps & {
  // 0: for ever.
  readonly settings: {
    readonly retention: { readonly orderMonths: number; readonly ledgerMonths: number };
    readonly keepUntilExported: boolean;
  };
};

// Either takes a tenth of a second.
const ORDERS_AT_ONCE = 500;
const JOURNALS_AT_ONCE = 2_000;

export async function letOrdersGo({ db, clock, settings }: LettingGo, goesOn = () => true): Promise<void> {
  const { orderMonths } = settings.retention;
  if (orderMonths === 0) return;
  const { keepUntilExported } = settings;
  const wanted = firstKept(clock.now(), orderMonths);
  const keptSince = (keepUntilExported && (await findUnexported(db, "orders", wanted))) || wanted;
  await inPortions(() => leaveOrders(db, { keptSince, onlyExported: keepUntilExported }, ORDERS_AT_ONCE), goesOn);
}

export async function letJournalsGo({ db, clock, settings }: LettingGo, goesOn = () => true): Promise<void> {
  const { ledgerMonths } = settings.retention;
  if (ledgerMonths === 0) return;
  const wanted = firstKept(clock.now(), ledgerMonths);
  const keptSince = (settings.keepUntilExported && (await findUnexported(db, "journals", wanted))) || wanted;
  await inPortions(() => leaveJournals(db, keptSince, JOURNALS_AT_ONCE), goesOn);
}

// Rests for as long as it works, so that it never takes more than half of a connection from whoever is served.
async function inPortions(portion: () => Promise<boolean>, goesOn: () => boolean): Promise<void> {
  for (let isMore = true; isMore && goesOn(); ) {
    const watch = startStopwatch();
    isMore = await portion();
    if (isMore) await sleep(watch.elapsedMs());
  }
}
