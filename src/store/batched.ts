// Answers many single look-ups with few statements: those that arrive while one is under way leave together with the
// next. Each answer was read after its question came in, so nothing is older than it would have been alone. A statement that hangs, or
// whose connection was lost, holds up nobody for long: its look-ups are asked anew with the next one, and given up if that fails too.
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { withoutDeadline } from "../ports/deadline.ts";
import { DatabaseAway } from "./db.ts";

type Waiting<Row> = {
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
  // In vain.
  tries: number;
};
type Batch<Row> = readonly (readonly [string, readonly Waiting<Row>[]])[];

const KEYS_MAX = 500;
// A process that is busy with others has no use for the answer yet: look-ups gather as long as every turn of the loop brings more,
// up to so many. One that comes alone waits for one turn, in which requests that came with it are parsed.
const GATHERED_MAX = 16;
// Look-ups by key take milliseconds; the time-out of a statement is made for others.
const HANGS_AFTER_MS = 2_000;
const TRIES_MAX = 2;

export function batched<Row>(
  fetchMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
  hangsAfterMs = HANGS_AFTER_MS,
): (key: string) => Promise<Row | undefined> {
  let queue = new Map<string, Waiting<Row>[]>();
  let waitingCount = 0;
  let running = false;

  async function gather(): Promise<void> {
    for (let before = 0; before < waitingCount && waitingCount < GATHERED_MAX; ) {
      before = waitingCount;
      await turnOfTheLoop();
    }
  }

  function add(key: string, one: Waiting<Row>): void {
    const waiting = queue.get(key);
    if (waiting) waiting.push(one);
    else queue.set(key, [one]);
    waitingCount += 1;
  }

  async function drain(): Promise<void> {
    running = true;
    while (queue.size > 0) {
      await gather();
      const batch = [...queue].slice(0, KEYS_MAX);
      if (batch.length === queue.size) queue = new Map();
      else for (const [key] of batch) queue.delete(key);
      for (const [, waiting] of batch) waitingCount -= waiting.length;
      const keys = batch.map(([key]) => key);
      try {
        const rows = await answeredIn(hangsAfterMs, fetchMany(keys));
        for (const [key, waiting] of batch) for (const one of waiting) one.resolve(rows.get(key));
      } catch (error) {
        fail(batch, error);
      }
    }
    running = false;
  }

  // Reading twice does no harm.
  function fail(batch: Batch<Row>, error: unknown): void {
    for (const [key, waiting] of batch) {
      for (const one of waiting) {
        one.tries += 1;
        if (error instanceof DatabaseAway && one.tries < TRIES_MAX) add(key, one);
        else one.reject(error);
      }
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      add(key, { resolve, reject, tries: 0 });
      // Asked for many, it does not end with the first of them.
      if (!running) void withoutDeadline(drain);
    });
}

// Whoever is late may still fail: nobody waits for that any more.
async function answeredIn<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DatabaseAway(new Error(`a look-up was not answered in ${limitMs} ms`)));
    // After what has arrived meanwhile was read: this process may have been the slow one.
    timer = setTimeout(() => setImmediate(giveUp), limitMs);
  });
  try {
    return await Promise.race([answer, hung]);
  } finally {
    clearTimeout(timer);
  }
}
