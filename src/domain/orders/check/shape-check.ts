// Checks 3 to 5 of D4 that need nothing but the input and the time: what is missing, too few points, what is not allowed.
// The quantities of special requests (also check 5) need the catalogue and wait in service-check.
import { amountFault } from "../../amount.ts";
import type { IdForm } from "../../catalogue/find-service.ts";
import { readServiceId, requestGroupIdOf } from "../../catalogue/ids.ts";
import { canonicalPromoCode } from "../../catalogue/promo.ts";
import { isLatLng, type LatLng } from "../../geo.ts";
import { isStopPhone } from "../../phone.ts";
import type { Places } from "../../places.ts";
import type { AskedRequest } from "../../pricing/chosen-request.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../../pricing/payment.ts";
import { fieldNamedBy, type Refusal, refuse } from "../../refusal.ts";
import type { Wish } from "../../rolling-plan/booking.ts";
import type { Order, OrderItem, OrderPoint } from "../order.ts";
import { textFault } from "../text-limits.ts";
import type { InputPoint, InputRequest, InputService, OrderCall, OrderInput } from "./order-input.ts";

// A point after its own checks. Without a place it is to be located by its address.
export type ShapedPoint = Pick<
  OrderPoint,
  "address" | "shortAddress" | "name" | "mobile" | "trackingNumber" | "remarks" | "cod" | "itemValue"
> & { readonly given: LatLng | undefined };

export type ShapedOrder = Pick<
  Order,
  | "idleUntil"
  | "readyAt"
  | "paymentMethod"
  | "promoCode"
  | "remarks"
  | "items"
  | "packages"
  | "isRouteOptimized"
  | "quoteId"
> & {
  // One on create, one or more on estimate, in the order asked.
  readonly asks: readonly ServiceAsk[];
  readonly points: readonly ShapedPoint[];
  // The moment the order is for: order_time, or now for an immediate one. Meaningless when too far ahead (check 14).
  readonly at: Date;
  readonly isTooFarAhead: boolean;
  // When it should be delivered, where the service is planned.
  readonly wish: Wish;
};

export type ShapeRefusal = "MISSING_REQUIRED_INFO" | "MISSING_PATH_INFO" | "BAD_REQUEST";

const POINTS_MIN = 2;
const PAST_SECONDS_MAX = 5 * 60;
const AHEAD_SECONDS_MAX = 30 * 24 * 3_600;
const LISTED_MAX = 500;
// Locating costs far more than anything else a call does.
export const UNPLACED_MAX = 200;

export function checkShape(
  input: OrderInput,
  call: OrderCall,
  now: Date,
  judgeAddress: Places["judge"],
): ShapedOrder | Refusal<ShapeRefusal> {
  const missing = missingInfo(input, call);
  if (missing !== undefined) return refuse("MISSING_REQUIRED_INFO", missing, fieldNamedBy(missing));
  const path = input.path ?? [];
  if (path.length < POINTS_MIN) {
    return refuse(
      "MISSING_PATH_INFO",
      `path has ${path.length} points: a pickup and at least one delivery are needed.`,
    );
  }
  const fault = firstFault(input, path, call, now, judgeAddress);
  if (fault !== undefined) return refuse("BAD_REQUEST", fault, fieldNamedBy(fault));
  return shaped(input, path, call, now);
}

// Each returns what is wrong in words. They share one answer, so their order among themselves is only a courtesy.
function firstFault(
  input: OrderInput,
  path: readonly InputPoint[],
  call: OrderCall,
  now: Date,
  judgeAddress: Places["judge"],
): string | undefined {
  return (
    askFault(input, call) ??
    paymentFault(input) ??
    timeFault(input, now) ??
    wishFault(input, now) ??
    pathFault(path, call, judgeAddress) ??
    textFault("remarks", input.remarks) ??
    textFault("promo_code", input.promoCode) ??
    textFault("id", input.quoteId) ??
    listsFault(input)
  );
}

function paymentFault(input: OrderInput): string | undefined {
  if (PAYMENT_METHODS.some((known) => known === input.paymentMethod)) return undefined;
  return `payment_method must be one of ${PAYMENT_METHODS.join(", ")}.`;
}

export function timeFault(input: Pick<OrderInput, "orderTime">, now: Date): string | undefined {
  const orderTime = input.orderTime ?? 0;
  const nowSeconds = now.getTime() / 1_000;
  if (orderTime === 0 || orderTime >= nowSeconds - PAST_SECONDS_MAX) return undefined;
  return "order_time is more than 5 minutes in the past; give 0 for an immediate order.";
}

