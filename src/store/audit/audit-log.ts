// The rows of who did what.
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
  readonly outcome: number | null;
};

export async function insertAuditEntry(db: Sql, entry: Omit<AuditEntry, "id" | "outcome">): Promise<number> {
  const [row] = await db<{ id: number }>`
    insert into audit_log (happened_at, operator_name, by_kind, by_id, call, target)
    values (
      ${entry.happenedAt}, ${entry.operatorName}, ${entry.byKind}, ${entry.byId}, ${entry.call}, ${entry.target}
    )
    returning id`;
  if (!row) throw new Error("the audit log took no row");
  return row.id;
}

export async function saveAuditOutcome(db: Sql, id: number, outcome: number): Promise<void> {
  await db`
    update audit_log
    set outcome = ${outcome}
    where id = ${id}`;
}

export type AuditFilter = {
  readonly operatorName?: string | undefined;
  readonly call?: string | undefined;
  readonly target?: string | undefined;
  readonly beforeId?: number | undefined;
};

// Newest first.
export async function listAuditEntries(db: Sql, filter: AuditFilter, limit: number) {
  return db<AuditEntry>`
    select id, happened_at, operator_name, by_kind, by_id, call, target, outcome
    from audit_log
    where id < ${filter.beforeId ?? Number.MAX_SAFE_INTEGER}
      ${filter.operatorName === undefined ? NOTHING : sql`and operator_name = ${filter.operatorName}`}
      ${filter.call === undefined ? NOTHING : sql`and call = ${filter.call}`}
      ${filter.target === undefined ? NOTHING : sql`and target = ${filter.target}`}
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
