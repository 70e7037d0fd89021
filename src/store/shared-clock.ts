// The program's now (D22): real time plus an offset kept in the database, so that every replica agrees. The offset is
// zero in production, where nothing can move it.
import { type Clock, realClock } from "../ports/clock.ts";
import { type Database, inTransaction } from "./db.ts";
import { type Notices, tell } from "./notices.ts";
import { addClockOffsetMs, readClockOffsetMs } from "./program-state.ts";

export type SharedClock = Clock & { readonly advance: (ms: number) => Promise<void> };

export async function openSharedClock(
  db: Database,
  notices: Notices,
  onTrouble: (error: unknown) => void,
): Promise<SharedClock> {
  let offsetMs = await readClockOffsetMs(db);
  // It only ever grows, so the larger of two readings is the newer one.
  const learn = (readMs: number): void => {
    offsetMs = Math.max(offsetMs, readMs);
  };
  notices.on("giao_clock", () => {
    readClockOffsetMs(db).then(learn).catch(onTrouble);
  });
  return {
    now: () => new Date(realClock.now().getTime() + offsetMs),
    advance: async (ms) => {
      const sum = await inTransaction(db, async (tx) => {
        const total = await addClockOffsetMs(tx, ms);
        await tell(tx, "giao_clock");
        return total;
      });
      learn(sum);
    },
  };
}