function wishFault({ orderTime = 0, deliverBy = 0, slot = 0 }: OrderInput, now: Date): string | undefined {
  if (deliverBy > 0 && slot > 0) return "deliver_by and slot are two wishes; give one of them.";
  if (deliverBy < 0 || slot < 0) return `${slot < 0 ? "slot" : "deliver_by"} must be a Unix timestamp, or 0 for none.`;
  if (deliverBy === 0 || deliverBy > Math.max(now.getTime() / 1_000, orderTime)) return undefined;
  return "deliver_by lies before the order's own time.";
}

function pathFault(path: readonly InputPoint[], call: OrderCall, judgeAddress: Places["judge"]): string | undefined {
  const unplaced = path.filter((point) => placeOf(point) === undefined).length;
  if (unplaced > UNPLACED_MAX) return `At most ${UNPLACED_MAX} points can be given without lat and lng.`;
  for (const [index, point] of path.entries()) {
    const fault = pointFault(point, index, call, judgeAddress);
    if (fault !== undefined) return `path[${index}].${fault}`;
  }
  return undefined;
}

export function listsFault(input: Pick<OrderInput, "items" | "packages">): string | undefined {
  if (input.items.length > LISTED_MAX) return `items may hold at most ${LISTED_MAX} goods.`;
  if (input.packages.length > LISTED_MAX) return `package_detail may hold at most ${LISTED_MAX} packages.`;
  for (const [index, item] of input.items.entries()) {
    const fault =
      textFault("id", item.id) ??
      textFault("item_name", item.name) ??
      amountFault("price", item.price) ??
      amountFault("num", item.num);
    if (fault !== undefined) return `items[${index}].${fault}`;
  }
  for (const [index, each] of input.packages.entries()) {
    const sizes = [each.weight, each.length, each.width, each.height];
    const isSane = sizes.every((size) => size === undefined || (size >= 0 && size <= 1_000_000));
    if (!isSane) return `package_detail[${index}] must have a weight in kg and sizes in cm that are not negative.`;
    const fault = textFault("description", each.description);
    if (fault !== undefined) return `package_detail[${index}].${fault}`;
  }
  return undefined;
}

function shaped(input: OrderInput, path: readonly InputPoint[], call: OrderCall, now: Date): ShapedOrder {
  return {
    asks: asksOf(input, call),
    points: path.map(shapedPoint),
    ...shapedTimes(input, now),
    isTooFarAhead: isTooFar(now, input.orderTime, input.idleUntil, input.readyAt, input.deliverBy, input.slot),
    paymentMethod: input.paymentMethod as PaymentMethod,
    promoCode: input.promoCode?.trim() ? canonicalPromoCode(input.promoCode) : null,
    remarks: input.remarks ?? "",
    items: input.items.map(shapedItem),
    packages: input.packages.map((each) => ({
      weightKg: each.weight ?? 0,
      lengthCm: each.length,
      widthCm: each.width,
      heightCm: each.height,
      description: each.description,
    })),
    isRouteOptimized: input.routeOptimized ?? false,
    wish: { slot: momentOf(input.slot), deliverBy: momentOf(input.deliverBy) },
    quoteId: input.quoteId ?? null,
  };
}

function momentOf(seconds: number | undefined): Date | null {
  return seconds ? new Date(seconds * 1_000) : null;
}

function isTooFar(now: Date, ...moments: readonly (number | undefined)[]): boolean {
  return moments.some((seconds = 0) => seconds > now.getTime() / 1_000 + AHEAD_SECONDS_MAX);
}

export function shapedTimes(
  input: Pick<OrderInput, "orderTime" | "idleUntil" | "readyAt">,
  now: Date,
): Pick<ShapedOrder, "at" | "isTooFarAhead" | "idleUntil" | "readyAt"> {
  const nowSeconds = now.getTime() / 1_000;
  const latest = nowSeconds + AHEAD_SECONDS_MAX;
  const orderTime = input.orderTime ?? 0;
  // D9: a moment in the future holds the search back, whichever of the two fields names it.
  const idleUntil = input.idleUntil || orderTime;
  return {
    at: orderTime > nowSeconds && orderTime <= latest ? new Date(orderTime * 1_000) : now,
    isTooFarAhead: isTooFar(now, orderTime, idleUntil, input.readyAt),
    idleUntil: idleUntil > nowSeconds && idleUntil <= latest ? new Date(idleUntil * 1_000) : null,
    readyAt: input.readyAt && input.readyAt > 0 && input.readyAt <= latest ? new Date(input.readyAt * 1_000) : null,
  };
}

