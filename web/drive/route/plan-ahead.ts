// The driver's stops as they will be once what was pressed has arrived: what is done is gone, what was skipped comes later.
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";
import type { Answer } from "../../parts/ask.ts";
import type { Step } from "../queue/queued-step.ts";

export type Plan = Answer<"getPlan">;
export type PlanStop = Plan["stops"][number];

// `orders`: those in hand, as they will be too.
export function stopsAhead(
  plan: Pick<Plan, "stops">,
  orders: readonly DriverOrder[],
  steps: readonly Step[],
): readonly PlanStop[] {
  const byId = new Map(orders.map((order) => [order.order_id, order]));
  const open = plan.stops.filter((stop) => {
    const order = byId.get(stop.order_id);
    if (!order) return false;
    return stop.kind === "pickup" ? order.status === "ACCEPTED" : order.path[stop.path_index]?.status === "";
  });
  return steps.filter(({ name }) => name === "skip").reduce(skipped, open);
}

// Behind the next stop of something else, until the server has said where it goes best. Doors of one order are skipped together, and a pickup
// takes its doors along.
function skipped(stops: readonly PlanStop[], { orderId, pathIndex }: Step): readonly PlanStop[] {
  const isPut = (stop: PlanStop): boolean => stop.order_id === orderId && (pathIndex === 0 || stop.kind === "delivery");
  const put = stops.filter(isPut).map((stop) => ({ ...stop, skipped: true }));
  const rest = stops.filter((stop) => !isPut(stop));
  return stops[0] && isPut(stops[0]) ? rest.toSpliced(1, 0, ...put) : stops;
}

// Pickups at the next stop's counter, where there are several, or several parcels of a planned order; one parcel has its order's card.
export function loadingNow(stops: readonly PlanStop[]): readonly PlanStop[] {
  const [first] = stops;
  if (first?.kind !== "pickup") return [];
  const end = stops.findIndex(({ kind, lat, lng }) => kind !== "pickup" || lat !== first.lat || lng !== first.lng);
  const here = end < 0 ? stops : stops.slice(0, end);
  return here.length > 1 || (first.parcels > 1 && first.deliver_by > 0) ? here : [];
}

const ON_TIME_SECONDS = 180;

// Whole minutes by which the driver is later than the route they took, below 0 earlier; undefined where there is nothing to compare.
export function minutesBehind(stops: readonly PlanStop[]): number | undefined {
  const [next] = stops;
  if (!next || next.planned === 0 || next.eta === 0) return undefined;
  const seconds = next.eta - next.planned;
  return Math.abs(seconds) < ON_TIME_SECONDS ? 0 : Math.round(seconds / 60);
}
