// "Can this be fitted in?": what a plan in force would answer, by trying each place of each route. It works on a small picture of the plan that
// any process can read: new ways are crow lines at the city's own pace, ways of the plan are as the roads told them.
import { lacksEquipment } from "../catalogue/equipment.ts";
import type { LatLng } from "../geo.ts";

// Instants are Unix seconds. Nothing on a route is late as long as each stop begins by its `latestAt`.
type FitStop = {
  readonly enter: LatLng;
  readonly leave: LatLng;
  readonly from: number;
  readonly latestAt: number;
  readonly serviceSeconds: number;
  // From the stop before, or from where the driver is.
  readonly waySeconds: number;
  // What of a vehicle is filled here, or emptied.
  readonly load: number;
};

export type FitDriver = {
  readonly at: LatLng;
  readonly freeAt: number;
  readonly offAt: number;
  readonly carried: number;
  readonly capacity: number;
  readonly cashFree: number;
  readonly equipment?: readonly string[];
  readonly stops: readonly FitStop[];
};

// `inHand`: of the time until a promise, what the plan keeps; the usual share where nothing is said.
export type Fleet = {
  readonly secondsPerMeter: number;
  readonly drivers: readonly FitDriver[];
  readonly inHand?: number;
};

export type FitTask = {
  readonly pickup: LatLng;
  readonly door: LatLng;
  readonly lastDoor: LatLng;
  readonly pickupSeconds: number;
  readonly doorsSeconds: number;
  readonly share: number;
  readonly cash: number;
  readonly equipment?: readonly string[];
  readonly releaseAt: number;
  // The doors are begun within these.
  readonly opensAt: number;
  readonly beginBy: number;
};

// Before which stop of the route the pickup and the doors go, when the doors are begun, and what it takes beside the plan as it is.
export type Fit = {
  readonly driver: number;
  readonly pickupAt: number;
  readonly doorsAt: number;
  readonly beginsAt: number;
  readonly addedSeconds: number;
};

type Wanted = "cheapest" | "soonest";

const FULL = 1e-6;
const METERS_PER_DEGREE = 111_194.93;

export function findFit(fleet: Fleet, task: FitTask, wanted: Wanted): Fit | undefined {
  return best(
    fleet.drivers.map((_, driver) => fitInto(fleet, driver, task, wanted)),
    wanted,
  );
}

// For one of those who could, whichever this share of them ends at: many who ask at once do not all want the same driver.
export function findAnyFit(fleet: Fleet, task: FitTask, share: number): Fit | undefined {
  const fits = fleet.drivers.flatMap((_, driver) => fitInto(fleet, driver, task, "cheapest") ?? []);
  return fits[Math.floor(share * fits.length)];
}

// With what a driver was promised for in their route, at the place that was found when it was promised. Undefined: there is none.
export function withPromise(fleet: Fleet, driver: number, task: FitTask): Fleet | undefined {
  const fit = fleet.drivers[driver] && fitInto(fleet, driver, task, "cheapest");
  return fit && withFit(fleet, task, fit);
}

// How many of the same would still fit, one after another; at most so many are tried.
export function countFits(fleet: Fleet, task: FitTask, max: number): number {
  const drivers = [...fleet.drivers];
  const tried = drivers.map((_, driver) => fitInto(fleet, driver, task, "cheapest"));
  for (let count = 0; ; count++) {
    const fit = count < max ? best(tried, "cheapest") : undefined;
    if (!fit) return count;
    const grown = { ...fleet, drivers };
    drivers[fit.driver] = withTask(grown, task, fit);
    tried[fit.driver] = fitInto(grown, fit.driver, task, "cheapest");
  }
}

export function withFit(fleet: Fleet, task: FitTask, fit: Fit): Fleet {
  return { ...fleet, drivers: fleet.drivers.with(fit.driver, withTask(fleet, task, fit)) };
}

function best(fits: readonly (Fit | undefined)[], wanted: Wanted): Fit | undefined {
  let found: Fit | undefined;
  for (const fit of fits) if (fit && isBetter(fit, found, wanted)) found = fit;
  return found;
}

function isBetter(fit: Fit, than: Fit | undefined, wanted: Wanted): boolean {
  if (!than) return true;
  return wanted === "soonest" ? fit.beginsAt < than.beginsAt : fit.addedSeconds < than.addedSeconds;
}

// Seconds between two places of a city, as if the earth were flat there: thousands are asked for to answer one question, which takes 1.2 ms so and
// took 1.9 on the sphere (60 drivers with 2,000 stops).
function waysAround({ lat }: LatLng, secondsPerMeter: number): (from: LatLng, to: LatLng) => number {
  const northwards = METERS_PER_DEGREE * secondsPerMeter;
  const eastwards = northwards * Math.cos((lat * Math.PI) / 180);
  return (from, to) => {
    const north = (to.lat - from.lat) * northwards;
    const east = (to.lng - from.lng) * eastwards;
    return Math.sqrt(north * north + east * east);
  };
}