export function shapedItem({ id, name, price, num }: OrderInput["items"][number]): OrderItem {
  return { id: id ?? "", name: name ?? "", price: price ?? 0, num: num ?? 0 };
}

export function shapedPoint(point: InputPoint): ShapedPoint {
  return {
    address: point.address ?? "",
    shortAddress: point.shortAddress ?? null,
    given: placeOf(point),
    name: point.name ?? "",
    mobile: point.mobile ?? "",
    trackingNumber: point.trackingNumber?.trim() || null,
    remarks: point.remarks ?? null,
    cod: point.cod ?? 0,
    itemValue: point.itemValue ?? null,
  };
}

// Check 3 of D4: what a call must bring and does not. Blank counts as missing, except the address of a point that has
// coordinates, which is kept as it is and never judged (D2).

// Names the first missing field, or undefined.
function missingInfo(input: OrderInput, call: OrderCall): string | undefined {
  if (input.orderTime === undefined) return "order_time is required; give 0 for an immediate order.";
  if (input.path === undefined) return "path is required.";
  if (input.paymentMethod === undefined) return "payment_method is required.";
  return (
    missingService(input, call) ?? (call === "create" ? missingOfPath(input.path) : undefined) ?? missingOfLists(input)
  );
}

function missingService(input: OrderInput, call: OrderCall): string | undefined {
  const ids = [input.serviceId, input.groupServiceId].filter((id) => id !== undefined);
  const asked = call === "create" ? [] : [...input.services, ...input.groupServices];
  if (ids.length === 0 && asked.length === 0) {
    return call === "create"
      ? "service_id or group_service_id is required."
      : "services or group_services is required.";
  }
  if (asked.some((service) => !service.id)) return "_id of every service asked for is required.";
  const lists: readonly (readonly InputRequest[])[] = [input.requests, ...asked.map((service) => service.requests)];
  return lists.flat().some((request) => !request.id) ? "_id of every special request is required." : undefined;
}

function missingOfPath(path: readonly InputPoint[]): string | undefined {
  for (const [index, point] of path.entries()) {
    const missing = missingOfPoint(point);
    if (missing !== undefined) return `path[${index}].${missing}`;
  }
  return undefined;
}

export function missingOfPoint(point: InputPoint): string | undefined {
  const isPlaced = point.lat !== undefined && point.lng !== undefined;
  if (point.address === undefined || (!isPlaced && !point.address.trim())) return "address is required.";
  if (!point.name?.trim()) return "name is required.";
  return point.mobile?.trim() ? undefined : "mobile is required.";
}

export function missingOfLists(input: Pick<OrderInput, "items" | "packages">): string | undefined {
  for (const [index, item] of input.items.entries()) {
    const { id, name, price, num } = item;
    if (id === undefined || name === undefined || price === undefined || num === undefined) {
      return `items[${index}] needs _id, name, price and num.`;
    }
  }
  const weightless = input.packages.findIndex((each) => each.weight === undefined);
  return weightless === -1 ? undefined : `package_detail[${weightless}].weight is required.`;
}

// The part of check 5 of D4 that looks at one point of the path. Each answer says in words what is wrong, undefined nothing.

export function pointFault(
  point: InputPoint,
  index: number,
  call: OrderCall,
  judgeAddress: Places["judge"],
): string | undefined {
  const place = placeOf(point);
  if (place && !isLatLng(place)) return outOfRange(place);
  const texts =
    textFault("address", point.address) ??
    textFault("short_address", point.shortAddress) ??
    textFault("name", point.name) ??
    textFault("tracking_number", point.trackingNumber) ??
    textFault("remarks", point.remarks);
  if (texts !== undefined) return texts;
  // D2: an estimate needs no phone, so it does not judge one.
  if (call === "create" && !isStopPhone(point.mobile ?? "")) return "mobile must be a phone number of 8 to 15 digits.";
  const amounts = amountFault("cod", point.cod) ?? amountFault("item_value", point.itemValue);
  if (amounts !== undefined) return amounts;
  if (index === 0 && point.cod) return "cod is for delivery points, not for the pickup.";
  if (place) return undefined;
  const malformed = judgeAddress(point.address ?? "");
  return malformed && `address is malformed, and lat and lng are missing: ${malformed.why}`;
}

