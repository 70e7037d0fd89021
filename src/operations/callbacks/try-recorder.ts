// Writes down what became of tries. Those that end while a batch is being written leave together with the next, so that a busy
// worker needs few statements and a quiet one waits for nobody.
import { setTimeout as sleep } from "node:timers/promises";
import { gathered } from "../../ports/flow/gathered.ts";
import type { TriedEvent } from "../../store/callbacks/queue.ts";

const BATCH_MAX = 500;
const RETRY_MS = 250;
// A busy worker waits this long for more of them: statements of a few tries each cost it a fifth of its time, and only the
// next event of the same order waits for the writing.
const GATHER_MS = 4;
const BATCH_WORTH_WRITING = 64;

export type TryRecorder = {
  // Resolves when the try is safely in the database, with whether later events of its order, or of one written with it, wait; rejects
  // only after `giveUp`.
  readonly record: (tried: TriedEvent) => Promise<boolean>;
  // The program is ending: what cannot be written now is left to be sent again.
  readonly giveUp: () => void;
};

// `save` writes a batch, whole or not at all, and says whether later events of its orders wait.
export function openTryRecorder(
  save: (batch: readonly TriedEvent[]) => Promise<boolean>,
  onTrouble: (error: unknown) => void,
): TryRecorder {
  let isEnding = false;

  // The exchanges have happened. Until they are written nothing more of their orders is sent, so that trying on is safe.
  async function write(tries: readonly TriedEvent[]): Promise<boolean> {
    for (;;) {
      try {
        return await save(tries);
      } catch (error) {
        if (isEnding) throw error;
        onTrouble(error);
        await sleep(RETRY_MS);
      }
    }
  }

  return {
    record: gathered({
      max: BATCH_MAX,
      answer: async (round) => {
        const hasLater = await write(round.map(({ question }) => question));
        for (const { resolve } of round) resolve(hasLater);
      },
      rest: (waiting) => (waiting > 0 && waiting < BATCH_WORTH_WRITING ? sleep(GATHER_MS) : undefined),
    }),
    giveUp: () => {
      isEnding = true;
    },
  };
}
