// Checks 5 (quantities) to 16 of D4 for one service asked for, once the points without coordinates have been looked up.
// An estimate runs them for each service on its own (D5); create runs them for its one service, hours included.
// Check 17 waits for the route: route-check.
import type { Amount } from "../../amount.ts";
import { concreteServiceId, findService, isKnownGroup } from "../../catalogue/find-service.ts";
import type { Catalogue, City, Service } from "../../catalogue/service.ts";
import { describeHours, isOpenAt } from "../../catalogue/service-hours.ts";
import { cityAt, deliversTo, picksUpAt } from "../../catalogue/zones.ts";
import type { LatLng } from "../../geo.ts";
import { clockFace, type LocalTime, localTimeAt } from "../../local-time.ts";
import type { Located, LocateRefusal } from "../../places.ts";
import { type ChosenRequest, chooseRequests } from "../../pricing/chosen-request.ts";
import { fieldNamedBy, isRefusal, type Refusal, refuse } from "../../refusal.ts";
import type { RoadsRefusal, RouteLeg } from "../../roads.ts";
import { checkWish } from "../../rolling-plan/booking.ts";
import { codTotal, type PointPlace } from "../order.ts";
import type { CreateRefusal, EstimateRefusal } from "./order-input.ts";
import type { ServiceAsk, ShapedOrder, ShapedPoint } from "./shape-check.ts";

type PlacedPoint = ShapedPoint & LatLng & { readonly place: PointPlace };

export type CheckFacts = {
  readonly catalogue: Catalogue;
  readonly partnerId: string;
  // Largest COD of one order for this account; null: no limit of its own.
  readonly codLimit: Amount | null;
};

// For each point in order: undefined where the partner gave coordinates, else what looking the address up gave.
export type LookedUp = readonly (Located | Refusal<LocateRefusal> | undefined)[];

export type Candidate = {
  readonly service: Service;
  // The pickup's city. A zone of its own may reach beyond every city; then the service's.
  readonly city: City;
  readonly points: readonly PlacedPoint[];
  readonly requests: readonly ChosenRequest[];
  // Local time of the moment the order is for: service hours, surge and h of the tariff.
  readonly local: LocalTime;
};

export function checkForEstimate(
  facts: CheckFacts,
  order: ShapedOrder,
  ask: ServiceAsk,
  lookedUp: LookedUp,
): (Candidate & { readonly warnings: readonly "INVALID_SERVICE_HOUR"[] }) | Refusal<EstimateRefusal> {
  const candidate = checkUpToTime(facts, order, ask, lookedUp);
  if (isRefusal(candidate)) return candidate;
  const refusal = checkCod(facts, candidate);
  if (refusal) return refusal;
  return { ...candidate, warnings: checkHours(candidate) ? ["INVALID_SERVICE_HOUR"] : [] };
}

export function checkForCreate(
  facts: CheckFacts,
  order: ShapedOrder,
  ask: ServiceAsk,
  lookedUp: LookedUp,
): Candidate | Refusal<CreateRefusal> {
  const candidate = checkUpToTime(facts, order, ask, lookedUp);
  if (isRefusal(candidate)) return candidate;
  return checkHours(candidate) ?? checkCod(facts, candidate) ?? candidate;
}

