// Accounts on the wire (2.13).
import { Type } from "typebox";
import { field, keptSince, maybe, moment, nullable } from "./fields.ts";

export const AccountRecord = Type.Object(
  {
    _id: field.text("The phone number.", { examples: ["84900000002"] }),
    name: Type.String(),
    partner: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    referral_code: Type.String(),
    country_code: Type.String(),
    currency: Type.String(),
    account_status: field.text("ACTIVATED or DEACTIVATED."),
    create_time: moment,
    parent_id: field.text("The parent's phone number; empty when there is none."),
    home: Type.Object({ address: Type.String() }),
    city_id: Type.Array(Type.String()),
  },
  { title: "Account" },
);

const wallets = {
  main: field.integer("What the account can spend; below zero it owes."),
  bonus: field.integer("Given by the platform; spent first."),
  held: field.integer("Set aside for orders under way."),
  cod_owed: field.integer("Collected from recipients and not yet paid out to main."),
};
export const OwnAccount = Type.Object(
  {
    ...AccountRecord.properties,
    ...wallets,
    available: field.integer("What an order may cost now: main, bonus and credit_limit."),
    credit_limit: field.integer("How far main may go below zero."),
    balance_low: nullable(field.number("Of the account itself; null: the partner's threshold.")),
    cod_limit: nullable(field.number("COD of one order at most; null: the service's.")),
  },
  { title: "OwnAccount" },
);

export const StatementLine = Type.Object(
  {
    id: Type.String(),
    time: Type.Number(),
    kind: field.text(
      "top_up, withdrawal, refund, hold, adjust_hold, release, capture, cod_collected (owed from now on) or cod_settled (paid out).",
    ),
    wallet: field.text("main, bonus, held or cod."),
    amount: field.integer("Whole VND."),
    balance: field.integer("Of that wallet, after this line."),
    order_id: Type.String(),
    reference: field.text("Of a top-up, a withdrawal or a refund."),
  },
  { title: "StatementLine" },
);
export const StatementPage = Type.Object({
  account_id: Type.String(),
  ...wallets,
  cod_paid_out: field.integer("COD that came into main within the time asked for."),
  lines: Type.Array(StatementLine),
  next: maybe(field.text("Where the next page begins; absent on the last one.")),
  ...keptSince,
});
