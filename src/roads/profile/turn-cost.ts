// What turning from one road into another costs, by how far the vehicle turns.
import type { Vehicle } from "./vehicle.ts";

// Traffic keeps right here: a left turn crosses the other side and costs more, a right turn less.
const LEFT_WEIGHT = 1.075;
// A street corner costs half of the most, a hairpin all of it, a bend nothing.
const STEEPNESS = 13;

// `degrees` is how far the road bends, -180 (left) to 180 (right). Only where there was a choice: a bend is no turn.
export function turnSeconds(degrees: number, vehicle: Vehicle): number {
  const weight = degrees < 0 ? LEFT_WEIGHT : 1 / LEFT_WEIGHT;
  const share = Math.abs(degrees) / 180;
  return vehicle.turnSecondsMax / (1 + Math.exp(-STEEPNESS * (weight * share - 0.5 / weight)));
}
