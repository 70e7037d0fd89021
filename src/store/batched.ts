// Answers many single look-ups with few statements: those that arrive while one is under way leave together with the
// next. Each answer was read after its question came in, so nothing is older than it would have been alone. A statement that hangs, or
// whose connection was lost, holds up nobody for long: its look-ups are asked anew with the next one, and given up if that fails too.
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { gathered } from "../ports/flow/gathered.ts";
import { DatabaseAway } from "./db.ts";

// `tries`: in vain.
type LookUp = { readonly key: string; tries: number };

const LOOK_UPS_MAX = 500;
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
  const find = gathered<LookUp, Row | undefined>({
    max: LOOK_UPS_MAX,
    gather: async (waiting) => {
      for (let before = 0; before < waiting() && waiting() < GATHERED_MAX; ) {
        before = waiting();
        await turnOfTheLoop();
      }
    },
    answer: async (round, putBack) => {
      try {
        const keys = new Set(round.map(({ question }) => question.key));
        const rows = await answeredIn(hangsAfterMs, fetchMany([...keys]));
        for (const { question, resolve } of round) resolve(rows.get(question.key));
      } catch (error) {
        for (const one of round) {
          one.question.tries += 1;
          // Reading twice does no harm.
          if (error instanceof DatabaseAway && one.question.tries < TRIES_MAX) putBack(one);
          else one.reject(error);
        }
      }
    },
  });
  return (key) => find({ key, tries: 0 });
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
