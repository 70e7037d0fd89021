// When a request came, which may be a while before somebody looks at it.
import type { FastifyReply } from "fastify";

export function arrivalOf(reply: FastifyReply, now: Date): Date {
  return new Date(now.getTime() - reply.elapsedTime);
}
