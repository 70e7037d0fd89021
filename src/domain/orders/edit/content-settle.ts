// Completes a change of an order's content with what had to be asked outside: places and roads, numbers in use, the sender's wallet, the
// driver's wallet. Priced by the same function as every order, with the order's own tariff (D11).
import type { Amount } from "../../amount.ts";
import type { City, Service } from "../../catalogue/service.ts";
import { surgeRateAt } from "../../catalogue/service-hours.ts";
import { decimalHour, localTimeAt } from "../../local-time.ts";
import { chooseRequests } from "../../pricing/chosen-request.ts";
import { adjustPayment, type UserWallet } from "../../pricing/payment.ts";
import { kilometersOf, type PriceInputs, price } from "../../pricing/price.ts";
import type { Passages } from "../../pricing/road-fees.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import { deliverByOf } from "../../rolling-plan/terms.ts";
import { checkCod, checkHours, checkStops } from "../check/service-check.ts";
import { checkTrackingNumbers, numberGivenTwice } from "../check/store-check.ts";
import type { Order, OrderPoint, OrderRoute, PointPlace } from "../order.ts";
import { UNTOUCHED } from "../order-open.ts";
import { type Effect, edited, move, type Step } from "../order-step.ts";
import { askedAgain, type ContentPlan, type ContentRefusal, parcelsOf } from "./content-plan.ts";
import { adjustedHold, checkDriverWallet } from "./edit-settle.ts";

// What the service and the account allow, of which nothing needs a road or a row: in the order of D11, but for the place of a new point.
export function checkLimits(
  { order, added, removed, times }: ContentPlan,
  { service, city }: { readonly service: Service; readonly city: City },
): Refusal<ContentRefusal> | undefined {
  const points = order.points.length + (added ? 1 : 0) - (removed === undefined ? 0 : 1);
  const stops = added || removed !== undefined ? checkStops(service, points - 1) : undefined;
  if (stops) return stops;
  if (!times) return undefined;
  if (times.isTooFarAhead) {
    const hint = "Times are Unix seconds, at most 30 days ahead.";
    return refuse("INVALID_FUTURE_ORDER_TIME", `order_time or idle_until is too far in the future. ${hint}`);
  }
  return checkHours({ service, city, local: localTimeAt(city.timeZone, times.at) });
}

// The path as it will be where a point comes, at `place`, or goes; in the order given: the caller may drive it in another (route_optimized).
export function newPath({ order, added, removed }: ContentPlan, place: PlacedAt | undefined): readonly OrderPoint[] {
  const numbered = order.points.map((point, index) => (index === 0 ? point : { stopNumber: index, ...point }));
  if (removed !== undefined) return numbered.toSpliced(removed, 1);
  const { given: _given, ...point } = added!.point;
  const fresh: OrderPoint = {
    ...UNTOUCHED,
    ...point,
    ...place!,
    // Above every index, and another one for every point that ever was: each edit has a number of its own.
    stopNumber: FIRST_NUMBER + order.seq,
  };
  return numbered.toSpliced(added!.index ?? numbered.length, 0, fresh);
}

const FIRST_NUMBER = 1_000;

export type PlacedAt = { readonly lat: number; readonly lng: number; readonly place: PointPlace };

export function checkPathCod(order: Order, points: readonly OrderPoint[], codLimit: Amount | null) {
  return checkCod({ codLimit }, { service: { id: order.serviceId, codMax: order.rules.codMax }, points });
}

export type ContentFacts = {
  readonly tariff: Service;
  readonly city: City;
  readonly now: Date;
  // The new path where points came or went, as it will be driven.
  readonly routed:
    | {
        readonly points: readonly OrderPoint[];
        readonly route: OrderRoute;
        // Where the order's tariff charges for some.
        readonly passages?: Passages | undefined;
      }
    | undefined;
  readonly blocksDuplicates: boolean;
  // Of the numbers the order did not carry before, those that another order does.
  readonly inUse: readonly string[];
  readonly wallet: UserWallet;
  // Of the driver who has accepted; without end while there is none.
  readonly driverWallet: Amount;
};

export function settleContent(plan: ContentPlan, facts: ContentFacts): Step | Refusal<ContentRefusal> {
  const { order, times, items } = plan;
  const { points, route } = facts.routed ?? order;
  const duplicate = plan.added && checkTrackingNumbers({ ...facts, givenTwice: numberGivenTwice(points) });
  if (duplicate) return duplicate;
  const pricing = newPricing(plan, facts, points, route);
  if (isRefusal(pricing)) return pricing;
  const newPrice = price(pricing);
  const payment = adjustPayment(order.paymentMethod, order.payment, newPrice.total, facts.wallet);
  if (isRefusal(payment)) return payment;
  const changes = {
    points,
    route,
    pricing,
    price: newPrice,
    payment,
    ...(items ? { items } : {}),
    ...(times && {
      orderAt: times.at,
      idleUntil: times.idleUntil,
      deliverBy: deliverByOf(facts.tariff, facts.city.timeZone, times.at),
      deliverFrom: null,
    }),
  };
  const tooDear = checkDriverWallet(order, changes, facts.driverWallet);
  if (tooDear) return tooDear;
  const effects: Effect[] = adjustedHold(order, payment);
  // Who is being asked about it is asked about another order now.
  if (order.status === "ASSIGNING" && (facts.routed || times || plan.requests))
    effects.push({ effect: "withdraw_offers" });
  if (!times) return edited(order, changes, effects);
  if (order.status === "ASSIGNING" && times.idleUntil) {
    return move(order, "postpone", "IDLE", { ...changes, assigningAt: null }, effects);
  }
  // An order that waits for its time is woken by it, and by none at once.
  const idleUntil = order.status === "IDLE" ? (times.idleUntil ?? facts.now) : times.idleUntil;
  return edited(order, { ...changes, idleUntil }, effects);
}

function newPricing(
  { order, times, requests }: ContentPlan,
  { tariff, city, routed }: ContentFacts,
  points: readonly OrderPoint[],
  route: OrderRoute,
): PriceInputs | Refusal<"INVALID_DATA"> {
  const local = times && localTimeAt(city.timeZone, times.at);
  const kept = { x: kilometersOf(route.distanceMeters), deliveryPoints: points.length - 1 };
  // Insurance is by the points' values, and where none is stated by the pickup's.
  const { chosen, invalid } = chooseRequests(tariff, requests ?? askedAgain(order), parcelsOf(order, points));
  if (invalid) return refuse("INVALID_DATA", invalid.why);
  return {
    ...order.pricing,
    ...(routed ? { ...kept, ...routed.passages } : {}),
    ...(local ? { h: decimalHour(local), surgeRate: surgeRateAt(tariff.surgeRules, local) } : {}),
    requests: chosen,
  };
}