// 5 to 14, in this order from the first blank line on.
function checkUpToTime(
  facts: CheckFacts,
  order: ShapedOrder,
  ask: ServiceAsk,
  lookedUp: LookedUp,
): Candidate | Refusal<EstimateRefusal> {
  const { catalogue, partnerId } = facts;
  const pickup = placeOf(order.points[0], lookedUp[0]);
  const city = pickup && cityAt(catalogue, pickup);
  const service = resolve(facts, ask, city);
  const parcels = { itemValues: order.points.map((point) => point.itemValue ?? undefined), packages: order.packages };
  const choice = service && chooseRequests(service, ask.requests, parcels);

  const notLocated = unlocated(lookedUp);
  if (notLocated?.refused === "BAD_REQUEST") return notLocated;
  if (choice?.invalid) return choice.invalid;
  const home = city ?? (service?.cityId === undefined ? undefined : catalogue.cities.get(service.cityId));
  const wish = service && home && !order.isTooFarAhead && checkWish(service, home.timeZone, order.wish, order.at);
  if (wish) return wish;
  if (notLocated) return notLocated;
  if (!service) {
    // A group that exists, at a pickup that is in no city: no concrete service could be named, so the area answers.
    if (ask.form === "group" && !city && isKnownGroup(catalogue, partnerId, ask.id)) return outsidePickupArea(ask.id);
    const where = ask.form === "group" && city ? ` in ${city.id}` : "";
    return refuse("SERVICE_NOT_FOUND", `There is no service ${ask.id}${where}.`);
  }
  if (choice?.missing) return choice.missing;
  // A service may be given a pickup zone that reaches into the next city.
  const isElsewhere = service.cityId !== undefined && city !== undefined && city.id !== service.cityId;
  if (isElsewhere && pickup && !picksUpAt(catalogue, service, pickup)) {
    return refuse(
      "SERVICE_NOT_VALID_AT_PICKUP",
      `The pickup is in ${city?.id}, and ${service.id} is a service of ${service.cityId}.`,
    );
  }
  const points = placedPoints(order.points, lookedUp);
  const area = checkAreas(catalogue, service, points);
  if (area) return area;
  const stops = checkStops(service, points.length - 1);
  if (stops) return stops;
  if (order.isTooFarAhead) {
    const hint = "Times are Unix seconds, at most 30 days ahead.";
    return refuse(
      "INVALID_FUTURE_ORDER_TIME",
      `order_time, idle_until, ready_at, deliver_by or slot is too far in the future. ${hint}`,
    );
  }
  // A partner-hosted service whose own zone lies outside every city has no clock to go by.
  if (!home) return outsidePickupArea(service.id);
  return { service, city: home, points, requests: choice?.chosen ?? [], local: localTimeAt(home.timeZone, order.at) };
}

function resolve({ catalogue, partnerId }: CheckFacts, ask: ServiceAsk, city: City | undefined): Service | undefined {
  if (ask.form === "service") return findService(catalogue, partnerId, ask.id);
  const id = concreteServiceId(catalogue, city?.id ?? "", ask.id);
  return findService(catalogue, partnerId, id);
}

// A malformed or unknown address is check 5, an unknown province check 6 (D3).
function unlocated(lookedUp: LookedUp): Refusal<"BAD_REQUEST" | "INTERNAL_SERVER_ERROR"> | undefined {
  let unknownProvince: Refusal<"INTERNAL_SERVER_ERROR"> | undefined;
  for (const [index, found] of lookedUp.entries()) {
    if (!isRefusal(found)) continue;
    const why = `path[${index}].address: ${found.why}`;
    if (found.refused !== "PROVINCE_UNKNOWN") return refuse("BAD_REQUEST", why, fieldNamedBy(why));
    unknownProvince ??= refuse("INTERNAL_SERVER_ERROR", why, fieldNamedBy(why));
  }
  return unknownProvince;
}

function checkAreas(
  catalogue: Catalogue,
  service: Service,
  points: readonly PlacedPoint[],
): Refusal<"INVALID_PICKUP_AREA" | "INVALID_DELIVERY_AREA"> | undefined {
  const [pickup, ...deliveries] = points;
  if (!pickup || !picksUpAt(catalogue, service, pickup)) return outsidePickupArea(service.id);
  const outside = deliveries.findIndex((point) => !deliversTo(catalogue, service, point));
  if (outside === -1) return undefined;
  const why = `path[${outside + 1}] lies outside the delivery area of ${service.id}.`;
  return refuse("INVALID_DELIVERY_AREA", why, fieldNamedBy(why));
}

function outsidePickupArea(serviceId: string): Refusal<"INVALID_PICKUP_AREA"> {
  return refuse("INVALID_PICKUP_AREA", `path[0] lies outside the pickup area of ${serviceId}.`, "path[0]");
}

export function checkStops(
  service: Service,
  deliveries: number,
): Refusal<"INVALID_MIN_STOP_POINT" | "INVALID_MAX_STOP_POINT"> | undefined {
  const { id, stopPointsMin, stopPointsMax } = service;
  if (deliveries < stopPointsMin) {
    return refuse(
      "INVALID_MIN_STOP_POINT",
      `${id} needs at least ${stopPointsMin} delivery points; path has ${deliveries}.`,
    );
  }
  if (deliveries > stopPointsMax) {
    return refuse(
      "INVALID_MAX_STOP_POINT",
      `${id} takes at most ${stopPointsMax} delivery points; path has ${deliveries}.`,
    );
  }
  return undefined;
}

