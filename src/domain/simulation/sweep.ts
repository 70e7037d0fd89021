// The plainest way to plan parcels: every so often those of a hub are sorted by direction, cut into loads, put in order and given to the nearest
// driver who has nothing to do.
import type { LatLng } from "../geo.ts";
import type { MatchDriver, MatchOrder, MatchRound, Offer } from "../matching/round.ts";
import { orderStops } from "../stop-order/stop-order.ts";
import type { Policy } from "./simulator.ts";

export function sweepPolicy(
  everySeconds: number,
  loadMax: number,
  places: readonly LatLng[],
  roundSeconds: number,
): Policy {
  let sweptAt = 0;
  return {
    name: "sweep",
    roundSeconds,
    rosterSeconds: 0,
    decide: (round) => {
      // What nobody took, and what was refused, goes with the next rounds.
      const isDue = round.now - sweptAt >= everySeconds;
      if (isDue) sweptAt = round.now;
      const orders = round.orders.filter(({ placedAt, readyAt }) => placedAt <= sweptAt && readyAt <= round.now);
      return sweptAt === 0 ? [] : sweep({ ...round, orders }, loadMax, places);
    },
  };
}

function sweep(round: MatchRound, loadMax: number, places: readonly LatLng[]): readonly Offer[] {
  const free = new Set(round.drivers.filter(({ visits, hasOpenOffer }) => visits.length === 0 && !hasOpenOffer));
  const offers: Offer[] = [];
  for (const [hub, orders] of Map.groupBy(round.orders, ({ pickup }) => pickup)) {
    const direction = ({ firstDoor }: MatchOrder): number =>
      Math.atan2(places[firstDoor]!.lat - places[hub]!.lat, places[firstDoor]!.lng - places[hub]!.lng);
    const sorted = orders.toSorted((a, b) => direction(a) - direction(b));
    const loads = Math.ceil(sorted.length / loadMax);
    for (let load = 0; load < loads; load++) {
      const size = sorted.length / loads;
      const taken = sorted.slice(Math.round(load * size), Math.round((load + 1) * size));
      const driver = nearest(free, hub, taken, round);
      if (!driver) continue;
      free.delete(driver);
      offers.push(offerOf(driver, taken, round));
    }
  }
  return offers;
}

function nearest(
  free: ReadonlySet<MatchDriver>,
  hub: number,
  orders: readonly MatchOrder[],
  { travel }: MatchRound,
): MatchDriver | undefined {
  const fit = [...free].filter(({ id }) => orders.every(({ refusedBy }) => !refusedBy.has(id)));
  return fit.sort((a, b) => travel.seconds(a.point, hub) - travel.seconds(b.point, hub))[0];
}

function offerOf(driver: MatchDriver, orders: readonly MatchOrder[], { travel }: MatchRound): Offer {
  const points = [orders[0]!.pickup, ...orders.map(({ firstDoor }) => firstDoor)];
  const size = points.length;
  const costs = Float64Array.from({ length: size * size }, (_, cell) =>
    travel.seconds(points[Math.floor(cell / size)]!, points[cell % size]!),
  );
  const inOrder = orderStops({ size, costs }).stops.map((stop) => orders[stop - 1]!);
  return {
    driverId: driver.id,
    orderIds: orders.map(({ id }) => id),
    visits: [
      ...inOrder.map((order) => ({ order, kind: "pickup" as const })),
      ...inOrder.map((order) => ({ order, kind: "doors" as const })),
    ],
  };
}
