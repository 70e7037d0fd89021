// Reading orders (4.6), the price explained, and the standard reasons to cancel.

import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { DRIVER_CANCEL_REASONS, USER_CANCEL_REASONS } from "../../domain/cancel-reasons.ts";
import type { Order } from "../../domain/orders/order.ts";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { seeEta } from "../../operations/orders/see-eta.ts";
import {
  findTrackedOrders,
  getOrder,
  getOrders,
  getTrackingToken,
  listOwnOrders,
  type OwnOrderFilter,
  PAGE_MAX,
  type SeeDeps,
} from "../../operations/orders/see-orders.ts";
import { type PositionDeps, seePosition } from "../../operations/orders/see-position.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { sendLongList } from "../base/long-lists.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeOrder, OrderRecord } from "../wire/order.ts";
import { withEta, withPosition } from "../wire/order-eta.ts";
import { encodePriceExplanation, PriceExplanation } from "../wire/price.ts";
import { unixSeconds } from "../wire/time.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

export type OrderReadDoor = SeeDeps & PositionDeps & { readonly links: TrackingLinks };

const OrderParams = Type.Object({ order_id: Type.String({ examples: ["26K7Q2ZD"] }) });
// Query values are text; a repeated one is an array and refused.
const seconds = Type.Optional(Type.String({ pattern: "^\\d{1,12}(\\.\\d+)?$", description: "Unix timestamp." }));
const WindowQuery = Type.Object({ from_time: seconds, to_time: seconds });
const TracksQuery = Type.Object({
  tracking_number: Type.Optional(Type.String()),
  from_time: seconds,
  to_time: seconds,
});
const ListQuery = Type.Object({
  ids: Type.Optional(Type.String({ description: "Order ids, separated by commas; at most 50." })),
  status: Type.Optional(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
  service_id: Type.Optional(Type.String()),
  from_time: seconds,
  to_time: seconds,
  after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "`next` of the page before." })),
  limit: Type.Optional(Type.String({ pattern: "^\\d{1,3}$", description: `1 to ${PAGE_MAX}; 20 when absent.` })),
});

const TrackRecord = Type.Object(
  {
    _id: Type.String(),
    path: Type.Array(
      Type.Object({
        address: Type.String(),
        status: Type.String(),
        tracking_number: Type.Optional(Type.String()),
      }),
    ),
    status: Type.String(),
    service_id: Type.String(),
    create_time: Type.Integer(),
  },
  { title: "OrderByTrackingNumber" },
);
const OrderPage = Type.Object({
  orders: Type.Array(OrderRecord),
  next: Type.String({ description: "Give it as `after` for the next page; empty on the last one." }),
});
const Reason = Type.Object({ code: Type.String(), en: Type.String(), vi: Type.String() }, { title: "CancelReason" });

const PAGE = 20;

