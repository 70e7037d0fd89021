// What became of an order. Its status does not tell: COMPLETED (D9) only says that the driver has been at every door.
// What people read, filter by and count goes by this; `status` on the wire stays the specification's.
import type { Order, OrderPoint } from "./order.ts";

export const OUTCOMES = [
  "OPEN",
  "DELIVERED",
  "PARTLY_DELIVERED",
  "FAILED",
  "RETURNING",
  "RETURNED",
  "CANCELLED",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Known = Pick<Order, "status" | "subStatus"> & { readonly points: readonly Pick<OrderPoint, "status">[] };

// While a second attempt is under way the first one's failure stands: nobody knows yet whether it helps.
export function outcomeOf({ status, subStatus, points }: Known): Outcome {
  if (status === "CANCELLED") return "CANCELLED";
  if (status !== "COMPLETED") return "OPEN";
  if (!points.some((point) => point.status === "FAILED")) return "DELIVERED";
  if (subStatus === "RETURNED") return "RETURNED";
  if (subStatus === "IN_RETURN") return "RETURNING";
  return points.some((point) => point.status === "COMPLETED") ? "PARTLY_DELIVERED" : "FAILED";
}
