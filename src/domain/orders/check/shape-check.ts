// Checks 3 to 5 of D4 that need nothing but the input and the time: what is missing, too few points, what is not allowed.
// The quantities of special requests (also check 5) need the catalogue and wait in service-check.
import type { Amount } from "../../amount.ts";
import { canonicalPromoCode } from "../../catalogue/promo.ts";
import type { LatLng } from "../../geo.ts";
import type { Places } from "../../places.ts";
import type { PackageDetail } from "../../pricing/chosen-request.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../../pricing/payment.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import type { OrderItem } from "../order.ts";
import { textFault } from "../text-limits.ts";
import type { OrderCall } from "./check-refusals.ts";
import { missingInfo } from "./missing-info.ts";
import { amountFault, placeOf, pointFault } from "./point-check.ts";
import type { InputPoint, OrderInput } from "./read-input.ts";
import { askFault, asksOf, type ServiceAsk } from "./service-asks.ts";

// A point after its own checks. Without a place it is to be located by its address.
export type ShapedPoint = {
  readonly address: string;
  readonly shortAddress: string | null;
  readonly given: LatLng | undefined;
  readonly name: string;
  readonly mobile: string;
  readonly trackingNumber: string | null;
  readonly remarks: string | null;
  readonly cod: Amount;
  readonly itemValue: Amount | null;
};

export type ShapedOrder = {
  // One on create, one or more on estimate, in the order asked.
  readonly asks: readonly ServiceAsk[];
  readonly points: readonly ShapedPoint[];
  // The moment the order is for: order_time, or now for an immediate one. Meaningless when too far ahead (check 14).
  readonly at: Date;
  readonly isTooFarAhead: boolean;
  // null: the search for a driver starts at once.
  readonly idleUntil: Date | null;
  // null: nobody said when the goods can be fetched.
  readonly readyAt: Date | null;
  readonly paymentMethod: PaymentMethod;
  readonly promoCode: string | null;
  readonly remarks: string;
  readonly items: readonly OrderItem[];
  readonly packages: readonly PackageDetail[];
  readonly isRouteOptimized: boolean;
  readonly quoteId: string | null;
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
  if (missing !== undefined) return refuse("MISSING_REQUIRED_INFO", missing);
  const path = input.path ?? [];
  if (path.length < POINTS_MIN) {
    return refuse(
      "MISSING_PATH_INFO",
      `path has ${path.length} points: a pickup and at least one delivery are needed.`,
    );
  }
  const fault = firstFault(input, path, call, now, judgeAddress);
  if (fault !== undefined) return refuse("BAD_REQUEST", fault);
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
    quoteId: input.quoteId ?? null,
  };
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
    isTooFarAhead: orderTime > latest || idleUntil > latest || (input.readyAt ?? 0) > latest,
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
