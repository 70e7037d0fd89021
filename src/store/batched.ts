// Answers many single look-ups with few statements: those that arrive while one is under way leave together with the
// next. Each answer was read after its question came in, so nothing is older than it would have been alone.
import { setTimeout as sleep } from "node:timers/promises";

type Waiting<Row> = { readonly resolve: (row: Row | undefined) => void; readonly reject: (error: unknown) => void };

const KEYS_MAX = 500;
// When others came meanwhile, more are about to: waiting for them makes one statement of several. A look-up alone never waits.
const GATHER_MS = 1;

export function batched<Row>(
  fetchMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  let queue = new Map<string, Waiting<Row>[]>();
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (queue.size > 0) {
      const batch = [...queue].slice(0, KEYS_MAX);
      if (batch.length === queue.size) queue = new Map();
      else for (const [key] of batch) queue.delete(key);
      try {
        const rows = await fetchMany(batch.map(([key]) => key));
        for (const [key, waiting] of batch) for (const one of waiting) one.resolve(rows.get(key));
      } catch (error) {
        for (const [, waiting] of batch) for (const one of waiting) one.reject(error);
      }
      if (queue.size > 0) await sleep(GATHER_MS);
    }
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = queue.get(key);
      if (waiting) waiting.push({ resolve, reject });
      else queue.set(key, [{ resolve, reject }]);
      // The next turn of the loop, so that requests parsed in this one leave together.
      if (!running) {
        running = true;
        setImmediate(() => void drain());
      }
    });
}
