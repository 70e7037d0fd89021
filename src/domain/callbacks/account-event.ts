// What partners who asked for it are told of their accounts, beside what happens to orders. On the wire the body is this and what tells
// events apart (event_id, event_type, event_seq), which counts an account's events from 1.
import type { Amount } from "../amount.ts";
import type { Journal } from "../ledger/journal.ts";
import type { Phone } from "../phone.ts";

export type AccountEventType = "account.balance_low" | "account.cod_paid_out";

export type AccountEvent = {
  readonly type: AccountEventType;
  readonly phone: Phone;
  readonly partnerId: string;
  readonly body: Readonly<Record<string, string | number>>;
};

// The id under which an account's events are kept in place of an order's.
export function eventSubjectOf(phone: Phone): string {
  return `acc-${phone}`;
}

export type Purse = { readonly main: Amount; readonly bonus: Amount };

// Credit is not counted: who lives on it is low.
export function isLow({ main, bonus }: Purse, threshold: Amount | null): boolean {
  return threshold !== null && main + bonus < threshold;
}

export function balanceLow(
  account: { readonly phone: Phone; readonly partnerId: string } & Purse,
  threshold: Amount,
  at: Date,
): AccountEvent {
  const { phone, partnerId, main, bonus } = account;
  return event("account.balance_low", phone, partnerId, at, { main, bonus, threshold });
}

// undefined: none of a step's journals pays out what was collected.
export function codPaidOut(journals: readonly Journal[], partnerId: string, at: Date): AccountEvent | undefined {
  for (const { kind, orderId, postings } of journals) {
    if (kind !== "cod_settled") continue;
    for (const { account, amount } of postings) {
      if (account.kind !== "user_main") continue;
      return event("account.cod_paid_out", account.owner, partnerId, at, { order_id: `${orderId}`, amount });
    }
  }
  return undefined;
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
