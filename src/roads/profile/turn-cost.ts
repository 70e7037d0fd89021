// What turning from one road into another costs, by how far the vehicle turns.
import type { Vehicle } from "./vehicle.ts";

// Traffic keeps right here: a left turn crosses the other side and counts as this much sharper, a right turn less.
const LEFT_WEIGHT = 1.08;
// The turn, in degrees, that costs half of the most: a street corner costs half, a hairpin all of it, a bend nothing.
const HALF_AT = 90;
const STEEPNESS = 13 / 180;

// `degrees` is how far the road bends, -180 (left) to 180 (right). Only where there was a choice: a bend is no turn.
export function turnSeconds(degrees: number, vehicle: Vehicle): number {
  const weighted = degrees < 0 ? -degrees * LEFT_WEIGHT : degrees / LEFT_WEIGHT;
  return vehicle.turnSecondsMax / (1 + Math.exp(-STEEPNESS * (weighted - HALF_AT)));
}
