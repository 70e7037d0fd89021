// The program's now (D22): the database's time plus an offset kept there, so that every replica agrees whatever its machine's
// clock says. The offset is zero in production, where nothing can move it.
import {
  bestOf,
  disciplineFrom,
  errorAt,
  isCertainAt,
  learn,
  type Reading,
  readingOf,
  timeAt,
} from "../domain/clock-discipline.ts";
import { countMs, type ProgramClock, realClock } from "../ports/clock.ts";
import { type Database, inTransaction } from "./db.ts";
import { type Notices, notifyWithCommit } from "./notices.ts";
import { addClockOffsetMs, readClockOffsetMs, readDatabaseTimeMs } from "./program-state.ts";

export type ClockState = {
  readonly certain: boolean;
  // How far this machine's clock is ahead of the database's; it is put right everywhere and only shown.
  readonly skewSeconds: number;
  // How far our time may be off the database's.
  readonly errorSeconds: number;
};

export type SharedClock = ProgramClock & {
  readonly advance: (ms: number) => Promise<void>;
  readonly state: () => ClockState;
  readonly close: () => void;
};

type Listener = {
  readonly onTrouble: (error: unknown) => void;
  // Told once when the time becomes uncertain, with what kept us from reading it if something did, and once when it is certain again.
  readonly onCertainty: (state: ClockState, trouble: unknown) => void;
};

const MEASURE_EVERY_MS = 5_000;
const IN_DOUBT_EVERY_MS = 1_000;

export async function openSharedClock(db: Database, notices: Notices, listener: Listener): Promise<SharedClock> {
  let offsetMs = await readClockOffsetMs(db);
  let line = disciplineFrom(await sample(db));
  let wasCertain = true;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  const trueMs = (): number => timeAt(line, countMs());
  const isCertain = (): boolean => isCertainAt(line, countMs());
  const state = (): ClockState => ({
    certain: isCertain(),
    skewSeconds: (realClock.now().getTime() - trueMs()) / 1000,
    errorSeconds: errorAt(line, countMs()) / 1000,
  });

  async function measure(): Promise<void> {
    let trouble: unknown;
    try {
      line = learn(line, await sample(db));
    } catch (error) {
      trouble = error;
    }
    if (!isClosed) judge(trouble);
  }

  function judge(trouble?: unknown): void {
    const now = state();
    if (now.certain !== wasCertain) listener.onCertainty(now, trouble);
    wasCertain = now.certain;
    timer = setTimeout(() => void measure(), wasCertain ? MEASURE_EVERY_MS : IN_DOUBT_EVERY_MS);
  }

  // It only ever grows, so the larger of two readings is the newer one.
  const learnOffset = (readMs: number): void => {
    offsetMs = Math.max(offsetMs, readMs);
  };
  notices.on("giao_clock", () => {
    readClockOffsetMs(db).then(learnOffset).catch(listener.onTrouble);
  });
  judge();
  return {
    now: () => new Date(trueMs() + offsetMs),
    trueTime: { now: () => new Date(trueMs()) },
    isCertain,
    state,
    advance: async (ms) => {
      const sum = await inTransaction(db, async (tx) => {
        const total = await addClockOffsetMs(tx, ms);
        await notifyWithCommit(tx, "giao_clock");
        return total;
      });
      learnOffset(sum);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function sample(db: Database): Promise<Reading> {
  const ask = async (): Promise<Reading> => {
    const askedMs = countMs();
    const saidMs = await readDatabaseTimeMs(db);
    return readingOf(saidMs, askedMs, countMs());
  };
  return bestOf([await ask(), await ask(), await ask()], countMs());
}
