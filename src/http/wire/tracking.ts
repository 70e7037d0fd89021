// An order as the tracking page reads it. Instants are Unix seconds; what is not known, not so or not to be told is left out.
import { type Static, Type } from "typebox";
import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { ShownPlace } from "../../domain/tracking/shown-place.ts";
import {
  STEPS,
  type StepKey,
  type StopView,
  type TrackedDriver,
  type TrackingView,
} from "../../domain/tracking/tracking-view.ts";
import { shortIdOf } from "../../operations/tracking/see-tracking.ts";
import { nullable } from "./nullable.ts";
import { unixSeconds } from "./time.ts";

const time = Type.Number({ description: "Unix timestamp." });
const Window = Type.Object({ from: time, to: time });
const Position = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  at: time,
  heading: Type.Optional(Type.Number({ description: "Degrees clockwise from north." })),
  coarse: Type.Boolean({ description: "The middle of a square of about 500 m: until this stop is the next one." }),
});

export const TrackingState = Type.Object(
  {
    order_id_short: Type.String({ description: "The last characters of the order's id." }),
    status: Type.String({ examples: ["IN PROCESS"] }),
    sub_status: Type.String(),
    service_name: Type.String(),
    service_name_vi: Type.String(),
    mode: Type.Union([Type.Literal("live"), Type.Literal("ended")], {
      description: "ended: delivered at this stop, or the order is over.",
    }),
    created_at: time,
    steps: Type.Array(
      Type.Object({ key: Type.Unsafe<StepKey>({ type: "string", enum: [...STEPS] }), at: nullable(time) }),
      {
        description: "In their order; `at` is null while it has not happened.",
      },
    ),
    stops: Type.Array(
      Type.Object({
        index: Type.Integer(),
        kind: Type.Union([Type.Literal("pickup"), Type.Literal("delivery")]),
        own: Type.Boolean({ description: "The stop this link was made for." }),
        area: Type.String({ description: "Ward and district; never a street." }),
        lat: Type.Optional(Type.Number({ description: "Of the pickup and the own stop only." })),
        lng: Type.Optional(Type.Number()),
        status: Type.String({ description: "COMPLETED, FAILED or empty." }),
        eta: nullable(Window),
        proof_photos: Type.Optional(Type.Array(Type.String({ description: "Path of a photo on this server." }))),
        completed_at: Type.Optional(time),
      }),
    ),
    driver: Type.Optional(
      Type.Object({
        first_name: Type.String(),
        plate_number: Type.String(),
        vehicle: Type.String({ description: "BIKE, VAN, TRUCK, or empty." }),
        position: Type.Optional(Position),
      }),
    ),
    route: Type.Optional(Type.Object({ polyline: Type.String({ description: "Encoded, five decimals." }) })),
    eta: Type.Optional(
      Type.Object(
        { at: time, low: time, high: time, minutes: Type.Integer() },
        {
          description: "When the goods are handed over; earlier than low in one of ten, later than high in one of ten.",
        },
      ),
    ),
    cod_amount: Type.Optional(Type.Integer({ description: "VND to have ready at this stop." })),
    fee_amount: Type.Optional(Type.Integer({ description: "VND of the fee, when the recipient pays it." })),
    rating: Type.Optional(Type.Object({ allowed: Type.Boolean(), stars: Type.Optional(Type.Integer()) })),
    map: Type.Object({ label: Type.String(), demo: Type.Boolean() }),
    updated_at: time,
    server_time: time,
  },
  { title: "Tracking" },
);
export type TrackingState = Static<typeof TrackingState>;
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
