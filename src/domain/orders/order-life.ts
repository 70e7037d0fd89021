// Which event leads from which status to which (D9): the only place that knows. The API's checks, the console's buttons,
// the simulator and the partner guide all read this table. Guards that need more than the status are put in words here
// and decided in the files of the steps.

export const STATUSES = [
  "IDLE",
  "ASSIGNING",
  "ACCEPTED",
  "CONFIRMING",
  "PAYING",
  "IN PROCESS",
  "COMPLETED",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

export const SUB_STATUSES = ["", "BOARDED", "ARRIVED", "COMPLETING", "IN_REDELIVERY", "IN_RETURN", "RETURNED"] as const;
export type SubStatus = (typeof SUB_STATUSES)[number];

export const LIFE_EVENTS = [
  "wake",
  "postpone",
  "accept",
  "expire",
  "board",
  "arrive",
  "confirm",
  "pay",
  "pickup",
  "near",
  "deliver",
  "fail",
  "driver_cancel",
  "retry",
  "redeliver",
  "refail",
  "return_ask",
  "return_begin",
  "return_done",
  "cancel",
] as const;
export type LifeEvent = (typeof LIFE_EVENTS)[number];

export type LifeRow = {
  readonly from: readonly Status[];
  readonly event: LifeEvent;
  readonly to: Status;
  readonly when: string;
  // Fields of the record that the event sets, where it is told something for them.
  readonly sets: readonly string[];
};

const ACCEPT_FIELDS = ["accept_time", "accept_lat", "accept_lng"] as const;
const CANCEL_FIELDS = ["cancel_time", "cancel_comment", "cancel_code", "cancel_by_user"] as const;
const DRIVER_FIELDS = ["supplier_id", "supplier_name", "supplier_phone", "supplier_rating", "plate_number"] as const;
const ARRIVED = ["sub_status", "board_time", "arrive_time"] as const;
const COMPLETE_FIELDS = [
  "path.complete_time",
  "path.complete_lat",
  "path.complete_lng",
  "path.complete_comment",
] as const;
const FAIL_FIELDS = ["path.fail_time", "path.fail_lat", "path.fail_lng", "path.fail_comment"] as const;
const POINT_DELIVERED = ["path.status", ...COMPLETE_FIELDS, "path.pod_info", "sub_status"] as const;
const POINT_FAILED = ["path.status", ...FAIL_FIELDS, "path.pod_info", "sub_status"] as const;

export const LIFE: readonly LifeRow[] = [
  life("IDLE", "wake", "ASSIGNING", "idle_until is reached"),
  life("ASSIGNING", "postpone", "IDLE", "the creator moves the order into the future", "order_time", "idle_until"),
  life("ASSIGNING", "accept", "ACCEPTED", "a driver accepts", ...ACCEPT_FIELDS, ...DRIVER_FIELDS),
  life("ASSIGNING", "expire", "CANCELLED", "nobody accepts within the service's timeout", ...CANCEL_FIELDS),
  life("ACCEPTED", "board", "ACCEPTED", "the driver is near the pickup", "sub_status", "board_time"),
  life("ACCEPTED", "arrive", "ACCEPTED", "the driver is at the pickup", ...ARRIVED),
  life("ACCEPTED", "arrive", "CONFIRMING", "the service needs the sender's confirmation", ...ARRIVED),
  life(
    "ACCEPTED",
    "arrive",
    "PAYING",
    "the order is paid in cash by the sender and the service collects before pickup",
    ...ARRIVED,
  ),
  life("CONFIRMING", "confirm", "CONFIRMING", "the sender confirms", "confirm_time"),
  life("CONFIRMING", "confirm", "PAYING", "the sender confirms, and cash is collected before pickup", "confirm_time"),
  life("PAYING", "pay", "PAYING", "the sender has paid the driver", "pay_time"),
  life(
    ["ACCEPTED", "CONFIRMING", "PAYING"],
    "pickup",
    "IN PROCESS",
    "the driver has the goods (confirmed first, where the service needs it)",
    "pickup_time",
    "pickup_info",
    "pay_time",
    "sub_status",
  ),
  life("IN PROCESS", "near", "IN PROCESS", "the driver is near a delivery point", "sub_status"),
  life("IN PROCESS", "deliver", "IN PROCESS", "a point is delivered", ...POINT_DELIVERED),
  life("IN PROCESS", "deliver", "COMPLETED", "the last point is delivered", ...POINT_DELIVERED, "complete_time"),
  life("IN PROCESS", "fail", "IN PROCESS", "a point cannot be delivered", ...POINT_FAILED),
  life("IN PROCESS", "fail", "COMPLETED", "the last point cannot be delivered", ...POINT_FAILED, "complete_time"),
  life(
    "ACCEPTED",
    "driver_cancel",
    "ASSIGNING",
    "the driver gives up; another is sought",
    "rebroadcast_comment",
    ...DRIVER_FIELDS,
    ...ACCEPT_FIELDS,
    "board_time",
    "arrive_time",
    "sub_status",
  ),
  life(
    "ACCEPTED",
    "driver_cancel",
    "CANCELLED",
    "the driver gives up, and rebroadcast_limit drivers did before",
    ...CANCEL_FIELDS,
  ),
  life(
    "IN PROCESS",
    "retry",
    "IN PROCESS",
    "the creator asks for a second attempt at a failed point, which is open again",
    "path.status",
    ...FAIL_FIELDS,
    "path.pod_info",
    "after_fees",
  ),
  life(
    "COMPLETED",
    "retry",
    "COMPLETED",
    "the creator asks for a second attempt while the driver still has the goods",
    "sub_status",
    "after_fees",
  ),
  life("COMPLETED", "redeliver", "COMPLETED", "the second attempt succeeds", ...POINT_DELIVERED, ...FAIL_FIELDS),
  life("COMPLETED", "refail", "COMPLETED", "the second attempt fails", ...FAIL_FIELDS, "path.pod_info", "sub_status"),
  life("IN PROCESS", "return_ask", "IN PROCESS", "the creator asks for the goods of a failed point", "after_fees"),
  life("COMPLETED", "return_ask", "COMPLETED", "the creator asks for the goods of a failed point", "after_fees"),
  life("COMPLETED", "return_begin", "COMPLETED", "a point failed, and the driver brings its goods back", "sub_status"),
  life(
    "COMPLETED",
    "return_done",
    "COMPLETED",
    "the goods are back at the pickup",
    "sub_status",
    "return_time",
    "por_info",
  ),
  life(
    ["IDLE", "ASSIGNING", "ACCEPTED", "CONFIRMING", "PAYING"],
    "cancel",
    "CANCELLED",
    "the creator or the operator cancels",
    ...CANCEL_FIELDS,
  ),
];

function life(
  from: Status | readonly Status[],
  event: LifeEvent,
  to: Status,
  when: string,
  ...sets: readonly string[]
): LifeRow {
  return { from: [from].flat(), event, to, when, sets };
}

// Where the event may lead; empty when it is not allowed in that status.
export function next(from: Status, event: LifeEvent): readonly Status[] {
  return TARGETS.get(from)?.get(event) ?? [];
}

export function isAllowed(from: Status, event: LifeEvent): boolean {
  return next(from, event).length > 0;
}

export function allowedEvents(from: Status): readonly LifeEvent[] {
  return [...(TARGETS.get(from)?.keys() ?? [])];
}

const TARGETS: ReadonlyMap<Status, ReadonlyMap<LifeEvent, readonly Status[]>> = indexed();

function indexed(): ReadonlyMap<Status, ReadonlyMap<LifeEvent, readonly Status[]>> {
  const targets = new Map<Status, Map<LifeEvent, Status[]>>(STATUSES.map((status) => [status, new Map()]));
  for (const row of LIFE) {
    for (const from of row.from) {
      const byEvent = targets.get(from);
      byEvent?.set(row.event, [...(byEvent.get(row.event) ?? []), row.to]);
    }
  }
  return targets;
}

// 4.5: the order's information may be changed until a driver has the goods in hand or on the counter.
export const EDITABLE_STATUSES: readonly Status[] = ["IDLE", "ASSIGNING", "ACCEPTED"];

// Finished orders never change their status again; every other one is ongoing (rule of 4.1 for child accounts).
export const ONGOING_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => status !== "COMPLETED" && status !== "CANCELLED",
);
