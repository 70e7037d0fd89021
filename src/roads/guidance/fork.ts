// Where a road forks: ways of a kind that lie before the driver, and nothing else near them.

import { bend, isNarrower } from "./obvious.ts";
import { isFerry, isMinor, isPlainlyGreater } from "./rank.ts";
import type { Modifier } from "./turn.ts";
import type { View, Way } from "./view.ts";

// Close to straight on, or close to one that is.
const BEND_MAX = 40;
const SPREAD_MAX = 60;
const APART_MIN = 60;
const WAYS_MAX = 3;

// From left to right; none when there is no fork.
export function findFork({ from, ways }: View): readonly Way[] {
  const ahead = ways.filter((way) => bend(way) <= BEND_MAX);
  const fork = ways.filter(
    (way) =>
      ahead.includes(way) ||
      (bend(way) <= SPREAD_MAX && ahead.some((other) => Math.abs(other.turn - way.turn) <= BEND_MAX)),
  );
  if (fork.length < 2 || fork.length > WAYS_MAX || fork.some((way) => !way.isOpen || isFerry(way.street))) return [];
  const rest = ways.filter((way) => !fork.includes(way));
  if (rest.some((way) => fork.some((one) => Math.abs(one.turn - way.turn) < APART_MIN))) return [];
  const isUneven = fork.some((way) =>
    fork.some(
      ({ street }) =>
        way.street.isLink !== street.isLink ||
        isMinor(way.street) !== isMinor(street) ||
        isPlainlyGreater(from, way.street, street),
    ),
  );
  const hasNarrow = fork.some((way, i) => fork.some((other, j) => Math.abs(i - j) === 1 && isNarrower(way, other)));
  return isUneven || hasNarrow ? [] : fork;
}

export function forkSide(place: number, count: number): Modifier {
  if (place === 0) return "slight left";
  return place === count - 1 ? "slight right" : "straight";
}
