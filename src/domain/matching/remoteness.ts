// How far from the goods a driver with nothing to do stands. One at the edge of the city is no use there: they are sent where nobody
// loses time by it, and the one in the middle is kept for what comes next.
import type { MatchDriver, MatchRound } from "./round.ts";

// Fewer do not tell where goods come from, and more than these tell nothing new.
const PICKUPS_MIN = 5;
const PICKUPS_MAX = 32;
// What counts is the nearest third: a driver in a suburb with work of its own is not remote.
const NEAREST_SHARE = 1 / 3;
// Farther than this is only far.
const SECONDS_MAX = 1_800;

// Mean seconds to the nearest pickups still to be made, theirs or anybody's; 0 for a driver who has something to do.
export function remotenessIn(round: MatchRound): (driver: MatchDriver) => number {
  const pickups = evenly(pickupsOf(round));
  if (pickups.length < PICKUPS_MIN) return () => 0;
  const nearest = Math.ceil(pickups.length * NEAREST_SHARE);
  return ({ point, visits }) => {
    if (visits.length > 0) return 0;
    const seconds = new Float64Array(pickups.length);
    for (const [at, pickup] of pickups.entries()) {
      seconds[at] = Math.min(round.travel.seconds(point, pickup), SECONDS_MAX);
    }
    return (
      seconds
        .sort()
        .subarray(0, nearest)
        .reduce((sum, each) => sum + each, 0) / nearest
    );
  };
}

function pickupsOf({ orders, drivers }: MatchRound): readonly number[] {
  const held = drivers.flatMap(({ visits }) => visits.filter(({ kind }) => kind === "pickup"));
  return [...orders, ...held.map(({ order }) => order)].map(({ pickup }) => pickup);
}

function evenly(points: readonly number[]): readonly number[] {
  const step = Math.ceil(points.length / PICKUPS_MAX);
  return points.filter((_, at) => at % step === 0);
}
