// When an order of a planned service will be delivered, for estimates, creates and whoever looks for a slot. Any process can say so: it reads the
// picture of the plan that whoever leads the city left (once for each plan), fits in what was promised since, and tries.
import type { City, Service } from "../../domain/catalogue/service.ts";
import { DOOR_SECONDS, doorsSecondsOf, PICKUP_SECONDS } from "../../domain/dispatch/order-task.ts";
import { loadOf, shareOfVehicle } from "../../domain/dispatch/vehicle-load.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import { codTotal } from "../../domain/orders/order.ts";
import { isRefusal, type Promised, type Refusal } from "../../domain/refusal.ts";
import { type Booking, book, type Parcel, type PlanFacts, taskFor } from "../../domain/rolling-plan/booking.ts";
import { withPromise } from "../../domain/rolling-plan/fit.ts";
import { type PlanPicture, pictureBeforePlan } from "../../domain/rolling-plan/plan-picture.ts";
import { planningOf } from "../../domain/rolling-plan/terms.ts";
import type { Clock } from "../../ports/clock.ts";
import { batched } from "../../store/batched.ts";
import { type Database, inTransaction, type Sql } from "../../store/db.ts";
import { lockPlan } from "../../store/dispatch/planned-routes.ts";
import { listFleet } from "../../store/dispatch/round-rows.ts";
import {
  countSlots,
  findPicture,
  listFitted,
  type SlotPlace,
  savePicture,
  type Which,
} from "../../store/dispatch/slot-places.ts";
import { withPromises } from "./keep-picture.ts";

export type Booked = Booking & { readonly place: SlotPlace };

// What is known of a service's slots and plan, with the plan's name and what each of its drivers was promised for since.
type NamedFacts = PlanFacts & { readonly plan: Kept | undefined };

// What a process remembers of plans; all of it can be read again.
export type PlanPictures = {
  readonly facts: (service: Service, city: City, now: Date) => Promise<NamedFacts | undefined>;
  // Where nobody has planned yet, drivers as they are become what promises are made by.
  readonly open: (which: Which) => Promise<void>;
};

type Kept = {
  readonly plannedAt: Date;
  readonly picture: PlanPicture;
  readonly seen: readonly number[];
  readonly isSaved: boolean;
};

// A plan that was not made again for so long is nobody's: nothing waits, or nobody leads the city.
type Transact = <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;

const STALE_MS = 180_000;
// Drivers come and go, and a plan is made within a second or two of the first order.
const BEFORE_PLAN_MS = 5_000;
const DAY_MS = 86_400_000;
const FLEET_MAX = 1_000;

export function openPlanPictures(db: Database, clock: Clock): PlanPictures {
  const kept = new Map<string, Kept>();
  // Many ask at once, and a picture takes milliseconds to read: one reads it for all who asked before it began.
  const read = batched(async (keys) => {
    const found = new Map<string, Kept>();
    for (const key of keys) {
      const plan = await refresh(db, (work) => inTransaction(db, work), JSON.parse(key), kept.get(key));
      kept.set(key, plan);
      found.set(key, plan);
    }
    return found;
  });

  // `transact`: in the transaction under way, or in one of its own.
  async function refresh(tx: Sql, transact: Transact, which: Which, before: Kept | undefined): Promise<Kept> {
    const now = clock.now();
    const row = await findPicture(tx, which, before?.isSaved ? before.plannedAt : undefined);
    const plan = row && (row.picture ? keptOf(row.plannedAt, row.picture) : before!);
    if (!plan || !isFresh(plan, now)) {
      const isOwn = before && !before.isSaved && isFresh(before, now);
      return isOwn ? before : transact((tx) => beforePlan(tx, which, now));
    }
    let picture = plan.picture;
    const seen = [...plan.seen];
    for (const { driver, nth, task } of await listFitted(tx, which, plan.plannedAt)) {
      if (nth < seen[driver]!) continue;
      // It had a place when it was promised, and the same rule finds it again.
      picture = { ...picture, ...withPromise(picture, driver, task) };
      seen[driver] = nth + 1;
    }
    return { ...plan, picture, seen };
  }

  async function beforePlan(tx: Sql, which: Which, now: Date): Promise<Kept> {
    const fleet = await listFleet(tx, which.cityId, now, FLEET_MAX);
    const { picture } = await withPromises(tx, which, pictureBeforePlan(fleet, which.vehicle, now), new Set(), now);
    return { ...keptOf(now, picture), isSaved: false };
  }

  return {
    facts: async (service, city, now) => {
      const planning = planningOf(service);
      if (!planning) return undefined;
      const counted = await countSlots(db, service.id, new Date(now.getTime() - DAY_MS));
      const plan = await read(JSON.stringify({ cityId: city.id, vehicle: service.vehicle } satisfies Which));
      const taken = new Map(counted.map(({ slotAt, orders }) => [slotAt.getTime(), orders]));
      const fleet = plan && plan.picture.drivers.length > 0 ? plan.picture : undefined;
      return { planning, service, timeZone: city.timeZone, now, taken, fleet, plan };
    },
    open: (which) =>
      inTransaction(db, async (tx) => {
        await lockPlan(tx, which);
        const { picture, plannedAt, isSaved } = await refresh(tx, (work) => work(tx), which, undefined);
        if (!isSaved) await savePicture(tx, which, plannedAt, picture);
      }),
  };
}

