// What needs a person: which orders do, and why. One cause an order, the most pressing one, so that a list of them can be worked off from its top.
// What is known of each is read by store/console/exceptions.ts; what may be done about it in its state is said here, the most fitting first.
import { SILENT_SECONDS } from "../drivers/silence.ts";
import type { Order } from "../orders/order.ts";
import { outcomeOf } from "../orders/outcome.ts";

// The most pressing first.
export const EXCEPTION_KINDS = [
  "DRIVER_SUSPENDED",
  "DRIVER_SILENT",
  "NO_DRIVER",
  "WILL_BE_LATE",
  "FAILED",
  "GOODS_TO_RETURN",
  "ENDPOINT_DOWN",
  "DOCUMENT_ENDS",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const EXCEPTION_ACTIONS = [
  "assign",
  "reassign",
  "cancel",
  "call_driver",
  "call_sender",
  "begin_return",
  "note_returned",
  "refund",
  "see_partner",
  "see_application",
] as const;
export type ExceptionAction = (typeof EXCEPTION_ACTIONS)[number];

export type OrderFacts = Pick<Order, "status" | "subStatus"> & {
  readonly points: Parameters<typeof outcomeOf>[0]["points"];
  // Since when a driver is sought, and when the search ends.
  readonly assigningAt: Date | null;
  readonly searchEndsAt: Date | null;
  readonly isDriverSuspended: boolean;
  // Null: never, as of somebody who works without the app.
  readonly driverHeardAt: Date | null;
  // When it is expected to be handed over at its last door, and later than when it is late.
  readonly expectedAt: Date | null;
  readonly lateAfter: Date | null;
  // When the last door failed.
  readonly failedAt: Date | null;
  // The sender wants the goods back.
  readonly isReturnAsked: boolean;
};

export type OrderException = {
  readonly kind: Exclude<ExceptionKind, "ENDPOINT_DOWN" | "DOCUMENT_ENDS">;
  readonly since: Date;
  // By how much it will be late.
  readonly lateSeconds?: number;
  readonly actions: readonly ExceptionAction[];
};

// Later than this an operator looks for somebody; half of a short search at most.
export const NO_DRIVER_SECONDS = 180;

export function exceptionOf(facts: OrderFacts, now: Date): OrderException | undefined {
  switch (outcomeOf(facts)) {
    case "OPEN":
      return facts.status === "ASSIGNING"
        ? whileSought(facts, now)
        : facts.status === "IDLE"
          ? undefined
          : whileHeld(facts, now);
    case "FAILED":
    case "PARTLY_DELIVERED":
    case "RETURNING":
      return whileLeftOver(facts, now);
    default:
      return undefined;
  }
}

function whileSought({ assigningAt, searchEndsAt }: OrderFacts, now: Date): OrderException | undefined {
  if (!assigningAt) return undefined;
  const searchMs = searchEndsAt ? searchEndsAt.getTime() - assigningAt.getTime() : Number.POSITIVE_INFINITY;
  const waitedMs = now.getTime() - assigningAt.getTime();
  if (waitedMs < Math.min(NO_DRIVER_SECONDS * 1_000, searchMs / 2)) return undefined;
  return { kind: "NO_DRIVER", since: assigningAt, actions: ["assign", "cancel"] };
}

function whileHeld(facts: OrderFacts, now: Date): OrderException | undefined {
  const { status, driverHeardAt: heardAt, expectedAt, lateAfter } = facts;
  // Goods that are on board cannot be given to somebody else from afar.
  const actions = status === "ACCEPTED" ? (["reassign", "call_driver"] as const) : (["call_driver"] as const);
  if (facts.isDriverSuspended) return { kind: "DRIVER_SUSPENDED", since: heardAt ?? now, actions };
  if (heardAt && now.getTime() - heardAt.getTime() >= SILENT_SECONDS * 1_000) {
    return { kind: "DRIVER_SILENT", since: heardAt, actions };
  }
  if (!lateAfter) return undefined;
  const expected = expectedAt && expectedAt > now ? expectedAt : now;
  const lateSeconds = Math.round((expected.getTime() - lateAfter.getTime()) / 1_000);
  if (lateSeconds <= 0) return undefined;
  const since = lateAfter < now ? lateAfter : now;
  return {
    kind: "WILL_BE_LATE",
    since,
    lateSeconds,
    actions: ["call_driver", ...actions.filter((one) => one !== "call_driver")],
  };
}

// The goods are with a driver who has been at every door.
function whileLeftOver(facts: OrderFacts, now: Date): OrderException {
  const since = facts.failedAt ?? now;
  const goods = facts.subStatus === "IN_RETURN" ? "note_returned" : "begin_return";
  if (facts.isDriverSuspended) return { kind: "DRIVER_SUSPENDED", since, actions: ["call_driver", goods, "refund"] };
  const isDecided = facts.isReturnAsked || facts.subStatus === "IN_RETURN";
  if (isDecided) return { kind: "GOODS_TO_RETURN", since, actions: ["call_driver", goods] };
  // The sender may ask for a second attempt or for the goods.
  return { kind: "FAILED", since, actions: ["call_sender", "call_driver", goods, "refund"] };
}

// The most pressing first, then the oldest.
export function byUrgency(
  one: { readonly kind: ExceptionKind; readonly since: Date },
  other: { readonly kind: ExceptionKind; readonly since: Date },
): number {
  const rank = EXCEPTION_KINDS.indexOf(one.kind) - EXCEPTION_KINDS.indexOf(other.kind);
  return rank || one.since.getTime() - other.since.getTime();
}
