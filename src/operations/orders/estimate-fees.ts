// Prices one path for many services at once (4.3, D5). Roads are asked once for each kind of vehicle, not once for each service.
import type { Caller } from "../../domain/accounts/account.ts";
import type { QuotedEta } from "../../domain/eta/quoted-eta.ts";
import type { EstimateRefusal, GivenOrder } from "../../domain/orders/check/order-input.ts";
import {
  type Candidate,
  checkForEstimate,
  checkRoute,
  type EstimatedPoint,
  type EstimateWarning,
  pointWarnings,
} from "../../domain/orders/check/service-check.ts";
import { checkShape, type ServiceAsk, type ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import { type PromoFact, priceWithPromo } from "../../domain/orders/check/store-check.ts";
import { type Price, type PriceInputs, priceInputs } from "../../domain/pricing/price.ts";
import { chargesForRoads } from "../../domain/pricing/road-fees.ts";
import { isRefusal, type Promised, type Refusal } from "../../domain/refusal.ts";
import type { RoadsRefusal, RouteLeg } from "../../domain/roads.ts";
import type { DeliveryWindow } from "../../domain/rolling-plan/booking.ts";
import { planningOf } from "../../domain/rolling-plan/terms.ts";
import { mapInSlices } from "../../ports/slices.ts";
import type { Creator } from "../../store/orders/creators.ts";
import { findPromo } from "../../store/orders/promos.ts";
import type { UsualTimesKeeper } from "../dispatch/usual-times.ts";
import { bookWindow, type PlanPictures, parcelOf } from "../rolling-plan/book-window.ts";
import type { Services } from "../services.ts";
import { judgeAhead, locatePoints } from "./locate-points.ts";
import { driveOf, type PathPlan, planPath } from "./plan-path.ts";
import { type GivenQuote, giveQuote, type QuoteDeps } from "./quotes.ts";

export type EstimateDeps = QuoteDeps &
  Pick<Services, "clock" | "roads" | "places" | "catalogue"> & {
    readonly findCreator: (phone: string) => Promise<Creator | undefined>;
    readonly usualTimes: UsualTimesKeeper;
    readonly planPictures: PlanPictures;
  };

export type PricedEstimate = RouteLeg &
  GivenQuote & {
    readonly inputs: PriceInputs;
    readonly price: Price;
    readonly points: readonly EstimatedPoint[];
    readonly warnings: readonly EstimateWarning[];
    readonly expected: QuotedEta;
    // Where it was asked for: the points of the path in the order they would be driven.
    readonly stopOrder: readonly number[] | undefined;
    // Of a planned service.
    readonly window: DeliveryWindow | undefined;
  };
// `serviceId` is the concrete one where the pickup's city gave it.
export type Estimate = { readonly serviceId: string; readonly outcome: PricedEstimate | Refusal<EstimateRefusal> };

type Checked = { readonly ask: ServiceAsk; readonly candidate: ReturnType<typeof checkForEstimate> };

// Each service looks at each point; so many are a few milliseconds.
const CHECKS_IN_PLACE = 500;

export async function estimateFees(
  deps: EstimateDeps,
  caller: Caller,
  input: GivenOrder,
): Promised<readonly Estimate[], EstimateRefusal> {
  if (isRefusal(input)) return input;
  const now = deps.clock.now();
  const [judge] = await whenKnown([judgeAhead(deps.places, input.path)]);
  const asked = checkShape(input, "estimate", now, judge);
  if (isRefusal(asked)) return asked;
  const [lookedUp, codLimit, promo] = await whenKnown([
    locatePoints(deps.places, asked.points),
    codLimitOf(deps, caller, asked),
    promoFactOf(deps, asked),
  ]);
  const facts = { catalogue: deps.catalogue.current(), partnerId: caller.partnerId, codLimit };
  const plans = new Map<string, Promised<PathPlan, RoadsRefusal>>();
  const plan = (candidate: Candidate) => {
    const drive = driveOf(candidate.service, candidate.local);
    const key = `${drive.profile} ${drive.by.vehicle} ${drive.by.minuteOfWeek} ${chargesForRoads(candidate.service)}`;
    const known = plans.get(key);
    if (known) return known;
    const asking = planPath(deps.roads, drive, candidate.points, asked.isRouteOptimized, candidate.service);
    plans.set(key, asking);
    return asking;
  };

  const check = (ask: ServiceAsk): Checked => ({ ask, candidate: checkForEstimate(facts, asked, ask, lookedUp) });
  const estimate = async ({ ask, candidate }: Checked): Promise<Estimate> => {
    if (isRefusal(candidate)) return { serviceId: ask.id, outcome: candidate };
    const { service } = candidate;
    const path = checkRoute(service, await plan(candidate));
    if (isRefusal(path)) return { serviceId: service.id, outcome: path };
    const { distanceMeters, durationSeconds, passages } = path;
    const parcel = parcelOf(
      service,
      path.stops.map((stop) => candidate.points[stop]!),
      durationSeconds,
      asked,
      candidate.requests,
    );
    const booked = planningOf(service) && (await bookWindow(deps.planPictures, service, candidate.city, parcel, now));
    if (isRefusal(booked)) return { serviceId: service.id, outcome: booked };
    const route = { distanceMeters, passages, deliveryPoints: candidate.points.length - 1 };
    const inputs = priceInputs(service, route, candidate.local, candidate.requests, null);
    const priced = priceWithPromo(service, inputs, promo, now);
    if (isRefusal(priced)) return { serviceId: service.id, outcome: priced };
    const points = candidate.points.map((point, at) => ({ ...point, movedMeters: path.movedMeters[at] ?? 0 }));
    const question = { ownerPhone: caller.phone, orderTime: input.orderTime ?? 0, asked, candidate };
    const given = giveQuote(deps, question, path, priced, now);
    const expected = deps.usualTimes.quote(
      { cityId: candidate.city.id, serviceId: service.id, pickup: candidate.points[0]!, durationSeconds, ...route },
      { searchAt: asked.idleUntil ?? now, readyAt: asked.readyAt ?? (asked.at > now ? asked.at : null) },
      now,
    );
    return {
      serviceId: service.id,
      outcome: {
        distanceMeters,
        durationSeconds,
        ...priced,
        ...given,
        points,
        warnings: [
          ...candidate.warnings,
          ...(booked?.isAsWished === false ? (["LATER_THAN_WANTED"] as const) : []),
          ...pointWarnings(points),
        ],
        expected,
        stopOrder: asked.isRouteOptimized ? path.stops : undefined,
        window: booked?.window,
      },
    };
  };
  const isLong = asked.asks.length * asked.points.length > CHECKS_IN_PLACE;
  const checked = isLong ? await mapInSlices(asked.asks, check) : asked.asks.map(check);
  const estimates = await Promise.all(checked.map(estimate));
  // D5: a call in which nothing could be priced answers with its first refusal.
  const [first] = estimates;
  const isAllRefused = estimates.every(({ outcome }) => isRefusal(outcome));
  return isAllRefused && first && isRefusal(first.outcome) ? first.outcome : estimates;
}

// Only a path that collects something needs the account's own limit.
function codLimitOf(deps: EstimateDeps, caller: Caller, asked: ShapedOrder): Promise<number | null> | null {
  if (asked.points.every((point) => point.cod === 0)) return null;
  return deps.findCreator(caller.phone).then((creator) => creator?.codLimit ?? null);
}

export function promoFactOf(deps: QuoteDeps, asked: ShapedOrder): Promise<PromoFact> | undefined {
  const code = asked.promoCode;
  if (code === null) return undefined;
  return findPromo(deps.db, code).then((found) => ({ code, promo: found?.promo, uses: found?.uses ?? 0 }));
}

// Values of which some may still be asked for. When all are known there is nothing to wait for: a promise for each, and one for
// all of them, would cost a call that needs none more than its own work.
type Known<T extends readonly unknown[]> = { -readonly [Key in keyof T]: Awaited<T[Key]> };

function whenKnown<T extends readonly unknown[] | []>(values: T): Known<T> | Promise<Known<T>> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Known<T>);
}
