// Does something again and again, one round at a time: a slow one delays the next instead of running beside it.

export type Repeated = { readonly stop: () => Promise<void> };

export function repeat(everyMs: number, work: () => Promise<unknown>, onTrouble: (error: unknown) => void): Repeated {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onTrouble)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
