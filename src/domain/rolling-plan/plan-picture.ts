// A plan as small as "can this be fitted in?" needs it: every driver who takes part, with or without a route.
import type { Vehicle } from "../catalogue/service.ts";
import type { FleetDriver } from "../dispatch/driver-route.ts";
import { shareOfVehicle } from "../dispatch/vehicle-load.ts";
import type { LatLng } from "../geo.ts";
import { metersBetween } from "../geo.ts";
import { type Plan, type Problem, stopsOf, type Visit } from "../planning/problem.ts";
import { AHEAD_SECONDS, type CityProblem, WHOLE } from "./city-problem.ts";
import type { FitDriver, Fleet } from "./fit.ts";

export type PlanPicture = Fleet & {
  // Orders the plan knows of, whether they found a place in it or not.
  readonly orderIds: readonly string[];
  // Nobody has planned yet: drivers as they are, and what was promised to be done by them.
  readonly isBeforePlan?: true;
};

// Of a motorbike in a city, where nothing was measured.
const SECONDS_PER_METER = 0.2;
const FAR_METERS = 200;
const NO_LOAD = { kg: 0, litres: 0 };
// An order in hand, where nobody has looked at the driver's route yet.
const IN_HAND_SECONDS = 1_200;

export function pictureOf(city: CityProblem, plan: Plan, places: readonly LatLng[]): PlanPicture {
  return {
    secondsPerMeter: paceOf(city, places),
    drivers: plan.routes.map((visits, vehicle) => driverOf(city, vehicle, visits, places)),
    orderIds: city.tasks.map(({ task }) => task.id),
    inHand: city.costs.inHand,
  };
}

// Until the first plan is made, a second or two after its first order.
export function pictureBeforePlan(
  fleet: readonly Omit<FleetDriver, "breaks">[],
  vehicle: Vehicle,
  now: Date,
): PlanPicture {
  const nowSeconds = now.getTime() / 1_000;
  const drivers = fleet
    .filter((driver) => driver.vehicle === vehicle && !driver.doubt && !driver.hasOpenOffer)
    .map(
      ({ lat, lng, inHand = 0, until, wallet, equipment = [] }): FitDriver => ({
        at: { lat, lng },
        freeAt: nowSeconds + inHand * IN_HAND_SECONDS,
        // As long as JSON can say: none says when they stop.
        offAt: until ? until.getTime() / 1_000 : nowSeconds + AHEAD_SECONDS,
        carried: 0,
        capacity: WHOLE,
        cashFree: wallet,
        equipment,
        stops: [],
      }),
    );
  return { secondsPerMeter: SECONDS_PER_METER, drivers, orderIds: [], isBeforePlan: true };
}

// What the roads take for a metre of the crow's, over the orders' own ways.
function paceOf({ tasks, round: { travel } }: CityProblem, places: readonly LatLng[]): number {
  let [seconds, meters] = [0, 0];
  for (const { task } of tasks) {
    const far = metersBetween(places[task.pickup]!, places[task.firstDoor]!);
    const driven = travel.seconds(task.pickup, task.firstDoor);
    if (far < FAR_METERS || !Number.isFinite(driven)) continue;
    seconds += driven;
    meters += far;
  }
  return meters === 0 ? SECONDS_PER_METER : seconds / meters;
}

function driverOf(
  { problem, round, tasks }: CityProblem,
  vehicle: number,
  visits: readonly Visit[],
  places: readonly LatLng[],
): FitDriver {
  const own = problem.vehicles[vehicle]!;
  const { equipment } = round.drivers[vehicle]!;
  const { size, seconds } = problem.travels[own.travel]!;
  const latest = latestBegins(problem, vehicle, visits);
  let before = own.start;
  let carried = 0;
  let cash = 0;
  const stops = visits.map(({ request, stop }, at) => {
    const asked = problem.requests[request]!;
    const here = stopsOf(asked)[stop]!;
    const isPickup = stop === 0 && asked.pickup !== undefined;
    const { task } = tasks[request]!;
    const share = shareOfVehicle(round.drivers[vehicle]!.vehicle, task.bundleMax, task.load ?? NO_LOAD);
    if (!asked.pickup) carried += share;
    if (!isPickup) cash += asked.deliveries[0]!.cash ?? 0;
    const waySeconds = seconds[before * size + here.place]!;
    before = here.place;
    return {
      enter: placeOf(places, isPickup ? task.pickup : task.firstDoor),
      leave: placeOf(places, isPickup ? task.pickup : task.lastDoor),
      from: here.from,
      latestAt: latest[at]!,
      serviceSeconds: here.serviceSeconds,
      waySeconds,
      load: isPickup ? share : -share,
    };
  });
  return {
    at: placeOf(places, round.drivers[vehicle]!.point),
    freeAt: own.from,
    offAt: own.to,
    carried,
    capacity: own.capacities[0]!,
    cashFree: Math.max(0, (own.cashMax ?? 0) - cash),
    ...(equipment && { equipment }),
    stops,
  };
}

function placeOf(places: readonly LatLng[], number: number): LatLng {
  const { lat, lng } = places[number]!;
  return { lat, lng };
}

// When each stop has to be begun so that nothing after it is late.
export function latestBegins(problem: Problem, vehicle: number, visits: readonly Visit[]): Float64Array {
  const own = problem.vehicles[vehicle]!;
  const { size, seconds } = problem.travels[own.travel]!;
  const placeAt = (at: number): number => {
    const visit = visits[at];
    return visit ? stopsOf(problem.requests[visit.request]!)[visit.stop]!.place : own.start;
  };
  const latest = new Float64Array(visits.length);
  let after = own.to;
  for (let at = visits.length - 1; at >= 0; at--) {
    const { request, stop } = visits[at]!;
    const here = stopsOf(problem.requests[request]!)[stop]!;
    latest[at] = Math.min(here.to, after - here.serviceSeconds);
    after = latest[at]! - seconds[placeAt(at - 1) * size + here.place]!;
  }
  return latest;
}
