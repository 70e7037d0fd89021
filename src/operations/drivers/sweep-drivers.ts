// Takes away what has served its time, a little at a time: ways driven, decisions explained.
import { removeOldDecisions } from "../../store/dispatch/decisions.ts";
import { removeOldEtas, removeOldLegs } from "../../store/dispatch/etas.ts";
import { removeOldWaits } from "../../store/dispatch/learned-rows.ts";
import { removeOldRoadSpeeds } from "../../store/dispatch/road-speeds.ts";
import { removeOldTrails } from "../../store/drivers/places.ts";
import { removeOldStays } from "../../store/eta/stays.ts";
import { removeOldTold } from "../../store/eta/told-windows.ts";
import type { Services } from "../services.ts";

const LEG_DAYS = 28;
// A road nobody has driven at that hour for so long may have changed.
const ROAD_DAYS = 120;
const AT_ONCE = 5_000;

export type DriverSweep = Pick<Services, "db" | "clock"> & {
  readonly settings: { readonly retention: { readonly trailDays: number; readonly decisionDays: number } };
};

export async function sweepDrivers({ db, clock, settings: { retention } }: DriverSweep): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  await removeOldTrails(db, daysAgo(retention.trailDays), AT_ONCE);
  await removeOldDecisions(db, daysAgo(retention.decisionDays), AT_ONCE);
  await removeOldLegs(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldWaits(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldStays(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldTold(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldRoadSpeeds(db, daysAgo(ROAD_DAYS), AT_ONCE);
  await removeOldEtas(db, AT_ONCE);
}
