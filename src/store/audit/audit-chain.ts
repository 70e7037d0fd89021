// The rows of the audit log as a chain. Who failed to sign in is nobody: such rows come and go by their own rule and are in no chain.
import type { Sql } from "../db.ts";
import { AUDIT_COLUMNS, type AuditEntry } from "./audit-log.ts";

export type ChainedEntry = AuditEntry & { readonly chainAt: number; readonly chainHash: Buffer };

export type ChainState = {
  readonly closedTo: number;
  readonly closedHash: Buffer;
  readonly keptFrom: number;
  // Of the row before the first that is kept.
  readonly keptHash: Buffer;
};

// One process at a time closes rows or lets them go.
export async function lockChain(tx: Sql): Promise<ChainState> {
  const [state] = await tx<ChainState>`
    select closed_to, closed_hash, kept_from, kept_hash
    from audit_chain
    for update`;
  if (!state) throw new Error("audit_chain has lost its row");
  return state;
}

export async function readChain(db: Sql): Promise<ChainState | undefined> {
  const [state] = await db<ChainState>`select closed_to, closed_hash, kept_from, kept_hash from audit_chain`;
  return state;
}

// Settled: their outcome is known, or nobody will note one any more.
export async function listSettledEntries(tx: Sql, before: Date, limit: number): Promise<readonly AuditEntry[]> {
  return tx<AuditEntry>`
    select ${AUDIT_COLUMNS}
    from audit_log
    where chain_at is null
      and (outcome is not null or happened_at <= ${before})
      and not (operator_name is null and by_kind is null and call = 'openConsoleSession')
    order by id
    limit ${limit}`;
}

type Link = { readonly id: number; readonly chainAt: number; readonly chainHash: Buffer };

export async function closeEntries(tx: Sql, links: readonly Link[]): Promise<void> {
  await tx`
    update audit_log
    set chain_at = link.chain_at, chain_hash = link.chain_hash
    from unnest(
      ${links.map(({ id }) => id)}::bigint[], ${links.map(({ chainAt }) => chainAt)}::bigint[],
      ${links.map(({ chainHash }) => chainHash)}::bytea[]
    ) as link (id, chain_at, chain_hash)
    where audit_log.id = link.id`;
  const last = links.at(-1);
  if (last) await tx`update audit_chain set closed_to = ${last.chainAt}, closed_hash = ${last.chainHash}`;
}

export async function listChained(db: Sql, from: number, limit: number): Promise<readonly ChainedEntry[]> {
  return db<ChainedEntry>`
    select ${AUDIT_COLUMNS}, chain_at, chain_hash
    from audit_log
    where chain_at >= ${from}
    order by chain_at
    limit ${limit}`;
}

// The oldest, up to the first that is younger; what is kept begins behind them. Says how many went.
export async function removeOldestChained(tx: Sql, { keptFrom, closedTo }: ChainState, until: Date, limit: number) {
  const [young] = await tx<{ chainAt: number }>`
    select chain_at
    from audit_log
    where chain_at is not null
      and happened_at > ${until}
    order by chain_at
    limit 1`;
  const end = Math.min(young?.chainAt ?? closedTo + 1, keptFrom + limit);
  const [last] = await tx<{ chainHash: Buffer }>`select chain_hash from audit_log where chain_at = ${end - 1}`;
  if (end <= keptFrom || !last) return 0;
  await tx`delete from audit_log where chain_at < ${end}`;
  await tx`update audit_chain set kept_from = ${end}, kept_hash = ${last.chainHash}`;
  return end - keptFrom;
}
