// Answers many single look-ups with few statements: those that arrive while one is under way leave together with the
// next. Each answer was read after its question came in, so nothing is older than it would have been alone.
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { withoutDeadline } from "../ports/deadline.ts";

type Waiting<Row> = { readonly resolve: (row: Row | undefined) => void; readonly reject: (error: unknown) => void };

const KEYS_MAX = 500;
// A process that is busy with others has no use for the answer yet: look-ups gather as long as every turn of the loop brings more,
// up to so many. One that comes alone waits for one turn, in which requests that came with it are parsed.
const GATHERED_MAX = 16;

export function batched<Row>(
  fetchMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
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

  async function drain(): Promise<void> {
    running = true;
    while (queue.size > 0) {
      await gather();
      const batch = [...queue].slice(0, KEYS_MAX);
      if (batch.length === queue.size) queue = new Map();
      else for (const [key] of batch) queue.delete(key);
      for (const [, waiting] of batch) waitingCount -= waiting.length;
      try {
        const rows = await fetchMany(batch.map(([key]) => key));
        for (const [key, waiting] of batch) for (const one of waiting) one.resolve(rows.get(key));
      } catch (error) {
        for (const [, waiting] of batch) for (const one of waiting) one.reject(error);
      }
    }
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = queue.get(key);
      if (waiting) waiting.push({ resolve, reject });
      else queue.set(key, [{ resolve, reject }]);
      waitingCount += 1;
      // Asked for many, it does not end with the first of them.
      if (!running) void withoutDeadline(drain);
    });
}
