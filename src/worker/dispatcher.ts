// Keeps dispatch going: a round for each city that this replica leads, once a second and at once when something changed. Each city has a
// loop and a lease of its own: what fails or takes long in one delays no other. Of several replicas each leads as many cities as the others, or
// one more. A replica that is lost keeps its cities for the few seconds of its lease; then others lead them.
import { POLICY } from "../domain/dispatch/policy.ts";
import { shareCities } from "../domain/dispatch/share-cities.ts";
import { type DispatchMemory, openDispatchMemory } from "../operations/dispatch/dispatch-memory.ts";
import { expireOffers, type TimerDeps, watchSilentDrivers } from "../operations/dispatch/dispatch-timers.ts";
import { runRound } from "../operations/dispatch/run-round.ts";
import { type DriverSweep, sweepDrivers } from "../operations/drivers/sweep-drivers.ts";
import type { Live } from "../operations/live/open-live.ts";
import { openPlanMemory, type PlanCityDeps, planCity } from "../operations/rolling-plan/plan-city.ts";
import { type ProgramClock, startStopwatch } from "../ports/clock.ts";
import type { Loop } from "../ports/flow/loop.ts";
import { giveUpLease, giveUpLeases, removeGoneWorkers, standUp, takeLease } from "../store/dispatch/leases.ts";
import { countOutcomes } from "../store/dispatch/outcomes.ts";
import { listWaitingCities } from "../store/dispatch/round-rows.ts";
import type { CityFigures } from "./city-figures.ts";
import { repeat } from "./repeat.ts";
import type { Rounds } from "./rounds.ts";

export type Dispatcher = { readonly stop: () => Promise<void> };

export type DispatcherDeps = PlanCityDeps &
  TimerDeps &
  DriverSweep & {
    readonly live: Live;
    readonly rounds: Rounds;
    readonly clock: ProgramClock;
    readonly cityFigures: CityFigures;
    // As the operator knows this process.
    readonly processName: string;
  };

const LOOP = "dispatch";
const SILENCE_EVERY_TURNS = 5;
const SWEEP_EVERY_TURNS = 600;
// Cities are woken every second; their own timers go on when nobody wakes them.
const CITY_EVERY_MS = 3_000;
const OUTCOMES_EVERY_TURNS = 15;
const OUTCOMES_MS = 10 * 60_000;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const owner = deps.random.uuid();
  const cities = new Map<string, readonly Loop[]>();
  // Those that wait and are this worker's to lead.
  let mine: ReadonlySet<string> = new Set();
  // Those whose lease it had when it looked last.
  const leading = new Set<string>();
  let turns = 0;

  async function turn(goesOn: () => boolean): Promise<void> {
    // Its leases run out, and a replica that knows the time leads its cities.
    if (!deps.clock.isCertain()) return;
    turns++;
    const parts = [() => expireOffers(deps, { isPatient: false }), wakeCities];
    if (turns % SILENCE_EVERY_TURNS === 0) parts.push(() => watchSilentDrivers(deps, { goesOn, isPatient: false }));
    if (turns % OUTCOMES_EVERY_TURNS === 1) parts.push(countAnswers);
    if (turns % SWEEP_EVERY_TURNS === 0)
      parts.push(
        () => sweepDrivers(deps),
        () => removeGoneWorkers(deps.db),
      );
    const faults: unknown[] = [];
    // An offer that cannot be closed now must not keep the others' orders from being looked at.
    for (const part of parts) await part().catch((fault) => faults.push(fault));
    if (faults.length > 0) throw faults[0];
  }

  async function countAnswers(): Promise<void> {
    deps.cityFigures.answered(await countOutcomes(deps.db, new Date(deps.clock.now().getTime() - OUTCOMES_MS)));
  }

  async function wakeCities(): Promise<void> {
    const waiting = await listWaitingCities(deps.db);
    const { workers, leaderOf } = await standUp(deps.db, owner);
    const { take, leave } = shareCities(owner, waiting, leaderOf, workers);
    mine = take;
    for (const cityId of leave) await giveUpLease(deps.db, cityId, owner);
    deps.cityFigures.nobodyWaitsBut(new Set(waiting));
    // Left, or lost to somebody else.
    for (const cityId of waiting) if (cities.has(cityId) && !mine.has(cityId)) deps.cityFigures.leads(cityId, false);
    for (const cityId of leading) if (!mine.has(cityId)) leading.delete(cityId);
    for (const cityId of mine) {
      if (!cities.has(cityId)) openCity(cityId);
      for (const loop of cities.get(cityId)!) loop.wake();
    }
  }

  function openCity(cityId: string): void {
    const memory = openDispatchMemory();
    const city = repeat(
      { name: `${LOOP} ${cityId}`, everyMs: CITY_EVERY_MS },
      async (goesOn) => {
        if (!deps.clock.isCertain() || !mine.has(cityId)) return;
        // Until every order has had its turn.
        while (goesOn() && mine.has(cityId) && (await lead(cityId, memory)) > 0);
      },
      deps.rounds,
    );
    // A plan takes seconds; what is offered at once does not wait for it.
    const plans = openPlanMemory();
    const plan = repeat(
      { name: `plan ${cityId}`, everyMs: CITY_EVERY_MS },
      async () => {
        if (deps.clock.isCertain() && leading.has(cityId)) await planCity(deps, cityId, memory, plans);
      },
      deps.rounds,
    );
    cities.set(cityId, [city, plan]);
  }

  // Answers how many orders have not been looked at yet.
  async function lead(cityId: string, memory: DispatchMemory): Promise<number> {
    const figures = deps.cityFigures.report(cityId, deps.clock.now());
    const isLeader = await takeLease(deps.db, cityId, owner, { holder: deps.processName, figures });
    deps.cityFigures.leads(cityId, isLeader);
    if (isLeader) leading.add(cityId);
    else leading.delete(cityId);
    if (!isLeader) return 0;
    const { elapsedMs } = startStopwatch();
    const report = await runRound(deps, cityId, memory).catch((fault) => {
      deps.cityFigures.failed(cityId);
      throw fault;
    });
    deps.cityFigures.done(cityId, report, elapsedMs() / 1000);
    return report.unseen;
  }

  // One turn at a time; what changes during a turn starts the next one soon after it.
  const turning = repeat({ name: LOOP, everyMs: POLICY.roundSeconds * 1000 }, turn, deps.rounds);
  const followed = deps.live.follow("giao_work", turning.wake);
  // What waits when a worker starts, because another ended, has waited long enough.
  turning.wake();
  return {
    stop: async () => {
      followed.stop();
      await Promise.all([turning.stop(), ...[...cities.values()].flat().map((city) => city.stop())]);
      // Where the database does not answer, the leases run out by themselves.
      await giveUpLeases(deps.db, owner).catch((error) => deps.rounds.failed(LOOP, error));
    },
  };
}
