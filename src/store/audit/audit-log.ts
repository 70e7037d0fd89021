// The rows of who did what.
import type { AuditChange } from "../../domain/audit-change.ts";
import type { OperatorKind } from "../../domain/operators/operator.ts";
import { countRows, NOTHING, type Sql, sql } from "../db.ts";

export type AuditEntry = {
  readonly id: number;
  readonly happenedAt: Date;
  readonly operatorName: string | null;
  // null: a sign-in that failed, or a row from before it was kept.
  readonly byKind: OperatorKind | null;
  readonly byId: string | null;
  readonly call: string;
  readonly target: string;
  readonly address: string | null;
  readonly changed: AuditChange | null;
  readonly reason: string | null;
  readonly outcome: number | null;
};

export const AUDIT_COLUMNS = sql`id, happened_at, operator_name, by_kind, by_id, call, target, address, changed, reason, outcome`;

export async function insertAuditEntry(
  db: Sql,
  entry: Omit<AuditEntry, "id" | "changed" | "reason" | "outcome">,
): Promise<number> {
  const [row] = await db<{ id: number }>`
    insert into audit_log (happened_at, operator_name, by_kind, by_id, call, target, address)
    values (
      ${entry.happenedAt}, ${entry.operatorName}, ${entry.byKind}, ${entry.byId}, ${entry.call}, ${entry.target},
      ${entry.address}
    )
    returning id`;
  if (!row) throw new Error("the audit log took no row");
  return row.id;
}

export type AuditOutcome = Pick<AuditEntry, "changed" | "reason"> & { readonly outcome: number };

// A row that was closed without one stays as it is.
export async function saveAuditOutcome(db: Sql, id: number, { outcome, changed, reason }: AuditOutcome): Promise<void> {
  await db`
    update audit_log
    set outcome = ${outcome}, changed = ${changed && JSON.stringify(changed)}, reason = ${reason}
    where id = ${id}
      and chain_at is null`;
}

export type AuditFilter = {
  readonly operatorName?: string | undefined;
  readonly call?: string | undefined;
  readonly target?: string | undefined;
  readonly byId?: string | undefined;
  // Part of a name, a call, a target or a reason.
  readonly search?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly beforeId?: number | undefined;
};

// Newest first.
export async function listAuditEntries(db: Sql, filter: AuditFilter, limit: number) {
  const search = filter.search === undefined ? undefined : `%${filter.search.replace(/[\\%_]/g, "\\$&")}%`;
  return db<AuditEntry>`
    select ${AUDIT_COLUMNS}
    from audit_log
    where id < ${filter.beforeId ?? Number.MAX_SAFE_INTEGER}
      ${filter.operatorName === undefined ? NOTHING : sql`and operator_name = ${filter.operatorName}`}
      ${filter.call === undefined ? NOTHING : sql`and call = ${filter.call}`}
      ${filter.target === undefined ? NOTHING : sql`and target = ${filter.target}`}
      ${filter.byId === undefined ? NOTHING : sql`and by_id = ${filter.byId}`}
      ${filter.from === undefined ? NOTHING : sql`and happened_at >= ${filter.from}`}
      ${filter.to === undefined ? NOTHING : sql`and happened_at <= ${filter.to}`}
      ${
        search === undefined
          ? NOTHING
          : sql`and (operator_name ilike ${search} or call ilike ${search} or target ilike ${search} or reason ilike ${search})`
      }
    order by id desc
    limit ${limit}`;
}

// Sign-ins to the console that failed before a moment, and the oldest beyond `keptMax`. Says how many went.
export async function removeFailedSignIns(db: Sql, before: Date, keptMax: number, limit: number): Promise<number> {
  return countRows(db`
    with failed as (
      select id, happened_at
      from audit_log
      where operator_name is null
        and call = 'openConsoleSession'
    ), oldest as (
      select id, happened_at
      from failed
      order by id
      limit ${limit}
    )
    delete from audit_log
    where id in (
      select id
      from oldest
      where happened_at <= ${before}
        or id <= (select id from failed order by id desc offset ${keptMax} limit 1)
    )
    returning 1 as gone`);
}
