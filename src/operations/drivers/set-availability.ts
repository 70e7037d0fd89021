// A driver says that they take orders, or that they do not.
import type { LatLng } from "../../domain/geo.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { ProgramClock } from "../../ports/clock.ts";
import { type DriverKey, LiveAway, type LivePlaces } from "../../ports/live/live-plane.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import { closeOffers } from "../../store/drivers/offers.ts";
import { setAvailability } from "../../store/drivers/places.ts";
import type { Live } from "../live/open-live.ts";

export type AvailabilityDeps = { readonly db: Database; readonly clock: ProgramClock; readonly live: Live };

export type Availability = {
  readonly online: boolean;
  readonly place: LatLng | undefined;
  // Until when the driver takes orders; null: as long as they are online. Not said again, it stays as it was.
  readonly until?: Date | null | undefined;
};

// Offline needs no place; online without one could be offered nothing.
export async function changeAvailability(
  deps: AvailabilityDeps,
  { phone, cityId }: DriverKey,
  availability: Availability,
): Promised<Availability, "MISSING_REQUIRED_INFO"> {
  const { online, place } = availability;
  if (online && !place) return refuse("MISSING_REQUIRED_INFO", "lat and lng are required to go online.");
  const now = deps.clock.now();
  await inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    // Whoever goes offline is not asked any more; that is no refusal, and the order may be offered to them another time.
    if (!online) await closeOffers(tx, { driver: phone }, "withdrawn", now);
    await setAvailability(tx, phone, availability, now);
  });
  if (deps.live.apart) await movePlace(deps.live.apart, deps.clock, { phone, cityId }, online ? place : undefined);
  return availability;
}

// The database knows it already; where it cannot be told now, the next report does.
async function movePlace(
  apart: LivePlaces,
  clock: ProgramClock,
  driver: DriverKey,
  place: LatLng | undefined,
): Promise<void> {
  const [now, seenAt] = [clock.now(), clock.trueTime.now()];
  const unknown = { speed: null, heading: null, doubt: null, doubtedAt: null };
  try {
    if (!place) await apart.remove(driver);
    else await apart.write([{ ...driver, ...place, ...unknown, at: now, heardAt: now, seenAt, keptAt: now }]);
  } catch (error) {
    if (!(error instanceof LiveAway)) throw error;
  }
}
