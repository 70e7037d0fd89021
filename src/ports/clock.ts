// The only file that reads time. Everything else is given a Clock, so that the sandbox can move it (D22) and tests can hold it.

export type Clock = { readonly now: () => Date };

export const realClock: Clock = { now: () => new Date() };

// Measures how long something took. It never follows the sandbox's clock: an operator's latencies are real.
export function startStopwatch(): { readonly elapsedMs: () => number } {
  const startedMs = performance.now();
  return { elapsedMs: () => performance.now() - startedMs };
}
