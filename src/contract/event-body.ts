// The body of a callback: the order as the partner reads it, or what happened to an account, plus what tells events apart (D16). Made once,
// when the event is written; every try sends the same bytes.
import type { AccountEvent } from "../domain/callbacks/account-event.ts";

export type EventMark = {
  readonly eventId: string;
  readonly eventType: string;
  // Counts an order's events from 1 without gaps.
  readonly eventSeq: number;
};

export function eventBody(order: Readonly<Record<string, unknown>>, event: EventMark): string {
  return JSON.stringify({
    ...order,
    event_id: event.eventId,
    event_type: event.eventType,
    event_seq: event.eventSeq,
  });
}

// Without what tells events apart: append_account_event() of the schema counts an account's events and adds it.
export function accountEventBody(event: AccountEvent): string {
  const common = { account_id: event.phone, partner: event.partnerId, time: event.at.getTime() / 1000 };
  if (event.type === "account.cod_paid_out")
    return JSON.stringify({ ...common, order_id: event.orderId, amount: event.amount });
  const { main, bonus, threshold } = event;
  return JSON.stringify({ ...common, main, bonus, threshold });
}
