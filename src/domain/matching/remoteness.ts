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
  // One driver at a time: kept outside so that thousands of them allocate nothing. The seconds to the nearest pickups, the fewest first.
  const nearest = new Float64Array(Math.ceil(pickups.length * NEAREST_SHARE));
  return ({ point, visits }) => {
    if (visits.length > 0) return 0;
    nearest.fill(SECONDS_MAX);
    for (const pickup of pickups) {
      const seconds = round.travel.seconds(point, pickup);
      let slot = nearest.length - 1;
      if (seconds >= nearest[slot]!) continue;
      for (; slot > 0 && nearest[slot - 1]! > seconds; slot--) nearest[slot] = nearest[slot - 1]!;
      nearest[slot] = seconds;
    }
    let sum = 0;
    for (const seconds of nearest) sum += seconds;
    return sum / nearest.length;
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
