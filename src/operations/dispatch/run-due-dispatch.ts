// Does everything in dispatch that is due now, whichever replica usually does it: the sandbox's clock waits for this (D22).
import { listWaitingCities } from "../../store/dispatch/round-rows.ts";
import { openDispatchMemory } from "./dispatch-memory.ts";
import { expireOffers, type TimerDeps, watchSilentDrivers } from "./dispatch-timers.ts";
import { type DispatchDeps, runRound } from "./run-round.ts";

export async function runDueDispatch(deps: DispatchDeps & TimerDeps): Promise<void> {
  await expireOffers(deps);
  await watchSilentDrivers(deps);
  const faults: unknown[] = [];
  // A fault in one city is told when all others are done.
  for (const cityId of await listWaitingCities(deps.db)) {
    await dispatchCity(deps, cityId).catch((fault) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

// Until every order has had its turn.
async function dispatchCity(deps: DispatchDeps, cityId: string): Promise<void> {
  const memory = openDispatchMemory();
  for (let unseen = Infinity; unseen > 0; ) ({ unseen } = await runRound(deps, cityId, memory));
}
