// Accounts on the wire (2.13).
import { Type } from "typebox";
import { moment, nullable } from "./fields.ts";

export const AccountRecord = Type.Object(
  {
    _id: Type.String({ description: "The phone number.", examples: ["84900000002"] }),
    name: Type.String(),
    partner: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    referral_code: Type.String(),
    country_code: Type.String(),
    currency: Type.String(),
    account_status: Type.String({ description: "ACTIVATED or DEACTIVATED." }),
    create_time: moment,
    parent_id: Type.String({ description: "The parent's phone number; empty when there is none." }),
    home: Type.Object({ address: Type.String() }),
    city_id: Type.Array(Type.String()),
  },
  { title: "Account" },
);

const wallets = {
  main: Type.Integer({ description: "What the account can spend; below zero it owes." }),
  bonus: Type.Integer({ description: "Given by the platform; spent first." }),
  held: Type.Integer({ description: "Set aside for orders under way." }),
  cod_owed: Type.Integer({ description: "Collected from recipients and not yet paid out to main." }),
};
export const OwnAccount = Type.Object(
  {
    ...AccountRecord.properties,
    ...wallets,
    available: Type.Integer({ description: "What an order may cost now: main, bonus and credit_limit." }),
    credit_limit: Type.Integer({ description: "How far main may go below zero." }),
    balance_low: nullable(Type.Number({ description: "Of the account itself; null: the partner's threshold." })),
    cod_limit: nullable(Type.Number({ description: "COD of one order at most; null: the service's." })),
  },
  { title: "OwnAccount" },
);

export const StatementLine = Type.Object(
  {
    id: Type.String(),
    time: Type.Number(),
    kind: Type.String({
      description:
        "top_up, withdrawal, refund, hold, adjust_hold, release, capture, cod_collected (owed from now on) or cod_settled (paid out).",
    }),
    wallet: Type.String({ description: "main, bonus, held or cod." }),
    amount: Type.Integer({ description: "Whole VND." }),
    balance: Type.Integer({ description: "Of that wallet, after this line." }),
    order_id: Type.String(),
    reference: Type.String({ description: "Of a top-up, a withdrawal or a refund." }),
  },
  { title: "StatementLine" },
);
export const StatementPage = Type.Object({
  account_id: Type.String(),
  ...wallets,
  cod_paid_out: Type.Integer({ description: "COD that came into main within the time asked for." }),
  lines: Type.Array(StatementLine),
  next: Type.Optional(Type.String({ description: "Where the next page begins; absent on the last one." })),
});
