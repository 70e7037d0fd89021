// When a plan's stops are reached and left, and what is aboard after each.
import { type Problem, stopsOf, type Visit } from "./problem.ts";
import { workFrom } from "./work-clock.ts";

type TimedVisit = Visit & {
  // From the stop before, or the start.
  readonly drivenFrom: number;
  readonly arrivesAt: number;
  readonly beginsAt: number;
  readonly leavesAt: number;
  readonly load: readonly number[];
};

export type Timetable = {
  readonly startsAt: number;
  readonly loadAtStart: readonly number[];
  readonly visits: readonly TimedVisit[];
  readonly endsAt: number;
};

export function timetableOf(problem: Problem, number: number, visits: readonly Visit[]): Timetable {
  const vehicle = problem.vehicles[number]!;
  const { size, seconds } = problem.travels[vehicle.travel]!;
  const stops = visits.map(({ request, stop }) => stopsOf(problem.requests[request]!)[stop]!);
  const drive = (from: number, to: number): number => seconds[from * size + to]!;
  const loadAtStart = vehicle.capacities.map((_, dimension) =>
    visits.reduce((sum, { request, stop }) => {
      const { pickup, deliveries } = problem.requests[request]!;
      return pickup ? sum : sum + (deliveries[stop]!.amounts[dimension] ?? 0);
    }, 0),
  );
  // So late that nobody waits before the first stop.
  const first = stops[0];
  const lead = first ? drive(vehicle.start, first.place) : 0;
  const startsAt = Math.max(vehicle.from, first ? first.from - lead : vehicle.from);
  let [place, time, load] = [vehicle.start, startsAt, loadAtStart];
  const timed = visits.map((visit, at): TimedVisit => {
    const stop = stops[at]!;
    const arrivesAt = workFrom(time, drive(place, stop.place), vehicle.breaks);
    const beginsAt = Math.max(arrivesAt, stop.from);
    const leavesAt = workFrom(beginsAt, stop.serviceSeconds, vehicle.breaks);
    const drivenFrom = place;
    [place, time] = [stop.place, leavesAt];
    load = load.map((amount, dimension) => amount + loadedAt(problem, visit, dimension));
    return { ...visit, drivenFrom, arrivesAt, beginsAt, leavesAt, load };
  });
  const endsAt = vehicle.end === undefined ? time : workFrom(time, drive(place, vehicle.end), vehicle.breaks);
  return { startsAt, loadAtStart, visits: timed, endsAt };
}

function loadedAt(problem: Problem, { request, stop }: Visit, dimension: number): number {
  const { pickup, deliveries, kept } = problem.requests[request]!;
  if (!pickup) return -(deliveries[stop]!.amounts[dimension] ?? 0);
  if (stop > 0) return -(deliveries[stop - 1]!.amounts[dimension] ?? 0);
  return deliveries.reduce((sum, { amounts }) => sum + (amounts[dimension] ?? 0), kept?.[dimension] ?? 0);
}
