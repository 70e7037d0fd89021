// Writes down what became of tries. Those that end while a batch is being written leave together with the next, so that a busy
// worker needs few statements and a quiet one waits for nobody.
import { setTimeout as sleep } from "node:timers/promises";
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

type Waiting = {
  readonly tried: TriedEvent;
  readonly resolve: (hasLater: boolean) => void;
  readonly reject: (error: unknown) => void;
};

// `save` writes a batch, whole or not at all, and says whether later events of its orders wait.
export function openTryRecorder(
  save: (batch: readonly TriedEvent[]) => Promise<boolean>,
  onTrouble: (error: unknown) => void,
): TryRecorder {
  let waiting: Waiting[] = [];
  let isWriting = false;
  let isEnding = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      await writeBatch(batch);
      if (waiting.length > 0 && waiting.length < BATCH_WORTH_WRITING) await sleep(GATHER_MS);
    }
    isWriting = false;
  }

  // The exchanges have happened. Until they are written nothing more of their orders is sent, so that trying on is safe.
  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    for (;;) {
      try {
        const hasLater = await save(batch.map((one) => one.tried));
        for (const { resolve } of batch) resolve(hasLater);
        return;
      } catch (error) {
        if (isEnding) {
          for (const { reject } of batch) reject(error);
          return;
        }
        onTrouble(error);
        await sleep(RETRY_MS);
      }
    }
  }

  return {
    record: (tried) =>
      new Promise((resolve, reject) => {
        waiting.push({ tried, resolve, reject });
        if (isWriting) return;
        isWriting = true;
        void write();
      }),
    giveUp: () => {
      isEnding = true;
    },
  };
}
