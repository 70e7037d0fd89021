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

const CANCEL_FIELDS = ["cancel_time", "cancel_comment", "cancel_code", "cancel_by_user"] as const;
const DRIVER_FIELDS = ["supplier_id", "supplier_name", "supplier_phone", "supplier_rating", "plate_number"] as const;
const ARRIVED = ["sub_status", "board_time", "arrive_time"] as const;
const POINT_DELIVERED = [
  "path.status",
  "path.complete_time",
  "path.complete_lat",
  "path.complete_lng",
  "path.complete_comment",
  "path.pod_info",
  "sub_status",
] as const;
const POINT_FAILED = [
  "path.status",
  "path.fail_time",
  "path.fail_lat",
  "path.fail_lng",
  "path.fail_comment",
  "path.pod_info",
  "sub_status",
] as const;

export const LIFE: readonly LifeRow[] = [
  { from: ["IDLE"], event: "wake", to: "ASSIGNING", when: "idle_until is reached", sets: [] },
  {
    from: ["ASSIGNING"],
    event: "postpone",
    to: "IDLE",
    when: "the creator moves the order into the future",
    sets: ["order_time", "idle_until"],
  },
  {
    from: ["ASSIGNING"],
    event: "accept",
    to: "ACCEPTED",
    when: "a driver accepts",
    sets: ["accept_time", "accept_lat", "accept_lng", ...DRIVER_FIELDS],
  },
  {
    from: ["ASSIGNING"],
    event: "expire",
    to: "CANCELLED",
    when: "nobody accepts within the service's timeout",
    sets: CANCEL_FIELDS,
  },
  {
    from: ["ACCEPTED"],
    event: "board",
    to: "ACCEPTED",
    when: "the driver is near the pickup",
    sets: ["sub_status", "board_time"],
  },
  { from: ["ACCEPTED"], event: "arrive", to: "ACCEPTED", when: "the driver is at the pickup", sets: ARRIVED },
  {
    from: ["ACCEPTED"],
    event: "arrive",
    to: "CONFIRMING",
    when: "the service needs the sender's confirmation",
    sets: ARRIVED,
  },
  {
    from: ["ACCEPTED"],
    event: "arrive",
    to: "PAYING",
    when: "the order is paid in cash by the sender and the service collects before pickup",
    sets: ARRIVED,
  },
  { from: ["CONFIRMING"], event: "confirm", to: "CONFIRMING", when: "the sender confirms", sets: ["confirm_time"] },
  {
    from: ["CONFIRMING"],
    event: "confirm",
    to: "PAYING",
    when: "the sender confirms, and cash is collected before pickup",
    sets: ["confirm_time"],
  },
  { from: ["PAYING"], event: "pay", to: "PAYING", when: "the sender has paid the driver", sets: ["pay_time"] },
  {
    from: ["ACCEPTED", "CONFIRMING", "PAYING"],
    event: "pickup",
    to: "IN PROCESS",
    when: "the driver has the goods (confirmed first, where the service needs it)",
    sets: ["pickup_time", "pickup_info", "pay_time", "sub_status"],
  },
  {
    from: ["IN PROCESS"],
    event: "near",
    to: "IN PROCESS",
    when: "the driver is near a delivery point",
    sets: ["sub_status"],
  },
  { from: ["IN PROCESS"], event: "deliver", to: "IN PROCESS", when: "a point is delivered", sets: POINT_DELIVERED },
  {
    from: ["IN PROCESS"],
    event: "deliver",
    to: "COMPLETED",
    when: "the last point is delivered",
    sets: [...POINT_DELIVERED, "complete_time"],
  },
  { from: ["IN PROCESS"], event: "fail", to: "IN PROCESS", when: "a point cannot be delivered", sets: POINT_FAILED },
  {
    from: ["IN PROCESS"],
    event: "fail",
    to: "COMPLETED",
    when: "the last point cannot be delivered",
    sets: [...POINT_FAILED, "complete_time"],
  },
  {
    from: ["ACCEPTED"],
    event: "driver_cancel",
    to: "ASSIGNING",
    when: "the driver gives up; another is sought",
    sets: [
      "rebroadcast_comment",
      ...DRIVER_FIELDS,
      "accept_time",
      "accept_lat",
      "accept_lng",
      "board_time",
      "arrive_time",
      "sub_status",
    ],
  },
  {
    from: ["ACCEPTED"],
    event: "driver_cancel",
    to: "CANCELLED",
    when: "the driver gives up, and rebroadcast_limit drivers did before",
    sets: CANCEL_FIELDS,
  },
  {
    from: ["IN PROCESS"],
    event: "retry",
    to: "IN PROCESS",
    when: "the creator asks for a second attempt at a failed point, which is open again",
    sets: [
      "path.status",
      "path.fail_time",
      "path.fail_lat",
      "path.fail_lng",
      "path.fail_comment",
      "path.pod_info",
      "after_fees",
    ],
  },
  {
    from: ["COMPLETED"],
    event: "retry",
    to: "COMPLETED",
    when: "the creator asks for a second attempt while the driver still has the goods",
    sets: ["sub_status", "after_fees"],
  },
  {
    from: ["COMPLETED"],
    event: "redeliver",
    to: "COMPLETED",
    when: "the second attempt succeeds",
    sets: [...POINT_DELIVERED, "path.fail_time", "path.fail_lat", "path.fail_lng", "path.fail_comment"],
  },
  {
    from: ["COMPLETED"],
    event: "refail",
    to: "COMPLETED",
    when: "the second attempt fails",
    sets: ["path.fail_time", "path.fail_lat", "path.fail_lng", "path.fail_comment", "path.pod_info", "sub_status"],
  },
  {
    from: ["IN PROCESS"],
    event: "return_ask",
    to: "IN PROCESS",
    when: "the creator asks for the goods of a failed point",
    sets: ["after_fees"],
  },
  {
    from: ["COMPLETED"],
    event: "return_ask",
    to: "COMPLETED",
    when: "the creator asks for the goods of a failed point",
    sets: ["after_fees"],
  },
  {
    from: ["COMPLETED"],
    event: "return_begin",
    to: "COMPLETED",
    when: "a point failed, and the driver brings its goods back",
    sets: ["sub_status"],
  },
  {
    from: ["COMPLETED"],
    event: "return_done",
    to: "COMPLETED",
    when: "the goods are back at the pickup",
    sets: ["sub_status", "return_time", "por_info"],
  },
  {
    from: ["IDLE", "ASSIGNING", "ACCEPTED", "CONFIRMING", "PAYING"],
    event: "cancel",
    to: "CANCELLED",
    when: "the creator or the operator cancels",
    sets: CANCEL_FIELDS,
  },
];

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
