// Stops asking a server that does not answer: after a few failures in a row nobody waits for it any more, and from time to
// time one caller is let through to see whether it is back.

export type Circuit = {
  // Whether a call may go out now. A true answer must be followed by `succeeded` or `failed`.
  readonly tryEnter: (now: Date) => boolean;
  readonly succeeded: () => void;
  readonly failed: (now: Date) => void;
};

const FAILURES_MAX = 5;
const REST_MS = 5000;

export function newCircuit(): Circuit {
  let failures = 0;
  let restUntilMs = 0;
  let trialUnderWay = false;
  return {
    tryEnter: (now) => {
      if (failures < FAILURES_MAX) return true;
      if (trialUnderWay || now.getTime() < restUntilMs) return false;
      trialUnderWay = true;
      return true;
    },
    succeeded: () => {
      failures = 0;
      trialUnderWay = false;
    },
    failed: (now) => {
      failures += 1;
      trialUnderWay = false;
      restUntilMs = now.getTime() + REST_MS;
    },
  };
}
