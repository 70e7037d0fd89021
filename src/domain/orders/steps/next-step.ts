// What keeps a driver from a step that the order's status allows, and which step is next: the one place that knows. The steps refuse by it,
// the driver's record lists its actions by it, the sandbox and robots go on by it, and the driver's page does without a connection.
import type { Order, PointStatus } from "../order.ts";
import type { LifeEvent, Status, SubStatus } from "../order-life.ts";

// What both an order and a driver's record of it tell.
export type Standing = {
  readonly id: string;
  readonly status: Status;
  readonly subStatus: SubStatus;
  readonly isConfirmed: boolean;
  readonly isPaid: boolean;
  // The sender has to confirm before the goods are taken.
  readonly mustConfirm: boolean;
  // The pickup begins with an arrival; where nothing hangs on it, it may be left out.
  readonly mustArrive: boolean;
  // Of a point to be tried again "".
  readonly points: readonly PointStatus[];
};

export type NextStep = { readonly event: LifeEvent; readonly pathIndex: number | undefined };

export function standingOf(order: Order): Standing {
  const { needConfirmBeforePickup: mustConfirm, collectCashBeforePickup } = order.rules;
  return {
    id: order.id,
    status: order.status,
    subStatus: order.subStatus,
    isConfirmed: order.confirmedAt !== null,
    isPaid: order.paidAt !== null,
    mustConfirm,
    mustArrive: mustConfirm || collectCashBeforePickup,
    points: order.points.map((point) => (point.isRetryAsked ? "" : point.status)),
  };
}

// In words; undefined: nothing does.
export function whyNotNow(event: LifeEvent, standing: Standing): string | undefined {
  const { id, subStatus, points } = standing;
  switch (event) {
    case "board":
      return subStatus === "" ? undefined : `The driver of order ${id} is ${subStatus} already.`;
    case "arrive":
      return subStatus === "ARRIVED" ? `The driver of order ${id} is ARRIVED already.` : undefined;
    case "confirm":
      return standing.isConfirmed ? `Order ${id} is confirmed already.` : undefined;
    case "pay":
      return standing.isPaid ? `Order ${id} is paid already.` : undefined;
    case "pickup":
      return standing.mustConfirm && !standing.isConfirmed
        ? `The sender of order ${id} must confirm before the pickup.`
        : undefined;
    case "near":
      return subStatus === "COMPLETING" ? `Order ${id} is COMPLETING already.` : undefined;
    case "redeliver":
    case "refail":
      return subStatus === "IN_REDELIVERY" ? undefined : `No second attempt was asked for at order ${id}.`;
    case "return_begin":
      if (subStatus !== "") return `Order ${id} is ${subStatus} already.`;
      return points.includes("FAILED")
        ? undefined
        : `No point of order ${id} failed, so there is nothing to bring back.`;
    case "return_done":
      return subStatus === "IN_RETURN" ? undefined : `Order ${id} is not on its way back.`;
    default:
      return undefined;
  }
}

// Of a normal life.
export function nextStep(order: Order): NextStep | undefined {
  return nextStepOf(standingOf(order));
}

export function nextStepOf(standing: Standing): NextStep | undefined {
  const event = nextEvent(standing);
  if (!event) return undefined;
  const isOpen = (status: PointStatus, at: number) => at > 0 && status === "";
  return { event, pathIndex: event === "deliver" ? standing.points.findIndex(isOpen) : undefined };
}

function nextEvent(standing: Standing): LifeEvent | undefined {
  const { status, subStatus, mustArrive, isConfirmed, isPaid } = standing;
  switch (status) {
    case "IDLE":
      return "wake";
    case "ASSIGNING":
      return "accept";
    case "ACCEPTED":
      return mustArrive && subStatus !== "ARRIVED" ? "arrive" : "pickup";
    case "CONFIRMING":
      return isConfirmed ? "pickup" : "confirm";
    case "PAYING":
      return isPaid ? "pickup" : "pay";
    case "IN PROCESS":
      return "deliver";
    case "COMPLETED":
      if (subStatus === "IN_REDELIVERY") return "deliver";
      return (["return_done", "return_begin"] as const).find((event) => whyNotNow(event, standing) === undefined);
    case "CANCELLED":
      return undefined;
  }
}
