// Does something again and again, one round at a time: a slow one delays the next instead of running beside it. A round
// that may be long asks `goesOn` between its parts and ends early when the program stops.

export type Repeated = { readonly stop: () => Promise<void> };

export function repeat(
  everyMs: number,
  work: (goesOn: () => boolean) => Promise<unknown>,
  onTrouble: (error: unknown) => void,
): Repeated {
  let running: Promise<unknown> | undefined;
  let isStopped = false;
  const timer = setInterval(() => {
    running ??= work(() => !isStopped)
      .catch(onTrouble)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
