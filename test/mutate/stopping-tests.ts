// node:test as test files see it while mutants are tried. One failure is enough: what follows in the file is passed over, but what
// was opened is still closed.
import * as real from "node:test";

type Work = (...given: never[]) => unknown;

let failure: string | undefined;

export function takeFailure(): string | undefined {
  const taken = failure;
  failure = undefined;
  return taken;
}

export function noteFailure(error: unknown): void {
  failure ??= error instanceof Error ? error.message : String(error);
}

function guarded(work: Work, isClosing: boolean): Work {
  return async (...given) => {
    if (failure !== undefined && !isClosing) return;
    try {
      await work(...given);
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  };
}

// Each of node:test's functions takes the work last, or before its options.
function passing<Declare extends (...given: never[]) => unknown>(declare: Declare, isClosing = false): Declare {
  const passed = (...given: unknown[]) =>
    declare(
      ...(given.map((each) => (typeof each === "function" ? guarded(each as Work, isClosing) : each)) as never[]),
    );
  return passed as unknown as Declare;
}

export const test = passing(real.test);
export const it = passing(real.it);
export const before = passing(real.before);
export const beforeEach = passing(real.beforeEach);
export const after = passing(real.after, true);
export const afterEach = passing(real.afterEach, true);
// Its work only declares, and what it declares stops by itself.
export const describe = passing(real.describe, true);
