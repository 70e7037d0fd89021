// An account as its own token, or its parent's, may see it: profile, wallets and limits, and its wallets line by line.
import type { Account, Caller } from "../../domain/accounts/account.ts";
import type { Amount } from "../../domain/amount.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import type { Seals } from "../../ports/seals.ts";
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
export type StatementDeps = Deps & { readonly reads: Sql; readonly statementSeals: Seals };
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
  const known = after ? readCursor(deps.statementSeals, phone, after) : undefined;
  const place = after ? known?.place : to ? await findPlaceAt(deps.reads, phone, to) : NEWEST;
  if (!place) {
    return refuse("BAD_REQUEST", "next is not a cursor of a statement; leave it out to start with the newest.", "next");
  }
  const within = `${from?.getTime()} ${to?.getTime()}`;
  const [found, codPaidOut, keptSince] = await Promise.all([
    // One more than asked for tells whether there is a page after this one.
    listStatementLines(deps.reads, phone, place, limit + 1),
    known?.paid?.within === within ? known.paid.out : sumCodPaidOut(deps.reads, phone, from, to),
    findKeptSince(deps.reads, "journals"),
  ]);
  const fitting = from === null ? found : found.filter(({ postedAt }) => postedAt >= from);
  const lines = fitting.slice(0, limit);
  const last = fitting.length > limit ? lines.at(-1) : undefined;
  const next = last && writeCursor(deps.statementSeals, phone, last, { within, out: codPaidOut });
  return { ...seen, lines, next, codPaidOut, keptSince };
}

// A place, with what was found out for it, which the next page need not add up again.
type Cursor = {
  readonly phone: Phone;
  readonly place: StatementPlace;
  readonly paid: { readonly within: string; readonly out: Amount } | undefined;
};

function writeCursor(seals: Seals, phone: Phone, { isSettled, held, ...last }: StatementLine, paid: Cursor["paid"]) {
  const place = { journalId: last.journalId, line: last.line, ...(isSettled && { held }) };
  const cursor: Cursor = { phone, place, paid };
  return seals.seal(Buffer.from(JSON.stringify(cursor)).toString("base64url"));
}

function readCursor(seals: Seals, phone: Phone, given: string): Cursor | undefined {
  // A line's own name will do: what lies after it is added up.
  const [, journalId, line] = /^(\d{1,15})-(\d{1,2})$/.exec(given) ?? [];
  if (journalId !== undefined)
    return { phone, place: { journalId: Number(journalId), line: Number(line) }, paid: undefined };
  const sealed = seals.open(given);
  const cursor: Cursor | undefined = sealed && JSON.parse(Buffer.from(sealed, "base64url").toString());
  return cursor?.phone === phone ? cursor : undefined;
}
