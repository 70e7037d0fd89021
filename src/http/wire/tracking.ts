import type { TrackingState } from "../../contract/tracking.ts";
import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { ShownPlace } from "../../domain/tracking/shown-place.ts";
import type { StopView, TrackedDriver, TrackingView } from "../../domain/tracking/tracking-view.ts";
import { shortIdOf } from "../../operations/tracking/see-tracking.ts";
import { encodePromise } from "./estimate.ts";
import { unixSeconds } from "./time.ts";

export type MapNote = TrackingState["map"];

export function encodeTracking(view: TrackingView, map: MapNote, now: Date): TrackingState {
  const { order, driver, rating } = view;
  return {
    order_id_short: shortIdOf(order),
    status: order.status,
    sub_status: order.subStatus,
    service_name: view.service?.nameEn ?? "",
    service_name_vi: view.service?.nameVi ?? "",
    mode: view.isLive ? "live" : "ended",
    time_zone: view.timeZone,
    created_at: unixSeconds(order.createdAt),
    steps: view.steps.map(({ key, at }) => ({ key, at: at && unixSeconds(at) })),
    stops: view.stops.map(encodeStop),
    ...(driver ? { driver: encodeDriver(driver) } : {}),
    ...(view.polyline === null ? {} : { route: { polyline: view.polyline } }),
    ...encodeEta(view.eta, now),
    ...(view.cod > 0 ? { cod_amount: view.cod } : {}),
    ...(view.fee > 0 ? { fee_amount: view.fee } : {}),
    ...(rating
      ? { rating: { allowed: rating.isAllowed, ...(rating.stars === null ? {} : { stars: rating.stars }) } }
      : {}),
    ...encodePromise(view.window ?? undefined),
    ...(view.scheduledAt ? { scheduled_at: unixSeconds(view.scheduledAt) } : {}),
    ...(view.trouble ? { trouble: encodeTrouble(view.trouble) } : {}),
    map,
    updated_at: unixSeconds(view.updatedAt),
    server_time: unixSeconds(now),
  };
}

// The part of a state that changes while the driver drives; a page lays it over the state it has.
export type TrackingMove = Pick<TrackingState, "driver" | "eta" | "stops" | "updated_at" | "server_time">;

export function moveOf(state: TrackingState): TrackingMove {
  const { driver, eta, stops, updated_at, server_time } = state;
  return { ...(driver ? { driver } : {}), ...(eta ? { eta } : {}), stops, updated_at, server_time };
}

function encodeEta(eta: TimeWindow | null, now: Date): Pick<TrackingState, "eta"> {
  if (!eta) return {};
  const minutes = Math.max(0, Math.ceil((eta.at.getTime() - now.getTime()) / 60_000));
  return { eta: { at: unixSeconds(eta.at), low: unixSeconds(eta.low), high: unixSeconds(eta.high), minutes } };
}

function encodeStop(stop: StopView): TrackingState["stops"][number] {
  return {
    index: stop.index,
    kind: stop.kind,
    own: stop.isOwn,
    area: stop.area,
    ...encodePlace(stop.place),
    status: stop.status,
    eta: encodeWindow(stop.eta),
    ...(stop.photos.length > 0 ? { proof_photos: stop.photos.map((token) => `/photos/${token}`) } : {}),
    ...(stop.completedAt ? { completed_at: unixSeconds(stop.completedAt) } : {}),
  };
}

function encodePlace(place: LatLng | null): Partial<LatLng> {
  return place ? { lat: place.lat, lng: place.lng } : {};
}

function encodeWindow(window: TimeWindow | null): { from: number; to: number } | null {
  return window && { from: unixSeconds(window.low), to: unixSeconds(window.high) };
}

function encodeDriver({ firstName, plateNumber, vehicle, place }: TrackedDriver): NonNullable<TrackingState["driver"]> {
  return {
    first_name: firstName,
    plate_number: plateNumber,
    vehicle: vehicle ?? "",
    ...(place ? { position: encodePosition(place) } : {}),
  };
}

function encodePosition({ lat, lng, at, heading, isCoarse }: ShownPlace) {
  return { lat, lng, at: unixSeconds(at), ...(heading === null ? {} : { heading }), coarse: isCoarse };
}

function encodeTrouble({ sender, contact, reason }: NonNullable<TrackingView["trouble"]>) {
  return { sender, contact, reason: reason?.en ?? "", reason_vi: reason?.vi ?? "" };
}
