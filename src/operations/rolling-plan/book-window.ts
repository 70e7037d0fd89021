// When an order of a planned service will be delivered, for estimates, creates and whoever looks for a slot. Any process can say so: it reads the
// picture of the plan that whoever leads the city left (once for each plan), fits in what was promised since, and tries.
import type { City, Service } from "../../domain/catalogue/service.ts";
import { DOOR_SECONDS, doorsSecondsOf, PICKUP_SECONDS } from "../../domain/dispatch/order-task.ts";
import { loadOf, shareOfVehicle } from "../../domain/dispatch/vehicle-load.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import { codTotal } from "../../domain/orders/order.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { type Booking, book, type Parcel, type PlanFacts, taskFor } from "../../domain/rolling-plan/booking.ts";
import { type Fleet, findFit, withFit } from "../../domain/rolling-plan/fit.ts";
import { planningOf } from "../../domain/rolling-plan/terms.ts";
import type { Database } from "../../store/db.ts";
import { countSlots, findPicture, listBookedSince, type SlotPlace } from "../../store/dispatch/slot-places.ts";

export type Booked = Booking & { readonly place: SlotPlace };

// What a process remembers of plans; all of it can be read again.
export type PlanPictures = {
  readonly facts: (service: Service, city: City, now: Date) => Promise<PlanFacts | undefined>;
};

type Kept = { readonly plannedAt: Date; fleet: Fleet; readonly known: Set<string> };

// A plan that was not made again for so long is nobody's: nothing waits, or nobody leads the city.
const STALE_MS = 180_000;
// A plan was begun with what waited so long before it at most.
const OVERLAP_MS = 15_000;
const DAY_MS = 86_400_000;

export function openPlanPictures(db: Database): PlanPictures {
  const kept = new Map<string, Kept>();

  async function fleetOf(cityId: string, vehicle: Service["vehicle"], now: Date): Promise<Fleet | undefined> {
    const key = `${cityId} ${vehicle}`;
    const before = kept.get(key);
    const row = await findPicture(db, { cityId, vehicle }, before?.plannedAt);
    if (!row || now.getTime() - row.plannedAt.getTime() > STALE_MS) {
      kept.delete(key);
      return undefined;
    }
    const { plannedAt, picture } = row;
    const current = picture ? { plannedAt, fleet: picture, known: new Set(picture.orderIds) } : before;
    if (!current) return undefined;
    kept.set(key, current);
    const since = new Date(plannedAt.getTime() - OVERLAP_MS);
    for (const { orderId, task } of await listBookedSince(db, { cityId, vehicle }, since)) {
      if (current.known.has(orderId)) continue;
      current.known.add(orderId);
      const fit = findFit(current.fleet, task, "cheapest");
      if (fit) current.fleet = withFit(current.fleet, task, fit);
    }
    return current.fleet.drivers.length === 0 ? undefined : current.fleet;
  }

  return {
    facts: async (service, city, now) => {
      const planning = planningOf(service);
      if (!planning) return undefined;
      // Counted first: what is booked between the two is fitted in and not counted, and then the slot refuses the order and it is looked at again.
      const counted = await countSlots(db, service.id, new Date(now.getTime() - DAY_MS));
      const fleet = await fleetOf(city.id, service.vehicle, now);
      const taken = new Map(counted.map(({ slotAt, orders }) => [slotAt.getTime(), orders]));
      return { planning, service, timeZone: city.timeZone, now, taken, fleet };
    },
  };
}

export function parcelOf(
  service: Pick<Service, "bundleMax" | "vehicle" | "requests">,
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
  const facts = await pictures.facts(service, city, now);
  if (!facts) return undefined;
  const booking = book(facts, parcel);
  if (isRefusal(booking)) return booking;
  const { slot: slotAt, limit, window } = booking;
  const place = { cityId: city.id, vehicle: service.vehicle, slotAt, limit, task: taskFor(facts, parcel, window) };
  return { ...booking, place };
}
