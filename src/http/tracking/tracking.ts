// What the public tracking page reads and sends, by an unguessable link and nothing else.
import { Type } from "typebox";
import { isRefusal } from "../../domain/refusal.ts";
import { HEADLINE_WORDS, headlineOfView } from "../../domain/tracking/headline.ts";
import { findTracked, rateByLink, seeTracking, type TrackingDeps } from "../../operations/tracking/see-tracking.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { openEventStream } from "../base/event-stream.ts";
import type { SeeFirst } from "../pages/pages.ts";
import { encodeTracking, type MapNote, TrackingState } from "../wire/tracking.ts";
import type { TrackingStreams } from "./tracking-streams.ts";

export type TrackingDoor = TrackingDeps & {
  readonly map: () => MapNote;
  readonly trackingStreams: TrackingStreams;
};

const LinkParams = Type.Object({ token: Type.String() });
const RETRY_AFTER_SECONDS = 30;
const judgedByTheDomain = () => () => true;

export function registerTrackingCalls(app: App, deps: TrackingDoor): void {
  const documented = { tags: ["Public"], params: LinkParams };
  // A link is a key: no cache keeps what it opened, no search engine finds it, no other site is told where one came from.
  const quiet = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  };

  app.get(
    "/t/:token/state",
    {
      schema: {
        ...documented,
        operationId: "getTracking",
        summary: "The state of a delivery, by its public link",
        description:
          "Least data: areas instead of addresses, no phone, no name but the driver's first one. The driver's position is " +
          "coarse until this stop is the next one. An unknown link and one that has expired answer alike.",
        response: responses(TrackingState),
      },
    },
    async (request, reply) => {
      reply.headers(quiet);
      const tracked = await findTracked(deps, request.params.token);
      if (isRefusal(tracked)) return sendRefusal(reply, tracked);
      return reply.send(encodeTracking(await seeTracking(deps, tracked), deps.map(), deps.clock.now()));
    },
  );

  app.get(
    "/t/:token/stream",
    {
      schema: {
        ...documented,
        operationId: "followTracking",
        summary: "The same as a live stream of events",
        description:
          "`state` (whole, first and at every change of the order), `moved` (driver, eta and stops, to be laid over the " +
          "state) and `gone` (the link has expired). 429 or 503 when too many are open: ask for the state instead.",
      },
    },
    async (request, reply) => {
      reply.headers(quiet);
      const tracked = await findTracked(deps, request.params.token);
      if (isRefusal(tracked)) return sendRefusal(reply, tracked);
      const address = callerNetwork(request);
      const refusal = deps.trackingStreams.refusal(tracked.link, address);
      if (refusal) return sendRefusal(reply.header("retry-after", RETRY_AFTER_SECONDS), refusal);
      const stream = openEventStream(reply, request.id, () => deps.trackingStreams.leave(stream));
      deps.trackingStreams.follow(tracked, address, stream);
      return reply;
    },
  );

  app.post(
    "/t/:token/rating",
    {
      validatorCompiler: judgedByTheDomain,
      schema: {
        ...documented,
        operationId: "rateByLink",
        summary: "The recipient's rating of the driver",
        description: "Once, when the order is completed; it counts as `rated_by: receiver`.",
        body: Type.Object({
          rating: Type.Integer({ minimum: 1, maximum: 5 }),
          comment: Type.Optional(Type.String()),
        }),
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => {
      const body: unknown = request.body;
      const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
      const given = { rating: fields.rating, comment: fields.comment };
      return answer(reply.headers(quiet), await rateByLink(deps, request.params.token, given), () => ({}));
    },
  );
}

// For the page itself: its headline and its state, sent with the document.
export function seeFirstWords(deps: TrackingDoor): SeeFirst {
  return async (token, language) => {
    const tracked = await findTracked(deps, token);
    if (isRefusal(tracked)) return undefined;
    const view = await seeTracking(deps, tracked);
    const state = encodeTracking(view, deps.map(), deps.clock.now());
    return { language, ...HEADLINE_WORDS[language][headlineOfView(view)], state };
  };
}