function keptOf(plannedAt: Date, picture: PlanPicture): Kept {
  return { plannedAt, picture, seen: picture.drivers.map(() => 0), isSaved: true };
}

function isFresh({ plannedAt, picture: { isBeforePlan } }: Kept, now: Date): boolean {
  return now.getTime() - plannedAt.getTime() <= (isBeforePlan ? BEFORE_PLAN_MS : STALE_MS);
}

export function parcelOf(
  service: Pick<Service, "bundleMax" | "vehicle" | "equipment" | "requests">,
  points: readonly (LatLng & { readonly cod: number })[],
  durationSeconds: number,
  { wish, at, readyAt, packages }: Pick<ShapedOrder, "wish" | "at" | "readyAt" | "packages">,
  requests: Parameters<typeof loadOf>[1] = [],
): Parcel {
  const [pickup, ...doors] = points.map(({ lat, lng }) => ({ lat, lng }));
  return {
    pickup: pickup!,
    door: doors[0]!,
    lastDoor: doors.at(-1)!,
    pickupSeconds: PICKUP_SECONDS,
    doorsSeconds: doorsSecondsOf(points, points.slice(1), durationSeconds, DOOR_SECONDS),
    share: shareOfVehicle(service.vehicle, service.bundleMax, loadOf(packages, requests, service)),
    cash: codTotal(points),
    ...(service.equipment && { equipment: service.equipment }),
    wish,
    orderAt: at,
    readyAt,
  };
}

// undefined: the service is not planned.
export async function bookWindow(
  pictures: PlanPictures,
  service: Service,
  city: City,
  parcel: Parcel,
  now: Date,
): Promised<Booked | undefined, "INVALID_DELIVERY_TIME"> {
  return withPlace(await pictures.facts(service, city, now), service, city, parcel, undefined);
}

// For whoever means to save it: the plan it is fitted into is one that all others see. `share`: which of the drivers who could is asked, for whoever
// tries again because others were promised the cheapest one's time.
export async function bookPlace(
  pictures: PlanPictures,
  service: Service,
  city: City,
  parcel: Parcel,
  now: Date,
  share: number | undefined,
): Promised<Booked | undefined, "INVALID_DELIVERY_TIME"> {
  const facts = await pictures.facts(service, city, now);
  if (facts?.fleet && !facts.plan?.isSaved) {
    await pictures.open({ cityId: city.id, vehicle: service.vehicle });
    return withPlace(await pictures.facts(service, city, now), service, city, parcel, share);
  }
  return withPlace(facts, service, city, parcel, share);
}

function withPlace(
  facts: NamedFacts | undefined,
  service: Service,
  city: City,
  parcel: Parcel,
  share: number | undefined,
): Booked | undefined | Refusal<"INVALID_DELIVERY_TIME"> {
  if (!facts) return undefined;
  const booking = book({ ...facts, share }, parcel);
  if (isRefusal(booking)) return booking;
  const { slot: slotAt, limit, window, driver } = booking;
  const { plan } = facts;
  const fitted = plan && driver !== null ? { plannedAt: plan.plannedAt, driver, seen: plan.seen[driver]! } : null;
  const task = taskFor(facts, parcel, window);
  return { ...booking, place: { cityId: city.id, vehicle: service.vehicle, slotAt, limit, task, fitted } };
}
