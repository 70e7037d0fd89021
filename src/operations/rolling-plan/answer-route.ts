// A driver takes a route or refuses it: all its offers are answered in one transaction, or none. What left the route meanwhile (an order that was
// cancelled) is left out.
import type { DriverCaller } from "../../domain/drivers/driver.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { inTransaction } from "../../store/db.ts";
import {
  findRoute,
  listOffersOfRoute,
  lockOrders,
  type RouteOffer,
  type StoredRoute,
} from "../../store/dispatch/planned-routes.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { closeOffers } from "../../store/drivers/offers.ts";
import { noteHeard } from "../../store/drivers/places.ts";
import { keepSequence } from "../dispatch/plan-driver.ts";
import { type AcceptOfferRefusal, type AnswerDeps, decideAcceptance } from "../drivers/answer-offer.ts";
import { type Actor, saveTogether } from "../orders/change-order.ts";

export type AssignDeps = AnswerDeps & {
  // Where what went wrong is counted and logged.
  readonly rounds: { readonly failed: (loop: string, fault: unknown) => void };
};
export type AcceptedRoute = { readonly route: StoredRoute; readonly orders: readonly Order[] };
type RouteRefusal = AcceptOfferRefusal;

const ROUTE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// The order of the checks: a route of this driver, offers of it that are open, then each as a single offer is judged; the first refusal is the route's.
export async function acceptRoute(
  deps: AnswerDeps,
  driver: DriverCaller,
  routeId: string,
  actor: Actor = "driver",
): Promise<AcceptedRoute | Refusal<RouteRefusal>> {
  const found = await findOwnRoute(deps, driver, routeId);
  if (isRefusal(found)) return found;
  const { route } = found;
  const orders = await saveTogether<RouteRefusal>(deps, actor, async (tx, save) => {
    const asked = await listOffersOfRoute(tx, routeId, driver.phone);
    await lockOrders(
      tx,
      asked.map(({ orderId }) => orderId),
    );
    const open = (await listOffersOfRoute(tx, routeId, driver.phone)).filter(({ answer }) => answer === null);
    if (open.length === 0) return isTheirs(asked) ? undefined : gone();
    for (const { id } of open) {
      const decided = await decideAcceptance({ ...deps, db: tx }, driver, id);
      if (isRefusal(decided)) return decided;
      await save(decided);
    }
    const taken = new Set(
      [...open, ...asked.filter(({ answer }) => answer === "accepted")].map(({ orderId }) => orderId),
    );
    const visits = route.stops
      .filter(({ orderId, isHeld }) => isHeld || taken.has(orderId))
      .map(({ orderId, kind }) => ({ orderId, kind }));
    await keepSequence(tx, deps, driver.phone, visits);
    return undefined;
  });
  return isRefusal(orders) ? orders : { route, orders };
}

// Said twice is the same as said once.
function isTheirs(asked: readonly RouteOffer[]): boolean {
  return asked.some(({ answer }) => answer === "accepted");
}

function gone(): Refusal<"OFFER_EXPIRED"> {
  return refuse("OFFER_EXPIRED", "The offer of this route is over.");
}

// For good, as of a single order: its orders are not offered to this driver again.
export async function declineRoute(
  deps: AnswerDeps,
  driver: DriverCaller,
  routeId: string,
): Promise<{ readonly declined: true } | Refusal<"OFFER_NOT_FOUND" | "INVALID_ORDER_STATUS">> {
  const found = await findOwnRoute(deps, driver, routeId);
  if (isRefusal(found)) return found;
  const now = deps.clock.now();
  await inTransaction(deps.db.with({ share: [driver.phone] }), async (tx) => {
    await closeOffers(tx, { routeId, driver: driver.phone }, "declined", now);
    await noteHeard(tx, driver.phone, now);
  });
  const offers = await listOffersOfRoute(deps.db, routeId, driver.phone);
  if (isTheirs(offers)) {
    return refuse("INVALID_ORDER_STATUS", "This route was accepted; its orders can be given up instead.");
  }
  for (const { orderId } of offers) deps.announcer.orderChanged(orderId);
  return { declined: true };
}

// In the name of a driver who is not asked. Where it cannot be, the offer stands until they answer or it runs out.
export async function assignRoute(deps: AssignDeps, routeId: string): Promise<void> {
  const route = await findRoute(deps.db, routeId);
  const driver = route && (await findDriver(deps.db, route.driverPhone));
  if (!driver) return;
  const given = await acceptRoute(deps, driver, routeId, "system");
  if (isRefusal(given)) deps.rounds.failed("routes given", new Error(`${given.refused}: ${given.why}`));
}

async function findOwnRoute(
  deps: AnswerDeps,
  driver: DriverCaller,
  routeId: string,
): Promise<{ readonly route: StoredRoute } | Refusal<"OFFER_NOT_FOUND">> {
  const route = ROUTE_ID.test(routeId) ? await findRoute(deps.db, routeId) : undefined;
  if (route?.driverPhone === driver.phone && route.offeredAt) return { route };
  return refuse("OFFER_NOT_FOUND", "This driver has no such route.");
}
