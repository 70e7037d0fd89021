// Does everything in dispatch that is due now, whichever replica usually does it: the sandbox's clock waits for this (D22).
import { listWaitingCities } from "../../store/dispatch/round-rows.ts";
import { expireOffers, type TimerDeps, watchSilentDrivers } from "./dispatch-timers.ts";
import { type DispatchDeps, runRound } from "./run-round.ts";

export async function runDueDispatch(deps: DispatchDeps & TimerDeps): Promise<void> {
  await expireOffers(deps);
  await watchSilentDrivers(deps);
  for (const cityId of await listWaitingCities(deps.db)) await runRound(deps, cityId, new Map());
}
