// A driver's wallet and what moved it, as the driver and the operator see them.
import type { Static } from "typebox";
import type { StatementRecord, WalletRecord } from "../../contract/driver-wallet.ts";
import type { DriverWallet } from "../../operations/drivers/driver-wallet.ts";
import type { Sql } from "../../store/db.ts";
import { findKeptSince } from "../../store/leaving.ts";
import { listWalletLines } from "../../store/ledger/driver-statements.ts";
import { encodeKeptSince, unixSeconds } from "./time.ts";

const PAGE = 100;

export function encodeWallet(wallet: DriverWallet): Static<typeof WalletRecord> {
  return { wallet: wallet.wallet, promised: wallet.promised, cod_in_hand: wallet.codInHand };
}

export async function statementOf(
  deps: { readonly reads: Sql },
  phone: string,
  after: string | undefined,
): Promise<Static<typeof StatementRecord>> {
  const lines = await listWalletLines(deps.reads, phone, after === undefined ? undefined : Number(after), PAGE);
  const keptSince = await findKeptSince(deps.reads, "journals");
  const last = lines.length === PAGE ? lines.at(-1) : undefined;
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
    ...encodeKeptSince(keptSince),
  };
}
