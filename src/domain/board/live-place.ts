// A driver as the board draws them: with a heading only while they move.
import type { Position } from "../drivers/position.ts";

// Slower than a walk is standing, and so is who has not been heard of for a while.
export const MOVING_METERS_PER_SECOND = 1;
export const MOVING_SECONDS = 30;

export function placeOnBoard(
  { lat, lng, heading, speed, heardAt }: Position & { readonly heardAt: Date },
  now: Date,
): Pick<Position, "lat" | "lng" | "heading"> & { readonly heardAt: Date } {
  const isMoving =
    (speed ?? MOVING_METERS_PER_SECOND) >= MOVING_METERS_PER_SECOND &&
    now.getTime() - heardAt.getTime() < MOVING_SECONDS * 1000;
  return { lat, lng, heardAt, heading: isMoving ? heading : null };
}
