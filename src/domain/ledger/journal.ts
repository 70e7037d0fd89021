// A journal moves money between accounts; its postings sum to zero, and it is never changed afterwards. Its reference is
// what makes it happen once: the store refuses a second journal of one kind and reference.
import type { Amount } from "../amount.ts";
import type { LedgerAccount } from "./chart.ts";

export type JournalKind =
  | "top_up"
  | "withdrawal"
  | "refund"
  | "hold"
  | "adjust_hold"
  | "release"
  | "capture"
  | "commission"
  | "cod_collected"
  | "cod_settled"
  | "after_fee"
  | "after_fee_paid"
  | "payout_held"
  | "payout_paid"
  | "payout_released"
  | "cod_hand_in";

export type Posting = { readonly account: LedgerAccount; readonly amount: Amount };

export type Journal = {
  readonly kind: JournalKind;
  readonly reference: string;
  readonly orderId: string | null;
  readonly postings: readonly Posting[];
};

// Postings of nothing are left out; undefined when nothing moves at all.
export function journal(
  kind: JournalKind,
  reference: string,
  orderId: string | null,
  postings: readonly Posting[],
): Journal | undefined {
  const moving = postings.filter(({ amount }) => amount !== 0);
  const sum = moving.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0 || !moving.every(({ amount }) => Number.isSafeInteger(amount))) {
    throw new Error(`journal ${kind} ${reference} does not balance: its postings sum to ${sum}`);
  }
  return moving.length === 0 ? undefined : { kind, reference, orderId, postings: moving };
}
