// Drives a plan stop by stop as it is written and tells every promise it breaks. It shares nothing with the search but the problem.
import { type Obstacle, obstacle } from "./obstacles.ts";
import { type Plan, type Problem, type Stop, stopsOf, type Visit } from "./problem.ts";
import { workFrom } from "./work-clock.ts";

const MOMENT = 1e-6;

type Fault = Obstacle & { readonly vehicle?: number; readonly request?: number };

export function checkPlan(problem: Problem, plan: Pick<Plan, "routes" | "unplanned">): readonly Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, number>();
  for (const [vehicle, visits] of plan.routes.entries()) {
    for (const { request, stop } of visits) {
      const key = `${request} ${stop}`;
      if (seen.has(key)) faults.push({ vehicle, request, ...obstacle("VISITED_TWICE", { stop }) });
      seen.set(key, vehicle);
    }
    faults.push(...checkVisits(problem, vehicle, visits).map((fault) => ({ vehicle, ...fault })));
  }
  const unplanned = new Set(plan.unplanned);
  for (const [request, asked] of problem.requests.entries()) {
    const count = stopsOf(asked).length;
    const vehicles = Array.from({ length: count }, (_, stop) => seen.get(`${request} ${stop}`));
    if (unplanned.has(request)) {
      if (vehicles.some((vehicle) => vehicle !== undefined))
        faults.push({ request, ...obstacle("PLANNED_AND_UNPLANNED") });
    } else if (vehicles.some((vehicle) => vehicle === undefined))
      faults.push({ request, ...obstacle("STOP_NOT_VISITED") });
    else if (new Set(vehicles).size > 1) faults.push({ request, ...obstacle("SPLIT") });
  }
  return faults;
}

export function checkVisits(
  problem: Problem,
  number: number,
  visits: readonly Visit[],
): readonly Omit<Fault, "vehicle">[] {
  const faults: Omit<Fault, "vehicle">[] = [];
  const vehicle = problem.vehicles[number];
  if (!vehicle) return [obstacle("NO_VEHICLE")];
  if (visits.length === 0) return [];
  const { size, seconds } = problem.travels[vehicle.travel]!;
  const load = vehicle.capacities.map(() => 0);
  let cash = 0;
  let place = vehicle.start;
  let time = vehicle.from;
  const picked = new Set<number>();
  for (const request of new Set(visits.map((visit) => visit.request))) {
    const asked = problem.requests[request]!;
    if (((asked.skills ?? 0) & ~(vehicle.skills ?? 0)) !== 0) faults.push({ request, ...obstacle("OTHER_SKILLS") });
    if (asked.vehicle !== undefined && asked.vehicle !== number) faults.push({ request, ...obstacle("ANOTHERS") });
    if (asked.notFor?.includes(number)) faults.push({ request, ...obstacle("NOT_FOR_DRIVER") });
    if (!asked.pickup)
      for (const { amounts } of asked.deliveries) for (const at of load.keys()) load[at]! += amounts[at] ?? 0;
  }
  const isOver = () => load.some((amount, at) => amount > vehicle.capacities[at]! + MOMENT);
  if (isOver()) faults.push(obstacle("STARTS_TOO_FULL"));
  for (const { request, stop } of visits) {
    const asked = problem.requests[request]!;
    const here: Stop = stopsOf(asked)[stop]!;
    time = Math.max(here.from, workFrom(time, seconds[place * size + here.place]!, vehicle.breaks));
    if (time > here.to + MOMENT)
      faults.push({ request, ...obstacle("LATE", { stop, lateSeconds: Math.ceil(time - here.to) }) });
    time = workFrom(time, here.serviceSeconds, vehicle.breaks);
    place = here.place;
    const isPickup = asked.pickup !== undefined && stop === 0;
    if (isPickup) picked.add(request);
    else if (asked.pickup && !picked.has(request)) faults.push({ request, ...obstacle("BEFORE_PICKUP") });
    const delivered = isPickup ? asked.deliveries : [asked.deliveries[stop - (asked.pickup ? 1 : 0)]!];
    for (const { amounts } of delivered)
      for (const at of load.keys()) load[at]! += (isPickup ? 1 : -1) * (amounts[at] ?? 0);
    if (isPickup) for (const at of load.keys()) load[at]! += asked.kept?.[at] ?? 0;
    if (!isPickup) cash += delivered[0]!.cash ?? 0;
    if (isOver()) faults.push({ request, ...obstacle("TOO_MUCH") });
    if (cash > (vehicle.cashMax ?? Infinity) + MOMENT) faults.push({ request, ...obstacle("TOO_MUCH_CASH") });
  }
  if (vehicle.end !== undefined) time = workFrom(time, seconds[place * size + vehicle.end]!, vehicle.breaks);
  if (time > vehicle.to + MOMENT) faults.push(obstacle("AFTER_SHIFT", { lateSeconds: Math.ceil(time - vehicle.to) }));
  return faults;
}
