// A driver puts a stop off and comes back to it: what else they have is done first, and the stop where it then costs least.
import { planChanges } from "../../domain/dispatch/plan-changes.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { skip } from "../../domain/dispatch/stop-plan.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { DriverKey } from "../../ports/live/live-plane.ts";
import { inTransaction } from "../../store/db.ts";
import { listCarriedBy } from "../../store/drivers/held-orders.ts";
import { findPlace, noteHeard } from "../../store/drivers/places.ts";
import { savePlanSince } from "../../store/drivers/plans.ts";
import { type Keep, keepResult } from "../answer-once.ts";
import { changedAfter, planDriver } from "../dispatch/plan-driver.ts";
import { newestPlace } from "../live/newest-places.ts";
import type { SeePlanDeps } from "./see-plan.ts";

export type Skipped = Order | Refusal<"ORDER_NOT_FOUND" | "INVALID_ORDER_STATUS">;

// So often somebody else may change the driver's sequence between reading and saving it.
const TRIES = 5;

// `pathIndex` 0: the pickup; any other: the order's doors.
export async function skipStop(
  deps: SeePlanDeps,
  key: DriverKey,
  orderId: string,
  pathIndex: number,
  keep?: Keep<Skipped>,
): Promise<Skipped> {
  await noteHeard(deps.db, key.phone, deps.clock.now());
  for (let tries = 0; tries < TRIES; tries++) {
    const skipped = await trySkip(deps, key, orderId, pathIndex, keep);
    if (skipped) return skipped;
  }
  throw new Error(`the sequence of order ${orderId} changed ${TRIES} times while a stop of it was skipped`);
}

// undefined: the sequence changed meanwhile.
async function trySkip(
  deps: SeePlanDeps,
  key: DriverKey,
  orderId: string,
  pathIndex: number,
  keep: Keep<Skipped> | undefined,
): Promise<Skipped | undefined> {
  const { phone } = key;
  const [orders, kept] = await Promise.all([listCarriedBy(deps.db, [phone]), findPlace(deps.db, phone)]);
  const order = orders.find(({ id }) => id === orderId);
  if (!order) return refuse("ORDER_NOT_FOUND", "There is no such order in this driver's hands.");
  const place = kept && (await newestPlace(deps, key, kept));
  const kind = pathIndex === 0 ? "pickup" : "doors";
  const planned = place && (await planDriver(deps, phone, place, orders));
  const isAhead = planned?.plan.visits.some((visit) => visit.orderId === orderId && visit.kind === kind);
  if (!planned || !isAhead || (pathIndex > 0 && order.points[pathIndex]?.status !== ""))
    return refuse("INVALID_ORDER_STATUS", `Stop ${pathIndex} of order ${orderId} is not to be done.`);
  const { driver, plan, travel } = planned;
  const later = skip(driver, plan.visits, { orderId, kind }, POLICY.rules, travel);
  if (!later) return refuse("INVALID_ORDER_STATUS", "There is nothing else to do before it.");
  const told = {
    driverPhone: phone,
    visits: later.planned,
    why: "SKIPPED",
    changedAt: changedAfter(plan, deps.clock.now()),
    changes: planChanges(plan.visits, later.planned, new Set()),
  } as const;
  return inTransaction(deps.db, async (tx) => {
    if (!(await savePlanSince(tx, told, plan.changedAt))) return undefined;
    await keepResult(tx, deps, keep, order);
    return order;
  });
}
