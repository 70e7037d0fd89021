// What the dispatcher decided about an order, and why, each time it decided something.
import type { DispatchRecord } from "../../domain/dispatch/dispatch-record.ts";
import type { Sql } from "../db.ts";

export type Decision = { readonly decidedAt: Date; readonly record: DispatchRecord };

export async function insertDecisions(tx: Sql, records: readonly DispatchRecord[], at: Date): Promise<void> {
  await tx`
    insert into dispatch_decisions (order_id, decided_at, record)
    select order_id, ${at}, record
    from unnest(
      ${records.map((record) => record.orderId)}::text[], ${records.map((record) => JSON.stringify(record))}::json[]
    ) as decided (order_id, record)`;
}

export async function listDecisions(db: Sql, orderId: string, limit: number): Promise<readonly Decision[]> {
  return db<Decision>`
    select decided_at, record
    from dispatch_decisions
    where order_id = ${orderId}
    order by id desc
    limit ${limit}`;
}

export async function removeOldDecisions(db: Sql, before: Date, limit: number): Promise<void> {
  await db`
    delete from dispatch_decisions
    where id in (select id from dispatch_decisions where decided_at < ${before} limit ${limit})`;
}
