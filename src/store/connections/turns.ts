// Who may wait for a row that somebody else has locked. A process that froze in the middle of a transaction keeps its rows for
// seconds; if all who need them waited with a connection in hand, nobody else would have one.
//
// An account (a promo code, a driver) has a share of the pool and no more. The first wait for a row is short. Whoever waited in vain
// lets go of the connection and tries again with all the patience there is: one at a time for each row, and over all rows no more
// than a few. The others wait here, without a connection, until that one has the row. What froze seldom holds one row alone: as long as
// one is known to be held, the share of everything else is one connection too.
import type { Waits } from "./waits.ts";

// Somebody else has the row and did not let go in time.
export class RowHeld extends Error {
  constructor(cause?: unknown) {
    super("a row that is needed is held by somebody else", { cause });
  }
}

type Turn = {
  // What the work may lock that many others need as well, in the order of locks.
  readonly share: readonly string[];
  // Otherwise it comes back another time rather than wait for a held row.
  readonly isPatient: boolean;
};

export type Try = {
  // Given to the last try only, which waits for rows as long as this.
  readonly lockMs: number | undefined;
  // To be called with a connection in hand: throws when somebody else found out meanwhile that the first wait would be in vain.
  readonly check: () => void;
};
type Work<T> = (one: Try) => Promise<T>;

export type Turns = {
  // `work` is run once more when its first wait for a row was in vain.
  readonly take: <T>(turn: Turn, work: Work<T>) => Promise<T>;
};

class HeldMeanwhile extends RowHeld {}

export type TurnLimits = {
  readonly poolMax: number;
  readonly lockMs: number;
  // For a turn, all in all, without a connection.
  readonly turnMs: number;
  readonly now: () => number;
  readonly waits: Pick<Waits, "begin">;
  readonly isLockTimeout: (error: unknown) => boolean;
  readonly onRefused: () => void;
};

const LANES = "lanes";
// For a row that is held, each of whom may have to wait for a whole lock time-out of the one before.
const WAITING_MAX = 16;
const FIRST_TRY: Try = { lockMs: undefined, check: () => undefined };

export function openTurns(limits: TurnLimits): Turns {
  const third = Math.max(1, Math.floor(limits.poolMax / 3));
  const rows = openSlots(third, limits);
  const lanes = openSlots(third, limits);

  // Undefined when the row was held and there is another try.
  async function tryOnce<T>(
    { share, isPatient }: Turn,
    untilMs: number,
    isAgain: boolean,
    work: Work<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    const entered: string[] = [];
    let isLast = isAgain;
    if (!isPatient) refuseHeld(share);
    try {
      for (const key of share) {
        await rows.enter(key, untilMs, isAgain);
        entered.push(key);
      }
      isLast ||= share.some(rows.isHeld);
      if (!isLast) return { answer: await work({ lockMs: undefined, check: () => refuseHeld(share) }) };
      if (!isPatient) throw new RowHeld();
      await lanes.enter(LANES, untilMs, isAgain);
      try {
        const answer = await work({ lockMs: limits.lockMs, check: () => undefined });
        for (const key of share) rows.setHeld(key, false);
        return { answer };
      } finally {
        lanes.leave(LANES);
      }
    } catch (error) {
      if (error instanceof HeldMeanwhile && isPatient) return undefined;
      if (!limits.isLockTimeout(error)) throw error;
      for (const key of share) rows.setHeld(key, true);
      if (isLast || !isPatient) throw error;
      return undefined;
    } finally {
      for (const key of entered.reverse()) rows.leave(key);
    }
  }

  // Nearly all that is asked: it reads, or locks what few others want.
  async function takeUnshared<T>(turn: Turn, work: Work<T>): Promise<T> {
    try {
      return await work(FIRST_TRY);
    } catch (error) {
      if (!limits.isLockTimeout(error) || !turn.isPatient) throw error;
    }
    const done = await tryOnce(turn, limits.now() + limits.turnMs, true, work);
    return done!.answer;
  }

  function refuseHeld(share: readonly string[]): void {
    if (share.some(rows.isHeld)) throw new HeldMeanwhile();
  }

  return {
    take: async (turn, work) => {
      if (turn.share.length === 0) return takeUnshared(turn, work);
      const untilMs = limits.now() + (turn.isPatient ? limits.turnMs : limits.lockMs / 5);
      for (let isAgain = false; ; isAgain = true) {
        const done = await tryOnce(turn, untilMs, isAgain, work);
        if (done) return done.answer;
      }
    },
  };
}

type Slots = {
  readonly enter: (key: string, untilMs: number, isAgain: boolean) => Promise<void> | undefined;
  readonly leave: (key: string) => void;
  readonly isHeld: (key: string) => boolean;
  readonly setHeld: (key: string, isHeld: boolean) => void;
};

type Waiter = { readonly isAgain: boolean; readonly enter: () => void; readonly refuse: () => void };
type Row = { inUse: number; isHeld: boolean; readonly waiting: Waiter[] };

// Few at a time for each key, in the order they came; one at a time while any is held.
function openSlots(usualMax: number, { now, waits, onRefused }: TurnLimits): Slots {
  const rows = new Map<string, Row>();
  let heldCount = 0;
  const hasRoom = (row: Row): boolean => row.inUse < (heldCount > 0 ? 1 : usualMax);

  function setHeld(row: Row, isHeld: boolean): void {
    if (row.isHeld !== isHeld) heldCount += isHeld ? 1 : -1;
    row.isHeld = isHeld;
    sendAway(row);
  }

  function wait(row: Row, untilMs: number, isAgain: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        isAgain,
        enter: () => {
          waiting.end();
          row.inUse++;
          resolve();
        },
        refuse: () => {
          waiting.end();
          onRefused();
          reject(new RowHeld());
        },
      };
      const waiting = waits.begin(untilMs - now(), () => {
        row.waiting.splice(row.waiting.indexOf(waiter), 1);
        waiter.refuse();
      });
      row.waiting.push(waiter);
      sendAway(row);
    });
  }

  // Those who came last would wait in vain, and keep others from being heard. Who has waited once already may stay.
  function sendAway({ isHeld, waiting }: Row): void {
    while (isHeld && waiting.length > WAITING_MAX) {
      const last = waiting.findLastIndex(({ isAgain }) => !isAgain);
      if (last === -1) return;
      waiting.splice(last, 1)[0]!.refuse();
    }
  }

  return {
    enter: (key, untilMs, isAgain) => {
      const row = rows.get(key) ?? { inUse: 0, isHeld: false, waiting: [] };
      rows.set(key, row);
      if (row.waiting.length > 0 || !hasRoom(row)) return wait(row, untilMs, isAgain);
      row.inUse++;
      return undefined;
    },
    leave: (key) => {
      const row = rows.get(key)!;
      row.inUse--;
      while (row.waiting.length > 0 && hasRoom(row)) row.waiting.shift()!.enter();
      if (row.inUse > 0) return;
      // Nobody waits for it any more: the next one finds out for itself whether it is still held.
      setHeld(row, false);
      rows.delete(key);
    },
    isHeld: (key) => rows.get(key)?.isHeld ?? false,
    setHeld: (key, isHeld) => setHeld(rows.get(key)!, isHeld),
  };
}
