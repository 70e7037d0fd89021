// Takes away what has served its time, a little at a time: ways driven, decisions explained.
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import { removeOldDecisions } from "../../store/dispatch/decisions.ts";
import { removeOldEtas, removeOldLegs } from "../../store/dispatch/etas.ts";
import { removeOldWaits } from "../../store/dispatch/learned-rows.ts";
import { removeOldTrails } from "../../store/drivers/places.ts";
import { removeOldStays } from "../../store/eta/stays.ts";
import { removeOldTold } from "../../store/eta/told-windows.ts";

// A trail is a person's way through the city: kept as long as a delivery can be disputed, no longer.
const TRAIL_DAYS = 90;
const DECISION_DAYS = 90;
const LEG_DAYS = 28;
const AT_ONCE = 5_000;

export async function sweepDrivers({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  await removeOldTrails(db, daysAgo(TRAIL_DAYS), AT_ONCE);
  await removeOldDecisions(db, daysAgo(DECISION_DAYS), AT_ONCE);
  await removeOldLegs(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldWaits(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldStays(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldTold(db, daysAgo(LEG_DAYS), AT_ONCE);
  await removeOldEtas(db, AT_ONCE);
}
