// What a server is and lets us do, asked before anything depends on it.
import type { Sql } from "./db.ts";

export type ServerReport = {
  // 150004 is 15.4.
  readonly version: number;
  readonly encoding: string;
  readonly user: string;
  readonly database: string;
  readonly mayCreate: boolean;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly maxConnections: number;
  readonly cluster: string;
  readonly nowMs: number;
};

export async function readServerReport(db: Sql): Promise<ServerReport> {
  const [report] = await db<ServerReport>`
    select current_setting('server_version_num')::int as version,
      pg_encoding_to_char(encoding) as encoding,
      current_user as "user",
      current_database() as database,
      has_schema_privilege(current_schema(), 'create') as may_create,
      pg_is_in_recovery() as is_standby,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      current_setting('max_connections')::int as max_connections,
      (select system_identifier::text from pg_control_system()) as cluster,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
    from pg_database
    where datname = current_database()`;
  return report!;
}