export function registerOrderReadCalls(app: App, deps: OrderReadDoor): void {
  const encode = (order: Order) => encodeOrder(order, deps.links);
  const sendOrders = (reply: FastifyReply, items: readonly Order[], next: string) =>
    sendLongList(reply, { name: "orders", items, schema: OrderRecord, encode, after: { next } });
  const documented = { tags: ["Orders"] };
  const call = { attachValidation: true };

  app.get(
    "/v3/orders",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "listOrders",
        summary: "The caller's orders, or several by id",
        querystring: ListQuery,
        response: responses(OrderPage),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const { ids, ...query } = request.query;
      if (ids !== undefined) {
        const wanted = ids.split(",").flatMap((id) => id.trim() || []);
        const orders = await getOrders(deps, callerOf(request), wanted);
        return isRefusal(orders) ? sendRefusal(reply, orders) : sendOrders(reply, orders, "");
      }
      const limit = Math.min(PAGE_MAX, Math.max(1, Number(query.limit ?? PAGE)));
      const page = await listOwnOrders(deps, callerOf(request), filterOf(query), limit);
      const last = page.length === limit ? page.at(-1) : undefined;
      const orders = page.map(({ order }) => order);
      return sendOrders(reply, orders, last ? String(last.number) : "");
    },
  );

  app.get(
    "/v3/orders/cancel-reasons",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "listCancelReasons",
        summary: "Standard reasons to cancel, the user's and the driver's",
        response: responses(Type.Object({ user: Type.Array(Reason), driver: Type.Array(Reason) })),
      },
    },
    async (_request, reply) => reply.send({ user: [...USER_CANCEL_REASONS], driver: [...DRIVER_CANCEL_REASONS] }),
  );

  app.get(
    "/v3/orders/:order_id",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "getOrder",
        summary: "Order detail",
        description: "For the creator and the creator's parent account.",
        params: OrderParams,
        response: responses(OrderRecord),
      },
    },
    async (request, reply) => {
      const order = await getOrder(deps, callerOf(request), request.params.order_id);
      if (isRefusal(order)) return sendRefusal(reply, order);
      const [eta, position] = await Promise.all([seeEta(deps, order), seePosition(deps, order)]);
      return reply.send(withPosition(withEta(encode(order), eta), position));
    },
  );

  app.get(
    "/v3/orders/:order_id/price",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "explainPrice",
        summary: "How the price was made",
        description: "The tariff's expression, its x and h, and each line; they add up to the total.",
        params: OrderParams,
        response: responses(PriceExplanation),
      },
    },
    async (request, reply) =>
      answer(reply, await getOrder(deps, callerOf(request), request.params.order_id), encodePriceExplanation),
  );

  app.get(
    "/v3/orders/:order_id/shared-link",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "getSharedLink",
        summary: "Public tracking link",
        params: OrderParams,
        response: responses(Type.Object({ shared_link: Type.String() })),
      },
    },
    async (request, reply) =>
      answer(reply, await getTrackingToken(deps, callerOf(request), request.params.order_id), (order) => ({
        shared_link: deps.links.ofOrder(order),
      })),
  );

  const tracks = async (
    request: FastifyRequest,
    reply: FastifyReply,
    trackingNumber: string | undefined,
    window: { readonly from_time?: string; readonly to_time?: string },
  ): Promise<FastifyReply> => {
    const invalid = refuseInvalid(request, "BAD_REQUEST");
    if (invalid) return sendRefusal(reply, invalid);
    const question = { trackingNumber, from: instant(window.from_time), to: instant(window.to_time) };
    return answer(reply, await findTrackedOrders(deps, callerOf(request), question), (orders) =>
      orders.map(encodeTrack),
    );
  };
  const tracksDocumented = {
    ...documented,
    description: "Orders of the caller's partner, newest first; without a window, those of the last 7 days.",
    response: responses(Type.Array(TrackRecord)),
  };

  app.get(
    "/v3/orders/tracks",
    {
      ...call,
      schema: {
        ...tracksDocumented,
        operationId: "findOrdersByTrackingNumber",
        summary: "Orders by tracking number",
        querystring: TracksQuery,
      },
    },
    async (request, reply) => tracks(request, reply, request.query.tracking_number, request.query),
  );

  app.get(
    "/v3/orders/tracks/:tracking_number",
    {
      ...call,
      schema: {
        ...tracksDocumented,
        operationId: "findOrdersByTrackingNumberInPath",
        summary: "Orders by tracking number, in the path",
        params: Type.Object({ tracking_number: Type.String() }),
        querystring: WindowQuery,
      },
    },
    async (request, reply) => tracks(request, reply, request.params.tracking_number, request.query),
  );
}

function filterOf(query: Omit<Static<typeof ListQuery>, "ids" | "limit">): OwnOrderFilter {
  const [from, to] = [instant(query.from_time), instant(query.to_time)];
  return {
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.service_id === undefined ? {} : { serviceId: query.service_id }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(query.after === undefined ? {} : { beforeNumber: Number(query.after) }),
  };
}

function encodeTrack(order: Order) {
  return {
    _id: order.id,
    path: order.points.map(({ address, status, trackingNumber }) => ({
      address,
      status,
      ...(trackingNumber === null ? {} : { tracking_number: trackingNumber }),
    })),
    status: order.status,
    service_id: order.serviceId,
    create_time: Math.floor(unixSeconds(order.createdAt)),
  };
}

export function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(Number(text) * 1_000);
}
