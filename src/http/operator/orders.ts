// The operator's view of orders: any of them, with history and money, and a way to cancel.

import { Type } from "typebox";
import { field, maybe, oneOf, text } from "../../contract/fields.ts";
import { OrderRecord } from "../../contract/order.ts";
import { HistoryRecord } from "../../contract/order-history.ts";
import { outcome, status } from "../../contract/states.ts";
import { hasRight } from "../../domain/operators/roles.ts";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import { OPERATOR_ACTIONS, operatorActions } from "../../domain/orders/steps/by-operator.ts";
import { refuse } from "../../domain/refusal.ts";
import { cancelForOperator } from "../../operations/orders/cancel-order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { type InspectedOrder, inspectOrder, searchOrders } from "../../operations/orders/inspect-orders.ts";
import type { Sql } from "../../store/db.ts";
import { findOrder } from "../../store/orders/orders.ts";
import { citiesOf, operatorOf } from "../base/callers.ts";
import { sendLongList } from "../base/long-lists.ts";
import { fieldsOf } from "../base/validation.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";
import { encodeHistory } from "../wire/order.ts";
import { withEta } from "../wire/order-eta.ts";
import { orderFilterOf } from "../wire/order-filter.ts";
import { unixSeconds } from "../wire/time.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";
import { encodeOrderFor, seenOrder } from "./masked-order.ts";

export type OperatorOrderDoor = ChangeDeps & { readonly reads: Sql; readonly links: TrackingLinks };

