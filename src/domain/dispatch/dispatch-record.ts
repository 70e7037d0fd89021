// Why an order was offered to whom and not to others, as it is kept and shown to the operator.
import type { LatLng } from "../geo.ts";
import type { ConsideredDriver, OrderExplanation, Verdict } from "../matching/explanation.ts";
import type { Phone } from "../phone.ts";
import type { Obstacle } from "../planning/obstacles.ts";

export type RecordedVerdict =
  | Verdict
  // A driver with orders in hand is not rung by a broadcast.
  | "BUSY"
  // A robot, and the order is marked sim:none.
  | "LEFT_TO_PEOPLE";

export type RecordedDriver = Omit<ConsideredDriver, "verdict"> & {
  readonly verdict: RecordedVerdict;
  // Where they were then, to about a metre. Records of older programs have none.
  readonly place?: LatLng;
};

type OrderVerdict =
  | OrderExplanation["verdict"]
  // More wait than a round takes: those who waited longer go first, and this one is looked at in a round that follows.
  | "WAITS_FOR_ITS_TURN"
  // Of planned services. It is in a route of the plan; ready or leaving later than is planned now; in no route, and `reason` says why.
  | "IN_A_ROUTE"
  | "PLANNED_LATER"
  | "CANNOT_BE_PLANNED";

export type DispatchRecord = {
  readonly orderId: string;
  // match: planned together with all that wait. broadcast: everybody near was asked. take_back: its driver has it until the one who is asked accepts.
  // plan: with its route.
  readonly way: "match" | "broadcast" | "take_back" | "plan";
  readonly verdict: OrderVerdict;
  // Who was asked by this decision.
  readonly offeredTo: readonly Phone[];
  // For whom it is planned, though not asked yet.
  readonly plannedFor: Phone | undefined;
  // Of a planned service: what stands in the way, or what is planned.
  readonly reason?: string;
  // The same by code. Records of older programs have none.
  readonly obstacle?: Pick<Obstacle, "code" | "lateSeconds">;
  readonly considered: readonly RecordedDriver[];
  // How far away a driver might be, by road. Records of older programs have none, nor have orders that are sought everywhere.
  readonly reachMeters?: number;
  // Drivers whom a rule kept from being asked, shown or not.
  readonly ruledOutCount: number;
  readonly waitingOrders: number;
  readonly drivers: number;
  // roads: by road times. crow: the roads did not answer, and the straight line was stretched.
  readonly travel: "roads" | "crow";
};

// What makes a record worth keeping beside the one before: another verdict about the order or about a driver.
export function digest(record: DispatchRecord): string {
  const drivers = record.considered.map(({ driverId, verdict }) => `${driverId} ${verdict}`).sort();
  return [
    record.way,
    record.verdict,
    record.plannedFor ?? "",
    (record.reason ?? "").replace(/\d+/g, "#"),
    ...drivers,
  ].join("|");
}