function outOfRange({ lat, lng }: LatLng): string {
  const range = `lat ${lat} must be from -90 to 90 and lng ${lng} from -180 to 180.`;
  return isLatLng({ lat: lng, lng: lat }) ? `${range} lat and lng look exchanged.` : range;
}

// Half a coordinate is none: the address decides then.
function placeOf(point: InputPoint): LatLng | undefined {
  return point.lat === undefined || point.lng === undefined ? undefined : { lat: point.lat, lng: point.lng };
}

// Which services a call asks for, in whichever of the two forms (4.2, 4.3), and what is wrong with how it asks. Both forms may be
// given when they say the same: then they are one (D4, check 5).

export type ServiceAsk = {
  readonly form: IdForm;
  readonly id: string;
  readonly requests: readonly AskedRequest[];
};

const SERVICES_MAX = 50;
const REQUESTS_MAX = 50;

function askFault(input: OrderInput, call: OrderCall): string | undefined {
  const { services, groups } = namedIn(input, call);
  if (services.length > 0 && groups.length > 0) {
    if (!agree(services, groups)) return "Both forms are given, and they name different services or special requests.";
  } else if (isSingle(input, call)) {
    const form: IdForm = services.length > 0 ? "service" : "group";
    const stray = input.requests.some((request) => request.form !== form);
    if (stray && form === "service") return "group_requests go with group_service_id, not with service_id.";
    if (stray) return "requests go with service_id, not with group_service_id.";
  }
  const asks = asksOf(input, call);
  if (asks.length > SERVICES_MAX) return `At most ${SERVICES_MAX} services can be asked for in one call.`;
  return asks.some(({ requests }) => requests.length > REQUESTS_MAX)
    ? `At most ${REQUESTS_MAX} special requests can be asked for a service.`
    : undefined;
}

// Of a call without a fault. Where both forms agree, the one that names the city is taken.
function asksOf(input: OrderInput, call: OrderCall): readonly ServiceAsk[] {
  const { services, groups } = namedIn(input, call);
  return services.length > 0
    ? services.map((service) => ask("service", service))
    : groups.map((group) => ask("group", group));
}

type Named = { readonly services: readonly InputService[]; readonly groups: readonly InputService[] };

function namedIn(input: OrderInput, call: OrderCall): Named {
  if (!isSingle(input, call)) return { services: input.services, groups: input.groupServices };
  const single = (id: string | undefined): readonly InputService[] =>
    id === undefined ? [] : [{ id, requests: input.requests }];
  return { services: single(input.serviceId), groups: single(input.groupServiceId) };
}

// An estimate may also ask for one service in the words of create: nothing is lost by understanding it (D2).
function isSingle(input: OrderInput, call: OrderCall): boolean {
  return call === "create" || input.services.length + input.groupServices.length === 0;
}

// A request is taken once, from the list of the form that is used; what stands in the other one alone is read there, by either
// of its names (D2).
function ask(form: IdForm, { id = "", requests }: InputService): ServiceAsk {
  const own = requests.filter((request) => request.form === form);
  const used = own.length > 0 ? own : requests;
  return {
    form,
    id,
    requests: used.map((request) => ({
      id: request.id ?? "",
      num: request.num,
      tierCode: request.tierCode,
      form: request.form === form ? form : "either",
    })),
  };
}

function agree(services: readonly InputService[], groups: readonly InputService[]): boolean {
  if (services.length !== groups.length) return false;
  const left = [...groups];
  return services.every((service) => {
    const at = left.findIndex((group) => isSame(service, group));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

function isSame(service: InputService, group: InputService): boolean {
  const serviceId = service.id ?? "";
  const parts = readServiceId(serviceId);
  const groupId = parts && !parts.hosted ? parts.groupId : serviceId;
  if (groupId !== group.id) return false;
  const inServiceForm = wordsOf(service.requests, "service", serviceId);
  const inGroupForm = wordsOf(group.requests, "group", serviceId);
  // An empty list names nothing, so it contradicts nothing.
  return inServiceForm === "" || inGroupForm === "" || inServiceForm === inGroupForm;
}

function wordsOf(requests: readonly InputRequest[], form: IdForm, serviceId: string): string {
  return requests
    .filter((request) => request.form === form)
    .map(({ id = "", num = 1, tierCode = "" }) => {
      const group = requestGroupIdOf(serviceId, id) ?? (id === "ROUND-TRIP" ? "TRIP" : id);
      return `${group} ${num} ${tierCode}`;
    })
    .sort()
    .join(", ");
}
