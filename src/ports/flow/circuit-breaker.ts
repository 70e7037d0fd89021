// Stops asking a server that does not answer: after a few failures in a row it is left alone, and once in every rest one caller is let
// through to see whether it is back. Whatever becomes of that one, the next rest has one more.
import type { Clock } from "../clock.ts";

export type CircuitBreaker = {
  // False: it is left alone now.
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
};

export type CircuitLimits = { readonly failuresMax: number; readonly restMs: number };

export function openCircuitBreaker({ failuresMax, restMs }: CircuitLimits, clock: Clock): CircuitBreaker {
  let failures = 0;
  let restsUntilMs = 0;
  const rest = (): void => {
    restsUntilMs = clock.now().getTime() + restMs;
  };
  return {
    mayTry: () => {
      if (failures < failuresMax) return true;
      if (clock.now().getTime() < restsUntilMs) return false;
      rest();
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      rest();
    },
  };
}
