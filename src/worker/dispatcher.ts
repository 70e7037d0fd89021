// Keeps dispatch going: a round for each city that this replica leads, once a second and at once when something changed.
// A replica that is lost keeps its cities for the few seconds of its lease; then another one leads them.
import { expireOffers, type TimerDeps, watchSilentDrivers } from "../operations/dispatch/dispatch-timers.ts";
import { type DispatchDeps, type DispatchMemory, ROUND_SECONDS, runRound } from "../operations/dispatch/run-round.ts";
import { sweepDrivers } from "../operations/drivers/sweep-drivers.ts";
import type { ProgramClock } from "../ports/clock.ts";
import { giveUpLeases, takeLease } from "../store/dispatch/leases.ts";
import { listWaitingCities } from "../store/dispatch/round-rows.ts";
import type { Notices } from "../store/notices.ts";

export type Dispatcher = { readonly stop: () => Promise<void> };

export type DispatcherDeps = DispatchDeps & TimerDeps & { readonly notices: Notices; readonly clock: ProgramClock };

const SILENCE_EVERY_TURNS = 5;
const SWEEP_EVERY_TURNS = 600;
// Orders that come in quick succession are matched together rather than one after another.
const REST_MS = 50;

export function startDispatcher(deps: DispatcherDeps, onTrouble: (error: unknown) => void): Dispatcher {
  const owner = deps.random.uuid();
  const memory: DispatchMemory = new Map();
  let running: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isStopped = false;
  let turns = 0;

  async function turn(): Promise<void> {
    // Its leases run out, and a replica that knows the time leads its cities.
    if (!deps.clock.isCertain()) return;
    await expireOffers(deps);
    turns++;
    if (turns % SILENCE_EVERY_TURNS === 0) await watchSilentDrivers(deps);
    if (turns % SWEEP_EVERY_TURNS === 0) await sweepDrivers(deps);
    for (const cityId of await listWaitingCities(deps.db)) {
      if (await takeLease(deps.db, cityId, owner)) await runRound(deps, cityId, memory);
    }
  }

  // One turn at a time; what changes during a turn starts the next one soon after it.
  function wake(): void {
    if (isStopped || soon) return;
    if (running) {
      soon = setTimeout(() => {
        soon = undefined;
        wake();
      }, REST_MS);
      return;
    }
    running = turn()
      .catch(onTrouble)
      .finally(() => {
        running = undefined;
      });
  }

  const timer = setInterval(wake, ROUND_SECONDS * 1000);
  const stopListening = deps.notices.on("giao_work", wake);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      stopListening();
      await running;
      await giveUpLeases(deps.db, owner);
    },
  };
}
