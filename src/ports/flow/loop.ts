// Work that is done one round at a time: begun by whoever wakes it, by itself every so often, or both. What wakes it during a round
// has a round of its own right after it, so that nothing that came too late for one is forgotten. A round that fails is told and the next
// one tries again; one that has not ended by its deadline is given up, and another begins.
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../clock.ts";
import { withoutDeadline } from "../deadline.ts";

export type Loop = {
  // A round now, or soon after the one under way. Cheap: may be called as often as one likes.
  readonly wake: () => void;
  readonly isBusy: () => boolean;
  // Resolves when no round is under way and none is wanted.
  readonly settled: () => Promise<void>;
  // No round begins after this. Waits for the one under way, but not for long.
  readonly stop: () => Promise<void>;
};

export type LoopParts = {
  // What may be long asks `goesOn` between its parts: it ends early when the loop stops, and after half of its time, so that the next
  // round begins afresh.
  readonly work: (goesOn: () => boolean) => Promise<unknown>;
  readonly failed: (error: unknown) => void;
  readonly done?: () => void;
  readonly hung?: (seconds: number) => void;
  readonly everyMs?: number;
  // Before a round that was asked for during another: what is woken in quick succession is done together.
  readonly restMs?: number;
  readonly deadlineMs?: number;
};

// Of the ten seconds in which the program ends.
const STOP_MS_MAX = 3_000;

type Round = { readonly ended: Promise<void>; readonly elapsedMs: () => number };

export function openLoop({ work, failed, done, hung, everyMs, restMs = 0, deadlineMs = Infinity }: LoopParts): Loop {
  let round: Round | undefined;
  let isWoken = false;
  let isStopped = false;

  async function run(elapsedMs: () => number): Promise<void> {
    try {
      await work(() => !isStopped && elapsedMs() < deadlineMs / 2);
      done?.();
    } catch (error) {
      failed(error);
    }
    if (isWoken && restMs > 0 && !isStopped) await sleep(restMs);
  }

  function begin(): void {
    isWoken = false;
    const { elapsedMs } = startStopwatch();
    // Done for everybody who waits for it, not for the request that happened to wake it.
    const ended = withoutDeadline(() => run(elapsedMs)).then(() => {
      if (round !== begun) return;
      round = undefined;
      if (isWoken && !isStopped) begin();
    });
    const begun: Round = { ended, elapsedMs };
    round = begun;
  }

  function beginUnlessBusy(): void {
    if (round && round.elapsedMs() >= deadlineMs) {
      hung?.(deadlineMs / 1000);
      round = undefined;
    }
    if (!round) begin();
  }

  // Whoever has a loop also listens to somebody: by itself it keeps no process from ending.
  const timer = everyMs === undefined ? undefined : setInterval(beginUnlessBusy, everyMs).unref();
  return {
    wake: () => {
      if (isStopped) return;
      isWoken = true;
      beginUnlessBusy();
    },
    isBusy: () => round !== undefined,
    settled: async () => {
      while (round) await round.ended;
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      const inTime = round?.ended.then(() => true);
      const waitMs = Math.min(STOP_MS_MAX, deadlineMs);
      if (inTime && !(await Promise.race([inTime, sleep(waitMs, false)]))) hung?.(waitMs / 1000);
    },
  };
}
