// The slots of a planned service that can still be chosen, with what is left of each.
import { cityAt } from "../../domain/catalogue/zones.ts";
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import { secondsIn } from "../../domain/local-time.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { leftOf } from "../../domain/rolling-plan/booking.ts";
import { bookableSlots, type Slot } from "../../domain/rolling-plan/slots.ts";
import { getService } from "../catalogue/list-services.ts";
import type { Services } from "../services.ts";
import { type PlanPictures, parcelOf } from "./book-window.ts";

export type SlotDeps = Pick<Services, "catalogue" | "clock"> & { readonly planPictures: PlanPictures };

// As they stand in the query.
export type SlotsAsked = {
  readonly lat?: string | undefined;
  readonly lng?: string | undefined;
  readonly toLat?: string | undefined;
  readonly toLng?: string | undefined;
  readonly date?: string | undefined;
};

// `left` is undefined where nothing limits the slot.
export type FreeSlot = Slot & { readonly left: number | undefined };

const SLOTS_MAX = 24;
// More than this is "many": they are tried one by one.
const LEFT_MAX = 20;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 30;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export async function listSlots(
  deps: SlotDeps,
  partnerId: string,
  serviceId: string,
  asked: SlotsAsked,
): Promised<readonly FreeSlot[], "SERVICE_NOT_FOUND" | "BAD_REQUEST"> {
  const catalogue = deps.catalogue.current();
  const service = getService(catalogue, partnerId, serviceId);
  if (isRefusal(service)) return service;
  const pickup = readPlace("lat", "lng", asked.lat, asked.lng);
  if (isRefusal(pickup)) return pickup;
  const door = readPlace("to_lat", "to_lng", asked.toLat, asked.toLng);
  if (isRefusal(door)) return door;
  const home = service.cityId === undefined ? undefined : catalogue.cities.get(service.cityId);
  const city = home ?? (pickup && cityAt(catalogue, pickup));
  if (!city) return refuse("BAD_REQUEST", "lat and lng of a pickup in a city are required for this service.", "lat");
  const now = deps.clock.now();
  const day = readDay(asked.date, city.timeZone, now);
  if (isRefusal(day)) return day;
  const facts = await deps.planPictures.facts(service, city, now);
  if (!facts) return [];
  const points = pickup && door && [pickup, door].map((place) => ({ ...place, cod: 0 }));
  const wish = { slot: null, deliverBy: null };
  const parcel = points && parcelOf(service, points, 0, { wish, at: now, readyAt: null, packages: [] });
  return bookableSlots(facts.planning, service, city.timeZone, now, { ...day, max: SLOTS_MAX }).map((slot) => ({
    ...slot,
    left: leftOf(facts, parcel, slot, LEFT_MAX),
  }));
}

function readPlace(
  latName: string,
  lngName: string,
  lat: string | undefined,
  lng: string | undefined,
): LatLng | undefined | Refusal<"BAD_REQUEST"> {
  if (!lat && !lng) return undefined;
  const place = { lat: Number(lat || Number.NaN), lng: Number(lng || Number.NaN) };
  return isLatLng(place)
    ? place
    : refuse("BAD_REQUEST", `${latName} and ${lngName} must both be given, in degrees.`, latName);
}

function readDay(date: string | undefined, timeZone: string, now: Date) {
  if (!date) return {};
  const since = DATE.test(date) ? secondsIn(timeZone, `${date}T00:00`) * 1_000 : Number.NaN;
  if (Number.isNaN(since)) return refuse("BAD_REQUEST", "date must be a day as YYYY-MM-DD.", "date");
  if (since > now.getTime() + DAYS_AHEAD * DAY_MS)
    return refuse("BAD_REQUEST", `date is more than ${DAYS_AHEAD} days ahead.`, "date");
  return { since: new Date(Math.max(since, now.getTime())), until: new Date(since + DAY_MS) };
}
