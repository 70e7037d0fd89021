// Rates the driver of a completed order, once by the sender and once by the recipient (4.7, D13).
import type { Caller } from "../../domain/accounts/account.ts";
import { type Rated, type RateInput, type RateRefusal, rate } from "../../domain/orders/order-rate.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { inOrder, saveRating } from "../../store/orders/orders.ts";
import { type Keep, keepResult } from "../answer-once.ts";
import type { Services } from "../services.ts";

export type RateAnswer = Rated | Refusal<RateRefusal>;

export function rateDriver(
  deps: Pick<Services, "db" | "clock">,
  caller: Caller,
  orderId: string,
  input: RateInput,
  keep?: Keep<RateAnswer>,
): Promise<RateAnswer> {
  return inOrder(deps.db, orderId, async (order, tx) => {
    const rated = rate(order, orderId, caller, input, deps.clock.now());
    if (isRefusal(rated)) return rated;
    if (!order) throw new Error(`order ${orderId} was rated and does not exist`);
    const { rater, rating, driver } = rated;
    const saved = { ...order, ratings: { ...order.ratings, [rater]: rating } };
    await saveRating(tx, saved, {
      by: rater,
      driverPhone: driver,
      ...rating,
      comment: rating.comment.replaceAll("\0", ""),
    });
    await keepResult(tx, deps, keep, rated);
    return rated;
  });
}
