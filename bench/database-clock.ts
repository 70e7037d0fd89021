// A worker that does by itself nothing but callbacks, and gathers when it is told to what the clock otherwise does every ten seconds or so.
import { openWindowFollower } from "../src/operations/eta/follow-windows.ts";
import { keepFigures } from "../src/operations/figures/keep-figures.ts";
import { keepWords } from "../src/operations/orders/find-orders.ts";
import type { Database } from "../src/store/db.ts";
import type { House } from "../src/wiring/house.ts";
import { openOrderContext } from "../src/wiring/order-context.ts";
import { startCallbackWorker } from "../src/worker/callbacks.ts";

export type QuietWorker = {
  // Windows that people were told and what came of them, stays at stops, words and figures: all there is to gather.
  readonly gather: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const always = (): boolean => true;
const fail = (partnerId: string): never => {
  throw new Error(`${partnerId} takes no callbacks any more`);
};

export function openQuietWorker(house: House, publicUrl: string): QuietWorker {
  const { callbackClient: client, settings } = house;
  const { retention, callbackGapTries: gapTries } = settings;
  const callbacks = startCallbackWorker({ ...house, client, retention, gapTries, onStopped: fail });
  const followed = house.live.follow("giao_work", callbacks.wake);
  const followWindows = openWindowFollower({ ...house, ...openOrderContext(house, publicUrl) });
  return {
    gather: async () => {
      await followWindows(always);
      // Once to see how many there are, and once to keep them.
      for (let round = 0; round < 2; round++) await keepWords(house, always, 0);
      // Otherwise done for some two hundred orders at once.
      await house.db`select gin_clean_pending_list('order_words_keys')`;
      await keepFigures(house);
    },
    stop: async () => {
      followed.stop();
      await callbacks.stop();
    },
  };
}

// What the server does for itself now and then, and a short run meets or does not: statistics and vacuum, and whole pages after a checkpoint.
export async function writeNothingElse(db: Database): Promise<void> {
  await db`alter system set autovacuum = off`;
  await db`alter system set checkpoint_timeout = '1h'`;
  await db`select pg_reload_conf()`;
  await db`checkpoint`;
}

// Without statistics and vacuum what is timed afterwards would take several times as long.
export async function writeAgain(db: Database): Promise<void> {
  await db`alter system reset autovacuum`;
  await db`alter system reset checkpoint_timeout`;
  await db`select pg_reload_conf()`;
  await db.session((ask) => ask`vacuum analyze`);
}
