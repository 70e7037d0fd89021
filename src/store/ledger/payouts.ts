// Rows of payouts to drivers and of cash they handed in. Money moves by journals, in the same transactions.
import type { Amount } from "../../domain/amount.ts";
import type { PayoutReason, PayoutStatus } from "../../domain/ledger/payout.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, hasOneRow, NOTHING, type Sql, sql } from "../db.ts";
import { HAS_OWNER, MARGIN } from "./journals.ts";

export type Payout = {
  readonly id: string;
  readonly cityId: string | null;
  readonly upTo: Date;
  readonly status: PayoutStatus;
  readonly total: Amount;
  readonly paidDrivers: number;
  readonly needsTwo: boolean;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly reference: string | null;
};

export type PayoutLine = {
  readonly phone: Phone;
  readonly name: string;
  readonly wallet: Amount;
  readonly later: Amount;
  readonly held: Amount;
  readonly cod: Amount;
  readonly amount: Amount;
  readonly why: PayoutReason;
  readonly bank: string | null;
  readonly account: string | null;
  readonly holder: string | null;
};

const COLUMNS = sql`
  id, city_id, up_to, status, total, paid_drivers, needs_two, made_at, made_by, ended_at, ended_by, reference`;

// Whose wallets are not empty, the fullest first: of more than `limit` the others come with the next run.
export async function listWalletsToPay(db: Sql, cityId: string | null, limit: number): Promise<readonly Phone[]> {
  const rows = await db<{ phone: Phone }>`
    select phone
    from balances
    join drivers on phone = owner
    where kind = 'driver_wallet'
      and balance <> 0
      and not is_robot
      ${cityId === null ? NOTHING : sql`and city_id = ${cityId}`}
    order by balance desc, phone
    limit ${limit}`;
  return rows.map(({ phone }) => phone);
}

export type WalletRow = Omit<PayoutLine, "held" | "amount" | "why">;

export async function readWalletsToPay(tx: Sql, phones: readonly Phone[], upTo: Date) {
  return tx<WalletRow>`
    select phone, name, wallet.balance as wallet, -coalesce(cash.balance, 0) as cod, bank, account, holder,
      coalesce(
        (
          select sum(amount)
          from postings
          join journals on journals.id = journal_id
          where owner = phone
            and ${HAS_OWNER}
            and postings.kind = 'driver_wallet'
            and journal_id >= since.id
            and posted_at > ${upTo}
        ),
        0
      )::bigint as later
    from (select first_journal_after(${upTo}::timestamptz - ${MARGIN}) as id) as since, drivers
    join balances as wallet on wallet.owner = phone and wallet.kind = 'driver_wallet'
    left join balances as cash on cash.owner = phone and cash.kind = 'driver_cod'
    left join driver_banks on driver_phone = phone
    where phone = any(${phones})
    order by wallet.balance desc, phone`;
}

export type NewPayout = Pick<
  Payout,
  "id" | "cityId" | "upTo" | "total" | "paidDrivers" | "needsTwo" | "madeAt" | "madeBy"
>;

export async function insertPayout(tx: Sql, run: NewPayout, lines: readonly PayoutLine[]): Promise<void> {
  await tx`
    insert into payout_runs (id, city_id, up_to, status, total, paid_drivers, needs_two, made_at, made_by)
    values (
      ${run.id}, ${run.cityId}, ${run.upTo}, 'OPEN', ${run.total}, ${run.paidDrivers}, ${run.needsTwo}, ${run.madeAt},
      ${run.madeBy}
    )`;
  await tx`
    insert into payout_lines (run_id, driver_phone, name, wallet, later, held, cod, amount, why, bank, account, holder)
    select ${run.id}, line.*
    from unnest(
      ${lines.map(({ phone }) => phone)}::text[],
      ${lines.map(({ name }) => name)}::text[],
      ${lines.map(({ wallet }) => wallet)}::bigint[],
      ${lines.map(({ later }) => later)}::bigint[],
      ${lines.map(({ held }) => held)}::bigint[],
      ${lines.map(({ cod }) => cod)}::bigint[],
      ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ why }) => why)}::text[],
      ${lines.map(({ bank }) => bank)}::text[],
      ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ holder }) => holder)}::text[]
    ) as line`;
}

export async function findPayout(db: Sql, id: string) {
  return first(db<Payout>`select ${COLUMNS} from payout_runs where id = ${id}`);
}

// Nobody else pays, approves or cancels it until the transaction ends.
export async function lockPayout(tx: Sql, id: string) {
  return first(tx<Payout>`select ${COLUMNS} from payout_runs where id = ${id} for update`);
}

export async function endPayout(
  tx: Sql,
  id: string,
  end: Pick<Payout, "status" | "endedAt" | "endedBy" | "reference">,
): Promise<void> {
  await tx`
    update payout_runs
    set status = ${end.status}, ended_at = ${end.endedAt}, ended_by = ${end.endedBy}, reference = ${end.reference}
    where id = ${id}`;
}

export async function listPayouts(
  db: Sql,
  cityIds: readonly string[] | undefined,
  before: Date | undefined,
  limit: number,
) {
  return db<Payout>`
    select ${COLUMNS}
    from payout_runs
    where true
      ${cityIds === undefined ? NOTHING : sql`and city_id = any(${cityIds})`}
      ${before === undefined ? NOTHING : sql`and made_at < ${before}`}
    order by made_at desc, id
    limit ${limit}`;
}

// Those who are paid first, the most first.
export async function listPayoutLines(db: Sql, id: string) {
  return db<PayoutLine>`
    select driver_phone as phone, name, wallet, later, held, cod, amount, why, bank, account, holder
    from payout_lines
    where run_id = ${id}
    order by amount desc, wallet desc, driver_phone`;
}

export type PayoutApproval = { readonly operatorId: string; readonly name: string; readonly approvedAt: Date };

export async function listApprovals(db: Sql, id: string) {
  return db<PayoutApproval>`
    select operator_id, name, approved_at
    from payout_approvals
    where run_id = ${id}
    order by approved_at, operator_id`;
}

export async function insertApproval(tx: Sql, id: string, approval: PayoutApproval): Promise<void> {
  await tx`
    insert into payout_approvals (run_id, operator_id, name, approved_at)
    values (${id}, ${approval.operatorId}, ${approval.name}, ${approval.approvedAt})`;
}

export type CodReceipt = {
  readonly receipt: string;
  readonly phone: Phone;
  readonly amount: Amount;
  readonly receivedAt: Date;
  readonly receivedBy: string;
};

// False when there is one of this number.
export async function insertReceipt(tx: Sql, receipt: CodReceipt): Promise<boolean> {
  return hasOneRow(tx`
    insert into cod_receipts (receipt, driver_phone, amount, received_at, received_by)
    values (${receipt.receipt}, ${receipt.phone}, ${receipt.amount}, ${receipt.receivedAt}, ${receipt.receivedBy})
    on conflict (receipt) do nothing
    returning receipt`);
}

export async function findReceipt(db: Sql, receipt: string) {
  return first(db<CodReceipt>`
    select receipt, driver_phone as phone, amount, received_at, received_by
    from cod_receipts
    where receipt = ${receipt}`);
}

// Newest first.
export async function listReceipts(db: Sql, limit: number) {
  return db<CodReceipt & { readonly name: string }>`
    select receipt, driver_phone as phone, name, amount, received_at, received_by
    from cod_receipts
    join drivers on drivers.phone = driver_phone
    order by received_at desc, receipt
    limit ${limit}`;
}
