// Where a city's drivers are when a round looks. The database knows it to the minute; what the live plane knows since is read of everybody
// in a small fleet, and in a large one of those whom it can matter for: the busy, wherever they are, and the free around the pickups.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import type { NearOrder } from "../../domain/dispatch/near-drivers.ts";
import { doubtOf, isInAnotherCity } from "../../domain/drivers/whereabouts.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Clock } from "../../ports/clock.ts";
import { mapInSlices } from "../../ports/slices.ts";
import { newestPlaces } from "../live/newest-places.ts";
import type { Live } from "../live/open-live.ts";

export type FleetDeps = {
  readonly clock: Clock;
  readonly catalogue: { readonly current: () => Catalogue };
  readonly live: Pick<Live, "beyond" | "near">;
};

type Around = Pick<NearOrder, "pickup" | "reachMeters">;

export type PlacedFleet = {
  readonly fleet: readonly FleetDriver[];
  // False: whoever is chosen is to be placed once more, because they may have been found by what the database knew.
  readonly isWhole: boolean;
};

// So many are read in a few milliseconds (20,000 take some 60).
const WHOLE_MAX = 2_000;
// Around one pickup; among so many a round looks no farther (near-drivers.ts).
const NEAR_MAX = 200;

// A row that is looked at in several rounds (read-fleet.ts) is judged in the first.
const judged = new WeakMap<FleetDriver, FleetDriver>();

export async function placeAround(
  deps: FleetDeps,
  cityId: string,
  kept: readonly FleetDriver[],
  around: readonly Around[],
): Promise<PlacedFleet> {
  const found = await findAround(deps, cityId, kept, around);
  if (!found) return { fleet: await placeAll(deps, cityId, kept), isWhole: true };
  const fleet = await place(deps, cityId, kept, ({ phone, inHand }) => (inHand ?? 0) > 0 || found.has(phone));
  return { fleet, isWhole: false };
}

export function placeAll(deps: FleetDeps, cityId: string, kept: readonly FleetDriver[]) {
  return place(deps, cityId, kept, () => true);
}

// Undefined: reading everybody is no dearer, or nobody can tell who is near.
async function findAround(
  { live }: FleetDeps,
  cityId: string,
  kept: readonly FleetDriver[],
  around: readonly Around[],
): Promise<ReadonlySet<Phone> | undefined> {
  if (kept.length <= Math.max(WHOLE_MAX, around.length * NEAR_MAX)) return undefined;
  const found = await Promise.all(
    around.map(({ pickup, reachMeters }) => live.near(cityId, pickup, reachMeters, NEAR_MAX)),
  );
  return found.includes(undefined) ? undefined : new Set(found.flatMap((phones) => phones ?? []));
}

async function place(
  deps: FleetDeps,
  cityId: string,
  kept: readonly FleetDriver[],
  isRead: (driver: FleetDriver) => boolean,
): Promise<readonly FleetDriver[]> {
  const now = deps.clock.now();
  const { cities } = deps.catalogue.current();
  const fleet = await newestPlaces(
    deps.live,
    kept,
    (driver) => (isRead(driver) ? { phone: driver.phone, cityId, locatedAt: driver.locatedAt ?? null } : undefined),
    (driver, { lat, lng, ...seen }) => ({ ...driver, lat, lng, doubt: doubtOf(driver, seen, now) }),
  );
  return mapInSlices(fleet, (driver) => {
    const known = judged.get(driver);
    if (known) return known;
    // Who is said to be in another city is not built on either.
    const isAway = !driver.doubt && isInAnotherCity(driver, cityId, cities);
    const placed: FleetDriver = isAway ? { ...driver, doubt: "IN_ANOTHER_CITY" } : driver;
    judged.set(driver, placed);
    return placed;
  });
}
