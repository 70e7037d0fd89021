// Orders in the forms of versions 1 and 2, on the operations of version 3.
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { type CancelAnswer, cancelOrder } from "../../operations/orders/cancel-order.ts";
import { type CreateDeps, createOrder } from "../../operations/orders/create-order.ts";
import { type Estimate, estimateFees } from "../../operations/orders/estimate-fees.ts";
import { rateDriver } from "../../operations/orders/rate-driver.ts";
import { seeEta } from "../../operations/orders/see-eta.ts";
import { getOrder, getOrderAsPartner, listOwnOrders, type SeeDeps } from "../../operations/orders/see-orders.ts";
import { listChildren } from "../../store/accounts/accounts.ts";
import { errorBody } from "../base/answer.ts";
import { callerOf } from "../base/callers.ts";
import { encodeEstimate } from "../wire/estimate.ts";
import { encodeOrder } from "../wire/order.ts";
import { withEta } from "../wire/order-eta.ts";
import { readOrderInput } from "../wire/order-input.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";
import { nothing, olderCallsOf } from "./older-call.ts";
import { numberOf, orderWords, textOf } from "./order-words.ts";
import { type Parameters, parametersOf } from "./parameters.ts";

export type OlderOrderDoor = CreateDeps & SeeDeps & { readonly links: TrackingLinks };

const LISTED = 20;
const LISTED_MAX = 100;
// Sorting and skipping are done on so many of an account's newest orders.
const LOOKED_AT_MAX = 500;

const encode = (order: Order, _request: FastifyRequest, { links }: OlderOrderDoor) => encodeOrder(order, links);
const KEYED = { keyed: "account" } as const;
const older = olderCallsOf<OlderOrderDoor>();

async function estimated(request: FastifyRequest, deps: OlderOrderDoor) {
  const caller = callerOf(request);
  const words = orderWords(parametersOf(request));
  const estimates = await estimateFees(deps, caller, readOrderInput(words));
  if (isRefusal(estimates)) return estimates;
  return estimates.map((one) => flatEstimate(one, caller, words.payment_method));
}

export const olderOrderCalls = [
  ...older("/v1/order/estimated_fee", estimated, ([first]) => first!),
  ...older("/v2/order/estimated_fee", estimated, (all) => all),
  ...older(
    "/v1/order/create",
    (request, deps, { keep }) =>
      createOrder(deps, callerOf(request), readOrderInput(orderWords(parametersOf(request))), keep),
    (order, request, deps) => ({
      order_id: order.id,
      status: order.status,
      shared_link: deps.links.ofOrder(order),
      order: encode(order, request, deps),
    }),
    KEYED,
  ),
  ...older(
    "/v1/order/detail",
    async (request, deps) => {
      const order = await getOrder(deps, callerOf(request), orderIdOf(request));
      return isRefusal(order) ? order : { order, eta: await seeEta(deps, order) };
    },
    ({ order, eta }, request, deps) => withEta(encode(order, request, deps), eta),
  ),
  ...older("/v1/order/list", listed, (orders, request, deps) => orders.map((order) => encode(order, request, deps))),
  ...older(
    "/v1/order/cancel",
    async (request, deps, { keep }) => {
      const { comment, cancel_code: code } = parametersOf(request);
      const words = textOf(comment) ?? textOf(code);
      return notTheirs(await cancelOrder(deps, callerOf(request), orderIdOf(request), words, keep));
    },
    nothing,
    KEYED,
  ),
  ...older(
    "/v1/order/shared_link",
    (request, deps) => getOrderAsPartner(deps, callerOf(request), orderIdOf(request)),
    (order, _request, { links }) => ({ shared_link: links.ofOrder(order) }),
  ),
  ...older(
    "/v1/order/rate_supplier",
    (request, deps, { keep }) => {
      const { rating, comment } = parametersOf(request);
      const rated = { ratedBy: "user", rating: numberOf(rating), comment: textOf(comment) };
      return rateDriver(deps, callerOf(request), orderIdOf(request), rated, keep);
    },
    nothing,
    KEYED,
  ),
  // Wakes the search for a driver, as every change of an order does.
  ...older(
    "/v1/order/notify_order",
    async (request, deps) => {
      const { order_ids: ids, order_id: id } = parametersOf(request);
      const wanted = (Array.isArray(ids) ? ids.map(String) : (textOf(ids) ?? textOf(id) ?? "").split(",")).slice(0, 50);
      for (const orderId of wanted) {
        const order = await getOrder(deps, callerOf(request), orderId.trim());
        if (isRefusal(order)) return order;
        deps.announcer.orderChanged(order.id, order.driver?.phone);
      }
      return {};
    },
    nothing,
  ),
];

