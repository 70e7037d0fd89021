// What the operator does to one order: another driver, a point done by hand, money given back. Each call may say which event of
// the order its caller saw last (`seq`); if something has happened since, the answer is 409 ORDER_CHANGED.

import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { actOnOrder, type OperatorAct } from "../../operations/console/act-on-order.ts";
import { refundOrder } from "../../operations/console/refund-order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeOrder, OrderRecord } from "../wire/order.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

export type OrderActionDoor = ChangeDeps & { readonly links: TrackingLinks };

const seq = Type.Optional(Type.Integer({ minimum: 1, description: "The event of the order you saw last." }));
const comment = Type.Optional(Type.String());
const ActBody = Type.Object({ comment, mobile: Type.Optional(Type.String()), seq });
type ActBody = Static<typeof ActBody>;
const OrderParams = Type.Object({ order_id: Type.String() });
const PointParams = Type.Object({ order_id: Type.String(), path_index: Type.String({ pattern: "^[1-9]\\d{0,2}$" }) });

type ActionCall = {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly act: (body: ActBody, pathIndex: number) => OperatorAct;
};

const CALLS: readonly ActionCall[] = [
  {
    path: "reassign",
    operationId: "reassignOrder",
    summary: "Take an accepted order from its driver and look for another (comment says why)",
    act: (body) => ({ type: "reassign", comment: body.comment ?? null }),
  },
  {
    path: "assign",
    operationId: "assignOrder",
    summary: "Give an order that waits for a driver to this one (mobile)",
    act: (body) => ({ type: "assign", mobile: body.mobile ?? "" }),
  },
  {
    path: "confirm",
    operationId: "confirmOrder",
    summary: "Confirm for the sender",
    act: () => ({ type: "confirm" }),
  },
  {
    path: "points/:path_index/complete",
    operationId: "completePoint",
    summary: "Note a point as delivered",
    act: (body, pathIndex) => ({ type: "deliver", pathIndex, comment: body.comment ?? null }),
  },
  {
    path: "points/:path_index/fail",
    operationId: "failPointForOperator",
    summary: "Note a point as not delivered (comment says why)",
    act: (body, pathIndex) => ({ type: "fail", pathIndex, comment: body.comment ?? null }),
  },
];

export function registerOrderActionCalls(app: App, deps: OrderActionDoor): void {
  const documented = { tags: ["Operator"] };
  const call = { attachValidation: true };

  for (const { path, operationId, summary, act } of CALLS) {
    const params = path.includes(":path_index") ? PointParams : OrderParams;
    app.post(
      `/operator/v1/orders/:order_id/${path}`,
      {
        ...call,
        schema: { ...documented, operationId, summary, params, body: ActBody, response: responses(OrderRecord) },
      },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const invalid = refuseInvalid(request, "INVALID_DATA");
        if (invalid) return sendRefusal(reply, invalid);
        const { order_id: orderId, path_index: pathIndex } = request.params as Static<typeof PointParams>;
        const body = (request.body ?? {}) as ActBody;
        const acted = await actOnOrder(deps, orderId, act(body, Number(pathIndex)), body.seq);
        return answer(reply, acted, (order) => encodeOrder(order, deps.links));
      },
    );
  }

  app.post(
    "/operator/v1/orders/:order_id/refunds",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "refundOrder",
        summary: "Give money of a completed order back to the account that ordered it",
        description: "At most what the order cost, in all. The same reference twice pays once.",
        params: OrderParams,
        body: Type.Object({ amount: Type.Number({ description: "Whole VND." }), reference: Type.String() }),
        response: responses(Type.Object({ refunded: Type.Integer({ description: "Of this order, in all." }) })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      return answer(reply, await refundOrder(deps, request.params.order_id, request.body), (given) => given);
    },
  );
}
