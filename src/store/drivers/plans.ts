// The sequence of stops each driver was told.
import type { StopChange } from "../../domain/dispatch/plan-changes.ts";
import type { PlanChange, PlannedVisit } from "../../domain/dispatch/stop-plan.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { notifyAfterwards } from "../notices.ts";

export type StoredPlan = {
  readonly driverPhone: Phone;
  readonly visits: readonly PlannedVisit[];
  readonly why: PlanChange;
  readonly changedAt: Date;
  // Null: an older program told it.
  readonly changes: readonly StopChange[] | null;
};

export async function listPlans(db: Sql, phones: readonly Phone[]) {
  return db<StoredPlan>`
    select driver_phone, visits, why, changed_at, changes
    from driver_plans
    where driver_phone = any(${phones})`;
}

// False: another one was saved since the plan of `since` was read, and stands. Without `since` there was none.
export async function savePlanSince(tx: Sql, plan: StoredPlan, since: Date | undefined): Promise<boolean> {
  const { driverPhone, visits, why, changedAt, changes } = plan;
  const [saved] = await tx`
    insert into driver_plans (driver_phone, visits, why, changed_at, changes)
    values (${driverPhone}, ${JSON.stringify(visits)}::json, ${why}, ${changedAt}, ${JSON.stringify(changes)}::json)
    on conflict (driver_phone) do update
    set visits = excluded.visits, why = excluded.why, changed_at = excluded.changed_at, changes = excluded.changes
    where driver_plans.changed_at is not distinct from ${since ?? null}::timestamptz
    returning driver_phone`;
  if (saved) notifyAfterwards(tx, "giao_offers", driverPhone);
  return saved !== undefined;
}

// The plan that stands is locked until the transaction ends.
export async function lockDriverPlan(tx: Sql, phone: Phone) {
  const [row] = await tx<StoredPlan>`
    select driver_phone, visits, why, changed_at, changes
    from driver_plans
    where driver_phone = ${phone}
    for update`;
  return row;
}
