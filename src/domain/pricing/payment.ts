// Who pays an order, and out of which pocket. BALANCE takes bonus money first (D14); cash orders touch no wallet here.
import type { Amount } from "../amount.ts";
import { type Refusal, refuse } from "../refusal.ts";

export const PAYMENT_METHODS = ["BALANCE", "CASH", "CASH_BY_RECIPIENT"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

// What an account can spend. creditLimit 0: not a credit account.
export type UserWallet = { readonly main: Amount; readonly bonus: Amount; readonly creditLimit: Amount };

export type Payment = {
  // Handed over in cash.
  readonly totalPay: Amount;
  // Taken from the account: fromMain + fromBonus.
  readonly onlinePay: Amount;
  readonly fromMain: Amount;
  readonly fromBonus: Amount;
};

export function splitPayment(
  method: PaymentMethod,
  total: Amount,
  wallet: UserWallet,
): Payment | Refusal<"NOT_ENOUGH_CREDIT"> {
  if (method !== "BALANCE") return { totalPay: total, onlinePay: 0, fromMain: 0, fromBonus: 0 };
  const fromBonus = Math.min(total, Math.max(0, wallet.bonus));
  const fromMain = total - fromBonus;
  // Paying nothing out of main is possible even for an account below zero.
  if (fromMain > 0 && fromMain > wallet.main + wallet.creditLimit) return lacking(fromMain, wallet);
  return { totalPay: 0, onlinePay: total, fromMain, fromBonus };
}

function lacking(fromMain: Amount, wallet: UserWallet): Refusal<"NOT_ENOUGH_CREDIT"> {
  const kind = wallet.creditLimit > 0 ? `with a credit limit of ${wallet.creditLimit}` : "and is not a credit account";
  return refuse(
    "NOT_ENOUGH_CREDIT",
    `The order takes ${fromMain} VND from the main account, which holds ${wallet.main} ${kind}.`,
  );
}

// An edited order costs more or less than what is held. More is taken as at create; less gives back main money first, so
// that bonus money, which was spent first, stays spent.
export function adjustPayment(
  method: PaymentMethod,
  before: Payment,
  total: Amount,
  wallet: UserWallet,
): Payment | Refusal<"NOT_ENOUGH_CREDIT"> {
  if (method !== "BALANCE") return { ...before, totalPay: total };
  const more = total - before.onlinePay;
  if (more <= 0) {
    const toMain = Math.min(-more, before.fromMain);
    const fromMain = before.fromMain - toMain;
    return { totalPay: 0, onlinePay: total, fromMain, fromBonus: total - fromMain };
  }
  const added = splitPayment("BALANCE", more, wallet);
  if ("refused" in added) return added;
  return {
    totalPay: 0,
    onlinePay: total,
    fromMain: before.fromMain + added.fromMain,
    fromBonus: before.fromBonus + added.fromBonus,
  };
}
