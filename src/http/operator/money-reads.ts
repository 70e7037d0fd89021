// The operator's books: what is where, who is owed cash, an account's wallets line by line, and money paid out.
import { Type } from "typebox";
import { CHART } from "../../domain/ledger/chart.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { getAccount } from "../../operations/accounts/change-account.ts";
import type { MoneyDeps } from "../../operations/ledger/top-up.ts";
import { payAccountOut } from "../../operations/ledger/withdraw.ts";
import { listOpenCod, listStatement, listWallets, sumBalances } from "../../store/console/money.ts";
import type { Sql } from "../../store/db.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 100;
const text = Type.String();
const vnd = Type.Integer({ description: "VND" });
const PhoneParams = Type.Object({ phone: text });
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
});

export type MoneyReadDoor = MoneyDeps & { readonly reads: Sql };

export function registerMoneyReadCalls(app: App, deps: MoneyReadDoor): void {
  const documented = { tags: ["Operator"] };
  const call = { attachValidation: true };

  app.get(
    "/operator/v1/money",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "seeMoney",
        summary: "Balances by kind of account, and COD on its way",
        response: responses(Balances),
      },
    },
    async (_request, reply) => {
      const [totals, cod] = await Promise.all([sumBalances(deps.reads), listOpenCod(deps.reads, PAGE)]);
      const known = new Map(totals.map((total) => [total.kind, total]));
      return reply.send({
        totals: Object.entries(CHART).map(([kind, { owner, meaning }]) => ({
          account: kind,
          owner,
          meaning,
          balance: known.get(kind as keyof typeof CHART)?.balance ?? 0,
          accounts: known.get(kind as keyof typeof CHART)?.accounts ?? 0,
        })),
        cod: cod.map(({ kind, owner, name, amount }) => ({ account: kind, mobile: owner, name, amount })),
      });
    },
  );

  app.get(
    "/operator/v1/accounts",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "listAccounts",
        summary: "Accounts with their wallets, by phone",
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 100, description: "Part of a phone or a name." })),
          partner: Type.Optional(text),
          after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })),
        }),
        response: responses(AccountPage),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const { q, partner, after } = request.query;
      const filter = {
        ...(q ? { search: parsePhone(q) ?? q } : {}),
        ...(partner ? { partnerId: partner } : {}),
        ...(after === undefined ? {} : { afterPhone: after }),
      };
      const accounts = await listWallets(deps.reads, filter, PAGE);
      return reply.send({
        accounts: accounts.map(({ partnerId, status, ...row }) => ({
          ...row,
          partner: partnerId,
          account_status: status,
        })),
        next: (accounts.length === PAGE && accounts.at(-1)?.phone) || "",
      });
    },
  );

  app.get(
    "/operator/v1/accounts/:phone/statement",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "getAccountStatement",
        summary: "What moved an account's wallets, newest first",
        params: PhoneParams,
        querystring: Type.Object({ after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })) }),
        response: responses(Statement),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const found = await getAccount(deps, request.params.phone);
      if (isRefusal(found)) return sendRefusal(reply, found);
      const after = request.query.after === undefined ? undefined : Number(request.query.after);
      const lines = await listStatement(deps.reads, found.account.phone, after, PAGE);
      const last = lines.length === PAGE ? lines.at(-1) : undefined;
      return reply.send({
        lines: lines.map(({ orderId, postedAt, ...line }) => ({
          ...line,
          order_id: orderId ?? "",
          time: unixSeconds(postedAt),
        })),
        next: last ? String(last.id) : "",
      });
    },
  );

  app.post(
    "/operator/v1/accounts/:phone/withdrawals",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "payAccountOut",
        summary: "Pay money of an account's main wallet out",
        description: "Only what the wallet holds. The same reference twice pays once.",
        params: PhoneParams,
        body: Type.Object({ amount: Type.Number({ description: "Whole VND." }), reference: text }),
        response: responses(Type.Object(wallets)),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      return answer(reply, await payAccountOut(deps, request.params.phone, request.body), (balances) => balances);
    },
  );
}
