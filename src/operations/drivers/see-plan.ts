// What a driver is told to drive: every stop in its sequence, when it is reached, and the line along them.
import type { PlannedVisit } from "../../domain/dispatch/stop-plan.ts";
import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order, OrderPoint } from "../../domain/orders/order.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { DriverKey } from "../../ports/live/live-plane.ts";
import { listTakenRoutes } from "../../store/dispatch/planned-routes.ts";
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
  // When the driver was to be at the pickup, or done at the door, by the route they took; undefined where it was in none.
  readonly plannedAt: number | undefined;
  // They put it off.
  readonly isSkipped: boolean;
};

export type DriverPlan = {
  readonly stops: readonly PlannedStop[];
  readonly polyline: string;
  // From where the driver is to the last stop; 0 where nobody can tell.
  readonly meters: number;
  readonly plan: StoredPlan | undefined;
};

// What a way along the roads may hold.
const WAY_POINTS_MAX = 100;
// No route takes longer.
const ROUTE_MS = 12 * 3_600_000;

export async function seePlan(deps: SeePlanDeps, key: DriverKey): Promise<DriverPlan> {
  const { phone } = key;
  const [orders, kept] = await Promise.all([listCarriedBy(deps.db, [phone]), findPlace(deps.db, phone)]);
  const place = kept && (await newestPlace(deps, key, kept));
  if (orders.length === 0 || !place) return { stops: [], polyline: "", meters: 0, plan: undefined };
  const planned = await planDriver(deps, phone, place, orders);
  const { driver, profile, plan } = planned;
  const windows = new Map((await arrivalWindows(deps, planned, orders)).map((one) => [one.orderId, one]));
  const since = new Date(deps.clock.now().getTime() - ROUTE_MS);
  const byRoute = new Map(
    (await listTakenRoutes(deps.db, phone, since)).flatMap((route) =>
      route.stops.map((stop) => [keyOf(stop), stop] as const),
    ),
  );
  const skipped = new Set(plan.visits.filter(({ isSkipped }) => isSkipped).map(keyOf));
  const byId = new Map(orders.map((order) => [order.id, order]));
  const stops = driver.visits.flatMap(({ order: { id }, kind }) => {
    const order = byId.get(id)!;
    const window = windows.get(id);
    const visit = keyOf({ orderId: id, kind });
    const route = byRoute.get(visit);
    const isSkipped = skipped.has(visit);
    return order.points.flatMap((point, pathIndex): PlannedStop[] => {
      if (pathIndex === 0)
        return kind === "pickup"
          ? [{ order, pathIndex, point, window: window?.pickup ?? null, plannedAt: route?.arrivesAt, isSkipped }]
          : [];
      const isOpen = kind === "doors" && point.status === "";
      const door = window?.delivery[pathIndex - 1] ?? null;
      // The doors of an order are one stop of its route, begun at the first and left at the last.
      const share = pathIndex / (order.points.length - 1);
      const plannedAt = route && route.arrivesAt + (route.leavesAt - route.arrivesAt) * share;
      return isOpen ? [{ order, pathIndex, point, window: door, plannedAt, isSkipped }] : [];
    });
  });
  return { stops, ...(await lineAlong(deps, profile, [place, ...stops.map(({ point }) => point)])), plan };
}

function keyOf({ orderId, kind }: PlannedVisit): string {
  return `${orderId} ${kind}`;
}

async function lineAlong(
  { roads, clock }: PlanDeps,
  profile: Parameters<PlanDeps["roads"]["route"]>[0],
  places: readonly LatLng[],
): Promise<Pick<DriverPlan, "polyline" | "meters">> {
  if (places.length < 2 || places.length > WAY_POINTS_MAX) return { polyline: "", meters: 0 };
  const way = await roads.route(
    profile,
    places.map(({ lat, lng }) => ({ lat, lng })),
    clock.now(),
  );
  // Without a map there is no line, and the list says it all.
  return isRefusal(way) ? { polyline: "", meters: 0 } : { polyline: way.polyline, meters: way.distanceMeters };
}
