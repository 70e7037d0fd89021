// Fees and new orders (4.2, 4.3).
import { Type } from "typebox";
import { orderCost } from "../../domain/call-costs.ts";
import type { Order } from "../../domain/orders/order.ts";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { type CreateDeps, createOrder } from "../../operations/orders/create-order.ts";
import { type Estimate, estimateFees } from "../../operations/orders/estimate-fees.ts";
import { answer, responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { noteOrder } from "../base/request-log.ts";
import { charge } from "../limits/rate-limits.ts";
import { EstimateElement, encodeEstimate } from "../wire/estimate.ts";
import { encodeOrder, OrderRecord } from "../wire/order.ts";
import { CreateBody, EstimateBody } from "../wire/order-body.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

export type OrderDoor = CreateDeps & { readonly links: TrackingLinks };

const CreatedBody = Type.Object({
  order_id: Type.String({ examples: ["26K7Q2ZD4M"] }),
  status: Type.String({ enum: [...STATUSES], examples: ["ASSIGNING"] }),
  shared_link: Type.String({ description: "Public tracking page." }),
  share_link: Type.String({ description: "The same as shared_link." }),
  order: OrderRecord,
});

// The domain reads these bodies itself: which fault answers, and that a wrong type is a 500, is D4's order of checks. The
// schemas here say what is expected to whoever reads the API reference.
const judgedByTheDomain = () => () => true;

export function registerOrderCalls(app: App, deps: OrderDoor): void {
  app.post(
    "/v3/orders",
    {
      validatorCompiler: judgedByTheDomain,
      schema: {
        tags: ["Orders"],
        operationId: "createOrder",
        summary: "Create an order",
        description:
          "In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). " +
          "With `quote_id` of an estimate the order gets exactly that price.",
        headers: KEY_HEADER,
        body: CreateBody,
        response: responses(CreatedBody),
      },
    },
    async (request, reply) =>
      charge(reply, orderCost(request.body)) ??
      answerKeyed(
        deps,
        request,
        reply,
        (order: Order) => {
          noteOrder(request, order.id);
          return {
            order_id: order.id,
            status: order.status,
            shared_link: deps.links.ofOrder(order),
            share_link: deps.links.ofOrder(order),
            order: encodeOrder(order, deps.links),
          };
        },
        (keep) => createOrder(deps, callerOf(request), request.body, keep),
      ),
  );

  app.post(
    "/v3/orders/estimates",
    {
      validatorCompiler: judgedByTheDomain,
      schema: {
        tags: ["Orders"],
        operationId: "estimateFees",
        summary: "Estimate fees",
        description:
          "One element for each service asked for, in that order; a refused one has `data: null` and an `error`. " +
          "Every priced element is a quote that create honours for ten minutes.",
        body: EstimateBody,
        response: responses(Type.Array(EstimateElement)),
      },
    },
    async (request, reply) =>
      charge(reply, orderCost(request.body)) ??
      answer(reply, await estimateFees(deps, callerOf(request), request.body), (estimates: readonly Estimate[]) =>
        estimates.map(encodeEstimate),
      ),
  );
}
