// Where a robot goes next, from what the driver's door tells of its orders: the first stop of its plan that is possible now, or the nearest
// of those that are not planned.
import { type LatLng, metersBetween } from "../geo.ts";
import { readStory } from "./story.ts";

// The part of a driver's order (wire/driver-order.ts) that a robot reads.
export type RobotOrder = {
  readonly order_id: string;
  readonly status: string;
  readonly sub_status: string;
  readonly remarks: string;
  // The sender wants what failed back.
  readonly return_asked?: boolean;
  // How many drivers gave it up before.
  readonly index: number;
  readonly path: readonly (LatLng & { readonly index: number; readonly status: string })[];
};

export type Stop = {
  readonly order: RobotOrder;
  readonly kind: "pickup" | "door" | "return";
  readonly pathIndex: number;
  readonly place: LatLng;
};

const BEFORE_PICKUP = new Set(["ACCEPTED", "CONFIRMING", "PAYING"]);

// As GET /driver/v1/plan tells it.
export type RobotPlan = readonly { readonly order_id: string; readonly path_index: number }[];

export function nextStop(orders: readonly RobotOrder[], at: LatLng, plan: RobotPlan = []): Stop | undefined {
  const stops = orders.flatMap(stopsOf);
  for (const planned of plan) {
    const isIt = ({ order, pathIndex, kind }: Stop): boolean =>
      kind !== "return" && order.order_id === planned.order_id && pathIndex === planned.path_index;
    const stop = stops.find(isIt);
    if (stop) return stop;
  }
  let nearest: Stop | undefined;
  for (const stop of stops) {
    if (!nearest || metersBetween(at, stop.place) < metersBetween(at, nearest.place)) nearest = stop;
  }
  return nearest;
}

function stopsOf(order: RobotOrder): readonly Stop[] {
  const [pickup] = order.path;
  if (!pickup) return [];
  if (BEFORE_PICKUP.has(order.status)) return [{ order, kind: "pickup", pathIndex: 0, place: pickup }];
  if (order.status === "IN PROCESS" || order.sub_status === "IN_REDELIVERY") {
    // In the order of the path: a tester who follows along expects it.
    const door = order.path.find((point) => point.index > 0 && point.status === "");
    return door ? [{ order, kind: "door", pathIndex: door.index, place: door }] : [];
  }
  const isBringingBack = order.status === "COMPLETED" && order.sub_status === "IN_RETURN";
  return isBringingBack || wantsReturn(order) ? [{ order, kind: "return", pathIndex: 0, place: pickup }] : [];
}

// A failed delivery whose story does not bring it back stays in a robot's hands, but is no work.
export function isWork(order: RobotOrder): boolean {
  return stopsOf(order).length > 0;
}

// A finished order that its story wants brought back.
export function wantsReturn(order: RobotOrder): boolean {
  return (
    order.status === "COMPLETED" &&
    order.sub_status === "" &&
    (order.return_asked || readStory(order.remarks).isReturned) &&
    order.path.some((point) => point.status === "FAILED")
  );
}
