// What a driver is told to drive: every stop in its sequence, when it is reached, and the line along them.
import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order, OrderPoint } from "../../domain/orders/order.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { DriverKey } from "../../ports/live/live-plane.ts";
import { listCarriedBy } from "../../store/drivers/held-orders.ts";
import { findPlace } from "../../store/drivers/places.ts";
import type { StoredPlan } from "../../store/drivers/plans.ts";
import { arrivalWindows } from "../dispatch/arrival-windows.ts";
import { type PlanDeps, planDriver } from "../dispatch/plan-driver.ts";
import { newestPlace } from "../live/newest-places.ts";
import type { Live } from "../live/open-live.ts";

export type SeePlanDeps = PlanDeps & { readonly live?: Pick<Live, "beyond"> };

export type PlannedStop = {
  readonly order: Order;
  // 0: the pickup.
  readonly pathIndex: number;
  readonly point: OrderPoint;
  readonly window: TimeWindow | null;
};

export type DriverPlan = {
  readonly stops: readonly PlannedStop[];
  readonly polyline: string;
  readonly plan: StoredPlan | undefined;
};

// What a way along the roads may hold.
const WAY_POINTS_MAX = 100;

export async function seePlan(deps: SeePlanDeps, key: DriverKey): Promise<DriverPlan> {
  const { phone } = key;
  const [orders, kept] = await Promise.all([listCarriedBy(deps.db, [phone]), findPlace(deps.db, phone)]);
  const place = kept && (await newestPlace(deps, key, kept));
  if (orders.length === 0 || !place) return { stops: [], polyline: "", plan: undefined };
  const planned = await planDriver(deps, phone, place, orders);
  const { driver, profile, plan } = planned;
  const windows = new Map((await arrivalWindows(deps, planned, orders)).map((one) => [one.orderId, one]));
  const byId = new Map(orders.map((order) => [order.id, order]));
  const stops = driver.visits.flatMap(({ order: { id }, kind }) => {
    const order = byId.get(id)!;
    const window = windows.get(id);
    return order.points.flatMap((point, pathIndex): PlannedStop[] => {
      if (pathIndex === 0)
        return kind === "pickup" ? [{ order, pathIndex, point, window: window?.pickup ?? null }] : [];
      const isOpen = kind === "doors" && point.status === "";
      return isOpen ? [{ order, pathIndex, point, window: window?.delivery[pathIndex - 1] ?? null }] : [];
    });
  });
  return { stops, polyline: await lineAlong(deps, profile, [place, ...stops.map(({ point }) => point)]), plan };
}

async function lineAlong(
  { roads, clock }: PlanDeps,
  profile: Parameters<PlanDeps["roads"]["route"]>[0],
  places: readonly LatLng[],
): Promise<string> {
  if (places.length < 2 || places.length > WAY_POINTS_MAX) return "";
  const way = await roads.route(
    profile,
    places.map(({ lat, lng }) => ({ lat, lng })),
    clock.now(),
  );
  // Without a map there is no line, and the list says it all.
  return isRefusal(way) ? "" : way.polyline;
}
