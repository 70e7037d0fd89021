// Does the ledger agree with itself? Everything is recomputed from the journals; what is off is named.
import { type Database, inTransaction } from "../../store/db.ts";
import {
  countLedger,
  findDriftedBalances,
  findEmptyJournals,
  findOverspent,
  findUnbalancedJournals,
  findWrongHolds,
  takeSnapshot,
} from "../../store/ledger/verify.ts";

export type LedgerVerdict = {
  readonly ok: boolean;
  readonly journals: number;
  readonly accounts: number;
  // At most PROBLEMS_MAX of each kind.
  readonly problems: readonly string[];
};

const PROBLEMS_MAX = 50;
const CHECKS = [findUnbalancedJournals, findEmptyJournals, findDriftedBalances, findOverspent, findWrongHolds] as const;

export function verifyLedger(deps: { readonly db: Database }): Promise<LedgerVerdict> {
  return inTransaction(deps.db, async (tx) => {
    await takeSnapshot(tx);
    const problems: string[] = [];
    for (const check of CHECKS) problems.push(...(await check(tx, PROBLEMS_MAX)).map(({ what }) => what));
    return { ok: problems.length === 0, ...(await countLedger(tx)), problems };
  });
}
