// Decides a rating (4.7, D13). What came in is judged here whole, because a wrong type is this call's own 400 and comes
// after the checks of the order.

import type { Caller } from "../accounts/account.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Order, Rater, Rating } from "./order.ts";
import { COMMENT_LENGTH_MAX } from "./text-limits.ts";

export type RateRefusal =
  | "SUPPLIER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "MISSING_REQUIRED_INFO"
  | "INVALID_PARAM"
  | "ORDER_HAS_BEEN_RATED_BY_USER"
  | "ORDER_HAS_BEEN_RATED_BY_RECEIVER";

export type RateInput = { readonly ratedBy: unknown; readonly rating: unknown; readonly comment: unknown };
export type Rated = { readonly rater: Rater; readonly rating: Rating; readonly driver: Phone };

type OrderToRate = Pick<Order, "id" | "partnerId" | "ownerPhone" | "status" | "driver" | "ratings">;

const ALREADY = {
  user: "ORDER_HAS_BEEN_RATED_BY_USER",
  receiver: "ORDER_HAS_BEEN_RATED_BY_RECEIVER",
} as const satisfies Record<Rater, RateRefusal>;

export function rate(
  order: OrderToRate | undefined,
  orderId: string,
  by: Caller,
  input: RateInput,
  at: Date,
): Rated | Refusal<RateRefusal> {
  // Another partner's order is an unknown one (D12), and the code for unknown is this call's own.
  if (!order || order.partnerId !== by.partnerId || !order.driver) {
    return refuse("SUPPLIER_NOT_FOUND", `Order ${orderId} does not exist or has no driver to rate.`);
  }
  if (order.ownerPhone !== by.phone) {
    return refuse("NOT_AUTHORIZED", `Only the account that created order ${orderId} may rate its driver.`);
  }
  const ratedBy = input.ratedBy ?? "";
  const rating = input.rating ?? "";
  if (ratedBy === "" || rating === "") {
    return refuse("MISSING_REQUIRED_INFO", `${ratedBy === "" ? "rated_by" : "rating"} is required.`);
  }
  if (ratedBy !== "user" && ratedBy !== "receiver")
    return refuse("INVALID_PARAM", "rated_by must be user or receiver.");
  if (typeof rating !== "number" || !Number.isInteger(rating) || rating < 1 || rating > 5) {
    return refuse("INVALID_PARAM", "rating must be a whole number from 1 to 5.");
  }
  const comment = input.comment ?? "";
  if (typeof comment !== "string" || comment.length > COMMENT_LENGTH_MAX || comment.includes("\0")) {
    return refuse(
      "INVALID_PARAM",
      `comment must be a text of at most ${COMMENT_LENGTH_MAX} characters, without zero characters.`,
    );
  }
  if (order.status !== "COMPLETED") {
    return refuse("INVALID_PARAM", `Order ${orderId} is ${order.status}; only a completed order can be rated.`);
  }
  if (order.ratings[ratedBy]) {
    return refuse(
      ALREADY[ratedBy],
      `Order ${orderId} has been rated by its ${ratedBy === "user" ? "sender" : "recipient"} already.`,
    );
  }
  return { rater: ratedBy, rating: { rating, comment, at }, driver: order.driver.phone };
}
