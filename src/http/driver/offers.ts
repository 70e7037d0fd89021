// What a driver is asked: the open offers as a list or as a live stream, and his answers.

import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Order } from "../../domain/orders/order.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Keep } from "../../operations/answer-once.ts";
import { type Accepted, type AnswerDeps, acceptOffer, declineOffer } from "../../operations/drivers/answer-offer.ts";
import { type IdentifyDriverDeps, identifyDriver } from "../../operations/drivers/driver-session.ts";
import { listOpenOffers } from "../../store/drivers/offers.ts";
import { listOrdersById } from "../../store/orders/order-lists.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { bearerToken } from "../base/callers.ts";
import { openEventStream } from "../base/event-stream.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { noteOrder } from "../base/request-log.ts";
import { DriverOrderRecord, encodeDriverOrder, encodeOffer, OfferRecord } from "../wire/driver-order.ts";
import { driverOf, keyHolder } from "./driver-callers.ts";
import { type DriverStreams, OPEN_OFFERS_MAX } from "./driver-streams.ts";

export type OfferDoor = AnswerDeps & IdentifyDriverDeps & { readonly driverStreams: DriverStreams };

const RETRY_AFTER_SECONDS = 30;

const OfferParams = Type.Object({ offer_id: Type.String() });

export function registerOfferCalls(app: App, deps: OfferDoor): void {
  const documented = { tags: ["Driver"] };

  app.get(
    "/driver/v1/offers",
    {
      schema: {
        ...documented,
        operationId: "listOffers",
        summary: "Open offers, or a live stream of them",
        description:
          "With `Accept: text/event-stream` a stream: `offers` (all open ones, first), `offer`, `offer_closed`, `order` (an " +
          "order in hand has changed), `plan` (the sequence of stops has changed; GET /driver/v1/plan tells it), `check_in` (report a position, or the order goes to another driver), " +
          "`taken_back` (an order went to a driver who is there sooner, `why` says so) and `reload` " +
          "(ask for everything again: an order was taken out of his hands, or something may have been missed). " +
          "`Last-Event-ID` goes on where a stream was cut.",
        response: responses(Type.Object({ offers: Type.Array(OfferRecord) })),
      },
    },
    async (request, reply) => {
      if (request.headers.accept?.includes("text/event-stream")) return stream(deps, request, reply);
      const now = deps.clock.now();
      const offers = await listOpenOffers(deps.db, driverOf(request).phone, now, OPEN_OFFERS_MAX);
      const orders = await listOrdersById(
        deps.db,
        offers.map((offer) => offer.orderId),
      );
      return reply.send({
        offers: offers.flatMap((offer) => {
          const order = orders.find(({ id }) => id === offer.orderId);
          return order ? [encodeOffer(offer, order, now)] : [];
        }),
      });
    },
  );

  app.post(
    "/driver/v1/offers/:offer_id/accept",
    {
      schema: {
        ...documented,
        operationId: "acceptOffer",
        summary: "Accept an offer",
        description: "409 OFFER_TAKEN when another driver was quicker. Accepting twice is the same as once.",
        headers: KEY_HEADER,
        params: OfferParams,
        response: responses(DriverOrderRecord),
      },
    },
    async (request, reply) => {
      const driver = driverOf(request);
      const accept = (keep?: Keep<Accepted>) => acceptOffer(deps, driver, request.params.offer_id, keep);
      const encode = (order: Order) => {
        noteOrder(request, order.id);
        return encodeDriverOrder(order);
      };
      return answerKeyed(deps, request, reply, encode, accept, keyHolder);
    },
  );

  app.post(
    "/driver/v1/offers/:offer_id/decline",
    {
      schema: {
        ...documented,
        operationId: "declineOffer",
        summary: "Decline an offer",
        description: "For good: this order is not offered to this driver again.",
        params: OfferParams,
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) =>
      answer(reply, await declineOffer(deps, driverOf(request), request.params.offer_id), () => ({})),
  );
}

async function stream(deps: OfferDoor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = deps.driverStreams.refusal();
  if (refusal) return sendRefusal(reply.header("retry-after", RETRY_AFTER_SECONDS), refusal);
  const { phone } = driverOf(request);
  const token = bearerToken(request);
  const last = Number(request.headers["last-event-id"]);
  const events = openEventStream(reply, request.id, () => deps.driverStreams.leave(phone, events));
  const mayListen = async (): Promise<boolean> => !isRefusal(await identifyDriver(deps, token));
  await deps.driverStreams.follow(
    { phone, stream: events, mayListen },
    Number.isInteger(last) && last > 0 ? last : undefined,
  );
  return reply;
}
