// Points that come and go before the goods are picked up (D11). The body is read by the domain: what is wrong with it is answered only
// after what is wrong with the order.
import { Type } from "typebox";
import { type ContentDeps, changeContent } from "../../operations/orders/change-content.ts";
import { responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { OrderRecord } from "../wire/order.ts";
import { PointBody } from "../wire/order-body.ts";
import { fieldsOf, judgedByTheDomain, OrderParams } from "./order-changes.ts";

const AddedPoint = Type.Object({
  ...PointBody.properties,
  index: Type.Optional(Type.Integer({ minimum: 1, description: "Where it stands in path; last when left out." })),
});
export const PointParams = Type.Object({ ...OrderParams.properties, path_index: Type.String({ examples: ["2"] }) });

export function registerOrderPointCalls(app: App, deps: ContentDeps): void {
  const call = { validatorCompiler: judgedByTheDomain };
  const documented = { tags: ["Orders"], headers: KEY_HEADER, response: responses(OrderRecord) };

  app.post(
    "/v3/orders/:order_id/points",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "addPoint",
        summary: "Add a delivery point",
        params: OrderParams,
        body: AddedPoint,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, deps.encodeOrder, (keep) => {
        const input = { change: "add point", body: fieldsOf(request) } as const;
        return changeContent(deps, callerOf(request), request.params.order_id, input, keep);
      }),
  );

  app.delete(
    "/v3/orders/:order_id/points/:path_index",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "removePoint",
        summary: "Remove a delivery point",
        params: PointParams,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, deps.encodeOrder, (keep) => {
        const { order_id: orderId, path_index: index } = request.params;
        const input = { change: "remove point", pathIndex: indexOf(index) } as const;
        return changeContent(deps, callerOf(request), orderId, input, keep);
      }),
  );
}

// What is no number is judged as it came.
export function indexOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
