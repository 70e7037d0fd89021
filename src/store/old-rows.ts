// Rows that go once they have served their time. What lies in a month goes with the month (months.ts).
import { raw } from "sql-template-tag";
import { countRows, type Sql } from "./db.ts";

// Of each table its key, and the instant that counts.
const TABLES = {
  applicant_codes: ["phone", "expires_at"],
  applicant_sessions: ["token_hash", "expires_at"],
  child_invites: ["child_phone, parent_phone", "expires_at"],
  driver_codes: ["driver_phone", "expires_at"],
  driver_devices: ["token_hash", "used_at"],
  driver_sessions: ["token_hash", "expires_at"],
  eta_windows: ["order_id, stage, target", "told_at"],
  idempotency_keys: ["phone, key", "expires_at"],
  "months_before.dispatch_decisions": ["id", "decided_at"],
  "months_before.trail_points": ["order_id, driver_phone, at", "at"],
  plan_locks: ["order_id", "locked_at"],
  plan_proposals: ["id", "made_at"],
  plan_route_locks: ["driver_phone", "locked_at"],
  planned_routes: ["id", "planned_at"],
  pickup_waits: ["id", "picked_up_at"],
  road_speeds: ["profile, edge, week_hour", "driven_at"],
  slot_places: ["order_id", "slot_at"],
  stop_stays: ["order_id, kind", "left_at"],
} as const;

// A few at a time, so that nobody waits for it. Says how many went.
export async function removeOld(db: Sql, table: keyof typeof TABLES, until: Date, limit: number): Promise<number> {
  const [key, instant] = TABLES[table];
  return countRows(db`
    delete from ${raw(table)}
    where (${raw(key)}) in (
      select ${raw(key)}
      from ${raw(table)}
      where ${raw(instant)} <= ${until}
      limit ${limit}
    )
    returning 1 as gone`);
}
