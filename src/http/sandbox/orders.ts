// Drives an order through its life with curl (doors: sandbox tools). Registered in the sandbox only.

import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { continueOrder, playEvent, SANDBOX_EVENTS } from "../../operations/sandbox/drive-order.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf, isOperator } from "../base/callers.ts";
import { refuseInvalid } from "../base/validation.ts";

export type SandboxOrderDoor = ChangeDeps;

const OrderParams = Type.Object({ order_id: Type.String() });
const Progress = Type.Object({ status: Type.String(), sub_status: Type.String() });
const EventBody = Type.Object({
  type: Type.Union(
    SANDBOX_EVENTS.map((event) => Type.Literal(event)),
    { description: SANDBOX_EVENTS.join(", ") },
  ),
  path_index: Type.Optional(Type.Integer({ minimum: 0, description: "For deliver and fail." })),
  comment: Type.Optional(Type.String({ maxLength: 1_000 })),
  mobile: Type.Optional(Type.String({ description: "The driver; one of the sandbox's own when absent." })),
});

export function registerSandboxOrderCalls(app: App, deps: SandboxOrderDoor): void {
  const documented = { tags: ["Sandbox"], params: OrderParams };
  const by = (request: FastifyRequest): Caller | undefined => (isOperator(request) ? undefined : callerOf(request));

  app.post(
    "/sandbox/v1/orders/:order_id/continue",
    {
      schema: {
        ...documented,
        operationId: "continueOrder",
        summary: "The next step of an order's normal life",
        response: responses(Progress),
      },
    },
    async (request, reply) => {
      const { order_id } = request.params;
      return answer(reply, await continueOrder(deps, by(request), order_id), encodeProgress);
    },
  );

  app.post(
    "/sandbox/v1/orders/:order_id/events",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "playEvent",
        summary: "Any event of an order's life",
        body: EventBody,
        response: responses(Progress),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const { order_id } = request.params;
      const { type, path_index: pathIndex, comment, mobile } = request.body;
      const event = { type, pathIndex, comment, mobile };
      return answer(reply, await playEvent(deps, by(request), order_id, event), encodeProgress);
    },
  );
}

function encodeProgress(order: Order) {
  return { status: order.status, sub_status: order.subStatus };
}
