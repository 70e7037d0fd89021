// What the sender asks for after a failed delivery (D9). Both answer the order.
import { type AfterFailureDeps, askForReturn, askForSecondAttempt } from "../../operations/orders/ask-after-failure.ts";
import { responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { OrderRecord } from "../wire/order.ts";
import { judgedByTheDomain, OrderParams } from "./order-changes.ts";
import { indexOf, PointParams } from "./order-points.ts";

export function registerAfterFailureCalls(app: App, deps: AfterFailureDeps): void {
  const call = { validatorCompiler: judgedByTheDomain };
  const documented = { tags: ["Orders"], headers: KEY_HEADER, response: responses(OrderRecord) };

  app.post(
    "/v3/orders/:order_id/points/:path_index/second-attempt",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "askAgain",
        summary: "Ask for a second attempt at a point that failed",
        params: PointParams,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, deps.encodeOrder, (keep) => {
        const { order_id: orderId, path_index: index } = request.params;
        return askForSecondAttempt(deps, callerOf(request), orderId, indexOf(index), keep);
      }),
  );

  app.post(
    "/v3/orders/:order_id/return",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "askBack",
        summary: "Ask for what could not be delivered to be brought back",
        params: OrderParams,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, deps.encodeOrder, (keep) =>
        askForReturn(deps, callerOf(request), request.params.order_id, keep),
      ),
  );
}
