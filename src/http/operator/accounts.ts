// The operator's view of an account, and the sandbox's text messages.

import { type Static, Type } from "typebox";
import { AccountRecord } from "../../contract/account.ts";
import { field, maybe } from "../../contract/fields.ts";
import { AMOUNT_MAX } from "../../domain/amount.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { type AccountWithWallets, changeAccount, getAccount } from "../../operations/accounts/change-account.ts";
import type { Database } from "../../store/db.ts";
import { listSms } from "../../store/sms-outbox.ts";
import { callsOf } from "../calls/call.ts";
import { encodeAccount } from "../wire/account.ts";
import { unixSeconds } from "../wire/time.ts";

const SMS_PAGE = 100;
// A null counts as absent (D2), and 0 is a limit.
const NO_LIMIT = -1;

const amount = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX });
const OperatorAccount = Type.Object(
  {
    ...AccountRecord.properties,
    cod_limit: Type.Union([Type.Integer(), Type.Null()]),
    credit_limit: Type.Integer(),
    main: Type.Integer(),
    bonus: Type.Integer(),
    held: Type.Integer(),
    cod: field.integer("COD collected for this account and not yet paid out."),
  },
  { title: "OperatorAccount" },
);

export type OperatorAccountDoor = { readonly db: Database };

const call = callsOf<OperatorAccountDoor>("Operator");

export const operatorAccountCalls = [
  call({
    id: "getAccount",
    at: "GET /operator/v1/accounts/:phone",
    summary: "An account with its wallets",
    answer: OperatorAccount,
    refusals: ["INVALID_PHONE_NUMBER", "USER_NOT_FOUND"],
    run: (request, deps) => getAccount(deps, request.params.phone),
    encode: encodeWithWallets,
  }),
  call({
    id: "changeAccount",
    at: "PATCH /operator/v1/accounts/:phone",
    summary: "Change an account",
    description: `A cod_limit of ${NO_LIMIT} takes the account's own limit away.`,
    body: Type.Object({
      account_status: maybe(Type.Union([Type.Literal("ACTIVATED"), Type.Literal("DEACTIVATED")])),
      cod_limit: maybe(Type.Integer({ minimum: NO_LIMIT, maximum: AMOUNT_MAX })),
      credit_limit: maybe(amount),
    }),
    answer: OperatorAccount,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "USER_NOT_FOUND"],
    seen: async ({ params }, deps) => {
      const found = await getAccount(deps, params.phone);
      if (isRefusal(found)) return undefined;
      const { status, codLimit, creditLimit } = found.account;
      return { account_status: status, cod_limit: codLimit, credit_limit: creditLimit };
    },
    run: (request, deps) => {
      const { account_status, cod_limit, credit_limit } = request.body;
      const codLimit = cod_limit === NO_LIMIT ? null : cod_limit;
      const change = { status: account_status, codLimit, creditLimit: credit_limit };
      return changeAccount(deps, request.params.phone, change);
    },
    encode: encodeWithWallets,
  }),
  call.plain({
    id: "listSms",
    at: "GET /operator/v1/sms",
    summary: "Messages of the built-in sandbox sender, newest first",
    query: Type.Object({ to: maybe(Type.String()) }),
    answer: Type.Array(
      Type.Object({
        to: Type.String(),
        text: Type.String(),
        code: maybe(Type.String()),
        sent_at: Type.Number(),
      }),
    ),
    run: async (request, deps) => {
      const { to } = request.query;
      const messages = await listSms(deps.db, to === undefined ? null : (parsePhone(to) ?? to), SMS_PAGE);
      return messages.map((message) => ({
        to: message.to,
        text: message.text,
        ...(message.code === null ? {} : { code: message.code }),
        sent_at: unixSeconds(message.sentAt),
      }));
    },
  }),
];

function encodeWithWallets({ account, wallets }: AccountWithWallets): Static<typeof OperatorAccount> {
  return {
    ...encodeAccount(account),
    cod_limit: account.codLimit,
    credit_limit: account.creditLimit,
    main: wallets.main,
    bonus: wallets.bonus,
    held: wallets.held,
    cod: wallets.cod,
  };
}
