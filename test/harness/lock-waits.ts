// Waits until somebody else waits: how a test knows that a request has come to the row it holds.
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../../src/store/db.ts";

const POLL_MS = 10;
// Whoever has not come by then went past the lock, and what the test asserts says so.
const POLLS_MAX = 1_000;

export async function untilWaiting(db: Sql, count = 1): Promise<void> {
  const look = () => db`
    select pid
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`;
  for (let polls = 0; polls < POLLS_MAX && (await look()).length < count; polls++) await sleep(POLL_MS);
}
