// A driver's wallet and what moved it, as the driver and the operator see them.
import type { Static } from "typebox";
import type { StatementRecord, WalletRecord } from "../../contract/driver-wallet.ts";
import { type DriverWallet, readStatement, STATEMENT_PAGE } from "../../operations/drivers/driver-wallet.ts";
import type { Sql } from "../../store/db.ts";
import { unixSeconds } from "./time.ts";

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
