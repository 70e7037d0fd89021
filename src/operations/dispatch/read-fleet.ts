// Who takes orders in a city, as the database knows them.
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import { secondsOf } from "../../domain/dispatch/order-task.ts";
import { breaksAhead } from "../../domain/drivers/breaks.ts";
import { HOME_ZONE } from "../../domain/local-time.ts";
import { mapInSlices } from "../../ports/slices.ts";
import { inTransaction } from "../../store/db.ts";
import { listEngaged, listFleet } from "../../store/dispatch/round-rows.ts";
import type { Services } from "../services.ts";
import type { DispatchMemory } from "./dispatch-memory.ts";
import type { FleetDeps } from "./fleet-places.ts";

type ReadDeps = FleetDeps & Pick<Services, "db">;

// More than these no city has; it keeps a mistake from filling the memory.
const FLEET_MAX = 30_000;
// Who comes or goes meanwhile is noticed that much later; whoever is to be asked is looked at again before they are.
const KEPT_MS = 3_000;

export async function readFleet(deps: ReadDeps, cityId: string): Promise<readonly FleetDriver[]> {
  const now = deps.clock.now();
  const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? HOME_ZONE;
  const rows = await inTransaction(deps.db, (tx) => listFleet(tx, cityId, now, FLEET_MAX));
  return mapInSlices(rows, ({ breaks, ...driver }) => {
    if (breaks.length === 0) return driver;
    const ahead = breaksAhead(breaks, zone, now);
    return { ...driver, breaks: ahead, isOnBreak: ahead.some(({ from }) => from <= secondsOf(now)) };
  });
}

// While rounds follow one another at once, a fleet is read every few seconds, and in between only who is being asked and who has
// what in hand.
export async function keepFleet(
  deps: ReadDeps,
  memory: DispatchMemory,
  cityId: string,
): Promise<readonly FleetDriver[]> {
  const nowMs = deps.clock.now().getTime();
  const known = memory.fleet;
  const isFresh = known !== undefined && nowMs - known.readAtMs < KEPT_MS && nowMs >= known.readAtMs;
  const drivers = isFresh ? await renew(deps, cityId, known.drivers) : await readFleet(deps, cityId);
  memory.fleet = { drivers, readAtMs: isFresh ? known.readAtMs : nowMs };
  return drivers;
}

async function renew({ db }: ReadDeps, cityId: string, drivers: readonly FleetDriver[]) {
  const engaged = new Map((await listEngaged(db, cityId)).map((one) => [one.phone, one]));
  return mapInSlices(drivers, (driver) => {
    const { hasOpenOffer, inHand } = engaged.get(driver.phone) ?? { hasOpenOffer: false, inHand: 0 };
    const isSame = driver.hasOpenOffer === hasOpenOffer && driver.inHand === inHand;
    return isSame ? driver : { ...driver, hasOpenOffer, inHand };
  });
}
