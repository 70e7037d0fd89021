// What the public tracking page reads and sends, by an unguessable link and nothing else.
import { Type } from "typebox";
import { maybe } from "../../contract/fields.ts";
import { TrackingState } from "../../contract/tracking.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { HEADLINE_WORDS, headlineOfView } from "../../domain/tracking/headline.ts";
import { findTracked, rateByLink, seeTracking, type TrackingDeps } from "../../operations/tracking/see-tracking.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { openEventStream } from "../base/event-stream.ts";
import { fieldsOf } from "../base/validation.ts";
import { callsOf, DONE } from "../calls/call.ts";
import type { SeeFirst } from "../pages/pages.ts";
import { encodeTracking, type MapNote } from "../wire/tracking.ts";
import type { TrackingStreams } from "./tracking-streams.ts";

export type TrackingDoor = TrackingDeps & {
  readonly map: () => MapNote;
  readonly trackingStreams: TrackingStreams;
};

const RETRY_AFTER_SECONDS = 30;

const call = callsOf<TrackingDoor>("Public");

// A link is a key: no cache keeps what it opened, no search engine finds it, no other site is told where one came from.
const quiet = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

export const trackingCalls = [
  call.plain({
    id: "getTracking",
    at: "GET /t/:token/state",
    headers: quiet,
    summary: "The state of a delivery, by its public link",
    description:
      "Least data: areas instead of addresses, no phone, no name but the driver's first one. The driver's position is " +
      "coarse until this stop is the next one. An unknown link and one that has expired answer alike.",
    answer: TrackingState,
    refusals: ["NOT_FOUND"],
    run: async (request, deps) => {
      const tracked = await findTracked(deps, request.params.token);
      if (isRefusal(tracked)) return tracked;
      return encodeTracking(await seeTracking(deps, tracked), deps.map(), deps.clock.now());
    },
  }),
  call.plain({
    id: "followTracking",
    at: "GET /t/:token/stream",
    headers: quiet,
    summary: "The same as a live stream of events",
    description:
      "`state` (whole, first and at every change of the order), `moved` (driver, eta and stops, to be laid over the " +
      "state) and `gone` (the link has expired). 429 or 503 when too many are open: ask for the state instead.",
    refusals: ["NOT_FOUND", "TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE"],
    run: async (request, deps, { reply }) => {
      const tracked = await findTracked(deps, request.params.token);
      if (isRefusal(tracked)) return tracked;
      const address = callerNetwork(request);
      const refusal = deps.trackingStreams.refusal(tracked.link, address);
      if (refusal) return { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS };
      const stream = openEventStream(reply, request.id, () => deps.trackingStreams.leave(stream));
      deps.trackingStreams.follow(tracked, address, stream);
      return reply;
    },
  }),
  call({
    id: "rateByLink",
    at: "POST /t/:token/rating",
    headers: quiet,
    summary: "The recipient's rating of the driver",
    description: "Once, when the order is completed; it counts as `rated_by: receiver`.",
    body: Type.Object({
      rating: Type.Integer({ minimum: 1, maximum: 5 }),
      comment: maybe(Type.String()),
    }),
    ...DONE,
    invalid: "judged",
    refusals: [
      "NOT_FOUND",
      "SUPPLIER_NOT_FOUND",
      "NOT_AUTHORIZED",
      "MISSING_REQUIRED_INFO",
      "INVALID_PARAM",
      "ORDER_HAS_BEEN_RATED_BY_USER",
      "ORDER_HAS_BEEN_RATED_BY_RECEIVER",
    ],
    run: (request, deps) => {
      const { rating, comment } = fieldsOf(request);
      return rateByLink(deps, request.params.token, { rating, comment });
    },
  }),
];

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
