// How much is under way: what the operator's health page counts.
import type { Sql } from "../db.ts";

export type OpenWork = {
  readonly openOrders: number;
  readonly waitingOrders: number;
  readonly driversOnline: number;
  readonly databaseBytes: number;
};

export async function countOpenWork(db: Sql): Promise<OpenWork> {
  const [row] = await db<OpenWork>`
    select
      (select count(*)::int from orders where status not in ('COMPLETED', 'CANCELLED')) as open_orders,
      (select count(*)::int from orders where status = 'ASSIGNING') as waiting_orders,
      (select count(*)::int from driver_places where online) as drivers_online,
      pg_database_size(current_database()) as database_bytes`;
  if (!row) throw new Error("counting gave no row");
  return row;
}
