// Keeps dispatch going: a round for each city that this replica leads, once a second and at once when something changed.
// A replica that is lost keeps its cities for the few seconds of its lease; then another one leads them.
import { expireOffers, type TimerDeps, watchSilentDrivers } from "../operations/dispatch/dispatch-timers.ts";
import { type DispatchDeps, type DispatchMemory, ROUND_SECONDS, runRound } from "../operations/dispatch/run-round.ts";
import { sweepDrivers } from "../operations/drivers/sweep-drivers.ts";
import type { ProgramClock } from "../ports/clock.ts";
import { giveUpLeases, takeLease } from "../store/dispatch/leases.ts";
import { listWaitingCities } from "../store/dispatch/round-rows.ts";
import type { Notices } from "../store/notices.ts";
import { repeat } from "./repeat.ts";
import type { Rounds } from "./rounds.ts";

export type Dispatcher = { readonly stop: () => Promise<void> };

export type DispatcherDeps = DispatchDeps &
  TimerDeps & { readonly notices: Notices; readonly rounds: Rounds; readonly clock: ProgramClock };

const LOOP = "dispatch";
const SILENCE_EVERY_TURNS = 5;
const SWEEP_EVERY_TURNS = 600;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const owner = deps.random.uuid();
  const memory: DispatchMemory = new Map();
  let turns = 0;

  async function turn(goesOn: () => boolean): Promise<void> {
    // Its leases run out, and a replica that knows the time leads its cities.
    if (!deps.clock.isCertain()) return;
    await expireOffers(deps, { isPatient: false });
    turns++;
    if (turns % SILENCE_EVERY_TURNS === 0) await watchSilentDrivers(deps, { goesOn, isPatient: false });
    if (turns % SWEEP_EVERY_TURNS === 0) await sweepDrivers(deps);
    for (const cityId of await listWaitingCities(deps.db)) {
      if (!goesOn()) return;
      if (await takeLease(deps.db, cityId, owner)) await runRound(deps, cityId, memory);
    }
  }

  // One turn at a time; what changes during a turn starts the next one soon after it.
  const turning = repeat({ name: LOOP, everyMs: ROUND_SECONDS * 1000 }, turn, deps.rounds);
  const stopListening = deps.notices.on("giao_work", turning.wake);
  return {
    stop: async () => {
      stopListening();
      await turning.stop();
      // Where the database does not answer, the leases run out by themselves.
      await giveUpLeases(deps.db, owner).catch((error) => deps.rounds.failed(LOOP, error));
    },
  };
}