function orderIdOf(request: FastifyRequest): string {
  return textOf(parametersOf(request).order_id)?.trim() ?? "";
}

// 402 where version 3 says 401: a client of this form takes 401 for a token that has ended, and renews it.
function notTheirs(cancelled: CancelAnswer): CancelAnswer | Refusal<"NOT_ALLOWED"> {
  if (!isRefusal(cancelled) || cancelled.refused !== "NOT_AUTHORIZED") return cancelled;
  return refuse("NOT_ALLOWED", cancelled.why);
}

// The newest order_time first; a parent may ask for its children's too.
async function listed(request: FastifyRequest, deps: OlderOrderDoor): Promised<readonly Order[], "NOT_AUTHORIZED"> {
  const given = parametersOf(request);
  const caller = callerOf(request);
  const children = (textOf(given.child_ids) ?? "").split(",").flatMap((phone) => phone.trim() || []);
  const own = children.length === 0 ? [] : await listChildren(deps.db, caller.phone);
  if (children.some((phone) => !own.some((child) => child.phone === phone)))
    return refuse("NOT_AUTHORIZED", "child_ids names an account that is no child of this one.");
  const status = textOf(given.status);
  const phones = children.length === 0 ? [caller.phone] : children;
  const pages = await Promise.all(phones.map((phone) => listOwnOrders(deps, { ...caller, phone }, {}, LOOKED_AT_MAX)));
  const from = whole(given.offset, 0, LOOKED_AT_MAX);
  return pages
    .flat()
    .map(({ order }) => order)
    .filter((order) => (status === undefined || order.status === status) && isWithin(given, order))
    .toSorted((a, b) => b.orderAt.getTime() - a.orderAt.getTime())
    .slice(from, from + whole(given.count, LISTED, LISTED_MAX));
}

function isWithin(given: Parameters, { orderAt }: Order): boolean {
  const seconds = orderAt.getTime() / 1_000;
  return seconds >= (numberOf(given.from_time) ?? 0) && seconds <= (numberOf(given.to_time) ?? Infinity);
}

function whole(given: unknown, fallback: number, most: number): number {
  const number = Math.floor(Number(numberOf(given) ?? fallback));
  return Number.isFinite(number) ? Math.min(most, Math.max(0, number)) : fallback;
}

// A fee in the older forms: one flat object with both sets of names, the older and the newer, which are equal.
function flatEstimate({ serviceId, outcome }: Estimate, caller: Caller, paymentMethod: unknown): object {
  // Without total_price, which is how clients tell a service that could not be priced.
  if (isRefusal(outcome)) return { _id: serviceId, error: errorBody(outcome) };
  const { data } = encodeEstimate({ serviceId, outcome });
  const isOnline = paymentMethod === "BALANCE";
  const total = outcome.price.total;
  return {
    _id: serviceId,
    ...data,
    payment_method: paymentMethod,
    total_pay: isOnline ? 0 : total,
    online_pay: isOnline ? total : 0,
    surcharge: 0,
    is_child_account: caller.parentPhone !== null,
  };
}
