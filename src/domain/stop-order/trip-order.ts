// In which order a trip visits its points: round or from end to end, with its first and last point fixed or free.
import { orderStops } from "./stop-order.ts";

export type TripEnds = {
  readonly isRound: boolean;
  readonly isFirstFixed: boolean;
  readonly isLastFixed: boolean;
};

// All points, each once; a round trip goes on from the last to the first. Undefined when no order has a way throughout. `costs` is
// row-major, `size` by `size`, Infinity where no way leads.
export function orderTrip(costs: Float64Array, size: number, ends: TripEnds): readonly number[] | undefined {
  const last = size - 1;
  const cost = (from: number, to: number): number => costs[from * size + to]!;
  if (ends.isRound) {
    // Leaving home and coming home are two stops. Where the last point is fixed and the first is not, that one is home.
    const home = ends.isLastFixed && !ends.isFirstFixed ? last : 0;
    const mustEnd = ends.isFirstFixed && ends.isLastFixed;
    const back = (from: number): number => (mustEnd && from !== last ? Number.POSITIVE_INFINITY : cost(from, home));
    const order = open(size, home, cost, back);
    return home === last && order ? [...order.slice(1), last] : order;
  }
  if (ends.isFirstFixed)
    return open(size, 0, cost, ends.isLastFixed ? (from) => (from === last ? 0 : Number.POSITIVE_INFINITY) : () => 0);
  // From anywhere to the last is from the last to anywhere, told backwards.
  if (ends.isLastFixed)
    return open(
      size,
      last,
      (from, to) => cost(to, from),
      () => 0,
    )?.toReversed();
  // From anywhere to anywhere: nowhere is a stop of its own, from which every point costs nothing.
  const nowhere = size;
  const order = open(
    size + 1,
    nowhere,
    (from, to) => (from === nowhere ? 0 : cost(from, to)),
    () => 0,
  );
  return order?.slice(1);
}

// The cheapest order that begins at `start`; `ending` is what is paid for stopping at a point.
function open(
  size: number,
  start: number,
  cost: (from: number, to: number) => number,
  ending: (from: number) => number,
): readonly number[] | undefined {
  // The stop order's point 0 is the start; one more point stands for the end, which is left for nowhere.
  const points = [start, ...Array.from({ length: size }, (_, i) => i).filter((point) => point !== start)];
  const wide = size + 1;
  const costs = new Float64Array(wide * wide).fill(Number.POSITIVE_INFINITY);
  for (const [row, from] of points.entries()) {
    for (let column = 1; column < size; column++) {
      if (row !== column) costs[row * wide + column] = cost(from, points[column]!);
    }
    if (row > 0) costs[row * wide + size] = ending(from);
  }
  const order = orderStops({ size: wide, costs });
  return Number.isFinite(order.cost) ? [start, ...order.stops.slice(0, -1).map((stop) => points[stop]!)] : undefined;
}
