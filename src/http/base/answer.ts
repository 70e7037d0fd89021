// How every call ends: an encoded value with 200, or a refusal in the one error shape of D1.
import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import { ErrorBody } from "../../contract/refusal.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { traceOf } from "./request-trace.ts";
import { RETRY_AFTER_SECONDS, type RefusalCode, refusalWord, statusOf } from "./statuses.ts";

export function errorBody(refusal: Refusal<RefusalCode>): ErrorBody {
  const words = refusalWord(refusal.refused);
  const body = { code: words, title: words, description: refusal.why };
  return refusal.field === undefined ? body : { ...body, field: refusal.field };
}

// As everything under /routing says it (D1).
export function inPlainWords({ description }: ErrorBody, status: number) {
  const words = STATUS_CODES[status] ?? "Error";
  const [, osrmCode = words] = /^([A-Z]\w+): /.exec(description) ?? [];
  return { code: osrmCode, title: words, description, message: description };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal<RefusalCode>): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
  askToRetry(reply, statusOf(refusal.refused));
  // The call may have said that its answer can be kept, and then have had none.
  return reply
    .code(statusOf(refusal.refused))
    .header("cache-control", "no-store")
    .send({ ...errorBody(refusal), ...traceOf(reply.request) });
}

// Every 503 says when it makes sense to ask again (D1).
export function askToRetry(reply: FastifyReply, status: number): void {
  if (status === statusOf("SERVICE_UNAVAILABLE") && !reply.hasHeader("retry-after"))
    reply.header("retry-after", RETRY_AFTER_SECONDS);
}

export function answer<T, Code extends RefusalCode>(
  reply: FastifyReply,
  result: T | Refusal<Code>,
  encode: (value: T) => unknown,
): FastifyReply {
  return isRefusal(result) ? sendRefusal(reply, result) : reply.send(encode(result));
}

// For bodies that were serialised before, by the call's own schema.
export function sendSerialised(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

// Documents the answers of a call: its own 200 and the error shape for everything else.
export function responses<T>(ok: T): { 200: T; "4xx": typeof ErrorBody; "5xx": typeof ErrorBody } {
  return { 200: ok, "4xx": ErrorBody, "5xx": ErrorBody };
}
