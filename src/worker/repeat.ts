// Does something again and again, one round at a time: a slow one delays the next instead of running beside it. A round
// that may be long asks `goesOn` between its parts: it ends early when the program stops, and after half of its time, so that the
// next one begins afresh. One that has not ended by its deadline is given up.
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../ports/clock.ts";
import type { Rounds } from "./rounds.ts";

export type Repeated = {
  // A round now, or soon after the one under way.
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

export type Loop = {
  // As the log and the measures call it.
  readonly name: string;
  readonly everyMs: number;
  readonly deadlineMs?: number;
};

// No statement waits for longer than half of it.
const DEADLINE_MS = 30_000;
// What is woken in quick succession is done together.
const REST_MS = 50;
// Of the ten seconds in which the program ends.
const STOP_MS_MAX = 3_000;

type Round = { readonly ended: Promise<void>; readonly elapsedMs: () => number };

export function repeat(
  { name, everyMs, deadlineMs = DEADLINE_MS }: Loop,
  work: (goesOn: () => boolean) => Promise<unknown>,
  rounds: Pick<Rounds, "done" | "failed" | "hung">,
): Repeated {
  let running: Round | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isStopped = false;

  function begin(): Round {
    const { elapsedMs } = startStopwatch();
    const round: Round = {
      elapsedMs,
      ended: work(() => !isStopped && elapsedMs() < deadlineMs / 2)
        .then(
          () => rounds.done(name),
          (error) => rounds.failed(name, error),
        )
        .finally(() => {
          if (running === round) running = undefined;
        }),
    };
    return round;
  }

  function look(): void {
    if (running && running.elapsedMs() >= deadlineMs) {
      rounds.hung(name, deadlineMs / 1000);
      running = undefined;
    }
    running ??= begin();
  }

  function wake(): void {
    if (isStopped || soon) return;
    if (!running) {
      running = begin();
      return;
    }
    soon = setTimeout(() => {
      soon = undefined;
      wake();
    }, REST_MS);
  }

  const timer = setInterval(look, everyMs);
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      if (!running) return;
      const inTime = running.ended.then(() => true);
      if (!(await Promise.race([inTime, sleep(STOP_MS_MAX, false, { ref: false })])))
        rounds.hung(name, STOP_MS_MAX / 1000);
    },
  };
}
