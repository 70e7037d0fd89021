// Waits until somebody else waits: how a test knows that a request has come to the row it holds.
import type { Sql } from "../../src/store/db.ts";
import { until } from "./until.ts";

export async function untilWaiting(db: Sql, count = 1): Promise<void> {
  const look = () => db`
    select pid
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`;
  await until(`${count} wait for a row`, async () => (await look()).length >= count, { everyMs: 10 });
}
