// Pays money into a wallet (doors: top-ups). The reference is the operator's own: the same one twice posts once.
import { type Move, topUp, type Wallet, withdraw } from "../../domain/ledger/account-journals.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { findAccount, lockAccounts } from "../../store/accounts/accounts.ts";
import { inTransaction } from "../../store/db.ts";
import { type Balances, isPostedAlike, postJournal, readBalances } from "../../store/ledger/journals.ts";
import type { Services } from "../services.ts";

export type TopUpRefusal = "INVALID_PHONE_NUMBER" | "USER_NOT_FOUND" | "INVALID_DATA" | "IDEMPOTENCY_KEY_REUSED";
export type MoneyDeps = Pick<Services, "db" | "clock">;

export async function topUpAccount(
  deps: MoneyDeps,
  spelledPhone: string,
  pocket: "main" | "bonus",
  move: Move,
): Promised<Balances, TopUpRefusal> {
  const phone = parsePhone(spelledPhone);
  if (phone === undefined) {
    return refuse("INVALID_PHONE_NUMBER", "The phone number is not a Vietnamese mobile number.");
  }
  const wallet: Wallet = { of: "user", phone, pocket };
  const journal = topUp(wallet, move);
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    await lockAccounts(tx, [phone]);
    if (!(await findAccount(tx, phone))) return refuse("USER_NOT_FOUND", `No account has the phone number ${phone}.`);
    if (isRefusal(journal)) return journal;
    const isNew = await postJournal(tx, journal, deps.clock.now());
    // Answering that another amount was posted would be a lie that somebody pays for.
    if (!isNew && !(await isPostedAlike(tx, journal))) {
      return refuse("IDEMPOTENCY_KEY_REUSED", "This reference was used for another amount or wallet of the account.");
    }
    return readBalances(tx, phone);
  });
}

// Pays money of an account out of the platform: a sender's COD to the bank, say. Only what the main wallet holds.

// The order of the checks: the phone, the account, amount and reference, whether it was paid before, and the money.
export async function payAccountOut(
  deps: MoneyDeps,
  spelledPhone: string,
  move: Move,
): Promised<Balances, TopUpRefusal | "NOT_ENOUGH_CREDIT"> {
  const phone = parsePhone(spelledPhone);
  if (phone === undefined) {
    return refuse("INVALID_PHONE_NUMBER", "The phone number is not a Vietnamese mobile number.");
  }
  const wallet = { of: "user", phone, pocket: "main" } as const;
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    await lockAccounts(tx, [phone]);
    if (!(await findAccount(tx, phone))) return refuse("USER_NOT_FOUND", `No account has the phone number ${phone}.`);
    const { main } = await readBalances(tx, phone);
    const wanted = withdraw(wallet, Number.POSITIVE_INFINITY, move);
    if (isRefusal(wanted)) return wanted;
    if (await isPostedAlike(tx, wanted)) return readBalances(tx, phone);
    const journal = withdraw(wallet, main, move);
    if (isRefusal(journal)) return journal;
    if (await postJournal(tx, journal, deps.clock.now())) return readBalances(tx, phone);
    return refuse("IDEMPOTENCY_KEY_REUSED", "This reference was used for another amount of the account.");
  });
}