function fitInto({ drivers, secondsPerMeter }: Fleet, driver: number, task: FitTask, wanted: Wanted): Fit | undefined {
  const { at, freeAt, offAt, carried, capacity, cashFree, stops } = drivers[driver]!;
  if (lacksEquipment(task, drivers[driver]!)) return undefined;
  if (task.cash > cashFree + FULL || task.share > capacity + FULL) return undefined;
  const way = waysAround(task.pickup, secondsPerMeter);
  const toPickup = [at, ...stops.map(({ leave }) => leave)].map((from) => way(from, task.pickup));
  const toDoor = [at, ...stops.map(({ leave }) => leave)].map((from) => way(from, task.door));
  const direct = way(task.pickup, task.door);
  const fromPickup = stops.map(({ enter }) => way(task.pickup, enter));
  const fromDoor = stops.map(({ enter }) => way(task.lastDoor, enter));
  let found: Fit | undefined;
  let leftAt = freeAt;
  let load = carried;
  for (let pickupAt = 0; pickupAt <= stops.length; pickupAt++) {
    if (load + task.share <= capacity + FULL) {
      let time = Math.max(leftAt + toPickup[pickupAt]!, task.releaseAt) + task.pickupSeconds;
      let aboard = load + task.share;
      for (let doorsAt = pickupAt; doorsAt <= stops.length; doorsAt++) {
        const isDirect = doorsAt === pickupAt;
        const beginsAt = Math.max(time + (isDirect ? direct : toDoor[doorsAt]!), task.opensAt);
        const doneAt = beginsAt + task.doorsSeconds;
        const next = stops[doorsAt];
        const endsAt = next ? doneAt + fromDoor[doorsAt]! : doneAt;
        if (beginsAt <= task.beginBy && endsAt <= (next ? next.latestAt : offAt)) {
          const longer = isDirect
            ? toPickup[pickupAt]! + direct
            : toPickup[pickupAt]! + fromPickup[pickupAt]! - stops[pickupAt]!.waySeconds + toDoor[doorsAt]!;
          const back = next ? fromDoor[doorsAt]! - next.waySeconds : 0;
          const fit = { driver, pickupAt, doorsAt, beginsAt, addedSeconds: longer + back };
          if (isBetter(fit, found, wanted)) found = fit;
        }
        if (!next) break;
        // The stop stays before the doors: it has to be reached in time with the goods aboard.
        const begins = Math.max(time + (isDirect ? fromPickup[pickupAt]! : next.waySeconds), next.from);
        aboard += next.load;
        if (begins > next.latestAt || aboard > capacity + FULL) break;
        time = begins + next.serviceSeconds;
      }
    }
    const stop = stops[pickupAt];
    if (!stop) break;
    leftAt = Math.max(leftAt + stop.waySeconds, stop.from) + stop.serviceSeconds;
    load += stop.load;
  }
  return found;
}

function withTask({ drivers, secondsPerMeter }: Fleet, task: FitTask, { driver, pickupAt, doorsAt }: Fit): FitDriver {
  const own = drivers[driver]!;
  const way = waysAround(task.pickup, secondsPerMeter);
  const { pickup, door, lastDoor, share } = task;
  const fetched = { enter: pickup, leave: pickup, from: task.releaseAt, serviceSeconds: task.pickupSeconds };
  const given = { enter: door, leave: lastDoor, from: task.opensAt, serviceSeconds: task.doorsSeconds };
  const doors = { ...given, latestAt: task.beginBy, waySeconds: 0, load: -share };
  const stops: FitStop[] = [
    ...own.stops.slice(0, pickupAt),
    { ...fetched, latestAt: Infinity, waySeconds: 0, load: share },
    ...own.stops.slice(pickupAt, doorsAt),
    doors,
    ...own.stops.slice(doorsAt),
  ];
  // The ways to the two new stops, and onwards from each.
  const isNewWay = new Set([pickupAt, pickupAt + 1, doorsAt + 1, doorsAt + 2]);
  const timed = stops.map((stop, at) => {
    if (!isNewWay.has(at)) return stop;
    return { ...stop, waySeconds: way(at === 0 ? own.at : stops[at - 1]!.leave, stop.enter) };
  });
  let after = own.offAt;
  for (let at = timed.length - 1; at >= 0; at--) {
    const stop = timed[at]!;
    const latestAt = Math.min(stop.latestAt, after - stop.serviceSeconds);
    timed[at] = { ...stop, latestAt };
    after = latestAt - stop.waySeconds;
  }
  return { ...own, cashFree: own.cashFree - task.cash, stops: timed };
}
