// Creates an order (4.2, D4): read, judge, locate, route and price outside any transaction, then one statement that saves it
// all or nothing. Rows that moved between the reading and the saving (a balance, a promo's last use, a tracking number) make
// the statement refuse, and the last checks are run again on fresh rows.

import type { Caller } from "../../domain/accounts/account.ts";
import { journalsOf } from "../../domain/ledger/order-journals.ts";
import type { CreateRefusal, GivenOrder } from "../../domain/orders/check/order-input.ts";
import { type Candidate, checkForCreate, checkRoute } from "../../domain/orders/check/service-check.ts";
import { checkShape, type ShapedOrder } from "../../domain/orders/check/shape-check.ts";
import {
  checkAgainstStore,
  type Funded,
  numberGivenTwice,
  trackingNumbersOf,
} from "../../domain/orders/check/store-check.ts";
import type { Order } from "../../domain/orders/order.ts";
import { newOrderId, newTrackingToken } from "../../domain/orders/order-ids.ts";
import { type Opening, openOrder } from "../../domain/orders/order-open.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { dueAtOf } from "../../domain/orders/steps/by-clock.ts";
import { priceInputs } from "../../domain/pricing/price.ts";
import type { Passages } from "../../domain/pricing/road-fees.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { planningOf } from "../../domain/rolling-plan/terms.ts";
import type { Random } from "../../ports/random.ts";
import type { SlotPlace } from "../../store/dispatch/slot-places.ts";
import type { Creator } from "../../store/orders/creators.ts";
import { type NewOrder, saveNewOrder } from "../../store/orders/new-order.ts";
import { listLiveTrackingNumbers } from "../../store/orders/order-lists.ts";
import { type Keep, keptUntil } from "../answer-once.ts";
import { type Booked, bookPlace, parcelOf } from "../rolling-plan/book-window.ts";
import { type ChangeDeps, orderEvent } from "./change-order.ts";
import { type EstimateDeps, promoFactOf } from "./estimate-fees.ts";
import { judgeAhead, locatePoints } from "./locate-points.ts";
import { drawRoute, driveOf, planPath } from "./plan-path.ts";
import { type HeldQuote, honourQuote } from "./quotes.ts";

export type CreateDeps = EstimateDeps & ChangeDeps & { readonly random: Random };
export type CreateAnswer = Order | Refusal<CreateRefusal>;

// Each try that finds its rows moved lost to another order that was saved, so this many are lost only in a crowd.
const TRIES_MAX = 50;

// An order that passed the checks which no other order can change.
type Judged = Pick<Opening, "now" | "asked" | "candidate" | "route"> & {
  readonly passages: Passages | undefined;
  readonly quoted: HeldQuote | undefined;
};

// `read`: the account, where it was read along with who calls.
export async function createOrder(
  deps: CreateDeps,
  caller: Caller,
  input: GivenOrder,
  keep?: Keep<CreateAnswer>,
  read?: Creator,
): Promise<CreateAnswer> {
  const creator = read ?? (await getCreator(deps, caller));
  const judged = await judge(deps, caller, creator, input);
  if (isRefusal(judged)) return judged;
  for (let tries = 1, known = creator; tries <= TRIES_MAX; tries++, known = await getCreator(deps, caller)) {
    const booked = await windowOf(deps, judged, tries === 1 ? undefined : deps.random.fraction());
    if (isRefusal(booked)) return booked;
    const funded = await fund(deps, caller, known, judged);
    if (isRefusal(funded)) return funded;
    const step = openOrder({
      id: newOrderId(deps.random.text, judged.now),
      trackingToken: newTrackingToken(deps.random.text),
      owner: { ...caller, name: known.name },
      asked: judged.asked,
      candidate: judged.candidate,
      route: judged.route,
      funded,
      window: booked?.window,
      now: judged.now,
    });
    const saved = await save(deps, step, known, booked?.place, keep);
    if (saved !== "SAVED") continue;
    deps.announcer.orderChanged(step.order.id);
    return step.order;
  }
  return refuse(
    "SERVICE_UNAVAILABLE",
    "Too many orders change the same balance, promo code or slot at once; try again.",
  );
}

async function getCreator(deps: CreateDeps, caller: Caller): Promise<Creator> {
  const creator = await deps.findCreator(caller.phone);
  if (!creator) throw new Error("the account of a checked token does not exist");
  return creator;
}

