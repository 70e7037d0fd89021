// A driver's wallet and what moved it, as the driver and the operator see them.
import { Type } from "typebox";
import { field, keptSince, maybe } from "./fields.ts";

export const WalletRecord = Type.Object(
  {
    wallet: field.integer("VND"),
    promised: field.integer("Of it, what orders in hand may still take."),
    cod_in_hand: field.integer("COD collected and not yet settled."),
  },
  { title: "DriverWallet" },
);

export const OwnWalletRecord = Type.Object(
  {
    ...WalletRecord.properties,
    today: Type.Object(
      { orders: Type.Integer(), earnings: field.integer("VND, after commission and VAT.") },
      { description: "Completed since midnight in the driver's city." },
    ),
  },
  { title: "OwnDriverWallet" },
);

export const StatementRecord = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.String(),
        order_id: Type.String(),
        amount: Type.Integer(),
        balance: field.integer("The wallet after it."),
        time: Type.Number(),
      }),
    ),
    next: maybe(Type.String()),
    ...keptSince,
  },
  { title: "DriverStatement" },
);
