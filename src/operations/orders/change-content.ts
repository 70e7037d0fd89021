// Adds or removes a point of an order, or changes its time, goods or special requests (D11). What is new in the path is located and
// routed before the transaction; if the order changed meanwhile, everything is decided again.

import type { Caller } from "../../domain/accounts/account.ts";
import type { City, Service } from "../../domain/catalogue/service.ts";
import { deliversTo } from "../../domain/catalogue/zones.ts";
import { checkRoute } from "../../domain/orders/check/service-check.ts";
import { trackingNumbersOf } from "../../domain/orders/check/store-check.ts";
import {
  type ContentInput,
  type ContentPlan,
  type ContentRefusal,
  planContent,
} from "../../domain/orders/edit/content-plan.ts";
import {
  type ContentFacts,
  checkLimits,
  checkPathCod,
  newPath,
  type PlacedAt,
  settleContent,
} from "../../domain/orders/edit/content-settle.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { slotOfPromise } from "../../domain/rolling-plan/slots.ts";
import { planningOf } from "../../domain/rolling-plan/terms.ts";
import type { Sql } from "../../store/db.ts";
import { moveSlotPlace } from "../../store/dispatch/slot-places.ts";
import { listLiveTrackingNumbers } from "../../store/orders/order-lists.ts";
import { findOrder, isNumberTaken } from "../../store/orders/orders.ts";
import type { Keep } from "../answer-once.ts";
import { changeOrder } from "./change-order.ts";
import { driverWalletOf, type EditDeps, userWalletOf } from "./edit-order.ts";
import type { EstimateDeps } from "./estimate-fees.ts";
import { drawRoute, driveOf, localTimeOf, planPath } from "./plan-path.ts";
import { tariffOf } from "./quotes.ts";

export type ContentDeps = EditDeps & Pick<EstimateDeps, "findCreator">;
export type ContentAnswer = Order | Refusal<ContentRefusal>;

const RETRIES_MAX = 5;
const CHANGES = refuse(
  "SERVICE_UNAVAILABLE",
  "The order changes all the time while this change is worked out; try again.",
);

type Around = { readonly service: Service; readonly tariff: Service; readonly city: City };

export async function changeContent(
  deps: ContentDeps,
  caller: Caller,
  orderId: string,
  input: ContentInput,
  keep?: Keep<ContentAnswer>,
): Promise<ContentAnswer> {
  for (let tries = 1; tries <= RETRIES_MAX; tries++) {
    const found = await findOrder(deps.db, orderId);
    const around = found && (await aroundOf(deps, found));
    const now = deps.clock.now();
    const planOf = (order: Order | undefined) =>
      planContent(order, orderId, caller, input, { now, tariff: around?.tariff, judgeAddress: deps.places.judge });
    const plan = planOf(found);
    if (isRefusal(plan)) return plan;
    if (!around) throw new Error(`order ${orderId} was planned for and not found`);
    const creator = await deps.findCreator(caller.phone);
    if (!creator) throw new Error("the account of a checked token does not exist");
    const routed = checkLimits(plan, around) ?? (await routeAnew(deps, plan, around.service, creator.codLimit));
    if (isRefusal(routed)) return routed;
    let hasMoved = false;
    const decide = async (order: Order | undefined, tx: Sql) => {
      const fresh = planOf(order);
      if (isRefusal(fresh)) return fresh;
      hasMoved = routed !== undefined && fresh.order.seq !== plan.order.seq;
      if (hasMoved) return CHANGES;
      const points = routed?.points ?? fresh.order.points;
      const had = trackingNumbersOf(fresh.order.points);
      const added = trackingNumbersOf(points).filter((number) => !had.includes(number));
      const facts: ContentFacts = {
        ...around,
        now,
        routed,
        blocksDuplicates: creator.blocksDuplicates,
        inUse: creator.blocksDuplicates ? await listLiveTrackingNumbers(tx, fresh.order.partnerId, added) : [],
        wallet: await userWalletOf(tx, fresh.order, creator.creditLimit),
        driverWallet: (await driverWalletOf(tx, fresh.order)) ?? Infinity,
      };
      const settled = settleContent(fresh, facts);
      if (isRefusal(settled) || !plan.times) return settled;
      return (await moveInSlots(tx, settled.order, around)) ?? settled;
    };
    try {
      const answer = await changeOrder(deps, orderId, "user", decide, keep);
      if (hasMoved) continue;
      return answer;
    } catch (error) {
      // Looked at again, it is in use.
      if (!isNumberTaken(error)) throw error;
    }
  }
  return CHANGES;
}

// To the slot of its new time, in the transaction that changes the order; refused where that slot is full.
async function moveInSlots(
  tx: Sql,
  order: Order,
  { service, city }: Around,
): Promise<Refusal<"INVALID_DELIVERY_TIME"> | undefined> {
  const planning = planningOf(service);
  if (!planning || !order.deliverBy) return undefined;
  const slot = slotOfPromise(planning, city.timeZone, order.deliverBy);
  const limit = planning.slotOrders === 0 ? null : planning.slotOrders;
  if (await moveSlotPlace(tx, order, slot.from, limit)) return undefined;
  return refuse("INVALID_DELIVERY_TIME", `${service.id} has no place left in the slot of this time; see its slots.`);
}

async function aroundOf(deps: ContentDeps, order: Order): Promise<Around> {
  const { services, cities } = deps.catalogue.current();
  const service = services.get(order.serviceId);
  const city = cities.get(order.cityId);
  const tariff = service && (await tariffOf(deps, service, order.pricing.tariffVersion));
  if (!service || !city || !tariff) throw new Error(`the service or city of order ${order.id} is gone`);
  return { service, city, tariff };
}

async function routeAnew(
  deps: ContentDeps,
  plan: ContentPlan,
  service: Service,
  codLimit: number | null,
): Promised<ContentFacts["routed"], ContentRefusal> {
  if (!plan.added && plan.removed === undefined) return undefined;
  const placed = await placeAdded(deps, plan);
  if (isRefusal(placed)) return placed;
  if (placed && !deliversTo(deps.catalogue.current(), service, placed)) {
    return refuse("INVALID_DELIVERY_AREA", `The point lies outside the delivery area of ${service.id}.`);
  }
  const points = newPath(plan, placed);
  const tooMuch = checkPathCod(plan.order, points, codLimit);
  if (tooMuch) return tooMuch;
  const drive = driveOf(service, localTimeOf(deps.catalogue.current(), plan.order));
  const limit = { id: service.id, distanceMetersMax: plan.order.rules.distanceMetersMax };
  const { isRouteOptimized, pricing } = plan.order;
  const path = checkRoute(limit, await planPath(deps.roads, drive, points, isRouteOptimized, pricing));
  if (isRefusal(path)) return path;
  const driven = path.stops.map((stop) => points[stop]!);
  const route = checkRoute(limit, await drawRoute(deps.roads, drive, driven, path));
  return isRefusal(route) ? route : { points: driven, route, passages: path.passages };
}

async function placeAdded(deps: ContentDeps, { added }: ContentPlan): Promised<PlacedAt | undefined, "INVALID_DATA"> {
  if (!added) return undefined;
  const { given, address } = added.point;
  if (given) return { ...given, place: { by: "given", confidence: 1, matched: null } };
  const located = await deps.places.locate(address);
  if (isRefusal(located)) return refuse("INVALID_DATA", `address cannot be located: ${located.why}`);
  const { point, by, confidence, matched } = located;
  return { ...point, place: { by, confidence, matched } };
}
