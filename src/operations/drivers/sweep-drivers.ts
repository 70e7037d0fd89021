// Takes away what has served its time, a little at a time: ways driven, decisions explained.
import { removeOldEtas, removeOldLegs } from "../../store/dispatch/etas.ts";
import { removeOldTimes } from "../../store/eta/promised-windows.ts";
import { removeOld } from "../../store/old-rows.ts";
import type { Services } from "../services.ts";

const LEG_DAYS = 28;
// A road nobody has driven at that hour for so long may have changed.
const ROAD_DAYS = 120;
// No plan reaches so far.
const LOCK_DAYS = 7;
const AT_ONCE = 5_000;

export type DriverSweep = Pick<Services, "db" | "clock"> & {
  readonly settings: { readonly retention: { readonly trailDays: number; readonly decisionDays: number } };
};

export async function sweepDrivers({ db, clock, settings: { retention } }: DriverSweep): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  await removeOld(db, "months_before.trail_points", daysAgo(retention.trailDays), AT_ONCE);
  await removeOld(db, "months_before.dispatch_decisions", daysAgo(retention.decisionDays), AT_ONCE);
  for (const table of ["pickup_waits", "stop_stays", "eta_windows", "planned_routes", "slot_places"] as const)
    await removeOld(db, table, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldLegs(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldTimes(db, daysAgo(LEG_DAYS), AT_ONCE);
  for (const table of ["plan_locks", "plan_route_locks", "plan_proposals"] as const)
    await removeOld(db, table, daysAgo(LOCK_DAYS), AT_ONCE);
  await removeOld(db, "road_speeds", daysAgo(ROAD_DAYS), AT_ONCE);
  await removeOldEtas(db, AT_ONCE);
}
