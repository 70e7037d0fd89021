// The windows of everything a driver has in hand, from what was planned and how far off such plans were.
import { etasOf, type OrderWindows, windowsOf } from "../../domain/eta/order-eta.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { PlanDeps, PlannedDriver } from "./plan-driver.ts";

export async function arrivalWindows(
  { learned, clock }: PlanDeps,
  { driver, travel, staysOf }: PlannedDriver,
  held: readonly Order[],
): Promise<readonly OrderWindows[]> {
  const now = clock.now();
  const cityId = held[0]?.cityId ?? "";
  const tables = await learned.windows(cityId);
  const hour = learned.hourIn(cityId, now);
  const byId = new Map(held.map((order) => [order.id, order]));
  return etasOf(driver, held, travel, staysOf).map((eta) => {
    const order = byId.get(eta.orderId)!;
    return windowsOf(eta, order, staysOf(order), tables, now, hour);
  });
}
