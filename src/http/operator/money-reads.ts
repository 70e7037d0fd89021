// The operator's books: what is where, who is owed cash, an account's wallets line by line, and money paid out.

import { Type } from "typebox";
import { field, keptSince, maybe, text, vnd } from "../../contract/fields.ts";
import { CHART } from "../../domain/ledger/chart.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { getAccount } from "../../operations/accounts/change-account.ts";
import { type MoneyDeps, payAccountOut } from "../../operations/ledger/top-up.ts";
import { listOpenCod, listStatement, listWallets, sumBalances } from "../../store/console/money.ts";
import type { Sql } from "../../store/db.ts";
import { findKeptSince } from "../../store/leaving.ts";
import { callsOf } from "../calls/call.ts";
import { encodeKeptSince, unixSeconds } from "../wire/time.ts";

const PAGE = 100;
const Balances = Type.Object({
  totals: Type.Array(
    Type.Object({ account: text, owner: text, meaning: text, balance: vnd, accounts: Type.Integer() }),
    { description: "Above zero: the platform owes or has earned it. All together are zero." },
  ),
  cod: Type.Array(Type.Object({ account: text, mobile: text, name: text, amount: vnd }), {
    description: "Cash in drivers' hands (driver_cod) and whom it is for (user_cod), until the order completes.",
  }),
});
const wallets = { main: vnd, bonus: vnd, held: vnd, cod: vnd };
const AccountPage = Type.Object({
  accounts: Type.Array(Type.Object({ phone: text, name: text, partner: text, account_status: text, ...wallets })),
  next: Type.String(),
});
const Statement = Type.Object({
  lines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      journal: text,
      account: text,
      order_id: text,
      reference: text,
      amount: vnd,
      time: Type.Number(),
    }),
  ),
  next: Type.String(),
  ...keptSince,
});

const call = callsOf<MoneyDeps & { readonly reads: Sql }>("Operator");

export const moneyReadCalls = [
  call.plain({
    id: "seeMoney",
    at: "GET /operator/v1/money",
    summary: "Balances by kind of account, and COD on its way",
    answer: Balances,
    run: async (_request, deps) => {
      const [totals, cod] = await Promise.all([sumBalances(deps.reads), listOpenCod(deps.reads, PAGE)]);
      const known = new Map(totals.map((total) => [total.kind, total]));
      return {
        totals: Object.entries(CHART).map(([kind, { owner, meaning }]) => ({
          account: kind,
          owner,
          meaning,
          balance: known.get(kind as keyof typeof CHART)?.balance ?? 0,
          accounts: known.get(kind as keyof typeof CHART)?.accounts ?? 0,
        })),
        cod: cod.map(({ kind, owner, name, amount }) => ({ account: kind, mobile: owner, name, amount })),
      };
    },
  }),
  call.plain({
    id: "listAccounts",
    at: "GET /operator/v1/accounts",
    summary: "Accounts with their wallets, by phone",
    query: Type.Object({
      q: maybe(field.text("Part of a phone or a name.", { maxLength: 100 })),
      partner: maybe(text),
      after: maybe(Type.String({ pattern: "^\\d{1,15}$" })),
    }),
    answer: AccountPage,
    invalid: "BAD_REQUEST",
    run: async (request, deps) => {
      const { q, partner, after } = request.query;
      const search = q ? (parsePhone(q) ?? q) : undefined;
      const filter = { search, partnerId: partner || undefined, afterPhone: after };
      const accounts = await listWallets(deps.reads, filter, PAGE);
      return {
        accounts: accounts.map(({ partnerId, status, ...row }) => ({
          ...row,
          partner: partnerId,
          account_status: status,
        })),
        next: (accounts.length === PAGE && accounts.at(-1)?.phone) || "",
      };
    },
  }),
  call.plain({
    id: "getAccountStatement",
    at: "GET /operator/v1/accounts/:phone/statement",
    summary: "What moved an account's wallets, newest first",
    query: Type.Object({ after: maybe(Type.String({ pattern: "^\\d{1,15}$" })) }),
    answer: Statement,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "INVALID_PHONE_NUMBER", "USER_NOT_FOUND"],
    run: async (request, deps) => {
      const found = await getAccount(deps, request.params.phone);
      if (isRefusal(found)) return found;
      const after = request.query.after === undefined ? undefined : Number(request.query.after);
      const lines = await listStatement(deps.reads, found.account.phone, after, PAGE);
      const last = lines.length === PAGE ? lines.at(-1) : undefined;
      return {
        lines: lines.map(({ orderId, postedAt, ...line }) => ({
          ...line,
          order_id: orderId ?? "",
          time: unixSeconds(postedAt),
        })),
        next: last ? String(last.id) : "",
        ...encodeKeptSince(await findKeptSince(deps.reads, "journals")),
      };
    },
  }),
  call.plain({
    id: "payAccountOut",
    at: "POST /operator/v1/accounts/:phone/withdrawals",
    summary: "Pay money of an account's main wallet out",
    description: "Only what the wallet holds. The same reference twice pays once.",
    body: Type.Object({ amount: vnd, reference: text }),
    answer: Type.Object(wallets),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "USER_NOT_FOUND", "NOT_ENOUGH_CREDIT", "IDEMPOTENCY_KEY_REUSED"],
    run: ({ params, body }, deps) => payAccountOut(deps, params.phone, body),
  }),
];
