// The operator's view of orders: any of them, with history and money, and a way to cancel.
import { Type } from "typebox";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { operatorActions } from "../../domain/orders/steps/by-operator.ts";
import { refuse } from "../../domain/refusal.ts";
import { cancelForOperator } from "../../operations/orders/cancel-order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { type InspectedOrder, inspectOrder, searchOrders } from "../../operations/orders/inspect-orders.ts";
import type { Sql } from "../../store/db.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { sendLongList } from "../base/long-lists.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeOrder, OrderRecord } from "../wire/order.ts";
import { withEta } from "../wire/order-eta.ts";
import { encodeHistory, HistoryRecord } from "../wire/order-history.ts";
import { unixSeconds } from "../wire/time.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

export type OperatorOrderDoor = ChangeDeps & { readonly reads: Sql; readonly links: TrackingLinks };

const OrderParams = Type.Object({ order_id: Type.String() });
const SECONDS = "^\\d{1,11}(\\.\\d{1,6})?$";
const SearchQuery = Type.Object({
  status: Type.Optional(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
  service_id: Type.Optional(Type.String()),
  q: Type.Optional(
    Type.String({
      description:
        "An order id, a phone of the account, the driver or somebody at a stop, or a tracking number; with `partner_id` words of an address as well.",
      maxLength: 200,
    }),
  ),
  partner_id: Type.Optional(Type.String({ maxLength: 60, description: "Only what q finds of this partner." })),
  from_time: Type.Optional(Type.String({ pattern: SECONDS, description: "Made at or after this, in Unix seconds." })),
  to_time: Type.Optional(Type.String({ pattern: SECONDS, description: "Made at or before this, in Unix seconds." })),
  after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "`next` of the page before." })),
});
const OrderPage = Type.Object({ orders: Type.Array(OrderRecord), next: Type.String() });
const JournalRecord = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  reference: Type.String(),
  time: Type.Number(),
  postings: Type.Array(Type.Object({ account: Type.String(), owner: Type.String(), amount: Type.Integer() }), {
    description: "They sum to zero.",
  }),
});
const AskedRecord = Type.Object({
  mobile: Type.String({ description: "The driver who was asked." }),
  kind: Type.String(),
  offered_at: Type.Number(),
  answer: Type.String({ description: '"" while open, accepted, declined, expired, lost or withdrawn.' }),
  answered_at: Type.Number(),
});
const ActionRecord = Type.Object({
  action: Type.String({
    description: "cancel, reassign, assign, confirm, complete_point, fail_point or refund.",
  }),
  allowed: Type.Boolean(),
  because: Type.String({ description: '"" when allowed, else STATUS, CONFIRMED or ALL_REFUNDED.' }),
  possible_in: Type.Array(Type.String(), { description: "The statuses in which it is possible." }),
});
const MessageRecord = Type.Object({
  path_index: Type.Integer(),
  status: Type.String({ description: "waiting, sent, or failed: then its share of the fee was given back." }),
  tries: Type.Integer(),
  queued_time: Type.Number(),
  end_time: Type.Number({ description: "When it was sent or given up; 0 while it waits." }),
  error: Type.String({ description: "Why the last try did not succeed." }),
});
const InspectedRecord = Type.Object({
  ...OrderRecord.properties,
  history: Type.Array(HistoryRecord),
  offers: Type.Array(AskedRecord),
  journal: Type.Array(JournalRecord),
  messages: Type.Array(MessageRecord, { description: "To the recipients, where special request SMS was asked for." }),
  seq: Type.Integer({
    description: "The order's newest event; give it to an action, so that it holds for what you saw.",
  }),
  refunded: Type.Integer(),
  actions: Type.Array(ActionRecord),
});

const PAGE = 50;

export function registerOperatorOrderCalls(app: App, deps: OperatorOrderDoor): void {
  const documented = { tags: ["Operator"] };
  const encode = ({ order, history, journals, offers, eta, messages, refunded }: InspectedOrder) => ({
    ...withEta(encodeOrder(order, deps.links), eta),
    seq: order.seq,
    refunded,
    actions: operatorActions(order, refunded).map(({ possibleIn, ...state }) => ({
      ...state,
      possible_in: [...possibleIn],
    })),
    history: history.map(encodeHistory),
    offers: offers.map(({ driverPhone, kind, offeredAt, answer: said, answeredAt }) => ({
      mobile: driverPhone,
      kind,
      offered_at: unixSeconds(offeredAt),
      answer: said ?? "",
      answered_at: unixSeconds(answeredAt),
    })),
    messages: messages.map(({ pathIndex, status, tries, queuedAt, endedAt, error }) => ({
      path_index: pathIndex,
      status,
      tries,
      queued_time: unixSeconds(queuedAt),
      end_time: unixSeconds(endedAt),
      error,
    })),
    journal: journals.map(({ id, kind, reference, postedAt, postings }) => ({
      id,
      kind,
      reference,
      time: unixSeconds(postedAt),
      postings: postings.map((posting) => ({ account: posting.kind, owner: posting.owner, amount: posting.amount })),
    })),
  });

  app.get(
    "/operator/v1/orders",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "searchOrders",
        summary: "Orders, newest first",
        querystring: SearchQuery,
        response: responses(OrderPage),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const {
        status,
        service_id: serviceId,
        q,
        partner_id: partnerId,
        from_time: from,
        to_time: to,
        after,
      } = request.query;
      if (partnerId !== undefined && !q?.trim()) {
        return sendRefusal(reply, refuse("BAD_REQUEST", "partner_id narrows a search: it needs q."));
      }
      const page = await searchOrders(
        deps,
        {
          ...(status === undefined ? {} : { status }),
          ...(serviceId === undefined ? {} : { serviceId }),
          ...(q === undefined || q.trim() === "" ? {} : { search: q.trim() }),
          ...(partnerId === undefined ? {} : { partnerId }),
          ...(from === undefined ? {} : { from: new Date(Number(from) * 1000) }),
          ...(to === undefined ? {} : { to: new Date(Number(to) * 1000) }),
          ...(after === undefined ? {} : { beforeNumber: Number(after) }),
        },
        PAGE,
      );
      return sendLongList(reply, {
        name: "orders",
        items: page.orders,
        schema: OrderRecord,
        encode: ({ order }) => encodeOrder(order, deps.links),
        after: { next: String(page.next ?? "") },
      });
    },
  );

  app.get(
    "/operator/v1/orders/:order_id",
    {
      schema: {
        ...documented,
        operationId: "inspectOrder",
        summary: "An order with its history and money",
        params: OrderParams,
        response: responses(InspectedRecord),
      },
    },
    async (request, reply) => answer(reply, await inspectOrder(deps, request.params.order_id), encode),
  );

  app.post(
    "/operator/v1/orders/:order_id/cancel",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "cancelForOperator",
        summary: "Cancel an order",
        params: OrderParams,
        body: Type.Object({ comment: Type.Optional(Type.String()), seq: Type.Optional(Type.Integer()) }),
        response: responses(OrderRecord),
      },
    },
    async (request, reply) => {
      const { order_id } = request.params;
      const { comment, seq } = (request.body ?? {}) as { readonly comment?: unknown; readonly seq?: unknown };
      const seen = typeof seq === "number" ? seq : undefined;
      const cancelled = await cancelForOperator(deps, order_id, comment, seen);
      return answer(reply, cancelled, (order) => encodeOrder(order, deps.links));
    },
  );
}
