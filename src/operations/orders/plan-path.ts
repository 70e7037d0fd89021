// In which order the points are driven and how far that is by road. One matrix serves every service of a profile; what is
// priced is always the matrix, so that an order costs what its estimate said even where a search for the line of the road
// would differ in the last decimal.
import type { Catalogue, Service } from "../../domain/catalogue/service.ts";
import type { LatLng } from "../../domain/geo.ts";
import { type LocalTime, localTimeAt, minuteOfWeek } from "../../domain/local-time.ts";
import type { Order, OrderRoute } from "../../domain/orders/order.ts";
import { chargesForRoads, countPassages, type Passages, type RoadTariff } from "../../domain/pricing/road-fees.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import {
  type DrivenBy,
  type Profile,
  profileOf,
  type RoadMatrix,
  type Roads,
  type RoadsRefusal,
  type RouteLeg,
  type RouteLine,
} from "../../domain/roads.ts";
import { OPTIMISED_POINTS_MIN } from "../../domain/stop-order/stop-order.ts";
import { askInSlices } from "../../ports/slices.ts";
import { joinLines } from "../../roads/join-lines.ts";
import { decodePolyline, encodePolyline } from "../../roads/polyline.ts";
import { orderManyStops } from "./order-many-stops.ts";

// `stops`: indices of the points in the order driven, the pickup (0) first. `movedMeters`: how far each point, as asked, is from
// the road it is driven to.
// `passages`: where the tariff charges for some.
export type PathPlan = RouteLeg & {
  readonly stops: readonly number[];
  readonly movedMeters: readonly number[];
  readonly passages?: Passages;
};

// Which roads are driven, by whom and at what hour of the week.
export type Drive = { readonly profile: Profile; readonly by: DrivenBy };

export function driveOf({ vehicle }: Pick<Service, "vehicle">, local: LocalTime | undefined): Drive {
  const when = local && { minuteOfWeek: minuteOfWeek(local) };
  const profile = profileOf(vehicle);
  if (profile === "bike") return { profile, by: { ...when } };
  return { profile, by: { vehicle: vehicle === "VAN" ? "van" : "truck", ...when } };
}

// Of an order: what the clock shows where it is picked up, when it is. Undefined when its city is gone.
export function localTimeOf({ cities }: Pick<Catalogue, "cities">, { cityId, orderAt }: Order): LocalTime | undefined {
  const city = cities.get(cityId);
  return city && localTimeAt(city.timeZone, orderAt);
}

export async function planPath(
  roads: Roads,
  drive: Drive,
  points: readonly LatLng[],
  isOptimised: boolean,
  tariff: RoadTariff,
): Promised<PathPlan, RoadsRefusal> {
  const plan = await planDistance(roads, drive, points, isOptimised);
  if (isRefusal(plan) || !chargesForRoads(tariff)) return plan;
  const driven = plan.stops.map((stop) => points[stop]!);
  const legs = await driveLegs(roads, drive, driven);
  return isRefusal(legs) ? legs : { ...plan, passages: countPassages(legs.map((leg) => leg.stretches?.() ?? [])) };
}

async function planDistance(
  roads: Roads,
  drive: Drive,
  points: readonly LatLng[],
  isOptimised: boolean,
): Promised<PathPlan, RoadsRefusal> {
  if (isOptimised && points.length >= OPTIMISED_POINTS_MIN) return planCheapest(roads, drive, points);
  const matrix = await roads.matrix(drive.profile, points.slice(0, -1), points.slice(1), undefined, drive.by);
  if (isRefusal(matrix)) return matrix;
  const { sourcesMeters = [], targetsMeters = [] } = matrix.moved ?? {};
  const moved = [...sourcesMeters, ...targetsMeters.slice(-1)];
  return sumLegs(matrix, [...points.keys()], moved, (from, to) => from * matrix.targets + to - 1);
}

// The fee is a matter of kilometres, so metres are what is made least.
async function planCheapest(roads: Roads, drive: Drive, points: readonly LatLng[]): Promised<PathPlan, RoadsRefusal> {
  const matrix = await roads.matrix(drive.profile, points, points, undefined, drive.by);
  if (isRefusal(matrix)) return matrix;
  const { stops } = await orderManyStops({ size: points.length, costs: matrix.distancesMeters });
  const moved = matrix.moved?.sourcesMeters ?? [];
  return sumLegs(matrix, [0, ...stops], moved, (from, to) => from * matrix.targets + to);
}

function sumLegs(
  matrix: RoadMatrix,
  stops: readonly number[],
  movedMeters: readonly number[],
  cell: (from: number, to: number) => number,
): PathPlan | Refusal<"NO_ROUTE"> {
  let distanceMeters = 0;
  let durationSeconds = 0;
  for (let leg = 1; leg < stops.length; leg++) {
    const at = cell(stops[leg - 1]!, stops[leg]!);
    distanceMeters += matrix.distancesMeters[at]!;
    durationSeconds += matrix.durationsSeconds[at]!;
  }
  if (Number.isFinite(distanceMeters)) return { distanceMeters, durationSeconds, stops, movedMeters };
  return refuse("NO_ROUTE", "No road leads from one point to the next.");
}

// The line on the map for a path whose length is known.
export async function drawRoute(
  roads: Roads,
  drive: Drive,
  points: readonly LatLng[],
  { distanceMeters, durationSeconds }: RouteLeg,
): Promised<OrderRoute, RoadsRefusal> {
  const legs = await driveLegs(roads, drive, points);
  if (isRefusal(legs)) return legs;
  const polyline = joined(legs.map((leg) => leg.polyline));
  return { distanceMeters, durationSeconds, polyline, roads: roads.version() };
}

// Leg by leg, as the matrix has it: a driver gets off at every stop and may leave it either way, while a route through the
// stops would have to drive on.
async function driveLegs(
  roads: Roads,
  drive: Drive,
  points: readonly LatLng[],
): Promised<readonly RouteLine[], RoadsRefusal> {
  const ends = points.slice(1).map((to, at) => [points[at]!, to] as const);
  const legs = await askInSlices(ends, (leg) => roads.route(drive.profile, leg, undefined, drive.by));
  return legs.find((leg) => isRefusal(leg)) ?? legs.flatMap((leg) => (isRefusal(leg) ? [] : [leg]));
}

function joined(polylines: readonly string[]): string {
  const [only, ...more] = polylines;
  if (more.length === 0) return only ?? "";
  return encodePolyline(joinLines(polylines.map((line) => decodePolyline(line, 5))), 5);
}
