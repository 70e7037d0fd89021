// What partners who asked for it hear of their accounts, beside what happens to orders.

import type { Amount } from "../amount.ts";
import { codDelivered } from "../ledger/order-journals.ts";
import type { Step } from "../orders/order-step.ts";
import type { Phone } from "../phone.ts";
import type { UserWallet } from "../pricing/payment.ts";

export type AccountEvent = { readonly phone: Phone; readonly partnerId: string; readonly at: Date } & (
  | ({ readonly type: "account.balance_low"; readonly threshold: Amount } & Spendable)
  | { readonly type: "account.cod_paid_out"; readonly orderId: string; readonly amount: Amount }
);
export type AccountEventType = AccountEvent["type"];

type Spendable = Pick<UserWallet, "main" | "bonus">;

// The id under which an account's events are kept in place of an order's.
export function eventSubjectOf(phone: Phone): string {
  return `acc-${phone}`;
}

export function isAccountSubject(id: string): boolean {
  return id.startsWith("acc-");
}

// Credit is not counted: who lives on it is low.
export function isLow({ main, bonus }: Spendable, threshold: Amount | null): boolean {
  return threshold !== null && main + bonus < threshold;
}

export function balanceLow(
  { phone, partnerId, main, bonus }: { readonly phone: Phone; readonly partnerId: string } & Spendable,
  threshold: Amount,
  at: Date,
): AccountEvent {
  return { type: "account.balance_low", phone, partnerId, at, main, bonus, threshold };
}

// undefined: the step pays out nothing that was collected.
export function codPaidOut({ order, effects }: Step, at: Date): AccountEvent | undefined {
  const amount = effects.reduce((sum, each) => {
    if (each.effect === "settle_cod") return sum + each.amount;
    return each.effect === "settle" ? sum + codDelivered(order) : sum;
  }, 0);
  if (amount === 0) return undefined;
  const { id: orderId, ownerPhone: phone, partnerId } = order;
  return { type: "account.cod_paid_out", phone, partnerId, at, orderId, amount };
}
