// The cheapest path over several stops in the order given. It goes on from a stop the way it came in; only where the road
// ahead leads nowhere else may it turn round at the stop.
import { type Network, timeOf } from "../network.ts";
import { finishesAt, startsAt } from "./ends.ts";
import type { Position } from "./grid.ts";
import type { FindLeg, FoundLeg, Start } from "./leg-search.ts";
import type { FoundPath } from "./unpack.ts";

export type StopsLeg = FoundPath & {
  // What lies behind it of the edge it sets out on, and of the one it ends on.
  readonly behindCm: number;
  readonly arrivedCm: number;
  // Of this leg alone.
  readonly ms: number;
  // Of turning round at the stop it ends at; part of `ms`.
  readonly turnRoundMs: number;
};

// A way of having got to a stop, and the way of having got to the one before.
type Arrival = { readonly leg: FoundLeg; readonly before: Departure; readonly arrivedCm: number };
type Departure = Start & { readonly arrival: Arrival | undefined; readonly turnRoundMs: number };

// `noWayFrom` is the stop from which no way leads to the next.
export type StopsFound = { readonly legs: readonly StopsLeg[] } | { readonly noWayFrom: number };

// With `isAnyWayOn` it goes on either way from every stop, as if each leg were asked for by itself: as orders are priced.
export function findOverStops(
  network: Network,
  search: FindLeg,
  stops: readonly Position[],
  isAnyWayOn = false,
): StopsFound {
  if (isAnyWayOn) return findLegByLeg(network, search, stops);
  let departures: readonly Departure[] = startsAt(network, stops[0]!).map(({ state, behindMs, behindCm }) => ({
    state,
    behindMs,
    behindCm,
    spentMs: 0,
    arrival: undefined,
    turnRoundMs: 0,
  }));
  for (let i = 1; i < stops.length - 1; i++) {
    const next: Departure[] = [];
    // Each way of arriving is searched for by itself: the dearer one may be the one that can go on.
    for (const finish of finishesAt(network, stops[i]!)) {
      const leg = search.find(departures, [finish]);
      if (!leg) continue;
      const arrival: Arrival = { leg, before: departures[leg.start]!, arrivedCm: finish.behindCm };
      next.push({ ...finish, spentMs: leg.ms, arrival, turnRoundMs: 0 });
      const turned = turnRound(network, finish.state, stops[i]!);
      if (turned) next.push({ ...turned.end, spentMs: leg.ms + turned.ms, arrival, turnRoundMs: turned.ms });
    }
    if (next.length === 0) return { noWayFrom: i - 1 };
    departures = next;
  }
  const finishes = finishesAt(network, stops.at(-1)!);
  const last = search.find(departures, finishes);
  if (!last) return { noWayFrom: stops.length - 2 };
  return { legs: trace({ leg: last, before: departures[last.start]!, arrivedCm: finishes[last.finish]!.behindCm }) };
}

function findLegByLeg(network: Network, search: FindLeg, stops: readonly Position[]): StopsFound {
  const legs: StopsLeg[] = [];
  for (let i = 0; i + 1 < stops.length; i++) {
    const found = findOverStops(network, search, [stops[i]!, stops[i + 1]!]);
    if ("noWayFrom" in found) return { noWayFrom: i };
    legs.push(...found.legs);
  }
  return { legs };
}

// Where the only turn at the end of the edge is back along it.
function turnRound(network: Network, state: number, position: Position) {
  const { turnStart, turnTo, turnMs, stateEdge } = network;
  const turn = turnStart[state]!;
  if (turnStart[state + 1]! - turn !== 1) return undefined;
  const back = stateEdge[state]! ^ 1;
  if (stateEdge[turnTo[turn]!] !== back) return undefined;
  const end = startsAt(network, position).find((start) => stateEdge[start.state] === back);
  return end && { end, ms: turnMs[turn]! };
}

function trace(last: Arrival): readonly StopsLeg[] {
  const legs: StopsLeg[] = [];
  let turnRoundMs = 0;
  for (let arrival: Arrival | undefined = last; arrival; arrival = arrival.before.arrival) {
    const { leg, before, arrivedCm }: Arrival = arrival;
    const { setOut, arcs, last: end } = leg;
    const ms = timeOf(leg.ms - before.spentMs) + turnRoundMs;
    legs.push({ setOut, arcs, last: end, behindCm: before.behindCm, arrivedCm, ms, turnRoundMs });
    turnRoundMs = before.turnRoundMs;
  }
  return legs.reverse();
}
