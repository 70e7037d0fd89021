// What the sender asks for after a failed delivery (D9). Both answer the order.

import { type AfterFailureDeps, askForReturn, askForSecondAttempt } from "../../operations/orders/ask-after-failure.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { changedOrder, indexOf, ownOrderRefusals } from "./order-points.ts";

const call = callsOf<AfterFailureDeps>("Orders");

export const afterFailureCalls = [
  call({
    id: "askAgain",
    at: "POST /v3/orders/:order_id/points/:path_index/second-attempt",
    summary: "Ask for a second attempt at a point that failed",
    ...changedOrder,
    refusals: [
      ...ownOrderRefusals,
      ["INVALID_ORDER_STATUS", "not on the way and not completed, the goods go back, or over for 72 hours"],
      ["INVALID_DATA", "`path_index`"],
      ["STOP_POINT_EDITED", "the point has had its second attempt"],
      ["INVALID_ORDER_STATUS", "the point has not failed"],
      ["NOT_ENOUGH_CREDIT", "the wallet"],
    ],
    run: (request, deps, { keep }) => {
      const { order_id: orderId, path_index: index } = request.params;
      return askForSecondAttempt(deps, callerOf(request), orderId, indexOf(index), keep);
    },
  }),
  call({
    id: "askBack",
    at: "POST /v3/orders/:order_id/return",
    summary: "Ask for what could not be delivered to be brought back",
    ...changedOrder,
    refusals: [
      ...ownOrderRefusals,
      ["INVALID_ORDER_STATUS", "nothing failed, it goes back or is tried again already, or over for 72 hours"],
      "INVALID_DATA",
      "STOP_POINT_EDITED",
      ["NOT_ENOUGH_CREDIT", "the wallet"],
    ],
    run: (request, deps, { keep }) => askForReturn(deps, callerOf(request), request.params.order_id, keep),
  }),
];
