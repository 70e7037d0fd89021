// Long work on the event loop, a few milliseconds at a time: others have their turn in between, and it ends when nobody waits for
// it any more.
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import type { Steps } from "../domain/in-steps.ts";
import { checkDeadline, nowMs } from "./deadline.ts";

const SLICE_MS = 3;

// When the slice of this turn of the loop ends; 0 before the turn's first. Works that follow one another at once share one: each with its
// own would hold the loop for as many slices.
let turnEndsMs = 0;

// Asked after every piece of the work: undefined while the slice lasts, or else to be waited for.
function pause(): Promise<void> | undefined {
  if (turnEndsMs === 0) {
    turnEndsMs = nowMs() + SLICE_MS;
    setImmediate(() => {
      turnEndsMs = 0;
    });
  }
  if (nowMs() < turnEndsMs) return undefined;
  return turnOfTheLoop().then(checkDeadline);
}

// Each of them, in order.
export async function mapInSlices<From, To>(
  given: readonly From[],
  work: (one: From, at: number) => To,
): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < given.length; at++) {
    done.push(work(given[at]!, at));
    const pausing = pause();
    if (pausing) await pausing;
  }
  return done;
}

// A rule's own steps.
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const pausing = pause();
    if (pausing) await pausing;
  }
}

// The same where each is answered later: all are asked before the first answer is waited for.
export async function askInSlices<From, To>(
  given: readonly From[],
  ask: (one: From) => Promise<To> | To,
): Promise<Awaited<To>[]> {
  const asked = await mapInSlices(given, (one) => {
    const answer = ask(one);
    // Until all are asked a fault has nobody to hear it.
    if (answer instanceof Promise) answer.catch(() => undefined);
    return answer;
  });
  return Promise.all(asked);
}
