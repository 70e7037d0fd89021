// A driver's wallet and what moved it, as the driver and the operator see them.
import { type Static, Type } from "typebox";
import { type DriverWallet, readStatement, STATEMENT_PAGE } from "../../operations/drivers/driver-wallet.ts";
import type { Sql } from "../../store/db.ts";
import { unixSeconds } from "./time.ts";

export const WalletRecord = Type.Object(
  {
    wallet: Type.Integer({ description: "VND" }),
    promised: Type.Integer({ description: "Of it, what orders in hand may still take." }),
    cod_in_hand: Type.Integer({ description: "COD collected and not yet settled." }),
  },
  { title: "DriverWallet" },
);

export const OwnWalletRecord = Type.Object(
  {
    ...WalletRecord.properties,
    today: Type.Object(
      { orders: Type.Integer(), earnings: Type.Integer({ description: "VND, after commission and VAT." }) },
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
        balance: Type.Integer({ description: "The wallet after it." }),
        time: Type.Number(),
      }),
    ),
    next: Type.Optional(Type.String()),
  },
  { title: "DriverStatement" },
);

export function encodeWallet(wallet: DriverWallet): Static<typeof WalletRecord> {
  return { wallet: wallet.wallet, promised: wallet.promised, cod_in_hand: wallet.codInHand };
}

export async function statementOf(
  deps: { readonly reads: Sql },
  phone: string,
  after: string | undefined,
): Promise<Static<typeof StatementRecord>> {
  const lines = await readStatement(deps, phone, after === undefined ? undefined : Number(after));
  const last = lines.length === STATEMENT_PAGE ? lines.at(-1) : undefined;
  return {
    lines: lines.map(({ id, kind, orderId, amount, balance, postedAt }) => ({
      id,
      kind,
      order_id: orderId ?? "",
      amount,
      balance,
      time: unixSeconds(postedAt),
    })),
    ...(last ? { next: String(last.id) } : {}),
  };
}
