// Journals of orders that have left leave, when they are old; what they moved is carried (migration 0107).
import { type Database, inTransaction, type Sql, sql } from "../db.ts";
import { beginLeaving, holdLeaving, type Leaving, noteLeaving } from "../leaving.ts";
import { MARGIN } from "./journals.ts";
import { areSummed } from "./platform-sums.ts";

// A portion takes a tenth of a second; a machine that stands still is waited for.
const PORTION_SECONDS = 30;

// The first journal that statements show; those before have left, or may.
export const KEPT_FROM = sql`(select kept_from from leaving where kind = 'journals')`;

// Lets the next ones go that were posted before then, those of an order together; all of a portion or none. False: there are no more, another process
// is at it, the orders of that time have not all been looked at, or the sums of the platform are behind.
export async function leaveJournals(db: Database, keptSince: Date, atMost: number): Promise<boolean> {
  return inTransaction(db.with({ seconds: PORTION_SECONDS }), async (tx) => {
    const progress = await holdLeaving(tx, "journals");
    if (!progress || progress.keptSince > keptSince || !(await areSummed(tx, progress.keptFrom - 1))) return false;
    if (progress.keptSince < keptSince) return beginJournals(tx, keptSince);
    const rows = await tx<{ id: number; orderId: string | null }>`
      select id, order_id
      from journals
      where id > ${progress.lookedUpTo}
        and id < ${progress.keptFrom}
      order by id
      limit ${atMost}`;
    const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
    const gone = await removeJournals(tx, [...new Set(orderIds)], progress);
    const looked = rows.map(({ id }) => id);
    await noteLeaving(
      tx,
      "journals",
      progress,
      looked,
      looked.find((id) => !gone.has(id)),
    );
    return looked.length === atMost;
  });
}

async function beginJournals(tx: Sql, keptSince: Date): Promise<boolean> {
  const [row] = await tx<{ keptFrom: number }>`
    select first_journal_after(${keptSince}::timestamptz - ${MARGIN}) as kept_from
    from leaving
    where kind = 'orders'
      and kept_since >= ${keptSince}
      and looked_up_to >= kept_from - 1`;
  if (row) await beginLeaving(tx, "journals", keptSince, row.keptFrom);
  return row !== undefined;
}

// A reference posts once for ever: only one that is made of the order's id leaves, which no order will have again.
async function removeJournals(
  tx: Sql,
  orderIds: readonly string[],
  { keptFrom, keptSince }: Leaving,
): Promise<ReadonlySet<number>> {
  const rows = await tx<{ id: number }>`
    select id
    from journals
    where order_id in (
      select order_id
      from journals
      where order_id = any(${orderIds})
        and not exists (select from orders where orders.id = order_id)
      group by order_id
      having bool_and(id < ${keptFrom} and posted_at < ${keptSince} and strpos(reference, order_id) > 0)
    )`;
  const ids = rows.map(({ id }) => id);
  await tx`select leave_journals(${ids}::bigint[])`;
  return new Set(ids);
}
