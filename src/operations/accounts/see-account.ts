// An account as its own token, or its parent's, may see it: profile, wallets and limits, and its wallets line by line.
import type { Account, Caller } from "../../domain/accounts/account.ts";
import type { Amount } from "../../domain/amount.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import type { Database, Sql } from "../../store/db.ts";
import { findKeptSince } from "../../store/leaving.ts";
import {
  findPlaceAt,
  listStatementLines,
  NEWEST,
  type StatementLine,
  type StatementPlace,
  sumCodPaidOut,
} from "../../store/ledger/account-statements.ts";
import { type Balances, readBalances } from "../../store/ledger/journals.ts";

type Deps = { readonly db: Database };
type StatementDeps = Deps & { readonly reads: Sql };
export type SeenAccount = { readonly account: Account; readonly wallets: Balances };
export type SeeAccountRefusal = "INVALID_PHONE_NUMBER" | "NOT_FOUND";

export async function seeAccount(
  { db }: Deps,
  caller: Caller,
  childId: string | undefined,
): Promised<SeenAccount, SeeAccountRefusal> {
  const phone = childId === undefined ? caller.phone : parsePhone(childId);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "child_id is not a Vietnamese mobile number.");
  const account = await findAccount(db, phone);
  const isTheirs = phone === caller.phone || account?.parentPhone === caller.phone;
  if (!account || !isTheirs) return refuse("NOT_FOUND", "child_id is not a child of this account.");
  return { account, wallets: await readBalances(db, phone) };
}

export type StatementQuestion = {
  readonly childId: string | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly after: string | undefined;
  readonly limit: number;
};
export type Statement = SeenAccount & {
  readonly lines: readonly StatementLine[];
  readonly next: string | undefined;
  // Within the time that was asked for.
  readonly codPaidOut: Amount;
  // Lines from before have left.
  readonly keptSince: Date | undefined;
};

export async function seeStatement(
  deps: StatementDeps,
  caller: Caller,
  { childId, from, to, after, limit }: StatementQuestion,
): Promised<Statement, SeeAccountRefusal | "BAD_REQUEST"> {
  const seen = await seeAccount(deps, caller, childId);
  if (isRefusal(seen)) return seen;
  const { phone } = seen.account;
  const place = after ? placeOf(after) : to ? await findPlaceAt(deps.reads, phone, to) : NEWEST;
  if (!place) {
    return refuse("BAD_REQUEST", "next is not a cursor of a statement; leave it out to start with the newest.", "next");
  }
  const [found, codPaidOut, keptSince] = await Promise.all([
    // One more than asked for tells whether there is a page after this one.
    listStatementLines(deps.reads, phone, place, limit + 1),
    sumCodPaidOut(deps.reads, phone, from, to),
    findKeptSince(deps.reads, "journals"),
  ]);
  const fitting = from === null ? found : found.filter(({ postedAt }) => postedAt >= from);
  const lines = fitting.slice(0, limit);
  const last = fitting.length > limit ? lines.at(-1) : undefined;
  return { ...seen, lines, next: last && `${last.journalId}-${last.line}`, codPaidOut, keptSince };
}

function placeOf(cursor: string): StatementPlace | undefined {
  const [, journalId, line] = /^(\d{1,15})-(\d{1,2})$/.exec(cursor) ?? [];
  return journalId === undefined ? undefined : { journalId: Number(journalId), line: Number(line) };
}
