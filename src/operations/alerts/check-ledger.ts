// Verifies the ledger from time to time where a rule wants to be told when it is not clean. That reads everything there is, so one process
// does it, once an hour at most, and rests for sixty times as long as it took.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { noteLedgerCheck, takeLedgerCheck } from "../../store/alerts/alert-rules.ts";
import { verifyLedger } from "../ledger/verify-ledger.ts";
import type { Services } from "../services.ts";

const EVERY_SECONDS = 3_600;
const REST_FOR_WORK = 60;

export async function checkLedger({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const begunAt = clock.now();
  // Whoever dies over it leaves it to the next hour.
  if (!(await takeLedgerCheck(db, begunAt, secondsAfter(begunAt, EVERY_SECONDS)))) return;
  const watch = startStopwatch();
  const { problems } = await verifyLedger({ db });
  const restSeconds = Math.max(EVERY_SECONDS, (watch.elapsedMs() / 1000) * REST_FOR_WORK);
  const now = clock.now();
  await noteLedgerCheck(db, problems.length, now, secondsAfter(now, restSeconds));
}
