// Long work of rules, told in steps: whoever runs it may let others have their turn between two of them (ports/slices.ts).
export type Steps<T> = Generator<undefined, T, undefined>;

// So many of what takes microseconds are one step: a step for each would take longer than what is done in it.
export const MANY = 32;

// All of them at once, for those who have nobody waiting.
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
