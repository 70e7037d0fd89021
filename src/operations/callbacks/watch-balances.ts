// Tells partners who asked that an account's balance has become low: once, until it has been above the threshold again. Looked for from
// time to time and not with every posting, which every order would pay for; what was low for a moment between two looks is not told.
import { balanceLow, isLow } from "../../domain/callbacks/account-event.ts";
import {
  appendAccountEvent,
  listTurnedAccounts,
  lockWatchedAccount,
  noteLow,
} from "../../store/callbacks/account-events.ts";
import { inTransaction } from "../../store/db.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock">;

const BATCH = 100;

// True: somebody was told.
export async function watchBalances({ db, clock }: Deps, goesOn: () => boolean = () => true): Promise<boolean> {
  let hasWritten = false;
  let turned: readonly string[];
  do {
    turned = await listTurnedAccounts(db, BATCH);
    for (const phone of turned) {
      if (!goesOn()) return hasWritten;
      hasWritten = (await look({ db, clock }, phone)) || hasWritten;
    }
  } while (turned.length === BATCH);
  return hasWritten;
}

function look({ db, clock }: Deps, phone: string): Promise<boolean> {
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
