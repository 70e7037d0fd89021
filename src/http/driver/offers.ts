// What a driver is asked: the open offers as a list or as a live stream, and their answers.

import { Type } from "typebox";
import { DriverOrderRecord, OfferRecord } from "../../contract/driver-order.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { type AnswerDeps, acceptOffer, declineOffer } from "../../operations/drivers/answer-offer.ts";
import { type IdentifyDriverDeps, identifyDriver } from "../../operations/drivers/driver-session.ts";
import { listOpenOffers } from "../../store/drivers/offers.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import { bearerToken, driverOf } from "../base/callers.ts";
import { openEventStream } from "../base/event-stream.ts";
import { noteOrder } from "../base/request-log.ts";
import { type AnyAsked, callsOf, DONE, type Reply } from "../calls/call.ts";
import { encodeDriverOrder, encodeOffer } from "../wire/driver-order.ts";
import { type DriverStreams, OPEN_OFFERS_MAX } from "./driver-streams.ts";

export type OfferDoor = AnswerDeps & IdentifyDriverDeps & { readonly driverStreams: DriverStreams };

const RETRY_AFTER_SECONDS = 30;

const call = callsOf<OfferDoor>("Driver");

export const ACCEPT_REFUSALS = [
  "OFFER_NOT_FOUND",
  "OFFER_TAKEN",
  "INVALID_ORDER_STATUS",
  "OFFER_EXPIRED",
  "TOO_MANY_ORDERS",
  "ORDER_NOT_FOUND",
  "NOT_ENOUGH_CREDIT",
] as const;

export const offerCalls = [
  call.plain({
    id: "listOffers",
    at: "GET /driver/v1/offers",
    summary: "Open offers, or a live stream of them",
    description:
      "With `Accept: text/event-stream` a stream: `offers` (all open ones, first), `offer`, `offer_closed`, `order` (an " +
      "order in hand has changed), `plan` (the sequence of stops has changed; GET /driver/v1/plan tells it), `check_in` (report a position, or the order goes to another driver), " +
      "`taken_back` (an order went to a driver who is there sooner, `why` says so) and `reload` " +
      "(ask for everything again: an order was taken out of their hands, or something may have been missed). " +
      "`Last-Event-ID` goes on where a stream was cut.",
    answer: Type.Object({ offers: Type.Array(OfferRecord) }),
    refusals: ["SERVICE_UNAVAILABLE"],
    run: async (request, deps, { reply }) => {
      if (request.headers.accept?.includes("text/event-stream")) return stream(deps, request, reply);
      const now = deps.clock.now();
      const offers = await listOpenOffers(deps.db, driverOf(request).phone, now, OPEN_OFFERS_MAX);
      const orders = await listOrdersById(
        deps.db,
        offers.map((offer) => offer.orderId),
      );
      return {
        offers: offers.flatMap((offer) => {
          const order = orders.find(({ id }) => id === offer.orderId);
          return order ? [encodeOffer(offer, order, now)] : [];
        }),
      };
    },
  }),
  call({
    id: "acceptOffer",
    at: "POST /driver/v1/offers/:offer_id/accept",
    summary: "Accept an offer",
    description: "409 OFFER_TAKEN when another driver was quicker. Accepting twice is the same as once.",
    answer: DriverOrderRecord,
    keyed: "driver",
    refusals: ACCEPT_REFUSALS,
    run: (request, deps, { keep }) => acceptOffer(deps, driverOf(request), request.params.offer_id, keep),
    encode: (order, request) => {
      noteOrder(request, order.id);
      return encodeDriverOrder(order);
    },
  }),
  call({
    id: "declineOffer",
    at: "POST /driver/v1/offers/:offer_id/decline",
    summary: "Decline an offer",
    description: "For good: this order is not offered to this driver again.",
    ...DONE,
    refusals: ["OFFER_NOT_FOUND", "INVALID_ORDER_STATUS"],
    run: (request, deps) => declineOffer(deps, driverOf(request), request.params.offer_id),
  }),
];

async function stream(deps: OfferDoor, request: AnyAsked, reply: Reply) {
  const refusal = deps.driverStreams.refusal();
  if (refusal) return { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS };
  const { phone } = driverOf(request);
  const token = bearerToken(request);
  const last = Number(request.headers["last-event-id"]);
  const events = openEventStream(reply, request.id, () => deps.driverStreams.leave(events));
  const mayListen = async (): Promise<boolean> => !isRefusal(await identifyDriver(deps, token));
  await deps.driverStreams.follow(
    { phone, stream: events, mayListen },
    Number.isInteger(last) && last > 0 ? last : undefined,
  );
  return reply;
}