// Checks 2 to 17.
async function judge(
  deps: CreateDeps,
  caller: Caller,
  creator: Creator,
  input: GivenOrder,
): Promised<Judged, CreateRefusal> {
  if (isRefusal(input)) return input;
  const now = deps.clock.now();
  const asked = checkShape(input, "create", now, await judgeAhead(deps.places, input.path));
  if (isRefusal(asked)) return asked;
  const ask = asked.asks[0]!;
  const facts = { catalogue: deps.catalogue.current(), partnerId: caller.partnerId, codLimit: creator.codLimit };
  const checked = checkForCreate(facts, asked, ask, await locatePoints(deps.places, asked.points));
  if (isRefusal(checked)) return checked;
  const routed = await routeOf(deps, asked, checked);
  if (isRefusal(routed)) return routed;
  const question = { ownerPhone: caller.phone, orderTime: input.orderTime ?? 0, asked, candidate: checked };
  const quoted = asked.quoteId === null ? undefined : await honourQuote(deps, question, ask, asked.quoteId, now);
  return isRefusal(quoted) ? quoted : { now, asked, ...routed, quoted };
}

// The points in the order they will be driven, each with all that it carried.
async function routeOf(
  deps: CreateDeps,
  asked: ShapedOrder,
  candidate: Candidate,
): Promised<Pick<Judged, "candidate" | "route" | "passages">, CreateRefusal> {
  const { service } = candidate;
  const drive = driveOf(service, candidate.local);
  const { isRouteOptimized } = asked;
  const plan = checkRoute(service, await planPath(deps.roads, drive, candidate.points, isRouteOptimized, service));
  if (isRefusal(plan)) return plan;
  const points = plan.stops.map((stop) => candidate.points[stop]!);
  const route = checkRoute(service, await drawRoute(deps.roads, drive, points, plan));
  return isRefusal(route) ? route : { candidate: { ...candidate, points }, route, passages: plan.passages };
}

// Check 18, on the plan and the slots as they are now.
function windowOf(
  { planPictures, clock }: CreateDeps,
  { asked, candidate: { service, city, points, requests }, route }: Judged,
  share: number | undefined,
): Promised<Booked | undefined, CreateRefusal> | undefined {
  if (!planningOf(service)) return undefined;
  const parcel = parcelOf(service, points, route.durationSeconds, asked, requests);
  return bookPlace(planPictures, service, city, parcel, clock.now(), share);
}

// Checks 19 to 21, on rows as they are now.
async function fund(
  deps: CreateDeps,
  caller: Caller,
  creator: Creator,
  { now, asked, candidate, route, passages, quoted }: Judged,
): Promised<Funded, CreateRefusal> {
  const { service, points } = candidate;
  const numbers = trackingNumbersOf(points);
  const [inUse, promo] = await Promise.all([
    creator.blocksDuplicates ? listLiveTrackingNumbers(deps.db, caller.partnerId, numbers) : [],
    promoFactOf(deps, asked),
  ]);
  const inputs =
    quoted?.inputs ??
    priceInputs(
      service,
      { distanceMeters: route.distanceMeters, passages, deliveryPoints: points.length - 1 },
      candidate.local,
      candidate.requests,
      null,
    );
  const { blocksDuplicates } = creator;
  const facts = { blocksDuplicates, givenTwice: numberGivenTwice(points), inUse, promo, wallet: creator };
  const funded = checkAgainstStore(service, inputs, asked.paymentMethod, facts, now);
  if (isRefusal(funded) || !quoted || funded.price.total === quoted.quote.total) return funded;
  return refuse("QUOTE_EXPIRED", "The promo code is worth something else since the quote was given.");
}

function save(
  deps: CreateDeps,
  step: Step,
  creator: Creator,
  place: SlotPlace | undefined,
  keep: Keep<CreateAnswer> | undefined,
): ReturnType<typeof saveNewOrder> {
  const { order } = step;
  const [journal] = journalsOf(step);
  const expiresAt = keptUntil(order.createdAt);
  // What moves no money waits for nobody who does: it has a share of its own.
  const { fromMain, fromBonus } = order.payment;
  const account = fromMain + fromBonus > 0 ? order.ownerPhone : `${order.ownerPhone} in cash`;
  const share = [
    account,
    ...(order.promoCode ? [`promo ${order.promoCode}`] : []),
    ...(place ? [`plan ${place.cityId} ${place.vehicle}`] : []),
  ];
  const opened: NewOrder = {
    order,
    actor: "user",
    dueAt: dueAtOf(order),
    journal,
    event: orderEvent(deps, step),
    blocksNumbers: creator.blocksDuplicates,
    place,
    keyed: keep && { call: keep.call, answer: keep.render(order), expiresAt },
  };
  return saveNewOrder(deps.db, opened, share);
}
