// A loop as the worker has them: with a name in the log and the measures, and a deadline for each round.
import type { ProgramClock } from "../ports/clock.ts";
import { type Loop, openLoop } from "../ports/flow/loop.ts";
import type { Rounds } from "./rounds.ts";

export type Named = {
  // As the log and the measures call it.
  readonly name: string;
  readonly everyMs: number;
  readonly deadlineMs?: number;
  // For timed work: nothing is done while this does not know the time.
  readonly clock?: Pick<ProgramClock, "isCertain">;
};

// No statement waits for longer than half of it.
const DEADLINE_MS = 30_000;
const REST_MS = 50;

export function repeat(
  { name, everyMs, deadlineMs = DEADLINE_MS, clock }: Named,
  work: (goesOn: () => boolean) => Promise<unknown>,
  rounds: Pick<Rounds, "done" | "failed" | "hung">,
): Loop {
  return openLoop({
    work: async (goesOn) => {
      const isCertain = clock?.isCertain ?? (() => true);
      if (isCertain()) await work(() => goesOn() && isCertain());
    },
    everyMs,
    deadlineMs,
    restMs: REST_MS,
    done: () => rounds.done(name),
    failed: (error) => rounds.failed(name, error),
    hung: (seconds) => rounds.hung(name, seconds),
  });
}
