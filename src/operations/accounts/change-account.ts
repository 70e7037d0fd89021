// What the operator sees and sets of an account: its status, its limits, its wallets.
import type { Account } from "../../domain/accounts/account.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { type AccountChange, findAccount, updateAccount } from "../../store/accounts/accounts.ts";
import { removeWebSessionsOfAccount } from "../../store/accounts/web-sessions.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import { type Balances, readBalances } from "../../store/ledger/journals.ts";

export type AccountWithWallets = { readonly account: Account; readonly wallets: Balances };
type Deps = { readonly db: Database };

export async function getAccount(
  deps: Deps,
  spelledPhone: string,
): Promised<AccountWithWallets, "INVALID_PHONE_NUMBER" | "USER_NOT_FOUND"> {
  return withPhone(spelledPhone, async (phone) => withWallets(deps, await findAccount(deps.db, phone)));
}

export async function changeAccount(
  deps: Deps,
  spelledPhone: string,
  change: AccountChange,
): Promised<AccountWithWallets, "INVALID_PHONE_NUMBER" | "USER_NOT_FOUND"> {
  return withPhone(spelledPhone, async (phone) => withWallets(deps, await save(deps, phone, change)));
}

function save({ db }: Deps, phone: string, change: AccountChange): Promise<Account | undefined> {
  return inTransaction(db.with({ share: [phone] }), async (tx) => {
    // Activated again, it signs in again.
    if (change.status === "DEACTIVATED") await removeWebSessionsOfAccount(tx, phone);
    return updateAccount(tx, phone, change);
  });
}

async function withPhone<T>(spelled: string, act: (phone: string) => Promise<T>): Promised<T, "INVALID_PHONE_NUMBER"> {
  const phone = parsePhone(spelled);
  return phone === undefined
    ? refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a Vietnamese mobile number.")
    : act(phone);
}

async function withWallets(deps: Deps, account: Account | undefined): Promised<AccountWithWallets, "USER_NOT_FOUND"> {
  if (!account) return refuse("USER_NOT_FOUND", "No account has this phone number.");
  return { account, wallets: await readBalances(deps.db, account.phone) };
}
