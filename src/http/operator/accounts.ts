// The operator's view of an account, and the sandbox's text messages.
import { Type } from "typebox";
import { parsePhone } from "../../domain/phone.ts";
import { type AccountWithWallets, changeAccount, getAccount } from "../../operations/accounts/change-account.ts";
import type { Database } from "../../store/db.ts";
import { listSms } from "../../store/sms-outbox.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { AccountRecord, encodeAccount } from "../wire/account.ts";
import { unixSeconds } from "../wire/time.ts";

const SMS_PAGE = 100;
const AMOUNT_MAX = 1_000_000_000_000;
// A null counts as absent (D2), and 0 is a limit.
const NO_LIMIT = -1;

const PhoneParams = Type.Object({ phone: Type.String({ examples: ["84900000001"] }) });
const amount = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX });
const OperatorAccount = Type.Object(
  {
    ...AccountRecord.properties,
    cod_limit: Type.Union([Type.Integer(), Type.Null()]),
    credit_limit: Type.Integer(),
    main: Type.Integer(),
    bonus: Type.Integer(),
    held: Type.Integer(),
    cod: Type.Integer({ description: "COD collected for this account and not yet paid out." }),
  },
  { title: "OperatorAccount" },
);

export type OperatorAccountDoor = { readonly db: Database };

export function registerOperatorAccountCalls(app: App, deps: OperatorAccountDoor): void {
  const documented = { tags: ["Operator"] };

  app.get(
    "/operator/v1/accounts/:phone",
    {
      schema: {
        ...documented,
        operationId: "getAccount",
        summary: "An account with its wallets",
        params: PhoneParams,
        response: responses(OperatorAccount),
      },
    },
    async (request, reply) => answer(reply, await getAccount(deps, request.params.phone), encodeWithWallets),
  );

  app.patch(
    "/operator/v1/accounts/:phone",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "changeAccount",
        summary: "Change an account",
        description: `A cod_limit of ${NO_LIMIT} takes the account's own limit away.`,
        params: PhoneParams,
        body: Type.Object({
          account_status: Type.Optional(Type.Union([Type.Literal("ACTIVATED"), Type.Literal("DEACTIVATED")])),
          cod_limit: Type.Optional(Type.Integer({ minimum: NO_LIMIT, maximum: AMOUNT_MAX })),
          credit_limit: Type.Optional(amount),
        }),
        response: responses(OperatorAccount),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { account_status, cod_limit, credit_limit } = request.body;
      const change = {
        ...(account_status === undefined ? {} : { status: account_status }),
        ...(cod_limit === undefined ? {} : { codLimit: cod_limit === NO_LIMIT ? null : cod_limit }),
        ...(credit_limit === undefined ? {} : { creditLimit: credit_limit }),
      };
      return answer(reply, await changeAccount(deps, request.params.phone, change), encodeWithWallets);
    },
  );

  app.get(
    "/operator/v1/sms",
    {
      schema: {
        ...documented,
        operationId: "listSms",
        summary: "Messages of the built-in sandbox sender, newest first",
        querystring: Type.Object({ to: Type.Optional(Type.String()) }),
        response: responses(
          Type.Array(
            Type.Object({
              to: Type.String(),
              text: Type.String(),
              code: Type.Optional(Type.String()),
              sent_at: Type.Number(),
            }),
          ),
        ),
      },
    },
    async (request, reply) => {
      const { to } = request.query;
      const messages = await listSms(deps.db, to === undefined ? null : (parsePhone(to) ?? to), SMS_PAGE);
      return reply.send(
        messages.map((message) => ({
          to: message.to,
          text: message.text,
          ...(message.code === null ? {} : { code: message.code }),
          sent_at: unixSeconds(message.sentAt),
        })),
      );
    },
  );
}

function encodeWithWallets({ account, wallets }: AccountWithWallets): object {
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
