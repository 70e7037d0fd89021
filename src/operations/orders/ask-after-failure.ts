// After a failed delivery the sender asks for a second attempt, or for the goods back (D9).
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import {
  type AfterFailureRefusal,
  type AfterFeeShares,
  type Asking,
  askAgain,
  askBack,
} from "../../domain/orders/steps/after-failure.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import type { Sql } from "../../store/db.ts";
import type { Keep } from "../answer-once.ts";
import { type ChangeDeps, changeOrder } from "./change-order.ts";
import { userWalletOf } from "./edit-order.ts";

export type AfterFailureDeps = ChangeDeps & { readonly afterFees: AfterFeeShares };
export type AfterFailureAnswer = Order | Refusal<AfterFailureRefusal>;

// `pathIndex` is what came in, unchecked.
export function askForSecondAttempt(
  deps: AfterFailureDeps,
  caller: Caller,
  orderId: string,
  pathIndex: unknown,
  keep?: Keep<AfterFailureAnswer>,
): Promise<AfterFailureAnswer> {
  return ask(deps, caller, orderId, (order, asking) => askAgain(order, pathIndex, asking), keep);
}

export function askForReturn(
  deps: AfterFailureDeps,
  caller: Caller,
  orderId: string,
  keep?: Keep<AfterFailureAnswer>,
): Promise<AfterFailureAnswer> {
  return ask(deps, caller, orderId, askBack, keep);
}

function ask(
  deps: AfterFailureDeps,
  by: Caller,
  orderId: string,
  decide: (order: Order, asking: Asking) => Step | Refusal<AfterFailureRefusal>,
  keep: Keep<AfterFailureAnswer> | undefined,
): Promise<AfterFailureAnswer> {
  const decideOn = async (order: Order | undefined, tx: Sql) => {
    const account = order && (await findAccount(tx, order.ownerPhone));
    if (!order || !account) return unknownOrder(orderId);
    const wallet = await userWalletOf(tx, order, account.creditLimit);
    return decide(order, { orderId, by, shares: deps.afterFees, wallet, now: deps.clock.now() });
  };
  return changeOrder<AfterFailureRefusal>(deps, orderId, "user", decideOn, keep);
}
