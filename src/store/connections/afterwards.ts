// What a transaction has to tell the other replicas leaves when it is committed, and together with what others have to tell in the same
// turn of the loop. A notice inside a transaction makes its commit queue for PostgreSQL's one notice lock, with every row it has
// locked (`npm run bench -- database` has both). One that is lost, because the process ended in between, costs
// a delay: whoever listens also looks by themselves.
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { openLoop } from "../../ports/flow/loop.ts";
import { EVERYTHING, type SentNotice } from "../../ports/live/live-notices.ts";

export type Afterwards = {
  readonly notify: (sent: readonly SentNotice[]) => void;
  // Resolves when all that was said so far has left or has failed.
  readonly settled: () => Promise<void>;
};

// More payloads of one notice than this in one breath are sent as "anything may have changed".
const PAYLOADS_MAX = 500;

export function openAfterwards(
  send: (sent: readonly SentNotice[]) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Afterwards {
  let waiting = new Map<string, SentNotice>();
  const speaking = openLoop({ work: speak, failed: onTrouble });

  async function speak(): Promise<void> {
    await turnOfTheLoop();
    const sent = gathered([...waiting.values()]);
    waiting = new Map();
    if (sent.length > 0) await send(sent);
  }

  return {
    notify: (sent) => {
      for (const one of sent) waiting.set(`${one.notice} ${one.payload}`, one);
      if (sent.length > 0) speaking.wake();
    },
    settled: speaking.settled,
  };
}

function gathered(sent: readonly SentNotice[]): readonly SentNotice[] {
  const byNotice = Object.entries(Object.groupBy(sent, ({ notice }) => notice));
  return byNotice.flatMap(([notice, same = []]) =>
    same.length > PAYLOADS_MAX ? [{ notice, payload: EVERYTHING }] : same,
  );
}