// 15
export function checkHours({
  service,
  city,
  local,
}: Pick<Candidate, "service" | "city" | "local">): Refusal<"INVALID_SERVICE_HOUR"> | undefined {
  if (isOpenAt(service.hours, local)) return undefined;
  const clock = `${clockFace(local.minuteOfDay + local.second / 60)} in ${city.name}`;
  return refuse(
    "INVALID_SERVICE_HOUR",
    `${service.id} works ${describeHours(service.hours)}; the order is for ${clock}.`,
  );
}

// 16. The service's limit and the account's are both on the whole order, so no single point can break them either.
export function checkCod(
  { codLimit }: Pick<CheckFacts, "codLimit">,
  {
    service,
    points,
  }: { readonly service: Pick<Service, "id" | "codMax">; readonly points: readonly { readonly cod: Amount }[] },
): Refusal<"INVALID_MAX_COD"> | undefined {
  const cod = codTotal(points);
  if (cod > service.codMax) {
    return refuse("INVALID_MAX_COD", `cod is ${cod} VND in all, above the limit of ${service.id}, ${service.codMax}.`);
  }
  if (codLimit !== null && cod > codLimit) {
    return refuse("INVALID_MAX_COD", `cod is ${cod} VND in all, above this account's limit, ${codLimit}.`);
  }
  return undefined;
}

function placeOf(point: ShapedPoint | undefined, found: LookedUp[number]): LatLng | undefined {
  return point?.given ?? (found && !isRefusal(found) ? found.point : undefined);
}

function placedPoints(points: readonly ShapedPoint[], lookedUp: LookedUp): readonly PlacedPoint[] {
  return points.map((point, index) => {
    const found = lookedUp[index];
    const at = placeOf(point, found);
    if (!at) throw new Error(`path[${index}] has neither coordinates nor a place that was looked up`);
    const place: PointPlace =
      point.given || !found || isRefusal(found)
        ? { by: "given", confidence: 1, matched: null }
        : { by: found.by, confidence: found.confidence, matched: found.matched };
    return { ...point, lat: at.lat, lng: at.lng, place };
  });
}

// Check 17 of D4, once the roads have answered: the route of the points in the order they will be driven.

export type RouteRefusal = "INVALID_MAX_DISTANCE" | "INVALID_DELIVERY_AREA" | "SERVICE_UNAVAILABLE";

// D4 has no code for a place without roads. No road near a point is a matter of area, no way between two points one of
// distance; a silent road engine is nobody's input (503, retry later).
export function checkRoute<Route extends RouteLeg>(
  service: Pick<Service, "id" | "distanceMetersMax">,
  answer: Route | Refusal<RoadsRefusal>,
): Route | Refusal<RouteRefusal> {
  if (isRefusal(answer)) {
    if (answer.refused === "NO_SEGMENT")
      return refuse("INVALID_DELIVERY_AREA", `A point of path has no road near it: ${answer.why}`);
    if (answer.refused === "NO_ROUTE")
      return refuse("INVALID_MAX_DISTANCE", `The points of path are not joined by roads: ${answer.why}`);
    return refuse("SERVICE_UNAVAILABLE", "The road engine does not answer; try again later.");
  }
  if (answer.distanceMeters <= service.distanceMetersMax) return answer;
  const kilometers = (meters: number): string => `${Math.round(meters / 10) / 100} km`;
  return refuse(
    "INVALID_MAX_DISTANCE",
    `The route is ${kilometers(answer.distanceMeters)} long, above the limit of ${service.id}, ${kilometers(service.distanceMetersMax)}.`,
  );
}

// What a partner should look at before they take an estimate at its word: where its points were found, and how far from a road.

export type EstimatedPoint = Pick<PlacedPoint, "lat" | "lng" | "place"> & { readonly movedMeters: number };

export type EstimateWarning = "INVALID_SERVICE_HOUR" | "LATER_THAN_WANTED" | "LOW_CONFIDENCE_ADDRESS" | "STOP_MOVED";

// A ward's middle is at best this sure; a street or a door is surer.
const CONFIDENCE_MIN = 0.5;
const MOVED_METERS_MAX = 100;

export function pointWarnings(points: readonly EstimatedPoint[]): readonly EstimateWarning[] {
  const isUnsure = points.some(({ place }) => place.by !== "given" && place.confidence <= CONFIDENCE_MIN);
  const isMoved = points.some(({ movedMeters }) => movedMeters > MOVED_METERS_MAX);
  return [...(isUnsure ? (["LOW_CONFIDENCE_ADDRESS"] as const) : []), ...(isMoved ? (["STOP_MOVED"] as const) : [])];
}
