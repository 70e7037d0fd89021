// The sequence of stops each driver was told.
import type { PlanChange, PlannedVisit } from "../../domain/dispatch/stop-plan.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { notifyAfterwards } from "../notices.ts";

export type StoredPlan = {
  readonly driverPhone: Phone;
  readonly visits: readonly PlannedVisit[];
  readonly why: PlanChange;
  readonly changedAt: Date;
};

export async function listPlans(db: Sql, phones: readonly Phone[]) {
  return db<StoredPlan>`
    select driver_phone, visits, why, changed_at
    from driver_plans
    where driver_phone = any(${phones})`;
}

export async function savePlan(tx: Sql, { driverPhone, visits, why, changedAt }: StoredPlan): Promise<void> {
  await tx`
    insert into driver_plans (driver_phone, visits, why, changed_at)
    values (${driverPhone}, ${JSON.stringify(visits)}::json, ${why}, ${changedAt})
    on conflict (driver_phone) do update
    set visits = excluded.visits, why = excluded.why, changed_at = excluded.changed_at`;
  notifyAfterwards(tx, "giao_offers", driverPhone);
}
