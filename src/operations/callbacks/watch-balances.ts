// Tells partners who asked that an account's balance has become low: once, until it has been above the threshold again. Looked for from
// time to time and not with every posting, which every order would pay for; what was low for a moment between two looks is not told.
// A look is at the accounts whose balances have moved since the last one, and at a stretch of all, in turn: that finds new accounts, thresholds that were
// changed and what a process that died did not see, and a partner of a million accounts costs a look no more than one of thousands.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { balanceLow, isLow } from "../../domain/callbacks/account-event.ts";
import type { Phone } from "../../domain/phone.ts";
import {
  appendAccountEvent,
  findNextAccounts,
  isAnyWatched,
  listTurnedAccounts,
  lockWatchedAccount,
  noteLow,
} from "../../store/callbacks/account-events.ts";
import { inTransaction } from "../../store/db.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock">;

const BATCH = 100;
const STRETCH = 2_000;
// What was posted before a look may be committed after it, for a moment.
const OVERLAP_SECONDS = 30;
// Before the first look somebody else may have looked, or nobody; and after a database that was away for hours no look reads hours of postings.
const BACK_SECONDS_MAX = 600;

// True: somebody was told.
export type BalanceWatch = (goesOn?: () => boolean) => Promise<boolean>;

export function openBalanceWatch(deps: Deps, stretch = STRETCH): BalanceWatch {
  let after: Phone = "";
  let lookedAt = new Date(0);
  return async (goesOn = () => true) => {
    const begunAt = deps.clock.now();
    let hasWritten = false;
    if (await isAnyWatched(deps.db)) {
      const upTo = await findNextAccounts(deps.db, after, stretch);
      const back = Math.min(BACK_SECONDS_MAX, (begunAt.getTime() - lookedAt.getTime()) / 1000 + OVERLAP_SECONDS);
      const asked = { movedSince: secondsAfter(begunAt, -back), after, upTo };
      let turned: readonly Phone[];
      do {
        turned = await listTurnedAccounts(deps.db, asked, BATCH);
        for (const phone of turned) {
          if (!goesOn()) return hasWritten;
          hasWritten = (await look(deps, phone)) || hasWritten;
        }
      } while (turned.length === BATCH);
      after = upTo ?? "";
    }
    lookedAt = begunAt;
    return hasWritten;
  };
}

function look({ db, clock }: Deps, phone: Phone): Promise<boolean> {
  return inTransaction(db.with({ share: [phone] }), async (tx) => {
    const account = await lockWatchedAccount(tx, phone);
    if (!account) return false;
    const { threshold } = account;
    const becomes = isLow(account, threshold);
    if (becomes === account.isLow) return false;
    await noteLow(tx, phone, becomes);
    if (!becomes || threshold === null) return false;
    const now = clock.now();
    await appendAccountEvent(tx, balanceLow(account, threshold, now));
    return true;
  });
}
