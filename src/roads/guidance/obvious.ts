// Which way is the plain one on, so that a driver who hears nothing takes it.
import { isNewName, isSameRoad } from "./names.ts";
import { isMinor, isPlainlyGreater } from "./rank.ts";
import type { View, Way } from "./view.ts";

// A way is the narrower of two when the other bends this many times as much, and by as many degrees more.
const NARROWER_TIMES = 1.4;
const NARROWER_DEGREES = 25;
const BENT_MAX = 60;
const KEPT_BENT_MAX = 100;

export function findObvious(view: View): Way | undefined {
  const open = view.ways.filter((way) => way.isOpen);
  if (open.length === 0) return undefined;
  if (view.ways.length === 1) return open[0];
  const straightest = (ways: readonly Way[]): Way | undefined =>
    ways.reduce<Way | undefined>((best, way) => (best && bend(best) <= bend(way) ? best : way), undefined);
  const kept = straightest(open.filter((way) => isSameRoad(view.from, way.street)));
  if (kept && bend(kept) <= KEPT_BENT_MAX && rivalsOf(kept, open).every((other) => beats(view, kept, other)))
    return kept;
  const best = straightest(open);
  if (!best || best === kept) return undefined;
  if (bend(best) > BENT_MAX) return undefined;
  return rivalsOf(best, open).every((other) => beats(view, best, other)) ? best : undefined;
}

export function bend({ turn }: Way): number {
  return Math.abs(turn);
}

function rivalsOf(way: Way, open: readonly Way[]): readonly Way[] {
  return open.filter((other) => other !== way);
}

// Nobody who may take `way` thinks of `other`.
function beats({ from }: View, way: Way, other: Way): boolean {
  const isKept = isSameRoad(from, way.street);
  if (isPlainlyGreater(from, way.street, other.street) && (isKept || bend(way) <= BENT_MAX)) return true;
  if (isPlainlyGreater(from, other.street, way.street)) return false;
  if (isKept && isSameRoad(from, other.street)) return isNarrower(way, other);
  // A ramp beside the street itself.
  if (isKept && other.street.isLink && !way.street.isLink) return true;
  if (isKept)
    return (
      bend(way) < 3 ||
      isNarrower(way, other) ||
      (bend(way) <= 20 && bend(other) - bend(way) >= 10) ||
      (bend(way) <= 40 && bend(other) - bend(way) > 15)
    );
  if (isSameRoad(from, other.street)) return false;
  if (isMinor(other.street) && !isMinor(way.street) && bend(way) <= BENT_MAX) return true;
  return isNarrower(way, other) && (bend(way) <= 40 || !isNewName(from, way.street));
}

export function isNarrower(way: Way, other: Way): boolean {
  return bend(other) > NARROWER_TIMES * bend(way) && bend(other) - bend(way) > NARROWER_DEGREES;
}
