// Money that comes in, goes out or is given back outside of any order's life. The operator's doors call these.
import { type Amount, amountFault } from "../amount.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { type LedgerAccount, type PlatformKind, platformAccount } from "./chart.ts";
import { type Journal, type JournalKind, journal } from "./journal.ts";

export type Wallet =
  | { readonly of: "user"; readonly phone: Phone; readonly pocket: "main" | "bonus" }
  | { readonly of: "driver"; readonly phone: Phone };

export type Move = { readonly amount: number; readonly reference: string };

const REFERENCE_LENGTH_MAX = 100;

// Main money and drivers' money is paid in; bonus money is a gift of the platform.
export function topUp(wallet: Wallet, move: Move): Journal | Refusal<"INVALID_DATA"> {
  const isGift = wallet.of === "user" && wallet.pocket === "bonus";
  return moved("top_up", wallet, isGift ? "platform_bonus" : "platform_cash", move, move.amount);
}

// Only what is there can be taken out: neither credit nor bonus money is anybody's to withdraw.
export function withdraw(
  wallet: Exclude<Wallet, { readonly pocket: "bonus" }>,
  balance: Amount,
  move: Move,
): Journal | Refusal<"INVALID_DATA" | "NOT_ENOUGH_CREDIT"> {
  const moves = moved("withdrawal", wallet, "platform_cash", move, -move.amount);
  if ("refused" in moves || move.amount <= balance) return moves;
  return refuse("NOT_ENOUGH_CREDIT", `The wallet holds ${balance} VND, less than the ${move.amount} to be withdrawn.`);
}

// After an order was paid: the platform bears it, and the driver keeps what was earned.
export function refund(phone: Phone, orderId: string | null, move: Move): Journal | Refusal<"INVALID_DATA"> {
  return moved("refund", { of: "user", phone, pocket: "main" }, "platform_refund", move, move.amount, orderId);
}

function moved(
  kind: JournalKind,
  wallet: Wallet,
  against: PlatformKind,
  move: Move,
  amount: Amount,
  orderId: string | null = null,
): Journal | Refusal<"INVALID_DATA"> {
  const fault = amountFault("amount", move.amount, 1);
  if (fault) return refuse("INVALID_DATA", fault);
  const reference = move.reference.trim();
  if (!reference || reference.length > REFERENCE_LENGTH_MAX) {
    return refuse("INVALID_DATA", `reference must be a text of 1 to ${REFERENCE_LENGTH_MAX} characters.`);
  }
  const postings = [
    { account: accountOf(wallet), amount },
    { account: platformAccount(against), amount: -amount },
  ];
  // The reference is the caller's own, so it is made theirs alone by the phone it concerns.
  const made = journal(kind, `${wallet.of}/${wallet.phone}/${reference}`, orderId, postings);
  if (!made) throw new Error("an amount of at least 1 moved nothing");
  return made;
}

function accountOf(wallet: Wallet): LedgerAccount {
  if (wallet.of === "driver") return { kind: "driver_wallet", owner: wallet.phone };
  return { kind: wallet.pocket === "main" ? "user_main" : "user_bonus", owner: wallet.phone };
}
