// What partners who asked for it are told of their accounts, beside what happens to orders. On the wire the body is this and what tells
// events apart (event_id, event_type, event_seq), which counts an account's events from 1.

import type { Amount } from "../amount.ts";
import { codDelivered } from "../ledger/order-journals.ts";
import type { Step } from "../orders/order-step.ts";
import type { Phone } from "../phone.ts";
import type { UserWallet } from "../pricing/payment.ts";

export type AccountEventType = "account.balance_low" | "account.cod_paid_out";

export type AccountEvent = {
  readonly type: AccountEventType;
  readonly phone: Phone;
  readonly partnerId: string;
  readonly body: Readonly<Record<string, string | number>>;
};

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
  account: { readonly phone: Phone; readonly partnerId: string } & Spendable,
  threshold: Amount,
  at: Date,
): AccountEvent {
  const { phone, partnerId, main, bonus } = account;
  return event("account.balance_low", phone, partnerId, at, { main, bonus, threshold });
}

// undefined: the step pays out nothing that was collected.
export function codPaidOut({ order, effects }: Step, at: Date): AccountEvent | undefined {
  const amount = effects.reduce((sum, each) => {
    if (each.effect === "settle_cod") return sum + each.amount;
    return each.effect === "settle" ? sum + codDelivered(order) : sum;
  }, 0);
  if (amount === 0) return undefined;
  return event("account.cod_paid_out", order.ownerPhone, order.partnerId, at, { order_id: order.id, amount });
}

function event(
  type: AccountEventType,
  phone: Phone,
  partnerId: string,
  at: Date,
  more: AccountEvent["body"],
): AccountEvent {
  return {
    type,
    phone,
    partnerId,
    body: { account_id: phone, partner: partnerId, time: at.getTime() / 1000, ...more },
  };
}
