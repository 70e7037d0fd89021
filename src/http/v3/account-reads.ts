// An account to itself and to its parent: profile, wallets and limits, and the statement of its wallets. Neither is in the API we follow (D26).

import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import { OwnAccount, type StatementLine, StatementPage } from "../../contract/account.ts";
import { field, maybe, timeWindow } from "../../contract/fields.ts";
import { CSV_BYTE_ORDER_MARK, csvLine } from "../../domain/csv.ts";
import { isRefusal } from "../../domain/refusal.ts";
import {
  type SeenAccount,
  type StatementDeps,
  seeAccount,
  seeStatement,
} from "../../operations/accounts/see-account.ts";
import type { StatementLine as BookedLine } from "../../store/ledger/account-statements.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeAccount } from "../wire/account.ts";
import { encodeKeptSince, instant, unixSeconds } from "../wire/time.ts";

const PAGE = 100;
const PAGE_MAX = 1_000;
const child_id = maybe(field.text("A child of the caller; absent: the caller's own account."));
const cursor = maybe(field.text("`next` of the page before; absent: the newest."));
const StatementQuery = Type.Object({
  child_id,
  ...timeWindow,
  next: cursor,
  after: maybe(field.text("The same as `next`.")),
  limit: maybe(field.text(`1 to ${PAGE_MAX}; ${PAGE} when absent.`, { pattern: "^([1-9]\\d{0,2}|1000)$" })),
  format: maybe(Type.Union([Type.Literal("json"), Type.Literal("csv")])),
});
const call = callsOf<StatementDeps>("Accounts");

export const accountReadCalls = [
  call({
    id: "getOwnAccount",
    at: "GET /v3/accounts",
    summary: "The account: profile, wallets and limits",
    query: Type.Object({ child_id }),
    answer: OwnAccount,
    refusals: ["INVALID_PHONE_NUMBER", "NOT_FOUND"],
    run: (request, deps) => seeAccount(deps, callerOf(request), request.query.child_id),
    encode: (seen) => ({
      ...encodeAccount(seen.account),
      ...encodeWallets(seen),
      available: Math.max(0, seen.wallets.main + seen.account.creditLimit) + seen.wallets.bonus,
      credit_limit: seen.account.creditLimit,
      balance_low: seen.account.balanceLow,
      cod_limit: seen.account.codLimit,
    }),
  }),
  call.plain({
    id: "getOwnStatement",
    at: "GET /v3/accounts/statement",
    summary: "Every movement of the account's wallets, newest first",
    description:
      "By pages: `next` of an answer is the cursor of the page after. With `format=csv`, or `Accept: text/csv`, the lines " +
      "are a spreadsheet and the cursor stands in the header `x-next`.",
    query: StatementQuery,
    answer: StatementPage,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "INVALID_PHONE_NUMBER", "NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const { query } = request;
      const statement = await seeStatement(deps, callerOf(request), {
        childId: query.child_id,
        from: instant(query.from_time) ?? null,
        to: instant(query.to_time) ?? null,
        after: query.next || query.after,
        limit: Number(query.limit ?? PAGE),
      });
      if (isRefusal(statement)) return statement;
      const lines = statement.lines.map((line) => encodeLine(line, statement.account.phone));
      const wantsCsv =
        query.format === undefined ? /\btext\/csv\b/.test(request.headers.accept ?? "") : query.format === "csv";
      if (wantsCsv) return sendCsv(reply, lines, statement.next);
      return {
        account_id: statement.account.phone,
        ...encodeWallets(statement),
        cod_paid_out: statement.codPaidOut,
        lines,
        ...(statement.next === undefined ? {} : { next: statement.next }),
        ...encodeKeptSince(statement.keptSince),
      };
    },
  }),
];

function encodeWallets({ wallets: { main, bonus, held, cod } }: SeenAccount) {
  return { main, bonus, held, cod_owed: cod };
}

type Line = Static<typeof StatementLine>;

function encodeLine(line: BookedLine, phone: string): Line {
  // What was booked by hand has a reference of its own behind the phone that makes it one; the others repeat the order.
  const own = `user/${phone}/`;
  return {
    id: `${line.journalId}-${line.line}`,
    time: unixSeconds(line.postedAt),
    kind: line.kind,
    wallet: line.account.replace("user_", ""),
    amount: line.amount,
    balance: line.balance,
    order_id: line.orderId ?? "",
    reference: line.reference.startsWith(own) ? line.reference.slice(own.length) : "",
  };
}

const COLUMNS = [
  "id",
  "time",
  "kind",
  "wallet",
  "amount",
  "balance",
  "order_id",
  "reference",
] as const satisfies (keyof Line)[];

function sendCsv(reply: FastifyReply, lines: readonly Line[], next: string | undefined): FastifyReply {
  if (next !== undefined) reply.header("x-next", next);
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", 'attachment; filename="statement.csv"')
    .send(CSV_BYTE_ORDER_MARK + csvLine(COLUMNS) + lines.map(csvOf).join(""));
}

// The moment as everybody's spreadsheet reads it, in UTC.
function csvOf(line: Line): string {
  const cells = { ...line, time: new Date(line.time * 1000).toISOString() };
  return csvLine(COLUMNS.map((column) => cells[column]));
}
