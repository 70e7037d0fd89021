// The only file that reads time. Everything else is given a Clock, so that the sandbox can move it (D22) and tests can hold it.

export type Clock = { readonly now: () => Date };

// The program's own clock, which all replicas share (store/shared-clock.ts).
export type ProgramClock = Clock & {
  // Without what the sandbox has added: what a partner's clock says too.
  readonly trueTime: Clock;
  // False while nobody can say what time it is: timed work then waits.
  readonly isCertain: () => boolean;
};

// What this machine believes. It may be wrong, and it may be set while the program runs: nothing is decided by it.
export const realClock: Clock = { now: () => new Date() };

// Goes on evenly whatever is done to the machine's clock, and says nothing about the time of day: for pauses within this process.
export const steadyClock: Clock = { now: () => new Date(countMs()) };

// Milliseconds since this process began, by the same counter.
export function countMs(): number {
  return performance.now();
}

// Measures how long something took. It never follows the sandbox's clock: an operator's latencies are real.
export function startStopwatch(): { readonly elapsedMs: () => number } {
  const startedMs = countMs();
  return { elapsedMs: () => countMs() - startedMs };
}
