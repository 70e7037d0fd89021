// What becomes of an error nobody returned: planned ones keep their words, surprises become a 500 without inner detail.
import type { FastifyError, FastifyInstance } from "fastify";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { GivenUp } from "../../ports/deadline.ts";
import { PhotosAway } from "../../ports/photo-files.ts";
import { DatabaseAway, RowIsHeld, UnkeepableText } from "../../store/db.ts";
import { sendRefusal } from "./answer.ts";
import { RefusedRequest } from "./refused-request.ts";
import { traceOf } from "./request-trace.ts";
import type { RefusalCode } from "./statuses.ts";
import { describeViolation } from "./validation.ts";

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error, request.routeOptions.bodyLimit);
    // Of what was given up there are measures: in an overload it would be a line for every other request.
    if (refusal.refused === "SERVICE_UNAVAILABLE" && !(error instanceof GivenUp))
      request.log.warn({ err: error.cause ?? error, ...traceOf(request) }, "unavailable");
    if (refusal.refused === "INTERNAL_SERVER_ERROR") request.log.error({ err: error, ...traceOf(request) }, "fault");
    return sendRefusal(reply, refusal);
  });
}

function refusalOf(error: FastifyError, bodyBytesMax: number): Refusal<RefusalCode> {
  if (error instanceof RefusedRequest) return error.refusal;
  if (error instanceof GivenUp)
    return refuse("SERVICE_UNAVAILABLE", "The request could not be answered in time; nothing was changed. Try again.");
  if (error instanceof RowIsHeld)
    return refuse("SERVICE_UNAVAILABLE", "Another call holds what this one needs; try again in a moment.");
  if (error instanceof DatabaseAway)
    return refuse("SERVICE_UNAVAILABLE", "The database is away; try again in a moment.");
  if (error instanceof PhotosAway)
    return refuse("SERVICE_UNAVAILABLE", "Photos cannot be kept or shown just now; try again in a moment.");
  // Most calls have a word of their own for it; this is for the many texts that are only looked for.
  if (error instanceof UnkeepableText)
    return refuse("BAD_REQUEST", "A text in the request holds a zero character, which no text here has.");
  const violation = error.validation?.[0];
  if (violation) return refuse("BAD_REQUEST", describeViolation(violation));
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return refuse("BODY_TOO_LARGE", `The body is larger than ${Math.floor(bodyBytesMax / 1024)} KiB.`);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return refuse("BAD_REQUEST", `The request cannot be read: ${error.message}.`);
  }
  return refuse(
    "INTERNAL_SERVER_ERROR",
    "Something went wrong on our side. Try again; if it stays, tell the operator the request id.",
  );
}
