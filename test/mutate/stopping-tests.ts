// node:test as test files see it while mutants are tried. One failure is enough: what follows in the file is passed over, but what
// was opened is still closed. Of a file only those tests may be wanted that meet a mutant.
import * as real from "node:test";
import { takeMet } from "./load-mutants.ts";

type Work = (...given: never[]) => unknown;

let failure: string | undefined;
let only: ReadonlySet<number> | undefined;
let declared = 0;
// What each test meets, in the order in which the file declares them, and what is met between them.
let byTest: (readonly number[])[] = [];
let between: number[] = [];

// All tests of a file, or only those with these numbers.
export function beginFile(wanted: readonly number[] | undefined): void {
  takeFailure();
  takeMet();
  only = wanted && new Set(wanted);
  declared = 0;
  byTest = [];
  between = [];
}

export type Meetings = { readonly byTest: readonly (readonly number[])[]; readonly between: readonly number[] };

export function endFile(): Meetings {
  return { byTest: Array.from(byTest, (met) => met ?? []), between: [...new Set([...between, ...takeMet()])] };
}

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

// Numbers the tests of a file, passes over those that are not wanted, and keeps what each of the others meets.
function numbered<Declare extends (...given: never[]) => unknown>(declare: Declare): Declare {
  const declareGuarded = passing(declare);
  const declareNumbered = (...given: unknown[]) => {
    const number = declared++;
    if (only && !only.has(number)) return Promise.resolve();
    const watched =
      (work: Work) =>
      async (...handed: never[]) => {
        between.push(...takeMet());
        try {
          await work(...handed);
        } finally {
          byTest[number] = takeMet();
        }
      };
    return declareGuarded(
      ...(given.map((each) => (typeof each === "function" ? watched(each as Work) : each)) as never[]),
    );
  };
  return declareNumbered as unknown as Declare;
}

export const test = numbered(real.test);
export const it = numbered(real.it);
export const before = passing(real.before);
export const beforeEach = passing(real.beforeEach);
export const after = passing(real.after, true);
export const afterEach = passing(real.afterEach, true);
// Its work only declares, and what it declares stops by itself.
export const describe = passing(real.describe, true);
