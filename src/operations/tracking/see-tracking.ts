// Shows an order to whoever holds a link to it, and takes the recipient's rating of its driver.

import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import { HOME_ZONE } from "../../domain/local-time.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isTrackingToken } from "../../domain/orders/order-ids.ts";
import type { Rated, RateRefusal } from "../../domain/orders/order-rate.ts";
import type { Area } from "../../domain/places.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { isStopGone, readStopLink, type TrackingLink } from "../../domain/tracking/tracking-link.ts";
import { type LiveTracking, type TrackingView, viewOf } from "../../domain/tracking/tracking-view.ts";
import type { Seals } from "../../ports/seals.ts";
import { findContact } from "../../store/accounts/partners.ts";
import { type LiveOfDriver, listLiveTracking, type TrackedReader } from "../../store/tracking/tracked-orders.ts";
import type { UsualTimesKeeper } from "../dispatch/usual-times.ts";
import { newestPlaces } from "../live/newest-places.ts";
import { rateDriver } from "../orders/rate-driver.ts";
import type { Services } from "../services.ts";

export type TrackingDeps = Pick<Services, "db" | "reads" | "clock" | "places" | "catalogue" | "announcer" | "live"> & {
  readonly stopSeals: Seals;
  readonly tracked: TrackedReader;
  readonly usualTimes: UsualTimesKeeper;
};

// The last characters of an order's id: enough to name it on the phone, too little to find it.
const SHORT_ID_LENGTH = 4;

export function shortIdOf(order: Pick<Order, "id">): string {
  return order.id.slice(-SHORT_ID_LENGTH);
}

export type TrackedOrder = { readonly link: TrackingLink; readonly order: Order };

// Unknown, never made and expired: one answer.
export async function findTracked(deps: TrackingDeps, text: string): Promised<TrackedOrder, "NOT_FOUND"> {
  const link = readLink(deps, text);
  const order = link && (await deps.tracked.byToken(link.token));
  return order && !isStopGone(order, link)
    ? { link, order }
    : refuse("NOT_FOUND", "This link shows nothing: it has expired, or never was.");
}

function readLink(deps: TrackingDeps, text: string): TrackingLink | undefined {
  if (isTrackingToken(text)) return { token: text, stopIndex: undefined };
  const opened = deps.stopSeals.open(text);
  return opened === undefined ? undefined : readStopLink(opened);
}

export async function seeTracking(deps: TrackingDeps, { link, order }: TrackedOrder): Promise<TrackingView> {
  const [live, contact] = await Promise.all([seeLive(deps, [order.id]), contactOf(deps, order)]);
  return showTracking(deps, link, order, live.get(order.id), contact);
}

// Asked for only where it is told.
export async function contactOf({ reads }: Pick<TrackingDeps, "reads">, order: Order): Promise<string> {
  const wentWrong = order.status === "CANCELLED" || order.points.some(({ status }) => status === "FAILED");
  return wentWrong ? findContact(reads, order.partnerId) : "";
}

// The drivers of these orders, by order.
export async function seeLive(
  { reads, live }: Pick<TrackingDeps, "reads" | "live">,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LiveOfDriver>> {
  const known = [...(await listLiveTracking(reads, orderIds))];
  return new Map(
    await newestPlaces(
      live,
      known,
      ([, { driver }]) => driver,
      ([orderId, tracking], { lat, lng, at, heading }) => [orderId, { ...tracking, place: { lat, lng, at, heading } }],
    ),
  );
}

export function showTracking(
  deps: Pick<TrackingDeps, "clock" | "places" | "catalogue" | "usualTimes">,
  link: TrackingLink,
  order: Order,
  live: LiveTracking | undefined,
  contact: string,
): TrackingView {
  const { cities, services } = deps.catalogue.current();
  const city = cities.get(order.cityId);
  const cityName = city?.nameVi ?? "";
  return viewOf({
    order,
    link,
    live,
    service: services.get(order.serviceId),
    timeZone: city?.timeZone ?? HOME_ZONE,
    areaOf: (point: LatLng) => areaName(deps.places.areaOf(point)) || cityName,
    usual: (waiting) => usualWindow(deps, waiting),
    contact,
    now: deps.clock.now(),
  });
}

function usualWindow(
  { usualTimes, clock }: Pick<TrackingDeps, "usualTimes" | "clock">,
  order: Order,
): TimeWindow | null {
  const { cityId, serviceId, route, points, readyAt } = order;
  const now = clock.now();
  const searchAt = order.idleUntil && order.idleUntil > now ? order.idleUntil : now;
  const { distanceMeters, durationSeconds } = route;
  const way = {
    cityId,
    serviceId,
    pickup: points[0]!,
    deliveryPoints: points.length - 1,
    distanceMeters,
    durationSeconds,
  };
  return usualTimes.quote(way, { searchAt, readyAt }, now).delivery;
}

function areaName({ ward, district, province }: Area): string {
  return [ward, district, province].filter((name) => name !== undefined && name !== "").join(", ");
}

// Counts as `rated_by: receiver`; the rules are D13's. That the order is there and its creator may rate is what the link says.
export async function rateByLink(
  deps: TrackingDeps,
  text: string,
  input: { readonly rating: unknown; readonly comment: unknown },
): Promised<Rated, RateRefusal | "NOT_FOUND"> {
  const tracked = await findTracked(deps, text);
  if ("refused" in tracked) return tracked;
  const { id, partnerId, ownerPhone, driver } = tracked.order;
  const rated = await rateDriver(deps, { partnerId, phone: ownerPhone, parentPhone: null }, id, {
    ...input,
    ratedBy: "receiver",
  });
  if ("refused" in rated) return { ...rated, why: rated.why.replaceAll(id, shortIdOf(tracked.order)) };
  deps.announcer.orderChanged(id, driver?.phone);
  return rated;
}
