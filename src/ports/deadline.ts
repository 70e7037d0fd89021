// The deadline of the request that is being worked on, known wherever that work gets to without being handed on. Work is given up
// only while nothing was written and nobody was answered: what has begun to write is never cut.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../domain/admission/fair-queue.ts";

export type Deadline = {
  // For whom it is done.
  readonly caller: Caller;
  // The partner or driver whose credential came with it, once it was proved.
  readonly proved?: string | undefined;
  // By `nowMs`.
  readonly deadlineMs: number;
  // Whoever asked is not there any more.
  readonly isGone: () => boolean;
  // Set when it writes, or is answered.
  isKept: boolean;
  givenUpFor: GivenUpFor | undefined;
};
export type GivenUpFor = "gone" | "late";

// Nobody waits for the rest of this work.
export class GivenUp extends Error {
  readonly reason: GivenUpFor;

  constructor(reason: GivenUpFor) {
    super(reason === "gone" ? "the client has gone" : "the request's deadline has passed");
    this.reason = reason;
  }
}

const current = new AsyncLocalStorage<Deadline | undefined>();

// Real time, as a stopwatch has it: no clock that is set moves a deadline.
export function nowMs(): number {
  return performance.now();
}

export function withDeadline<T>(deadline: Deadline, work: () => T): T {
  return current.run(deadline, work);
}

// To be handed on by work that is gathered with others' and done together.
export function thisWork(): Deadline | undefined {
  return current.getStore();
}

// For work that is done for several at once, and for what goes on after an answer.
export function withoutDeadline<T>(work: () => T): T {
  return current.run(undefined, work);
}

// Before anything that takes long: throws when nobody waits for it any more.
export function checkDeadline(): void {
  const deadline = current.getStore();
  if (!deadline || deadline.isKept) return;
  const reason = deadline.isGone() ? "gone" : nowMs() > deadline.deadlineMs ? "late" : undefined;
  if (reason === undefined) return;
  deadline.givenUpFor = reason;
  throw new GivenUp(reason);
}

// The last moment at which work may be given up.
export function beginWriting(): void {
  checkDeadline();
  const deadline = current.getStore();
  if (deadline) deadline.isKept = true;
}
