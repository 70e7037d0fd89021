// The span of a request: begun under the trace its caller names (traceparent), ended when it is answered.
import type { FastifyReply, FastifyRequest } from "fastify";
import { beginSpan, readTraceparent, type Span } from "../../ports/tracing.ts";

const spans = new WeakMap<FastifyRequest, Span>();

export function beginTrace(request: FastifyRequest): Span | undefined {
  const span = beginSpan({ name: request.method, kind: "server" }, readTraceparent(request.headers.traceparent));
  if (span) spans.set(request, span);
  return span;
}

export function spanOf(request: FastifyRequest): Span | undefined {
  return spans.get(request);
}

// For lines of the log and bodies of errors; nothing where nothing is traced.
export function traceOf(request: FastifyRequest): { readonly trace_id?: string } {
  const span = spans.get(request);
  return span ? { trace_id: span.traceId } : {};
}

export function endTrace(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  route: string,
  { partner, order }: { readonly partner?: string; readonly order?: string },
): void {
  spans.get(request)?.end({
    name: `${request.method} ${route}`,
    failed: statusCode >= 500,
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "http.response.status_code": statusCode,
      "giao.request": request.id,
      "giao.partner": partner,
      "giao.order": order,
    },
  });
}
