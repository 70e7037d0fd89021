// Paying drivers out: who gets what of their wallet and why, who must say yes, and the journals that set money aside, pay it or give it back.
import { type Amount, amountFault } from "../amount.ts";
import type { Operator } from "../operators/operator.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { type LedgerAccount, platformAccount } from "./chart.ts";
import { type Journal, type JournalKind, journal } from "./journal.ts";

export const PAYOUT_STATUSES = ["OPEN", "PAID", "CANCELLED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const PAYOUT_REASONS = [
  "PAID_OUT",
  "OWES",
  "EARNED_LATER",
  "HELD_FOR_ORDERS",
  "BELOW_MINIMUM",
  "NO_BANK_ACCOUNT",
] as const;
export type PayoutReason = (typeof PAYOUT_REASONS)[number];

export type WalletFacts = {
  readonly wallet: Amount;
  // Of it, what came after the day up to which is paid; below zero where more went than came.
  readonly later: Amount;
  // What orders in hand may still take.
  readonly promised: Amount;
  // Cash of COD in the driver's hand.
  readonly cod: Amount;
  readonly hasBank: boolean;
};

export type PayoutShare = { readonly held: Amount; readonly amount: Amount; readonly why: PayoutReason };

// Neither more than was there on the day, nor more than is free now. Orders in hand count what they may take; cash that was collected is never less.
export function shareOfWallet({ wallet, later, promised, cod, hasBank }: WalletFacts, minimum: Amount): PayoutShare {
  const held = Math.max(promised, cod);
  const nothing = (why: PayoutReason): PayoutShare => ({ held, amount: 0, why });
  if (wallet <= 0) return nothing("OWES");
  if (wallet - later <= 0) return nothing("EARNED_LATER");
  const free = Math.min(wallet - later, wallet - held);
  if (free <= 0) return nothing("HELD_FOR_ORDERS");
  if (free < minimum) return nothing("BELOW_MINIMUM");
  if (!hasBank) return nothing("NO_BANK_ACCOUNT");
  return { held, amount: free, why: "PAID_OUT" };
}

const PEOPLE_NEEDED = 2;

// `approvals`: of different people, who made it among them if they are one.
export function refusePaying(
  { status, needsTwo }: { readonly status: PayoutStatus; readonly needsTwo: boolean },
  approvals: number,
): Refusal<"PAYOUT_CLOSED" | "SECOND_PERSON_NEEDED"> | undefined {
  if (status !== "OPEN") return payoutClosed(status);
  if (!needsTwo || approvals >= PEOPLE_NEEDED) return undefined;
  return refuse("SECOND_PERSON_NEEDED", `Two people have to approve this payout; ${approvals} did so far.`);
}

// A key is nobody who could be asked why, and one person's yes counts once.
export function refuseApproval(
  status: PayoutStatus,
  operator: Pick<Operator, "by" | "id">,
  approvedBy: readonly string[],
): Refusal<"PERSON_NEEDED" | "PAYOUT_CLOSED" | "SECOND_PERSON_NEEDED"> | undefined {
  if (operator.by !== "person" || operator.id === null)
    return refuse("PERSON_NEEDED", "A payout is approved by a person who signed in, not by a key.");
  if (status !== "OPEN") return payoutClosed(status);
  return approvedBy.includes(operator.id)
    ? refuse("SECOND_PERSON_NEEDED", "You made or approved this payout already; another person has to.")
    : undefined;
}

export function payoutClosed(status: PayoutStatus): Refusal<"PAYOUT_CLOSED"> {
  return refuse("PAYOUT_CLOSED", `The payout is ${status.toLowerCase()}.`);
}

export type PayoutMove = Extract<JournalKind, "payout_held" | "payout_paid" | "payout_released">;

export function payoutJournal(move: PayoutMove, runId: string, phone: Phone, amount: Amount): Journal {
  const wallet: LedgerAccount = { kind: "driver_wallet", owner: phone };
  const aside: LedgerAccount = { kind: "driver_payout", owner: phone };
  const ways: Readonly<Record<PayoutMove, readonly [LedgerAccount, LedgerAccount]>> = {
    payout_held: [wallet, aside],
    payout_paid: [aside, platformAccount("platform_cash")],
    payout_released: [aside, wallet],
  };
  const [from, to] = ways[move];
  return moved(move, `${runId}/${phone}`, from, to, amount);
}

const RECEIPT = /^[\w./-]{1,60}$/;

// The receipt's number is the platform's own and names one hand-in among all drivers'.
export function codHandIn(
  phone: Phone,
  { amount, receipt: given }: { readonly amount: number; readonly receipt: string },
): Journal | Refusal<"INVALID_DATA"> {
  const fault = amountFault("amount", amount, 1);
  if (fault) return refuse("INVALID_DATA", fault, "amount");
  const receipt = plainReceipt(given);
  if (!RECEIPT.test(receipt))
    return refuse("INVALID_DATA", "receipt must have 1 to 60 letters, digits and ./-_ signs.", "receipt");
  return moved(
    "cod_hand_in",
    receipt,
    platformAccount("platform_cash"),
    { kind: "driver_wallet", owner: phone },
    amount,
  );
}

// Whether somebody types pt-001 or PT-001, it is the same paper.
export function plainReceipt(given: string): string {
  return given.trim().toUpperCase();
}

function moved(kind: JournalKind, reference: string, from: LedgerAccount, to: LedgerAccount, amount: Amount): Journal {
  const made = journal(kind, reference, null, [
    { account: from, amount: -amount },
    { account: to, amount },
  ]);
  if (!made) throw new Error(`${kind} ${reference} moved nothing`);
  return made;
}