const SECONDS = "^\\d{1,11}(\\.\\d{1,6})?$";
const SearchQuery = Type.Object({
  status: maybe(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
  outcome: maybe(outcome),
  service_id: maybe(Type.String()),
  city_id: maybe(field.text("Only those of this city.", { maxLength: 60 })),
  q: maybe(
    field.text(
      "An order id, a phone of the account, the driver or somebody at a stop, or a tracking number; with `partner_id` words of an address or a name as well.",
      { maxLength: 200 },
    ),
  ),
  partner_id: maybe(
    field.text("Of what q finds, or was made between from_time and to_time, only this partner's.", { maxLength: 60 }),
  ),
  from_time: maybe(field.text("Made at or after this, in Unix seconds.", { pattern: SECONDS })),
  to_time: maybe(field.text("Made at or before this, in Unix seconds.", { pattern: SECONDS })),
  after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
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
  mobile: field.text("The driver who was asked."),
  kind: Type.String(),
  offered_at: Type.Number(),
  answer: field.text('"" while open, accepted, declined, expired, lost or withdrawn.'),
  answered_at: Type.Number(),
});
const ActionRecord = Type.Object({
  action: oneOf(OPERATOR_ACTIONS),
  allowed: Type.Boolean(),
  because: oneOf(["", "STATUS", "CONFIRMED", "NOTHING_TO_RETURN", "ALL_REFUNDED"], { description: '"" when allowed.' }),
  possible_in: Type.Array(status, { description: "The statuses in which it is possible." }),
});
const MessageRecord = Type.Object({
  path_index: Type.Integer(),
  status: oneOf(["waiting", "sent", "failed"], { description: "failed: its share of the fee was given back." }),
  tries: Type.Integer(),
  queued_time: Type.Number(),
  end_time: field.number("When it was sent or given up; 0 while it waits."),
  error: field.text("Why the last try did not succeed."),
});
const InspectedRecord = Type.Object(
  {
    ...OrderRecord.properties,
    history: Type.Array(HistoryRecord),
    offers: Type.Array(AskedRecord),
    journal: Type.Array(JournalRecord),
    messages: Type.Array(MessageRecord, { description: "To the recipients, where special request SMS was asked for." }),
    seq: field.integer("The order's newest event; give it to an action, so that it holds for what you saw."),
    refunded: Type.Integer(),
    actions: Type.Array(ActionRecord, { description: "Of those that the caller's role allows." }),
  },
  { title: "InspectedOrder" },
);

const PAGE = 50;

const call = callsOf<OperatorOrderDoor>("Operator");

function encodeInspected(
  { order, history, journals, offers, eta, messages, refunded }: InspectedOrder,
  request: AnyAsked,
  deps: OperatorOrderDoor,
) {
  return {
    ...withEta(encodeOrderFor(order, request, deps), eta),
    seq: order.seq,
    refunded,
    actions: operatorActions(order, refunded)
      .filter(({ action }) => hasRight(operatorOf(request).role, action === "refund" ? "money" : "orders"))
      .map(({ possibleIn, ...state }) => ({ ...state, possible_in: possibleIn })),
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
  };
}

export const operatorOrderCalls = [
  call.plain({
    id: "searchOrders",
    at: "GET /operator/v1/orders",
    summary: "Orders, newest first",
    query: SearchQuery,
    answer: OrderPage,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST"],
    run: async (request, deps, { reply }) => {
      const { q, partner_id: partnerId, city_id: cityId, ...query } = request.query;
      const search = q?.trim() || undefined;
      // There is no list of a partner's orders by itself: it would be looked for among all that were ever made.
      const isNarrow = search !== undefined || (query.from_time !== undefined && query.to_time !== undefined);
      if (partnerId !== undefined && !isNarrow)
        return refuse("BAD_REQUEST", "partner_id narrows a search: it needs q, or from_time and to_time.");
      const page = await searchOrders(
        deps,
        { ...orderFilterOf(query), search, partnerId, cityIds: cityId === undefined ? citiesOf(request) : [cityId] },
        PAGE,
      );
      return sendLongList(reply, {
        name: "orders",
        items: page.orders,
        schema: OrderRecord,
        encode: ({ order }) => encodeOrderFor(order, request, deps),
        after: { next: String(page.next ?? "") },
      });
    },
  }),
  call({
    id: "inspectOrder",
    at: "GET /operator/v1/orders/:order_id",
    summary: "An order with its history and money",
    answer: InspectedRecord,
    refusals: ["ORDER_NOT_FOUND"],
    run: (request, deps) => inspectOrder(deps, request.params.order_id),
    encode: (inspected, request, deps) => encodeInspected(inspected, request, deps),
  }),
  call({
    id: "cancelForOperator",
    at: "POST /operator/v1/orders/:order_id/cancel",
    summary: "Cancel an order",
    body: Type.Object({ comment: maybe(Type.String()), seq: maybe(Type.Integer()) }),
    answer: OrderRecord,
    invalid: "judged",
    refusals: [
      "ORDER_NOT_FOUND",
      "NOT_AUTHORIZED",
      "ORDER_CHANGED",
      "INVALID_ORDER_STATUS",
      "MISSING_REQUIRED_INFO",
      "BAD_REQUEST",
    ],
    seen: seenOrder,
    run: (request, deps) => {
      const { comment, seq } = fieldsOf(request);
      return cancelForOperator(deps, request.params.order_id, comment, typeof seq === "number" ? seq : undefined);
    },
    encode: encodeOrderFor,
  }),
  call.plain({
    id: "revealContacts",
    at: "POST /operator/v1/orders/:order_id/contacts",
    summary: "Names and phones at an order's stops, for a role that sees them masked",
    description: "The audit log keeps who asked, and for which order.",
    answer: Type.Object({
      contacts: Type.Array(Type.Object({ path_index: Type.Integer(), name: text, mobile: text })),
    }),
    refusals: ["ORDER_NOT_FOUND"],
    run: async (request, deps) => {
      const { order_id: orderId } = request.params;
      const order = await findOrder(deps.db, orderId);
      if (!order) return unknownOrder(orderId);
      return { contacts: order.points.map(({ name, mobile }, index) => ({ path_index: index, name, mobile })) };
    },
  }),
];
