// What a partner should look at before they take an estimate at its word: where its points were found, and how far from a road.
import type { PlacedPoint } from "./service-check.ts";

export type EstimatedPoint = Pick<PlacedPoint, "lat" | "lng" | "place"> & { readonly movedMeters: number };

export type EstimateWarning = "INVALID_SERVICE_HOUR" | "LOW_CONFIDENCE_ADDRESS" | "STOP_MOVED";

// A ward's middle is at best this sure; a street or a door is surer.
const CONFIDENCE_MIN = 0.5;
const MOVED_METERS_MAX = 100;

export function pointWarnings(points: readonly EstimatedPoint[]): readonly EstimateWarning[] {
  const isUnsure = points.some(({ place }) => place.by !== "given" && place.confidence <= CONFIDENCE_MIN);
  const isMoved = points.some(({ movedMeters }) => movedMeters > MOVED_METERS_MAX);
  return [...(isUnsure ? (["LOW_CONFIDENCE_ADDRESS"] as const) : []), ...(isMoved ? (["STOP_MOVED"] as const) : [])];
}
