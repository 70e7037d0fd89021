// Moves the sandbox's clock forward for every replica (D22) and answers when the work that became due has run.
import type { SharedClock } from "../store/shared-clock.ts";

export type AdvanceDeps = {
  readonly clock: SharedClock;
  // Runs everything that is due now, here, whichever replica usually does it.
  readonly runDueWork: () => Promise<void>;
  // What waits to be sent at this moment was not kept waiting for as long as the clock jumps.
  readonly sendMessages: () => Promise<void>;
};

export async function advanceClock(deps: AdvanceDeps, seconds: number): Promise<Date> {
  await deps.sendMessages();
  await deps.clock.advance(Math.round(seconds * 1000));
  await deps.runDueWork();
  return deps.clock.now();
}
