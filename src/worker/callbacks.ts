// Keeps callbacks going: looks when told that orders changed, looks by itself once a second for retries that fell due and for notices
// that were lost, keeps its leases, and sweeps out what has grown old.
import { type Deliverer, type DeliveryDeps, openDeliverer } from "../operations/callbacks/deliver-callbacks.ts";
import { giveUpOldCallbacks, pruneCallbacks, type Retention } from "../operations/callbacks/sweep-callbacks.ts";
import { openOutbox } from "../store/callbacks/outbox.ts";
import { hasDueEvents } from "../store/callbacks/queue.ts";
import type { Database } from "../store/db.ts";
import { repeat } from "./repeat.ts";
import type { Rounds } from "./rounds.ts";

export type CallbackWorker = {
  // Something may be due: cheap, and may be called as often as one likes.
  readonly wake: () => void;
  // Resolves when everything due has been tried and written down, by this worker or another (D22).
  readonly runDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
const RUN_DUE_ROUNDS_MAX = 200;
const ELSEWHERE_MS = 100;

export type CallbackWorkerDeps = Omit<DeliveryDeps, "onTrouble" | "outbox"> & {
  readonly db: Database;
  // After how many refusals of one event the later ones of its order go before it.
  readonly gapTries: number;
  readonly retention: Retention;
  readonly rounds: Rounds;
};

export function startCallbackWorker(deps: CallbackWorkerDeps): CallbackWorker {
  const deliverer: Deliverer = openDeliverer({
    ...deps,
    outbox: openOutbox(deps.db, deps.gapTries),
    onTrouble: (error) => deps.rounds.failed("callbacks", error),
  });
  const { clock, rounds } = deps;
  const wake = (): void => {
    if (clock.isCertain()) void deliverer.look();
  };
  const timers = [
    repeat({ name: "callbacks", everyMs: LOOK_EVERY_MS, clock }, deliverer.look, rounds),
    // Endpoints whose leases are not renewed go to a worker that knows the time.
    repeat({ name: "callback leases", everyMs: deliverer.renewEveryMs, clock }, deliverer.renew, rounds),
    repeat(
      { name: "old callbacks", everyMs: SWEEP_EVERY_MS, clock },
      async () => {
        await giveUpOldCallbacks(deps.db, clock.now());
        await pruneCallbacks(deps.db, clock.now(), deps.retention);
      },
      rounds,
    ),
  ];
  let isStopped = false;
  wake();

  async function runDue(): Promise<void> {
    await giveUpOldCallbacks(deps.db, clock.now());
    for (let round = 0; round < RUN_DUE_ROUNDS_MAX; round += 1) {
      await deliverer.look();
      await deliverer.settled();
      if (isStopped || !(await hasDueEvents(deps.db, clock.now()))) return;
      // Another worker has the endpoint; it is on its way.
      await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS));
    }
  }

  return {
    wake,
    runDue,
    stop: async () => {
      isStopped = true;
      for (const timer of timers) await timer.stop();
      await deliverer.stop();
    },
  };
}
