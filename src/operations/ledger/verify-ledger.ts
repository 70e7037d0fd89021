// Does the ledger agree with itself? Everything is recomputed from the journals; what is off is named.
import { breaksItsSign, CHART } from "../../domain/ledger/chart.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import {
  countLedger,
  type DerivedBalance,
  findDriftedBalances,
  findDriftedSums,
  findEmptyJournals,
  findUnbalancedCarried,
  findUnbalancedJournals,
  findWrongHolds,
  findWrongPayouts,
  listDerivedBalances,
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
// It reads everything there is, and locks nothing.
const TAKES_ITS_TIME = { seconds: 600 };
const CHECKS = [
  findUnbalancedJournals,
  findEmptyJournals,
  findUnbalancedCarried,
  findDriftedBalances,
  findDriftedSums,
  findWrongHolds,
  findWrongPayouts,
] as const;

export function verifyLedger(deps: { readonly db: Database }): Promise<LedgerVerdict> {
  return inTransaction(deps.db.with(TAKES_ITS_TIME), async (tx) => {
    await takeSnapshot(tx);
    const problems: string[] = [];
    for (const check of CHECKS) problems.push(...(await check(tx, PROBLEMS_MAX)).map(({ what }) => what));
    problems.push(...(await listDerivedBalances(tx)).filter(isWrongSign).slice(0, PROBLEMS_MAX).map(describeSign));
    return { ok: problems.length === 0, ...(await countLedger(tx)), problems };
  });
}

function isWrongSign({ kind, balance }: DerivedBalance): boolean {
  return breaksItsSign(kind, balance);
}

function describeSign({ kind, owner, balance }: DerivedBalance): string {
  return `Balance ${kind}${owner === "" ? "" : ` of ${owner}`} is ${balance}, and can only be ${CHART[kind].sign.replaceAll("_", " ")}.`;
}
