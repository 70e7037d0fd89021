// The chart of accounts (D15). A balance above zero is money the platform owes the owner of the account, or has earned;
// below zero is money the platform has in hand, has spent, or is owed. All balances together are always zero.
import type { Amount } from "../amount.ts";
import type { Phone } from "../phone.ts";

type AccountRule = {
  readonly owner: "user" | "driver" | "platform";
  readonly meaning: string;
  // What `ledger verify` complains about.
  readonly sign: "any" | "never_below_zero" | "never_above_zero";
};

export const CHART = {
  user_main: { owner: "user", meaning: "what the account can spend; a credit account may owe", sign: "any" },
  user_bonus: {
    owner: "user",
    meaning: "given by the platform, spent first, never withdrawn",
    sign: "never_below_zero",
  },
  user_held: { owner: "user", meaning: "set aside for orders under way", sign: "never_below_zero" },
  user_cod: {
    owner: "user",
    meaning: "cash collected by drivers, not yet paid out to the sender",
    sign: "never_below_zero",
  },
  driver_wallet: { owner: "driver", meaning: "what the driver can withdraw; commissions come out of it", sign: "any" },
  driver_cod: { owner: "driver", meaning: "cash the driver collected and owes", sign: "never_above_zero" },
  driver_payout: { owner: "driver", meaning: "set aside for a payout under way", sign: "never_below_zero" },
  platform_cash: { owner: "platform", meaning: "paid in by and paid out to people, outside the ledger", sign: "any" },
  platform_revenue: { owner: "platform", meaning: "commissions", sign: "never_below_zero" },
  platform_vat: { owner: "platform", meaning: "VAT collected for the state", sign: "never_below_zero" },
  platform_promo: { owner: "platform", meaning: "discounts given", sign: "never_above_zero" },
  platform_bonus: { owner: "platform", meaning: "bonus money given", sign: "never_above_zero" },
  platform_refund: { owner: "platform", meaning: "money given back after an order was paid", sign: "never_above_zero" },
} as const satisfies Record<string, AccountRule>;

export type AccountKind = keyof typeof CHART;
export type PlatformKind = {
  [Kind in AccountKind]: (typeof CHART)[Kind]["owner"] extends "platform" ? Kind : never;
}[AccountKind];

// Platform accounts have no owner: "".
export type LedgerAccount = { readonly kind: AccountKind; readonly owner: Phone | "" };

export function platformAccount(kind: PlatformKind): LedgerAccount {
  return { kind, owner: "" };
}

export function breaksItsSign(kind: AccountKind, balance: Amount): boolean {
  const { sign } = CHART[kind];
  return (sign === "never_below_zero" && balance < 0) || (sign === "never_above_zero" && balance > 0);
}
