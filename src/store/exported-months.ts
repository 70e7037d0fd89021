// Which months were copied out, and until where everything was: what is to be kept until it is (migration 0108).
import { type Month, nameOf } from "../domain/months.ts";
import type { Sql } from "./db.ts";
import type { ExportedTable } from "./month-rows.ts";

// What leaves with an order, and with a journal, besides what leaves by the month.
export const LEAVING_TABLES = {
  orders: ["orders", "tracking_numbers", "ratings", "recipient_messages", "order_history", "offers"],
  journals: ["journals", "postings"],
} as const satisfies Record<string, readonly ExportedTable[]>;

export type Export = {
  readonly table: ExportedTable;
  readonly month: Month;
  readonly exportedAt: Date;
  readonly rows: number;
  readonly file: string;
  readonly sha256: string;
};

// The newest counts.
export async function noteExport(db: Sql, { table, month, exportedAt, rows, file, sha256 }: Export): Promise<void> {
  await db`
    insert into exported_months (table_name, month, exported_at, row_count, file, sha256)
    values (${table}, ${`${nameOf(month)}-01`}, ${exportedAt}, ${rows}, ${file}, ${sha256})
    on conflict (table_name, month) do update
    set exported_at = excluded.exported_at, row_count = excluded.row_count, file = excluded.file, sha256 = excluded.sha256`;
}

// undefined: never.
export async function findExportedAt(db: Sql, table: ExportedTable, month: Month): Promise<Date | undefined> {
  const [row] = await db<{ exportedAt: Date }>`
    select exported_at
    from exported_months
    where table_name = ${table}
      and month = ${`${nameOf(month)}-01`}`;
  return row?.exportedAt;
}

// The first month before that moment of which something may be left and not everything was exported. undefined: there is none.
export async function findUnexported(db: Sql, kind: keyof typeof LEAVING_TABLES, before: Date) {
  const [row] = await db<{ month: Date | null }>`
    select min(past.month) at time zone 'UTC' as month
    from (
      select greatest(
        kept_since,
        case kind
          when 'orders' then (select created_at from orders where number >= first_number order by number limit 1)
          else (select posted_at from journals where id >= first_number order by id limit 1)
        end
      ) at time zone 'UTC' as oldest
      from leaving
      where kind = ${kind}
    ) as kept
    cross join generate_series(date_trunc('month', oldest), (${before}::timestamptz - interval '1 second') at time zone 'UTC', '1 month') as past (month)
    where exists (
      select
      from unnest(${LEAVING_TABLES[kind]}::text[]) as wanted (name)
      where not exists (
        select
        from exported_months
        where table_name = wanted.name
          and exported_months.month = past.month::date
      )
    )`;
  return row?.month ?? undefined;
}
